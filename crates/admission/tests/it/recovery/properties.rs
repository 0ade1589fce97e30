//! Any history, any end of it lost, recovered by anybody with whatever they knew: what was really
//! told keeps the invariants.

use std::collections::BTreeSet;

use admission::{Ahead, ClaimOutcome, Control, PerMinute, RoomConfig, Sequence, State};
use proptest::prelude::*;
use proptest::test_runner::Config;

use super::world::{Asks, Node, World};

/// Nodes that may know something.
const NODES: usize = 3;
/// Grants of the contract's minute.
const MINUTE_MS: u64 = 60_000;

#[derive(Debug, Clone)]
enum Event {
    Arrive(u32),
    Claim,
    Cancel(u64),
    Silent(u64),
    Rate(u32),
    Control(Control),
    Pass(u64),
    Look(usize),
    FailOver(Failover),
}

/// So many commits are lost, and the store is back after a while; who recovers, and who sends what
/// they remember.
#[derive(Debug, Clone)]
struct Failover {
    lost: usize,
    after_ms: u64,
    by: usize,
    fresh: bool,
    again: [bool; NODES],
}

fn event() -> impl Strategy<Value = Event> {
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
        3 => (0..40_u32).prop_map(Event::Arrive),
        12 => Just(Event::Claim),
        1 => (0..200_u64).prop_map(Event::Cancel),
        1 => (0..200_u64).prop_map(Event::Silent),
        1 => prop_oneof![Just(0), Just(5), 6..400_u32].prop_map(Event::Rate),
        1 => control.prop_map(Event::Control),
        8 => (0..5_000_u64).prop_map(Event::Pass),
        1 => (0..30_000_u64).prop_map(Event::Pass),
        5 => (0..NODES).prop_map(Event::Look),
        2 => failover.prop_map(Event::FailOver),
    ]
}

/// What people were told, by nothing but that.
#[derive(Debug, Default)]
struct Told {
    places: BTreeSet<(u16, u64)>,
    /// When, real time.
    granted: Vec<u64>,
    /// Rates and since when.
    rates: Vec<(u64, u32)>,
}

impl Told {
    fn placed(&mut self, run: u16, first: Option<Sequence>, count: u32, may_be_again: bool) {
        for place in first.map_or(0..0, |first| first.0..first.0 + u64::from(count)) {
            let new = self.places.insert((run, place));
            assert!(new || may_be_again, "{place} of run {run} is given twice");
        }
    }

    /// In no half-open minute more than its highest rate.
    fn judge(&self) {
        for (index, last) in self.granted.iter().enumerate() {
            let begin = last.checked_sub(MINUTE_MS);
            let after = |at: u64| begin.is_none_or(|begin| at > begin);
            let held = self.granted[..=index].iter().filter(|at| after(**at)).count();
            let before = self.rates.iter().rev().find(|(since, _)| !after(*since));
            let within = self.rates.iter().filter(|(since, _)| after(*since) && *since <= *last);
            let highest = before.into_iter().chain(within).map(|(_, rate)| *rate).max();
            let highest = highest.expect("there is a first rate");
            assert!(
                held <= highest as usize,
                "{held} grants in the minute before {last}, {highest} allowed"
            );
        }
    }
}

struct Play {
    world: World,
    nodes: Vec<Node>,
    told: Told,
    next_node: u64,
    /// A failover may lose an earlier one's recovery too. Then numbers may be given twice: that
    /// much is not covered.
    recoveries_are_lost: bool,
}

impl Play {
    fn new(rate: u32, recoveries_are_lost: bool) -> Self {
        Self {
            world: World::new(RoomConfig::new(PerMinute(rate))),
            nodes: (0..NODES as u64).map(Node::new).collect(),
            told: Told {
                rates: vec![(0, rate)],
                ..Told::default()
            },
            next_node: 100,
            recoveries_are_lost,
        }
    }

    fn waiting(&self) -> Vec<u64> {
        let state = &self.world.stored.state;
        let waits = |sequence: &u64| {
            !state.is_settled(Sequence(*sequence)) && self.told.places.contains(&(state.ledger.run.0, *sequence))
        };
        (0..state.ledger.next.0).filter(waits).take(30).collect()
    }

    fn commit(&mut self, asks: Asks, with: Option<(usize, bool)>) {
        let arrivals = asks.arrivals;
        let ahead = self.aheads();
        let step = match with {
            None => self.world.commit(asks),
            Some((node, true)) => self.world.recover(&self.nodes[node], asks),
            Some((node, false)) => self.world.send_again(&self.nodes[node], asks),
        };
        let first = step.outcome.first_arrival;
        self.told
            .placed(step.outcome.run.0, first, arrivals, self.recoveries_are_lost);
        let now = self.world.now_ms;
        self.told.granted.extend(step.grants.iter().map(|_| now));
        self.told.judge();
        for (number, outcome) in &step.outcome.claims {
            assert!(!matches!(outcome, ClaimOutcome::Unknown), "{number:?} has a place");
        }
        if step.state.ledger.run.0 == ahead.0 {
            for (place, (then, now)) in ahead.1.into_iter().zip(self.aheads().1).enumerate() {
                assert!(now <= then, "{place} had {then:?} people ahead and now has {now:?}");
            }
        }
    }

    /// People ahead of everybody who is known.
    fn aheads(&self) -> (u16, Vec<Ahead>) {
        let state = &self.world.stored.state;
        let places = (0..state.ledger.next.0).map(admission::Number);
        (
            state.ledger.run.0,
            places.map(|number| state.marks.ahead(number)).collect(),
        )
    }

    fn fail_over(&mut self, failover: &Failover) {
        let left = self.world.history.len().saturating_sub(failover.lost);
        self.world.fail_over(left);
        self.world.pass(failover.after_ms);
        let by = failover.by;
        if failover.fresh {
            self.nodes[by] = Node::new(self.next_node);
            self.next_node += 1;
        }
        let chain = self.world.ledger().chain();
        let known: Vec<_> = self.nodes.iter().map(|node| node.state.clone()).collect();
        self.commit(Asks::default(), Some((by, true)));
        let mut sent = vec![by];
        for other in (0..NODES).filter(|other| failover.again[*other] && *other != by) {
            self.commit(Asks::default(), Some((other, false)));
            sent.push(other);
        }
        if !self.recoveries_are_lost {
            self.world.history.drain(..self.world.history.len() - sent.len());
        }
        for node in sent {
            // Of what followed a recovery that was lost not all need come back: a reset lost with
            // it may be followed only after that was sent.
            let covered = |known: &&State| !self.recoveries_are_lost || known.ledger.chain() == chain;
            self.check_known(known[node].as_ref().filter(covered));
            self.nodes[node].look(&self.world);
        }
    }

    /// Whatever a node knew that has sent it holds.
    fn check_known(&self, known: Option<&State>) {
        let (Some(known), state) = (known, &self.world.stored.state) else {
            return;
        };
        if state.ledger.run == known.ledger.run {
            assert_eq!(state.marks.lacking(&known.marks).next(), None);
            assert!(state.ledger.next >= known.ledger.next);
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Arrive(arrivals) => self.commit(
                Asks {
                    arrivals: *arrivals,
                    ..Asks::default()
                },
                None,
            ),
            Event::Claim => {
                let claims = self.waiting();
                self.commit(
                    Asks {
                        claims,
                        ..Asks::default()
                    },
                    None,
                );
            }
            Event::Cancel(place) => self.commit(
                Asks {
                    cancels: vec![*place],
                    ..Asks::default()
                },
                None,
            ),
            Event::Silent(place) => self.commit(
                Asks {
                    silent: vec![*place],
                    ..Asks::default()
                },
                None,
            ),
            Event::Rate(rate) => {
                self.world.config.max_outflow = PerMinute(*rate);
                self.told.rates.push((self.world.now_ms, *rate));
                self.commit(Asks::default(), None);
            }
            Event::Control(control) => self.commit(
                Asks {
                    controls: vec![*control],
                    ..Asks::default()
                },
                None,
            ),
            Event::Pass(ms) => self.world.pass(*ms),
            Event::Look(node) => self.nodes[*node].look(&self.world),
            Event::FailOver(failover) => self.fail_over(failover),
        }
    }
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() })]

    #[test]
    fn whatever_is_lost_and_whoever_remembers(
        rate in prop_oneof![Just(5_u32), 6..300_u32],
        people in 0..200_u32,
        events in prop::collection::vec(event(), 1..80),
    ) {
        play(Play::new(rate, false), people, &events);
    }

    #[test]
    fn the_bound_holds_even_where_recoveries_are_lost(
        rate in prop_oneof![Just(5_u32), 6..300_u32],
        people in 0..200_u32,
        events in prop::collection::vec(event(), 1..80),
    ) {
        play(Play::new(rate, true), people, &events);
    }
}

fn play(mut play: Play, people: u32, events: &[Event]) {
    play.event(&Event::Arrive(people));
    for event in events {
        play.event(event);
    }
}
