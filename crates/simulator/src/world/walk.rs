//! The behaviour of visitors: they come, poll as told (or not), claim, lose replies, leave, and
//! come again.

use admission::opening::Gate;
use admission::snapshot::{PlaceView, PollContext};
use admission::{Device, Ledger, Now, Number, Phase as RoomPhase, PlaceStatus, WallMs};

use super::World;
use super::agenda::Event;
use super::ask::{Ask, Asker, Reply};
use super::index;
use super::visitor::{Place, VisitorPhase};
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
        visitor.ticket += 1;
        let ticket = visitor.ticket;
        let delay_ms = self.network.between(network.delay_ms);
        self.agenda.at(arrives_at + delay_ms, Event::Request { who, ticket });
        // A visitor who had to ask twice does not poll as told.
        if arrives_at > at { self.excuse(who) } else { Ok(()) }
    }

    pub(super) fn request(&mut self, who: usize, ticket: u32) -> Result<(), InvariantViolation> {
        if self.visitors[who].ticket != ticket {
            return Ok(());
        }
        let at = self.visitors[who].node;
        if self.slots.get(at).is_none_or(|slot| slot.node.is_none()) {
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
            (VisitorPhase::Outside, _) => {
                let key = self.visitors[who].key;
                self.ask(at, Ask::Arrive(Asker { who, ticket }, key));
            }
            (VisitorPhase::Waiting | VisitorPhase::Away | VisitorPhase::Through, Some(place)) => {
                self.visitors[who].phase = VisitorPhase::Waiting;
                return self.poll(who, at, place);
            }
            _ => {}
        }
        Ok(())
    }

    /// Answers a poll from the node's snapshot, or passes it to the pool node if the visitor's turn
    /// has come.
    fn poll(&mut self, who: usize, at: usize, place: Place) -> Result<(), InvariantViolation> {
        let now = self.now;
        self.connect(at);
        let mut standing = self.standing(at, place);
        let node = self.slots[at].node.as_mut().expect("it is up");
        if standing == PlaceStatus::Unknown && node.commit.is_none() {
            // Another node gave the place.
            if node.keeper.reload(&self.shelf).is_err() {
                return self.no_answer(who);
            }
            self.wake_at(at, now);
            let node = self.slots[at].node.as_mut().expect("it is up");
            if node.keeper.is_unsettled() {
                return self.no_answer(who);
            }
            node.publish(now, &self.seen);
            standing = self.standing(at, place);
        } else if standing == PlaceStatus::Unknown && node.snapshot.run() <= place.run {
            return self.no_answer(who);
        }
        if standing == PlaceStatus::Unknown && self.failovers.is_under_way() {
            return self.no_answer(who);
        }
        let node = self.slots[at].node.as_mut().expect("it is up");
        if node.snapshot.run() > place.run {
            return self.rejoin(who);
        }
        let (generation, flow) = (node.published.0, node.flow(now).0);
        let life = node.snapshot.ledger().lifecycle;
        if life.is_disabled() || life.phase() == RoomPhase::PostQueue {
            return self.turned_away(who, life.is_disabled());
        }
        self.hear(place);
        self.tell_of(
            place,
            flow,
            &Fact::Heard {
                place: place.sequence.0,
            },
        )?;
        let place_number = place.sequence.0;
        match standing {
            PlaceStatus::Unknown | PlaceStatus::Moved | PlaceStatus::Expired => {
                self.tell_of(place, flow, &Fact::Missing { place: place_number })
            }
            PlaceStatus::Unnumbered(view) => {
                self.visitors[who].interval_ms = view.poll_after_ms;
                self.pause_until_next(who)
            }
            PlaceStatus::Cancelled => {
                self.visitors[who].phase = VisitorPhase::Gone;
                self.tell_of(place, flow, &Fact::ToldCancelled { place: place_number })
            }
            PlaceStatus::InLine(view) => {
                self.show(who, place, &view, generation, flow, false)?;
                self.pause_until_next(who)
            }
            PlaceStatus::FirstInLine(view) => {
                self.show(who, place, &view, generation, flow, true)?;
                let ticket = self.visitors[who].ticket;
                self.visitors[who].phase = VisitorPhase::Asking;
                self.ask(at, Ask::Turn(place, view.number, Asker { who, ticket }));
                Ok(())
            }
        }
    }

    /// Returns what a node's snapshot says about a place; a place of another run is unknown.
    fn standing(&mut self, at: usize, place: Place) -> PlaceStatus {
        let (now, wall) = (self.now, self.wall(at));
        let cut_off = self.config().schedule.cut_off();
        let jitter = self.jitter.jitter();
        let node = self.slots[at].node.as_mut().expect("it is up");
        if node.snapshot.run() != place.run {
            return PlaceStatus::Unknown;
        }
        node.snapshot.standing(&PollContext {
            device: Device::first(place.sequence),
            // Reasons are shown whatever the wall clocks did.
            since: WallMs(0),
            now: Now {
                flow: node.flow(now),
                wall,
            },
            cut_off,
            jitter,
            stretch_percent: 100,
        })
    }

    fn hear(&mut self, place: Place) {
        if place.run == self.run {
            let heard_at = self.heard_flow();
            self.seen.grow(admission::Sequence(place.sequence.0 + 1));
            self.seen.hear(place.sequence, heard_at);
        }
    }

    /// Reports what a visitor saw; facts about an earlier run are not judged.
    fn tell_of(&mut self, place: Place, flow: u64, fact: &Fact) -> Result<(), InvariantViolation> {
        if place.run == self.run {
            self.tell(flow, fact)
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
    pub(super) fn not_open(&mut self, asker: Asker, at: usize) -> Result<(), InvariantViolation> {
        if !self.hears(asker) {
            return Ok(());
        }
        let life = self.node(at).keeper.state.ledger.lifecycle;
        if life.is_disabled() || life.phase() == RoomPhase::PostQueue {
            return self.turned_away(asker.who, life.is_disabled());
        }
        let again = self.now + self.network.between(BEFORE_MS);
        self.send(asker.who, again)
    }

    /// Handles a key that has a place already, another visitor's or the same visitor's after a lost
    /// answer.
    pub(super) fn key_taken(&mut self, asker: Asker) -> Result<(), InvariantViolation> {
        if !self.hears(asker) {
            return Ok(());
        }
        self.record.key_taken();
        self.goes(asker.who)
    }

    /// Lets a visitor pass a disabled room, or leave after the end.
    fn turned_away(&mut self, who: usize, passes: bool) -> Result<(), InvariantViolation> {
        self.record.turned_away(passes);
        self.goes(who)
    }

    fn goes(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &mut self.visitors[who];
        visitor.ticket += 1;
        visitor.phase = VisitorPhase::Gone;
        visitor.left_at.get_or_insert(self.now);
        self.excuse(who)
    }

    fn show(
        &mut self,
        who: usize,
        place: Place,
        view: &PlaceView,
        generation: u64,
        flow: u64,
        first: bool,
    ) -> Result<(), InvariantViolation> {
        let wait = view.wait.map(|wait| (wait.low_ms, wait.high_ms));
        let at = self.visitors[who].node;
        let opening = holds_opening(self.node(at).snapshot.ledger());
        let visitor = &mut self.visitors[who];
        visitor.interval_ms = view.poll_after_ms;
        let fact = Fact::Shown {
            place: place.sequence.0,
            number: view.number.0,
            generation,
            ahead: view.ahead.0,
            wait,
            opening,
            reason: view.reason,
            first,
            interval_ms: view.poll_after_ms,
            diligent: visitor.diligent,
        };
        match (wait, first) {
            (Some(wait), false) => self.record.shown(who, self.now, wait, visitor),
            (None, false) => self.record.untold(who, self.now, visitor),
            (_, true) => {}
        }
        self.tell_of(place, flow, &fact)
    }

    /// Sends the reply: if it is lost the visitor asks again, else the visitor polls as told.
    fn pause_until_next(&mut self, who: usize) -> Result<(), InvariantViolation> {
        self.visitors[who].phase = VisitorPhase::Waiting;
        let network = &self.scenario.network;
        if self.network.chance(network.loss) {
            return self.no_answer(who);
        }
        let heard_at = self.now + self.network.between(network.delay_ms);
        let visitor = &self.visitors[who];
        let mut next = visitor.asked_at.saturating_add(visitor.interval_ms).max(heard_at);
        if visitor.hidden {
            let phase = who as u64 * 7_919 % HIDDEN_MS;
            next = (next + HIDDEN_MS - phase).next_multiple_of(HIDDEN_MS) + phase - HIDDEN_MS;
        }
        self.send(who, next)
    }

    /// Handles a missing answer: the visitor asks again after a while.
    fn no_answer(&mut self, who: usize) -> Result<(), InvariantViolation> {
        self.excuse(who)?;
        let visitor = &mut self.visitors[who];
        if visitor.phase == VisitorPhase::Asking {
            visitor.phase = VisitorPhase::Waiting;
        }
        let again = (visitor.asked_at + self.scenario.network.retry_ms).max(self.now);
        self.send(who, again)
    }

    fn excuse(&mut self, who: usize) -> Result<(), InvariantViolation> {
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

    fn hears(&self, asker: Asker) -> bool {
        let visitor = &self.visitors[asker.who];
        visitor.ticket == asker.ticket && matches!(visitor.phase, VisitorPhase::Asking | VisitorPhase::Outside)
    }

    /// Tells a newcomer the durable place.
    pub(super) fn welcome(
        &mut self,
        asker: Asker,
        place: Place,
        flow: u64,
        unseen: Option<WallMs>,
    ) -> Result<(), InvariantViolation> {
        if !self.hears(asker) {
            return Ok(());
        }
        let network = &self.scenario.network;
        let who = asker.who;
        if self.network.chance(network.loss) {
            return self.no_answer(who);
        }
        let heard_at = self.now + self.network.between(network.delay_ms);
        let visitor = &mut self.visitors[who];
        (visitor.place, visitor.phase) = (Some(place), VisitorPhase::Waiting);
        visitor.placed_at = Some(self.now);
        let diligent = visitor.diligent;
        let number = place.sequence.0;
        if place.run == self.run {
            let index = index(number);
            self.holders.resize(self.holders.len().max(index + 1), None);
            self.holders[index] = Some(who);
        }
        self.record.placed();
        let fact = Fact::Placed {
            place: number,
            who: who as u64,
            diligent,
        };
        self.tell_of(place, flow, &fact)?;
        let Some(granted_at) = unseen.map(|wall| wall.0) else {
            return self.send(who, heard_at);
        };
        self.tell_of(place, flow, &Fact::Sent { number, granted_at })?;
        self.visitors[who].granted_at.get_or_insert(self.now);
        self.enter_site(place.run, Number(number));
        self.go(who)
    }

    /// Handles a refusal because the room could not serve the visitor now.
    pub(super) fn refused(&mut self, asker: Asker) -> Result<(), InvariantViolation> {
        if !self.hears(asker) {
            return Ok(());
        }
        let again = self.now + self.scenario.network.retry_ms;
        self.send(asker.who, again)
    }

    /// Handles the pool node's reply to a visitor at the front.
    pub(super) fn answer_turn(&mut self, asker: Asker, number: Number, reply: Reply) -> Result<(), InvariantViolation> {
        if !self.hears(asker) {
            return Ok(());
        }
        let who = asker.who;
        let place = self.visitors[who].place;
        match reply {
            Reply::Unknown => self.rejoin(who),
            Reply::NotYet if !self.visitors[who].robot => self.pause_until_next(who),
            // A robot cannot do what a browser does when its turn comes.
            Reply::NotYet | Reply::Over => {
                self.visitors[who].phase = VisitorPhase::Gone;
                Ok(())
            }
            Reply::Go(granted_at) => {
                let (number, granted_at) = (number.0, granted_at.0);
                if let Some(place) = place {
                    self.tell_of(place, 0, &Fact::Sent { number, granted_at })?;
                }
                if self.network.chance(self.scenario.network.loss) {
                    self.record.lost_grant();
                    return self.no_answer(who);
                }
                if let Some(place) = place {
                    self.enter_site(place.run, Number(number));
                }
                self.go(who)
            }
        }
    }

    fn go(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &mut self.visitors[who];
        (visitor.phase, visitor.through) = (VisitorPhase::Through, true);
        visitor.ticket += 1;
        match visitor.returns_ms.take() {
            Some(after) => self.send(who, self.now + after),
            None => Ok(()),
        }
    }

    /// Records a grant as the truth with which estimates are compared.
    pub(super) fn granted(&mut self, number: Number) {
        let place = self.place_of(number.0);
        if let Some(Some(who)) = usize::try_from(place).ok().and_then(|place| self.holders.get(place)) {
            let visitor = &mut self.visitors[*who];
            visitor.granted_at.get_or_insert(self.now);
        }
    }

    /// Ends a visitor's patience.
    pub(super) fn leave(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &mut self.visitors[who];
        if visitor.through || visitor.phase == VisitorPhase::Gone {
            return Ok(());
        }
        visitor.ticket += 1;
        visitor.left_at = Some(self.now);
        visitor.phase = VisitorPhase::Gone;
        let (node, ticket) = (visitor.node, visitor.ticket);
        let Some(place) = visitor.place else { return Ok(()) };
        self.record.left();
        if self.visitors[who].says_goodbye {
            let up = self.slots.get(node).is_some_and(|slot| slot.node.is_some());
            if let Some(node) = if up { Some(node) } else { self.up_node() } {
                self.ask(node, Ask::Cancel(place, Asker { who, ticket }));
            }
        } else if let Some(after) = self.visitors[who].comes_back_ms.take() {
            self.visitors[who].phase = VisitorPhase::Away;
            return self.send(who, self.now + after);
        }
        Ok(())
    }
}

/// Returns whether estimates of that state include the first minute of a full opening: to come, or
/// not used up.
fn holds_opening(ledger: &Ledger) -> bool {
    matches!(ledger.gate, Gate::Shut { full: true, .. }) || ledger.outflow.double_left() > 0
}
