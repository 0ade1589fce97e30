//! Compares several nodes with a list of when each place was heard.

use std::collections::BTreeMap;

use admission::presence::SILENCE_MS;
use admission::{Ledger, PerMinute, RoomConfig, WallMs};
use proptest::prelude::*;
use store::{MemoryStore, PoolId, Store, at_once, make_call};
use store_values::{Generation, Write};

use super::*;

const LINE: LineIndex = LineIndex(0);
/// Two stretches, so that two nodes have places to judge.
const PLACES_END: u64 = bits::PLACES + 600;
/// The places that are polled for.
const POLLED: [u64; 6] = [0, 7, 8, 65_535, 65_536, PLACES_END - 1];
const STEP_MS: u64 = 2_000;
/// Presence is stored in bytes that count steps of 4 s and are rounded down.
const ROUNDING_MS: u64 = 8_000;

struct PresenceNode {
    presence: Presence,
    seen: LastSeen,
    reads_peers_at: FlowMs,
}

struct World {
    kept: (MemoryStore, PoolId),
    state: State,
    nodes: Vec<Option<PresenceNode>>,
    /// The number of starts: each has an id of its own.
    starts: u64,
    now: FlowMs,
    /// The time at which each place was last heard by a node that the others know.
    heard: BTreeMap<u64, FlowMs>,
    /// Polls that a node has not reported yet.
    unreported: Vec<Vec<(u64, FlowMs)>>,
    silent: BTreeMap<u64, FlowMs>,
}

impl World {
    fn new(nodes: usize) -> Self {
        let kept = (MemoryStore::default(), PoolId::new("demo/sale").expect("an id"));
        let mut ledger = Ledger::new(&RoomConfig::new(PerMinute(0)), WallMs(0));
        ledger.next = Sequence(PLACES_END);
        let mut world = Self {
            kept,
            state: State::new(ledger),
            nodes: Vec::new(),
            starts: 0,
            now: FlowMs(1_000_000),
            heard: BTreeMap::new(),
            unreported: vec![Vec::new(); nodes],
            silent: BTreeMap::new(),
        };
        world.nodes = (0..nodes).map(|index| Some(world.node(index))).collect();
        world.heard = POLLED.iter().map(|place| (*place, world.now)).collect();
        world
    }

    /// Starts a node, for which everybody counts as just heard.
    fn node(&mut self, index: usize) -> PresenceNode {
        self.starts += 1;
        let mut seen = LastSeen::for_several_nodes();
        seen.grow(Sequence(PLACES_END));
        (0..PLACES_END).for_each(|place| seen.record_poll_at(Sequence(place), self.now, self.now));
        PresenceNode {
            presence: Presence::new(NodeId(10 + self.starts)),
            seen,
            reads_peers_at: self.now.plus(1_300 * index as u64),
        }
    }

    fn poll(&mut self, index: usize, place: u64) {
        let Some(node) = &self.nodes[index] else { return };
        node.seen.record_poll(Sequence(place), self.now);
        self.unreported[index].push((place, self.now));
    }

    /// Stops a node. The other nodes do not know the places that it has not reported, so they must
    /// not consider them silent. A node that has never reported anything is unknown to them.
    fn die(&mut self, index: usize) {
        let node = self.nodes[index].take();
        let is_known = node.is_some_and(|node| node.presence.flushed.is_some());
        for (place, at) in self.unreported[index].drain(..).filter(|_| is_known) {
            let heard = self.heard.entry(place).or_insert(at);
            *heard = at.max(*heard);
        }
    }

    fn step(&mut self) {
        self.now = self.now.plus(STEP_MS);
        for index in 0..self.nodes.len() {
            self.flush(index);
            self.read_peers(index);
        }
    }

    fn flush(&mut self, index: usize) {
        let Some(node) = self.nodes[index].as_mut().filter(|node| node.presence.is_due(self.now)) else {
            return;
        };
        let line = LinePresence {
            at: LINE,
            state: &self.state,
            seen: &node.seen,
            observer: None,
        };
        let flush = node.presence.flush([line].into_iter(), self.now);
        let (store, pool) = &self.kept;
        let generation = at_once(store.load(pool, &[])).expect("in memory").generation;
        let mut write = Write::new(*b"ledger");
        write.records.clone_from(&flush.records);
        at_once(store.commit(pool, generation, write)).expect("nobody else commits");
        node.presence.record_durable(&flush);
        for (place, at) in self.unreported[index].drain(..) {
            let heard = self.heard.entry(place).or_insert(at);
            *heard = at.max(*heard);
        }
    }

    fn read_peers(&mut self, index: usize) {
        let now = self.now;
        let Some(node) = self.nodes[index].as_mut().filter(|node| node.reads_peers_at <= now) else {
            return;
        };
        node.reads_peers_at = now.plus(10_000);
        let line = LinePresence {
            at: LINE,
            state: &self.state,
            seen: &node.seen,
            observer: None,
        };
        let mut call = node.presence.read_peers(now);
        let until = loop {
            match node
                .presence
                .resume(at_once(make_call(&self.kept.0, &self.kept.1, call)), &[line])
            {
                ReadProgress::Call(next) => call = next,
                ReadProgress::Done(until) => break until.expect("in memory"),
            }
        };
        let Some(until) = until else { return };
        assert!(now.since(until) <= watch::GONE_MS + ROUNDING_MS);
        let silent = node.seen.sweep(until, usize::MAX);
        for place in silent.into_iter().filter(|place| node.presence.is_owner(*place)) {
            if let Some(heard) = self.heard.get(&place.0) {
                assert!(
                    until.since(*heard) + ROUNDING_MS >= SILENCE_MS,
                    "{place:?} was heard {} ms before",
                    until.since(*heard)
                );
            }
            self.silent.insert(place.0, now);
        }
    }

    fn heads(&self) -> usize {
        let (store, pool) = &self.kept;
        let (generation, heads) = at_once(store.scan(pool, &records::flushes_prefix())).expect("in memory");
        assert!(generation > Generation::NONE);
        heads.len()
    }
}

#[derive(Debug, Clone)]
enum PresenceEvent {
    Poll(usize, usize),
    Die(usize),
    Start(usize),
    Pass(u8),
}

fn event() -> impl Strategy<Value = PresenceEvent> {
    prop_oneof![
        12 => (0..3_usize, 0..POLLED.len()).prop_map(|(node, place)| PresenceEvent::Poll(node, place)),
        1 => (1..3_usize).prop_map(PresenceEvent::Die),
        1 => (1..3_usize).prop_map(PresenceEvent::Start),
        8 => (1..14_u8).prop_map(PresenceEvent::Pass),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exactly_the_places_that_no_node_heard_become_silent(events in prop::collection::vec(event(), 1..120)) {
        {
            let mut world = World::new(3);
            for event in &events {
                match event {
                    PresenceEvent::Poll(node, place) => world.poll(*node, POLLED[*place]),
                    PresenceEvent::Die(node) => world.die(*node),
                    PresenceEvent::Start(node) if world.nodes[*node].is_none() => world.nodes[*node] = Some(world.node(*node)),
                    PresenceEvent::Start(_) => {}
                    PresenceEvent::Pass(steps) => for _ in 0..*steps { world.step() },
                }
            }
            let quiet_since = world.now;
            // A node that dies at the end is noticed late; its share then counts as just heard.
            let bound_ms = 2 * SILENCE_MS + watch::GONE_MS + FLUSH_MS + 20_000 + ROUNDING_MS;
            while world.now.since(quiet_since) < bound_ms {
                world.step();
            }
            for place in POLLED {
                assert!(world.silent.contains_key(&place), "{place} is judged in the end");
            }
        }
    }
}

#[test]
fn records_of_a_stopped_node_are_deleted() {
    {
        let mut world = World::new(3);
        world.poll(2, POLLED[0]);
        world.step();
        assert_eq!(world.heads(), 3);
        world.die(2);
        for _ in 0..(watch::FORGET_MS + FLUSH_MS + 30_000) / STEP_MS {
            world.step();
        }
        assert_eq!(world.heads(), 2);
        let (store, pool) = &world.kept;
        let (_, left) = at_once(store.scan(pool, b"p")).expect("in memory");
        assert_eq!(left.len(), 2, "nor any stretch");
    }
}
