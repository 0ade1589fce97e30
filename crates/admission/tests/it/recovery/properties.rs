//! Tests with any history of which any part at the end is lost, recovered by any node with any
//! knowledge: the answers that visitors got satisfy the invariants.

use std::collections::BTreeSet;

use admission::{Ahead, ClaimOutcome, Control, PerMinute, RoomConfig, Sequence, State};
use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::kit::failing_room::{FailingRoom, FailoverAsks, RememberingNode};
use crate::kit::minute_bound::MinuteBound;

/// The number of nodes that can have a memory.
const NODES: usize = 3;

#[derive(Debug, Clone)]
enum FailoverEvent {
    Arrive(u32),
    Claim,
    Cancel(u64),
    Silent(u64),
    Rate(u32),
    Control(Control),
    Pass(u64),
    ReadStore(usize),
    FailOver(Failover),
}

/// A failover that loses `lost` commits, after which the store is back after `after_ms`: which node
/// recovers, and which nodes send their memories.
#[derive(Debug, Clone)]
struct Failover {
    lost: usize,
    after_ms: u64,
    by: usize,
    fresh: bool,
    again: [bool; NODES],
}

fn event() -> impl Strategy<Value = FailoverEvent> {
    let control = prop_oneof![Just(Control::Pause), Just(Control::Resume), Just(Control::Reset)];
    let failover = (
        0..12_usize,
        0..20_000_u64,
        0..NODES,
        prop::bool::weighted(0.2),
        any::<[bool; NODES]>(),
    );
    let failover = failover.prop_map(|(lost, after_ms, by, fresh, again)| Failover {
        lost,
        after_ms,
        by,
        fresh,
        again,
    });
    prop_oneof![
        3 => (0..40_u32).prop_map(FailoverEvent::Arrive),
        12 => Just(FailoverEvent::Claim),
        1 => (0..200_u64).prop_map(FailoverEvent::Cancel),
        1 => (0..200_u64).prop_map(FailoverEvent::Silent),
        1 => prop_oneof![Just(0), Just(5), 6..400_u32].prop_map(FailoverEvent::Rate),
        1 => control.prop_map(FailoverEvent::Control),
        8 => (0..5_000_u64).prop_map(FailoverEvent::Pass),
        1 => (0..30_000_u64).prop_map(FailoverEvent::Pass),
        5 => (0..NODES).prop_map(FailoverEvent::ReadStore),
        2 => failover.prop_map(FailoverEvent::FailOver),
    ]
}

/// The places that visitors were given, and nothing else.
#[derive(Debug)]
struct GivenPlaces {
    places: BTreeSet<(u16, u64)>,
    /// By real time.
    bound: MinuteBound,
}

impl GivenPlaces {
    fn placed(&mut self, run: u16, first: Option<Sequence>, count: u32, may_be_again: bool) {
        for place in first.map_or(0..0, |first| first.0..first.0 + u64::from(count)) {
            let new = self.places.insert((run, place));
            assert!(new || may_be_again, "{place} of run {run} is given twice");
        }
    }
}

struct FailoverPlay {
    room: FailingRoom,
    nodes: Vec<RememberingNode>,
    given: GivenPlaces,
    next_node: u64,
    /// Whether a failover can also lose an earlier recovery. Numbers can then be given twice, which
    /// recovery does not cover.
    recoveries_are_lost: bool,
}

impl FailoverPlay {
    fn new(rate: u32, recoveries_are_lost: bool) -> Self {
        Self {
            room: FailingRoom::new(RoomConfig::new(PerMinute(rate))),
            nodes: (0..NODES as u64).map(RememberingNode::new).collect(),
            given: GivenPlaces {
                places: BTreeSet::new(),
                bound: MinuteBound::new(Some(rate)),
            },
            next_node: 100,
            recoveries_are_lost,
        }
    }

    fn waiting(&self) -> Vec<u64> {
        let state = &self.room.stored.state;
        let waits = |sequence: &u64| {
            !state.is_settled(Sequence(*sequence)) && self.given.places.contains(&(state.ledger.run.0, *sequence))
        };
        (0..state.ledger.next.0).filter(waits).take(30).collect()
    }

    fn commit(&mut self, asks: FailoverAsks, with: Option<(usize, bool)>) {
        let arrivals = asks.arrivals;
        let ahead = self.aheads();
        let step = match with {
            None => self.room.commit(asks),
            Some((node, true)) => self.room.recover(&self.nodes[node], asks),
            Some((node, false)) => self.room.send_again(&self.nodes[node], asks),
        };
        let first = step.outcome.first_arrival;
        self.given
            .placed(step.outcome.run.0, first, arrivals, self.recoveries_are_lost);
        let now = self.room.time.ms;
        step.grants.iter().for_each(|_| self.given.bound.grant(now));
        assert_eq!(self.given.bound.objection_at(now), None);
        for (number, outcome) in &step.outcome.claims {
            assert!(!matches!(outcome, ClaimOutcome::Unknown), "{number:?} has a place");
        }
        if step.state.ledger.run.0 == ahead.0 {
            for (place, (then, now)) in ahead.1.into_iter().zip(self.aheads().1).enumerate() {
                assert!(now <= then, "{place} had {then:?} people ahead and now has {now:?}");
            }
        }
    }

    /// Returns the people ahead of every known place.
    fn aheads(&self) -> (u16, Vec<Ahead>) {
        let state = &self.room.stored.state;
        let places = (0..state.ledger.next.0).map(admission::Number);
        (
            state.ledger.run.0,
            places.map(|number| state.marks.ahead(number)).collect(),
        )
    }

    fn fail_over(&mut self, failover: &Failover) {
        let left = self.room.history.len().saturating_sub(failover.lost);
        self.room.fail_over(left);
        self.room.pass(failover.after_ms);
        let by = failover.by;
        if failover.fresh {
            self.nodes[by] = RememberingNode::new(self.next_node);
            self.next_node += 1;
        }
        let chain = self.room.ledger().chain();
        let known: Vec<_> = self.nodes.iter().map(|node| node.state.clone()).collect();
        self.commit(FailoverAsks::default(), Some((by, true)));
        let mut sent = vec![by];
        for other in (0..NODES).filter(|other| failover.again[*other] && *other != by) {
            self.commit(FailoverAsks::default(), Some((other, false)));
            sent.push(other);
        }
        if !self.recoveries_are_lost {
            self.room.history.drain(..self.room.history.len() - sent.len());
        }
        for node in sent {
            // Not everything that followed a lost recovery has to be restored: a reset lost with it
            // may be adopted only after that was sent.
            let covered = |known: &&State| !self.recoveries_are_lost || known.ledger.chain() == chain;
            self.check_known(known[node].as_ref().filter(covered));
            self.nodes[node].read_store(&self.room);
        }
    }

    /// Asserts that everything is restored that a node knew which has sent its memory.
    fn check_known(&self, known: Option<&State>) {
        let (Some(known), state) = (known, &self.room.stored.state) else {
            return;
        };
        if state.ledger.run == known.ledger.run {
            assert_eq!(state.marks.lacking(&known.marks).next(), None);
            assert!(state.ledger.next >= known.ledger.next);
        }
    }

    fn event(&mut self, event: &FailoverEvent) {
        match event {
            FailoverEvent::Arrive(arrivals) => self.commit(
                FailoverAsks {
                    arrivals: *arrivals,
                    ..FailoverAsks::default()
                },
                None,
            ),
            FailoverEvent::Claim => {
                let claims = self.waiting();
                self.commit(
                    FailoverAsks {
                        claims,
                        ..FailoverAsks::default()
                    },
                    None,
                );
            }
            FailoverEvent::Cancel(place) => self.commit(
                FailoverAsks {
                    cancels: vec![*place],
                    ..FailoverAsks::default()
                },
                None,
            ),
            FailoverEvent::Silent(place) => self.commit(
                FailoverAsks {
                    silent: vec![*place],
                    ..FailoverAsks::default()
                },
                None,
            ),
            FailoverEvent::Rate(rate) => {
                self.room.config.max_outflow = PerMinute(*rate);
                self.given.bound.rate(self.room.time.ms, Some(*rate));
                self.commit(FailoverAsks::default(), None);
            }
            FailoverEvent::Control(control) => self.commit(
                FailoverAsks {
                    controls: vec![*control],
                    ..FailoverAsks::default()
                },
                None,
            ),
            FailoverEvent::Pass(ms) => self.room.pass(*ms),
            FailoverEvent::ReadStore(node) => self.nodes[*node].read_store(&self.room),
            FailoverEvent::FailOver(failover) => self.fail_over(failover),
        }
    }
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() })]

    #[test]
    fn a_recovery_keeps_the_invariants_whatever_was_lost(
        rate in prop_oneof![Just(5_u32), 6..300_u32],
        people in 0..200_u32,
        events in prop::collection::vec(event(), 1..80),
    ) {
        play(FailoverPlay::new(rate, false), people, &events);
    }

    #[test]
    fn the_bound_holds_even_where_recoveries_are_lost(
        rate in prop_oneof![Just(5_u32), 6..300_u32],
        people in 0..200_u32,
        events in prop::collection::vec(event(), 1..80),
    ) {
        play(FailoverPlay::new(rate, true), people, &events);
    }
}

fn play(mut play: FailoverPlay, people: u32, events: &[FailoverEvent]) {
    play.event(&FailoverEvent::Arrive(people));
    for event in events {
        play.event(event);
    }
}
