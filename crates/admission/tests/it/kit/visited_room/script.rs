//! What befalls a world: a script of events drawn by proptest, so that a failing one shrinks to
//! what matters.

use admission::presence::LastSeen;
use admission::{Control, Number, PerMinute, Sequence};

use super::node::sequence_of;
use proptest::collection::vec;
use proptest::prelude::*;

use super::visitor::{Habit, Phase};
use super::{Terms, VisitedRoom};

#[derive(Debug, Clone)]
pub(crate) enum RoomEvent {
    Arrive(Habit, u8),
    Rate(u32),
    Pause,
    Resume,
    /// One node is killed and another starts.
    Restart,
    /// All nodes are killed; so many milliseconds later as many start.
    Outage(u64),
    /// Nobody and nothing moves for a while.
    Stall(u64),
    /// The wall clock is set, by so many milliseconds.
    WallStep(i64),
    /// So many commits of a thousand go wrong from now on.
    Faults(u64),
    /// Some of those who have a place give it up.
    Cancel(u8),
}

/// Events, each with the milliseconds that pass after it.
pub(crate) type Script = Vec<(RoomEvent, u64)>;

pub(crate) fn habit() -> impl Strategy<Value = Habit> {
    prop_oneof![
        6 => Just(Habit::Diligent),
        1 => Just(Habit::Careless),
        1 => Just(Habit::Pushy),
        2 => (1..8_u8).prop_map(Habit::Ghost),
    ]
}

fn rate() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![0, 1, 2, 5, 7, 30, 58, 60, 115, 120, 600, 6_000, 100_000])
}

pub(crate) fn operator() -> impl Strategy<Value = RoomEvent> {
    prop_oneof![
        3 => rate().prop_map(RoomEvent::Rate),
        1 => Just(RoomEvent::Pause),
        2 => Just(RoomEvent::Resume),
        2 => (Just(Habit::Diligent), 10..60_u8).prop_map(|(habit, many)| RoomEvent::Arrive(habit, many)),
    ]
}

pub(crate) fn trouble() -> impl Strategy<Value = RoomEvent> {
    prop_oneof![
        3 => Just(RoomEvent::Restart),
        1 => (0..120_000_u64).prop_map(RoomEvent::Outage),
        1 => (0..90_000_u64).prop_map(RoomEvent::Stall),
        2 => (-4_000_000..4_000_000_i64).prop_map(RoomEvent::WallStep),
        1 => Just(RoomEvent::WallStep(-1_000)),
        2 => (0..300_u64).prop_map(RoomEvent::Faults),
        2 => (1..4_u8).prop_map(RoomEvent::Cancel),
    ]
}

pub(crate) fn arrivals() -> impl Strategy<Value = RoomEvent> {
    (habit(), 1..25_u8).prop_map(|(habit, many)| RoomEvent::Arrive(habit, many))
}

pub(crate) fn script(event: impl Strategy<Value = RoomEvent>, most: usize) -> impl Strategy<Value = Script> {
    let pause = prop_oneof![1 => Just(0), 3 => 0..3_000_u64, 3 => 0..20_000_u64, 1 => 0..70_000_u64];
    vec((event, pause), 1..most)
}

pub(crate) fn terms(nodes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Terms> {
    (any::<u64>(), nodes, rate(), 0..200_u64, 0..200_u64).prop_map(|(seed, nodes, rate, lost_replies, come_again)| {
        Terms {
            seed,
            nodes,
            rate,
            closely: true,
            lost_replies,
            come_again,
        }
    })
}

/// Plays a script, then lets the world run on without trouble; returns it for further questions.
pub(crate) fn play(terms: Terms, script: &Script) -> VisitedRoom {
    let mut world = VisitedRoom::new(terms);
    let step_ms = if terms.nodes == 1 { 300 } else { 600 };
    for (event, pause_ms) in script {
        world.befall(event);
        world.run(*pause_ms, step_ms);
    }
    world.faults = 0;
    world.run(70_000, step_ms);
    world.judge.finish();
    let (_, state) = world.shelf.load();
    world.shelf.holds_marks_of(&state);
    let owned = world.owners.iter().flatten().count();
    assert!(
        owned + world.orphans >= world.judge.places.len(),
        "2: places were given twice over: nobody holds some"
    );
    world
}

impl VisitedRoom {
    fn befall(&mut self, event: &RoomEvent) {
        match event {
            RoomEvent::Arrive(habit, many) => {
                for _ in 0..*many {
                    let at = self.real + self.dice.below(2_000);
                    self.visit(*habit, at);
                }
            }
            RoomEvent::Rate(rate) => self.rate = PerMinute(*rate),
            RoomEvent::Pause => self.control(Control::Pause),
            RoomEvent::Resume => self.control(Control::Resume),
            RoomEvent::Restart => self.restart(),
            RoomEvent::Outage(ms) => self.outage(*ms),
            RoomEvent::Stall(ms) => {
                self.real += ms;
                self.judge.excuse();
            }
            RoomEvent::WallStep(ms) => self.wall_skew += ms,
            RoomEvent::Faults(permille) => self.faults = *permille,
            RoomEvent::Cancel(many) => (0..*many).for_each(|_| self.cancel()),
        }
    }

    fn control(&mut self, control: Control) {
        let at = self.pick_node();
        self.nodes[at].controls.push(control);
    }

    fn cancel(&mut self) {
        let places = self.judge.places.len() as u64;
        let at = self.pick_node();
        if places > 0 {
            let number = Number(self.dice.below(places));
            self.nodes[at].cancels.push(sequence_of(number));
        }
    }

    fn restart(&mut self) {
        if self.nodes.len() == 1 {
            return self.outage(0);
        }
        let at = self.pick_node();
        self.kill(at);
        self.boot();
    }

    fn outage(&mut self, ms: u64) {
        let many = self.nodes.len();
        (0..many).for_each(|_| self.kill(0));
        self.real += ms;
        let (_, state) = self.shelf.load();
        self.seen = LastSeen::default();
        let next = Number(state.ledger.next.0);
        self.seen.grow(sequence_of(next));
        (0..next.0).for_each(|number| self.seen.hear(Sequence(number), state.ledger.flow));
        (0..many).for_each(|_| self.boot());
    }

    /// Requests at a node are cut with it: their visitors ask again, newcomers included.
    fn kill(&mut self, at: usize) {
        let mut node = self.nodes.remove(at);
        let unknown = node.unknown.take().map_or_else(Vec::new, |commit| commit.newcomers);
        self.orphans += unknown.len();
        for who in node.arrivals.into_iter().chain(unknown) {
            let at = self.real + self.dice.below(3_000);
            self.wake(who, at);
        }
        let many = self.terms.nodes as u64;
        for who in 0..self.visitors.len() {
            let visitor = &self.visitors[who];
            let cut = visitor.node == at && visitor.phase == Phase::Held;
            let moved = if visitor.node >= at {
                self.dice.below(many)
            } else {
                visitor.node as u64
            };
            self.visitors[who].node = usize::try_from(moved).expect("few");
            if cut {
                self.visitors[who].phase = Phase::Waiting;
                let at = self.real + self.dice.below(2_000);
                self.wake(who, at);
            }
        }
        self.judge.excuse();
    }
}
