//! What visitors do: they come, poll as told (or not), claim, lose replies, leave, and come again.

use admission::presence::Seen;
use admission::snapshot::{Asking, View};
use admission::{Now, Number, Sequence, Standing, WallMs};

use super::World;
use super::agenda::Event;
use super::node::{Ask, Asker, Reply};
use super::visitor::Phase;
use crate::oracle::{Broken, Fact};

/// A hidden tab's timers fire so often, milliseconds.
const HIDDEN_MS: u64 = 60_000;

impl World<'_> {
    /// Somebody sends a request at that moment; sent again after a while if it is lost.
    pub(super) fn send(&mut self, who: usize, at: u64) -> Result<(), Broken> {
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
        // Whoever had to ask twice does not poll as told.
        if arrives_at > at { self.excuse(who) } else { Ok(()) }
    }

    pub(super) fn request(&mut self, who: usize, ticket: u32) -> Result<(), Broken> {
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
        match (self.visitors[who].phase, self.visitors[who].number) {
            (Phase::Outside, _) => self.ask(at, Ask::Arrive(Asker { who, ticket })),
            (Phase::Waiting | Phase::Away | Phase::Through, Some(number)) => {
                self.visitors[who].phase = Phase::Waiting;
                return self.poll(who, at, number);
            }
            _ => {}
        }
        Ok(())
    }

    /// A poll is answered from the node's snapshot; whose turn it is goes to the desk.
    fn poll(&mut self, who: usize, at: usize, number: Number) -> Result<(), Broken> {
        let now = self.now;
        let wall = self.wall(at);
        let jitter = self.jitter.jitter();
        let node = self.slots[at].node.as_mut().expect("it is up");
        let flow = node.flow(now);
        let asking = Asking {
            sequence: Sequence(number.0),
            // Reasons are told whatever the wall clocks did.
            since: WallMs(0),
            now: Now { flow, wall },
            cut_off: None,
            jitter,
            stretch_percent: 100,
        };
        let mut standing = node.snapshot.standing(&asking);
        if standing == Standing::Unknown && node.commit.is_none() {
            // Another node gave the place.
            if node.keeper.reload(&self.shelf).is_ok() {
                node.publish(now, &self.seen);
                standing = node.snapshot.standing(&asking);
            } else {
                return self.no_answer(who);
            }
        } else if standing == Standing::Unknown {
            return self.no_answer(who);
        }
        let generation = node.published.0;
        let heard_at = self.heard_flow();
        hear(&mut self.seen, number, heard_at);
        self.tell(flow.0, &Fact::Heard { number: number.0 })?;
        match standing {
            Standing::Unknown | Standing::Expired | Standing::Unnumbered(_) => {
                self.tell(flow.0, &Fact::Missing { number: number.0 })
            }
            Standing::Cancelled => {
                self.visitors[who].phase = Phase::Gone;
                self.tell(flow.0, &Fact::ToldCancelled { number: number.0 })
            }
            Standing::InLine(view) => {
                self.show(who, &view, generation, flow.0, false)?;
                self.pause_until_next(who)
            }
            Standing::FirstInLine(view) => {
                self.show(who, &view, generation, flow.0, true)?;
                let ticket = self.visitors[who].ticket;
                self.visitors[who].phase = Phase::Asking;
                self.ask(at, Ask::Turn(number, Asker { who, ticket }));
                Ok(())
            }
        }
    }

    fn show(&mut self, who: usize, view: &View, generation: u64, flow: u64, first: bool) -> Result<(), Broken> {
        let wait = view.wait.map(|wait| (wait.low_ms, wait.high_ms));
        let visitor = &mut self.visitors[who];
        visitor.interval_ms = view.poll_after_ms;
        let fact = Fact::Shown {
            number: view.number.0,
            generation,
            ahead: view.ahead.0,
            wait,
            reason: view.reason,
            first,
            interval_ms: view.poll_after_ms,
            diligent: visitor.diligent,
        };
        if let (Some(wait), false) = (wait, first) {
            self.record.shown(who, self.now, wait, visitor);
        }
        self.tell(flow, &fact)
    }

    /// The reply goes out; if it is lost they ask again, else they poll as told.
    fn pause_until_next(&mut self, who: usize) -> Result<(), Broken> {
        self.visitors[who].phase = Phase::Waiting;
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

    /// No answer comes: they ask again after a while.
    fn no_answer(&mut self, who: usize) -> Result<(), Broken> {
        self.excuse(who)?;
        let visitor = &mut self.visitors[who];
        if visitor.phase == Phase::Asking {
            visitor.phase = Phase::Waiting;
        }
        let again = (visitor.asked_at + self.scenario.network.retry_ms).max(self.now);
        self.send(who, again)
    }

    fn excuse(&mut self, who: usize) -> Result<(), Broken> {
        match self.visitors[who].number {
            Some(Number(number)) => self.tell(0, &Fact::Late { number }),
            None => Ok(()),
        }
    }

    fn hears(&self, asker: Asker) -> bool {
        let visitor = &self.visitors[asker.who];
        visitor.ticket == asker.ticket && matches!(visitor.phase, Phase::Asking | Phase::Outside)
    }

    /// A newcomer's place is durable and told.
    pub(super) fn welcome(&mut self, asker: Asker, place: Sequence, flow: u64) -> Result<(), Broken> {
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
        (visitor.number, visitor.phase) = (Some(Number(place.0)), Phase::Waiting);
        visitor.placed_at = Some(self.now);
        let diligent = visitor.diligent;
        let index = usize::try_from(place.0).expect("places in memory fit an address");
        if self.holders.len() <= index {
            self.holders.resize(index + 1, None);
        }
        self.holders[index] = Some(who);
        self.record.placed();
        self.tell(
            flow,
            &Fact::Placed {
                number: place.0,
                who: who as u64,
                diligent,
            },
        )?;
        self.send(who, heard_at)
    }

    /// The room could not serve somebody now.
    pub(super) fn refused(&mut self, asker: Asker) -> Result<(), Broken> {
        if !self.hears(asker) {
            return Ok(());
        }
        let again = self.now + self.scenario.network.retry_ms;
        self.send(asker.who, again)
    }

    /// A desk answers somebody first in line.
    pub(super) fn answer_turn(&mut self, asker: Asker, number: Number, reply: Reply) -> Result<(), Broken> {
        if !self.hears(asker) {
            return Ok(());
        }
        let who = asker.who;
        match reply {
            Reply::NotYet if !self.visitors[who].robot => self.pause_until_next(who),
            // A robot cannot do what a browser would once it is its turn.
            Reply::NotYet | Reply::Over => {
                self.visitors[who].phase = Phase::Gone;
                Ok(())
            }
            Reply::Go(granted_at) => {
                let (number, granted_at) = (number.0, granted_at.0);
                self.tell(0, &Fact::Sent { number, granted_at })?;
                if self.network.chance(self.scenario.network.loss) {
                    self.record.lost_grant();
                    return self.no_answer(who);
                }
                self.go(who)
            }
        }
    }

    fn go(&mut self, who: usize) -> Result<(), Broken> {
        let visitor = &mut self.visitors[who];
        (visitor.phase, visitor.through) = (Phase::Through, true);
        visitor.ticket += 1;
        match visitor.returns_ms.take() {
            Some(after) => self.send(who, self.now + after),
            None => Ok(()),
        }
    }

    /// A place was granted: the truth that estimates are compared with.
    pub(super) fn granted(&mut self, number: Number) {
        let index = usize::try_from(number.0).expect("places in memory fit an address");
        if let Some(Some(who)) = self.holders.get(index) {
            let visitor = &mut self.visitors[*who];
            visitor.granted_at.get_or_insert(self.now);
        }
    }

    /// Somebody's patience is over.
    pub(super) fn leave(&mut self, who: usize) -> Result<(), Broken> {
        let visitor = &mut self.visitors[who];
        if visitor.through || visitor.phase == Phase::Gone {
            return Ok(());
        }
        visitor.ticket += 1;
        visitor.left_at = Some(self.now);
        visitor.phase = Phase::Gone;
        let (node, ticket) = (visitor.node, visitor.ticket);
        let Some(number) = visitor.number else { return Ok(()) };
        self.record.left();
        if self.visitors[who].says_goodbye {
            let up = self.slots.get(node).is_some_and(|slot| slot.node.is_some());
            if let Some(node) = if up { Some(node) } else { self.up_node() } {
                self.ask(node, Ask::Cancel(number, Asker { who, ticket }));
            }
        } else if let Some(after) = self.visitors[who].comes_back_ms.take() {
            self.visitors[who].phase = Phase::Away;
            return self.send(who, self.now + after);
        }
        Ok(())
    }
}

fn hear(seen: &mut Seen, number: Number, flow: admission::FlowMs) {
    seen.grow(Sequence(number.0 + 1));
    seen.hear(Sequence(number.0), flow);
}
