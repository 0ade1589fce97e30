//! The behaviour of visitors: they come, keep to the poll interval (or not), claim, lose replies,
//! leave, and come again.

use admission::opening::Gate;
use admission::pool::LineIndex;
use admission::price::Payment;
use admission::snapshot::{PlaceView, PollContext};
use admission::{Ledger, Now, Number, Phase as RoomPhase, PlaceStatus, WallMs};
use node::Command;
use node::answer::TurnReply;

use super::agenda::WorldEvent;
use super::callers::{Caller, Handle};
use super::visitor::{VisitorPhase, VisitorPlace};
use super::{BEGINS, World, index};
use crate::machine::Shown;
use crate::oracle::{Fact, InvariantViolation};

/// The interval at which timers of a hidden tab fire, in milliseconds.
const HIDDEN_MS: u64 = 60_000;
/// The time after which a visitor who came before the room opens looks again, from and to, in
/// milliseconds.
const BEFORE_MS: [u64; 2] = [5_000, 30_000];

impl World<'_> {
    /// Sends a visitor's request at that moment; a lost request is sent again after a while.
    pub(super) fn send(&mut self, who: usize, at: u64) -> Result<(), InvariantViolation> {
        let network = &self.scenario.network;
        let mut arrives_at = at;
        while self.network.chance(network.loss) {
            arrives_at += network.retry_ms;
        }
        let visitor = &mut self.visitors[who];
        visitor.asked_at = arrives_at;
        visitor.ask_anew();
        let ticket = visitor.ticket;
        let delay_ms = self.network.between(network.delay_ms);
        self.agenda
            .at(arrives_at + delay_ms, WorldEvent::Request { who, ticket });
        // A visitor who had to ask twice does not keep to the poll interval.
        if arrives_at > at { self.excuse(who) } else { Ok(()) }
    }

    pub(super) fn request(&mut self, who: usize, ticket: u32) -> Result<(), InvariantViolation> {
        if self.visitors[who].ticket != ticket {
            return Ok(());
        }
        if !self.serves(self.visitors[who].node) {
            let Some(up) = self.up_node() else {
                self.excuse(who)?;
                return self.send(who, self.now + self.scenario.network.retry_ms);
            };
            self.visitors[who].node = up;
        }
        let at = self.visitors[who].node;
        if self.is_stopped(at) {
            // No node answers: the visitor asks again, and may reach another node.
            self.visitors[who].node = usize::MAX;
            return self.no_answer(who);
        }
        match (self.visitors[who].phase, self.visitors[who].place) {
            (VisitorPhase::Outside, _) => return self.lead_to_a_place(who, at),
            (VisitorPhase::Waiting | VisitorPhase::Away | VisitorPhase::Through, Some(place)) => {
                self.visitors[who].phase = VisitorPhase::Waiting;
                if self.visitors[who].is_aside {
                    self.come_back(who, place)?;
                }
                return self.poll(who, at, place, false);
            }
            _ => {}
        }
        Ok(())
    }

    /// Answers a poll from the published state, or passes it to the pool node if the visitor's turn
    /// has come, or if the node does not know the place yet.
    pub(super) fn poll(
        &mut self,
        who: usize,
        at: usize,
        place: VisitorPlace,
        has_caught_up: bool,
    ) -> Result<(), InvariantViolation> {
        let shown = self.machine(at).shown(place.line).clone();
        let snapshot = &shown.published.snapshot;
        if snapshot.run() > place.run {
            return self.rejoin(who);
        }
        let is_unseen = snapshot.run() < place.run || place.sequence >= snapshot.ledger().next;
        if is_unseen && !has_caught_up {
            // Another node gave the place.
            self.ask_to_catch_up(who, at, place.line);
            return Ok(());
        }
        if is_unseen && self.failovers.is_under_way() {
            return self.no_answer(who);
        }
        let life = snapshot.ledger().lifecycle;
        if !is_unseen && (life.is_disabled() || life.phase() == RoomPhase::PostQueue) {
            return self.turned_away(who, life.is_disabled());
        }
        let (place_status, now) = self.place_status(at, place, &shown);
        let flow = now.flow.0;
        let place_number = place.sequence.0;
        // A poll of a device that gave its place away is not the visitor's.
        if !matches!(place_status, PlaceStatus::Transferred) {
            self.tell_of(place, flow, &Fact::Heard { place: place_number })?;
        }
        match place_status {
            PlaceStatus::Transferred => {
                self.visitors[who].phase = VisitorPhase::Gone;
                self.report_transfer(place, flow)
            }
            PlaceStatus::Unknown | PlaceStatus::Expired => {
                self.tell_of(place, flow, &Fact::Missing { place: place_number })
            }
            PlaceStatus::Unnumbered(view) => {
                self.visitors[who].interval_ms = view.poll_after_ms;
                self.pause_until_next(who)
            }
            PlaceStatus::Cancelled => {
                self.lost_place(who);
                self.tell_of(place, flow, &Fact::ToldCancelled { place: place_number })
            }
            PlaceStatus::InLine(view) => {
                self.show(who, place, (&view, &shown), flow, false)?;
                self.pause_until_next(who)
            }
            PlaceStatus::FirstInLine(view) => {
                self.show(who, place, (&view, &shown), flow, true)?;
                self.visitors[who].phase = VisitorPhase::Asking;
                self.ask_for_the_turn(who, at, place, view.number);
                Ok(())
            }
        }
    }

    /// Returns what the published state says about a place, and the time of the poll. A visitor who
    /// waits counts as heard.
    pub(super) fn place_status(&mut self, at: usize, place: VisitorPlace, shown: &Shown) -> (PlaceStatus, Now) {
        let now = self.machine(at).now(place.line, self.clocks(at));
        let snapshot = &shown.published.snapshot;
        if snapshot.run() != place.run {
            return (PlaceStatus::Unknown, now);
        }
        let line = self.line(place.line);
        let cut_off = line.room.config(line.rate, BEGINS).schedule.cut_off();
        let place_status = snapshot.place_status(&PollContext {
            device: place.device(),
            // Reasons are shown regardless of changes of wall clocks.
            since: WallMs(0),
            now,
            cut_off,
            jitter: self.jitter.jitter(),
            stretch_percent: 100,
        });
        let waits = matches!(
            place_status,
            PlaceStatus::Unnumbered(_) | PlaceStatus::InLine(_) | PlaceStatus::FirstInLine(_)
        );
        if waits {
            snapshot.seen().record_poll(place.sequence, now.flow);
        }
        (place_status, now)
    }

    /// Reports the figures that a visitor saw; facts about an earlier run are not judged.
    pub(super) fn tell_of(&mut self, place: VisitorPlace, flow: u64, fact: &Fact) -> Result<(), InvariantViolation> {
        if place.run == self.line(place.line).run {
            self.report_fact(place.line, flow, fact)
        } else {
            Ok(())
        }
    }

    /// Sends a visitor who lost the place to a new run to the end of the line.
    fn rejoin(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &mut self.visitors[who];
        (visitor.place, visitor.phase) = (None, VisitorPhase::Outside);
        visitor.rejoined_at = Some(self.now);
        self.send(who, self.now)
    }

    /// Handles a refusal of a newcomer: the room is not open yet, over, or disabled.
    pub(super) fn not_open(&mut self, who: usize, at: usize) -> Result<(), InvariantViolation> {
        let shown = self.machine(at).shown(self.visitors[who].line);
        let life = shown.published.snapshot.ledger().lifecycle;
        if life.is_disabled() || life.phase() == RoomPhase::PostQueue {
            return self.turned_away(who, life.is_disabled());
        }
        let again = self.now + self.network.between(BEFORE_MS);
        self.send(who, again)
    }

    /// Handles a key or a mailbox that has a place already, another visitor's or the same visitor's
    /// after a lost answer.
    pub(super) fn key_taken(&mut self, who: usize) -> Result<(), InvariantViolation> {
        self.record.key_taken();
        self.goes(who)
    }

    /// Lets a visitor pass a disabled room, or leave after the end.
    fn turned_away(&mut self, who: usize, passes: bool) -> Result<(), InvariantViolation> {
        self.record.turned_away(passes);
        self.goes(who)
    }

    pub(super) fn goes(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &mut self.visitors[who];
        visitor.ask_anew();
        visitor.phase = VisitorPhase::Gone;
        visitor.left_at.get_or_insert(self.now);
        self.excuse(who)
    }

    fn show(
        &mut self,
        who: usize,
        place: VisitorPlace,
        (view, shown): (&PlaceView, &Shown),
        flow: u64,
        first: bool,
    ) -> Result<(), InvariantViolation> {
        let wait = view.wait.map(|wait| (wait.low_ms, wait.high_ms));
        let opening = holds_opening(shown.published.snapshot.ledger());
        let commit = self.commit_order.position(shown.generation);
        let visitor = &mut self.visitors[who];
        visitor.interval_ms = view.poll_after_ms;
        let fact = Fact::Shown {
            place: place.sequence.0,
            number: view.number.0,
            commit,
            ahead: view.ahead.0,
            wait,
            opening,
            reason: view.reason,
            first,
            interval_ms: view.poll_after_ms,
            diligent: visitor.diligent,
            node: visitor.node,
        };
        match (wait, first) {
            (Some(wait), false) => self.record.shown(who, self.now, wait, visitor),
            (None, false) => self.record.untold(who, self.now, visitor),
            (_, true) => {}
        }
        self.record.reasons.shown(who, view.reason);
        self.tell_of(place, flow, &fact)
    }

    /// Sends the reply: the visitor asks again if it is lost, or else polls at the stated interval.
    fn pause_until_next(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &self.visitors[who];
        let next = visitor.asked_at.saturating_add(visitor.interval_ms);
        self.pause_until(who, next, false)
    }

    /// Like [`Self::pause_until_next`], until a time. The server holds the answer (`is_held`) to a
    /// hidden page in front for the pause, so that the page needs no timer.
    fn pause_until(&mut self, who: usize, next: u64, is_held: bool) -> Result<(), InvariantViolation> {
        self.visitors[who].phase = VisitorPhase::Waiting;
        let network = &self.scenario.network;
        if self.network.chance(network.loss) {
            return self.no_answer(who);
        }
        let heard_at = self.now + self.network.between(network.delay_ms);
        let mut next = next.max(heard_at);
        if self.visitors[who].hidden && !is_held {
            let phase = who as u64 * 7_919 % HIDDEN_MS;
            next = (next + HIDDEN_MS - phase).next_multiple_of(HIDDEN_MS) + phase - HIDDEN_MS;
        }
        self.send(who, next)
    }

    /// Handles a missing answer: the visitor asks again after a while.
    pub(super) fn no_answer(&mut self, who: usize) -> Result<(), InvariantViolation> {
        self.excuse(who)?;
        let visitor = &mut self.visitors[who];
        if visitor.phase == VisitorPhase::Asking {
            visitor.phase = VisitorPhase::Waiting;
        }
        let again = (visitor.asked_at + self.scenario.network.retry_ms).max(self.now);
        self.send(who, again)
    }

    pub(super) fn excuse(&mut self, who: usize) -> Result<(), InvariantViolation> {
        match self.visitors[who].place {
            Some(place) => {
                let fact = Fact::Late {
                    place: place.sequence.0,
                };
                self.tell_of(place, 0, &fact)
            }
            None => Ok(()),
        }
    }

    /// Sends a newcomer the durable place.
    pub(super) fn welcome(
        &mut self,
        who: usize,
        place: VisitorPlace,
        flow: u64,
        unseen: Option<WallMs>,
    ) -> Result<(), InvariantViolation> {
        let network = &self.scenario.network;
        if self.network.chance(network.loss) {
            return self.no_answer(who);
        }
        let heard_at = self.now + self.network.between(network.delay_ms);
        let visitor = &mut self.visitors[who];
        (visitor.place, visitor.phase, visitor.shows_turn) = (Some(place), VisitorPhase::Waiting, false);
        visitor.placed_at = Some(self.now);
        let diligent = visitor.diligent;
        let payment = std::mem::replace(&mut visitor.price.payment, Payment::Nothing);
        let paid = visitor.price.paid(payment);
        visitor.price.begin_anew();
        let number = place.sequence.0;
        let line = self.line_mut(place.line);
        if place.run == line.run {
            let index = index(number);
            line.holders.resize(line.holders.len().max(index + 1), None);
            line.holders[index] = Some(who);
        }
        self.record.placed();
        let fact = Fact::Placed {
            place: number,
            who: who as u64,
            diligent,
        };
        self.tell_of(place, flow, &fact)?;
        self.tell_of(place, flow, &paid)?;
        let Some(granted_at) = unseen.map(|wall| wall.0) else {
            return self.send(who, heard_at);
        };
        self.tell_of(place, flow, &Fact::Sent { number, granted_at })?;
        self.visitors[who].granted_at.get_or_insert(self.now);
        self.enter_site(place, Number(number));
        self.go(who)
    }

    /// Handles a refusal because the room could not serve the visitor now.
    pub(super) fn refused(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let again = self.now + self.scenario.network.retry_ms;
        self.send(who, again)
    }

    /// Handles the pool node's reply to a visitor at the front.
    pub(super) fn answer_turn(&mut self, who: usize, at: usize, reply: TurnReply) -> Result<(), InvariantViolation> {
        let Some(place) = self.visitors[who].place else {
            return Ok(());
        };
        match reply {
            TurnReply::Unknown if place.run != self.line(place.line).run => self.rejoin(who),
            TurnReply::NotYet { poll_after_ms } if !self.visitors[who].robot => {
                let shown = self.machine(at).shown(place.line).clone();
                self.place_status(at, place, &shown);
                let is_held = !shown.published.snapshot.ledger().lifecycle.is_paused();
                self.pause_until(who, self.now + poll_after_ms, is_held)
            }
            TurnReply::Cancelled => {
                self.lost_place(who);
                Ok(())
            }
            // A robot cannot continue here as a browser would.
            TurnReply::NotYet { .. }
            | TurnReply::Unknown
            | TurnReply::Transferred
            | TurnReply::LimitReached
            | TurnReply::Expired => {
                self.visitors[who].phase = VisitorPhase::Gone;
                Ok(())
            }
            TurnReply::Go(grant) => {
                let (number, granted_at) = (grant.number.0, grant.granted_at.0);
                self.tell_of(place, 0, &Fact::Sent { number, granted_at })?;
                if self.network.chance(self.scenario.network.loss) {
                    self.record.lost_grant();
                    return self.no_answer(who);
                }
                self.enter_site(place, grant.number);
                self.go(who)
            }
        }
    }

    fn go(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &mut self.visitors[who];
        (visitor.phase, visitor.through) = (VisitorPhase::Through, true);
        visitor.ask_anew();
        match visitor.returns_ms.take() {
            Some(after) => self.send(who, self.now + after),
            None => Ok(()),
        }
    }

    /// Ends a visitor's patience.
    pub(super) fn leave(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &mut self.visitors[who];
        if visitor.through || visitor.phase == VisitorPhase::Gone {
            return Ok(());
        }
        visitor.ask_anew();
        visitor.left_at = Some(self.now);
        visitor.phase = VisitorPhase::Gone;
        if visitor.place.is_none() {
            return Ok(());
        }
        self.record.left();
        if self.visitors[who].says_goodbye {
            self.give_up(who);
        } else if let Some(after) = self.visitors[who].comes_back_ms.take() {
            self.visitors[who].phase = VisitorPhase::Away;
            return self.send(who, self.now + after);
        }
        Ok(())
    }
}

impl World<'_> {
    /// Lets a visitor give up the place, if there is one, and ask for one in another room.
    pub(super) fn change_room(&mut self, who: usize, to: LineIndex) -> Result<(), InvariantViolation> {
        let visitor = &self.visitors[who];
        let stays = visitor.through || matches!(visitor.phase, VisitorPhase::Gone | VisitorPhase::Away);
        if stays || visitor.line == to {
            return Ok(());
        }
        self.give_up(who);
        let visitor = &mut self.visitors[who];
        (visitor.line, visitor.place, visitor.phase) = (to, None, VisitorPhase::Outside);
        self.send(who, self.now)
    }

    /// Gives up a visitor's place, if a node takes requests.
    fn give_up(&mut self, who: usize) {
        let (node, place) = (self.visitors[who].node, self.visitors[who].place);
        let Some(place) = place else { return };
        if let Some(at) = if self.serves(node) { Some(node) } else { self.up_node() } {
            let known = self.machine(at).place(place.line, place.run, place.device());
            self.ask(at, place.line, Command::Cancel(known, Handle::of(Caller::Nobody)));
        }
    }
}

/// Returns whether estimates of that state include the first minute of a full opening that is to
/// come or not used up.
fn holds_opening(ledger: &Ledger) -> bool {
    matches!(ledger.gate, Gate::Shut { full: true, .. }) || ledger.outflow.double_left() > 0
}
