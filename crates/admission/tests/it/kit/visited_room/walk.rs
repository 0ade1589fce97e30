//! The actions of visitors: they arrive, poll, claim, lose replies, leave and come again.

use admission::snapshot::{PlaceView, PollContext};
use admission::{Device, FlowMs, Now, Number, PlaceStatus, Sequence, WallMs};

use super::node::sequence_of;

use super::VisitedRoom;
use super::visitor::{Habit, Shown, VisitPhase};

impl VisitedRoom {
    pub(crate) fn act(&mut self, who: usize) {
        let visitor = &mut self.visitors[who];
        match visitor.phase {
            VisitPhase::Outside => self.nodes[visitor.node].arrivals.push(who),
            VisitPhase::Waiting => self.poll(who),
            VisitPhase::Through => {
                visitor.phase = VisitPhase::Waiting;
                self.poll(who);
            }
            VisitPhase::Held | VisitPhase::Gone => {}
        }
    }

    fn poll(&mut self, who: usize) {
        let (at, number) = (self.visitors[who].node, self.visitors[who].number.expect("has a place"));
        let now = self.nodes[at].flow(self.real);
        let context = PollContext {
            device: Device::first(sequence_of(number)),
            // Reasons are shown regardless of wall clock changes; `bounds` tests visitors who
            // arrive after a rise.
            since: WallMs(0),
            now: Now {
                flow: now,
                wall: self.wall(),
            },
            cut_off: None,
            jitter: self.rng.jitter(),
            stretch_percent: 100,
        };
        let mut place_status = self.nodes[at].snapshot.place_status(&context);
        if place_status == PlaceStatus::Unknown {
            self.nodes[at].reload(&self.store, self.real, &self.seen);
            place_status = self.nodes[at].snapshot.place_status(&context);
        }
        self.seen.grow(Sequence(number.0 + 1));
        self.seen.record_poll(sequence_of(number), now);
        self.judge.heard(number, now, place_status);
        match place_status {
            PlaceStatus::Unknown | PlaceStatus::Transferred | PlaceStatus::Expired | PlaceStatus::Unnumbered(_) => {
                unreachable!("the judge has objected")
            }
            PlaceStatus::Cancelled => self.visitors[who].phase = VisitPhase::Gone,
            PlaceStatus::InLine(view) => self.take_status(who, &view, false),
            PlaceStatus::FirstInLine(view) => self.take_status(who, &view, true),
        }
    }

    fn take_status(&mut self, who: usize, view: &PlaceView, first: bool) {
        let (at, number, habit) = {
            let visitor = &self.visitors[who];
            (visitor.node, view.number, visitor.habit)
        };
        let shown = Shown {
            generation: self.nodes[at].generation,
            ahead: view.ahead.0,
            wait_ms: view.wait.map(|wait| (wait.low_ms, wait.high_ms)),
            at_real: self.real,
        };
        let reason = view.reason;
        if self.terms.closely {
            self.judge.shown(self.visitors[who].shown, shown, reason);
        }
        let visitor = &mut self.visitors[who];
        visitor.shown = Some(shown);
        visitor.interval_ms = view.poll_after_ms;
        visitor.polls = visitor.polls.saturating_add(1);
        self.judge.interval(number, view.poll_after_ms);
        if habit == Habit::Ghost(visitor.polls) {
            visitor.phase = VisitPhase::Gone;
            return;
        }
        let pushes = habit == Habit::Pushy;
        if pushes && !first {
            self.nodes[at].held.insert(number, self.real + 1);
            self.visitors[who].phase = VisitPhase::Held;
        } else if first && self.nodes[at].turn(number, self.real) {
            self.visitors[who].phase = VisitPhase::Held;
        } else {
            self.sleep(who);
        }
    }

    /// Schedules the next poll according to the visitor's habit.
    fn sleep(&mut self, who: usize) {
        let interval = self.visitors[who].interval_ms;
        let late = match self.visitors[who].habit {
            Habit::Diligent | Habit::Ghost(_) => 0,
            Habit::Pushy => return self.wake(who, self.real + 300),
            Habit::Careless if self.rng.often(50) => self.rng.below(400_000),
            Habit::Careless => self.rng.below(interval),
        };
        self.visitors[who].phase = VisitPhase::Waiting;
        self.wake(who, self.real + interval + late);
    }

    /// Ends a held request: its interval, which counts from the request's arrival, is over.
    pub(crate) fn not_yet(&mut self, number: Number) {
        let who = self.owner(number);
        let visitor = &mut self.visitors[who];
        if visitor.phase != VisitPhase::Held {
            return;
        }
        visitor.phase = VisitPhase::Waiting;
        match visitor.habit {
            Habit::Diligent | Habit::Ghost(_) => self.wake(who, self.real + 1),
            Habit::Careless | Habit::Pushy => self.sleep(who),
        }
    }

    pub(crate) fn welcome(&mut self, who: usize, number: Number, now: FlowMs) {
        let index = usize::try_from(number.0).expect("few");
        if self.owners.len() <= index {
            self.owners.resize(index + 1, None);
        }
        assert_eq!(self.owners[index], None, "2: nobody else was given the place");
        self.owners[index] = Some(who);
        self.seen.grow(Sequence(number.0 + 1));
        self.seen.record_poll(sequence_of(number), now);
        self.judge
            .welcomed(number, now, self.visitors[who].habit == Habit::Diligent);
        self.visitors[who].number = Some(number);
        self.visitors[who].phase = VisitPhase::Waiting;
        self.wake(who, self.real);
    }

    /// Answers a visitor with a redirect, or with the end of the visit; the reply can be lost.
    pub(crate) fn leave(&mut self, who: usize, granted_at: Option<WallMs>) {
        if self.rng.often(self.terms.lost_replies) {
            self.visitors[who].phase = VisitPhase::Waiting;
            return self.sleep(who);
        }
        let again = self.terms.come_again;
        let later = 1 + self.rng.below(400_000);
        let visitor = &mut self.visitors[who];
        visitor.phase = VisitPhase::Gone;
        if let Some(granted_at) = granted_at {
            visitor.received.push(granted_at);
            if self.rng.often(again) {
                self.visitors[who].phase = VisitPhase::Through;
                self.wake(who, self.real + later);
            }
        }
    }
}
