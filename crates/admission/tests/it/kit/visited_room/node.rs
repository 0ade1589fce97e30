//! A node: its assumption about the stored state, the visitors in front, and its commits to the
//! store.
//!
//! The node holds every claim for its whole interval, so that a visitor whose turn it is claims all
//! the time: the engine alone then decides who is granted, not a pool node that lets some claims
//! wait. The node commits when there is a reason.

use std::collections::BTreeMap;

use admission::poll_interval::POLL_MS_MIN;
use admission::presence::{Channel, Front, FrontContact, LastSeen};
use admission::{
    Batch, BatchNumber, Claim, Control, Device, FlowClock, FlowMs, NodeId, Now, Number, PerMinute, RoomConfig,
    Sequence, Snapshot, State, Step, WallMs, apply,
};

use super::cas_store::CasStore;
use crate::kit::fate::Fate;

/// How often the line is updated, in milliseconds.
const TICK_MS: u64 = 500;

/// An attempted commit.
#[derive(Debug, Clone)]
pub(crate) struct Commit {
    pub(crate) base: State,
    pub(crate) config: RoomConfig,
    pub(crate) now: Now,
    pub(crate) batch: Batch,
    pub(crate) step: Step,
    /// Visitors who get the batch's arrivals, in order.
    pub(crate) newcomers: Vec<usize>,
}

/// In a room without draws every number equals its sequence.
pub(crate) fn sequence_of(number: Number) -> Sequence {
    Sequence(number.0)
}

/// Returns a claim by the device that the place was given to; no place moves here.
pub(crate) fn claim(number: Number) -> Claim {
    Claim {
        number,
        device: Device::first(sequence_of(number)),
    }
}

impl Commit {
    /// Returns the first newcomer's place; these rooms are always open.
    pub(crate) fn first_arrival(&self) -> u64 {
        self.step.outcome.first_arrival.expect("the room is open").0
    }
}

#[derive(Debug)]
pub(crate) struct ServingNode {
    pub(crate) id: NodeId,
    last_batch: u64,
    pub(crate) generation: u64,
    pub(crate) state: State,
    pub(crate) snapshot: Snapshot,
    clock: FlowClock,
    /// How many in a thousand milliseconds its monotonic clock loses.
    slow_permille: u64,
    /// The last max outflow that the node was given.
    pub(crate) rate: PerMinute,
    pub(crate) front: Front,
    /// Held claims, and until when in real time.
    pub(crate) held: BTreeMap<Number, u64>,
    pub(crate) arrivals: Vec<usize>,
    pub(crate) cancels: Vec<Sequence>,
    pub(crate) controls: Vec<Control>,
    pub(crate) silent: Vec<Sequence>,
    told: Vec<Number>,
    tick_at: u64,
    pub(crate) unknown: Option<Box<Commit>>,
}

impl ServingNode {
    pub(crate) fn start(store: &CasStore, id: u64, real: u64, rate: PerMinute, seen: &LastSeen) -> Self {
        let (generation, state) = store.load();
        let slow_permille = id % 3 * 7;
        Self {
            id: NodeId(id),
            last_batch: 0,
            generation,
            snapshot: Snapshot::new(&state, seen.clone()),
            clock: FlowClock::new(state.ledger.flow, monotonic(real, slow_permille)),
            state,
            slow_permille,
            rate,
            front: Front::default(),
            held: BTreeMap::new(),
            arrivals: Vec::new(),
            cancels: Vec::new(),
            controls: Vec::new(),
            silent: Vec::new(),
            told: Vec::new(),
            tick_at: 0,
            unknown: None,
        }
    }

    pub(crate) fn flow(&self, real: u64) -> FlowMs {
        self.clock.now(monotonic(real, self.slow_permille))
    }

    pub(crate) fn reload(&mut self, store: &CasStore, real: u64, seen: &LastSeen) {
        let (generation, state) = store.load();
        self.adopt(generation, state, real, seen);
    }

    fn adopt(&mut self, generation: u64, state: State, real: u64, seen: &LastSeen) {
        self.clock
            .observe(state.ledger.flow, monotonic(real, self.slow_permille));
        self.snapshot = Snapshot::new(&state, seen.clone());
        (self.generation, self.state) = (generation, state);
    }

    /// Handles a poll of a visitor below the serving line. Returns true if the request is held.
    pub(crate) fn turn(&mut self, number: Number, real: u64) -> bool {
        let now = self.flow(real);
        match self.front.record_poll(number, Channel::Poll, now) {
            FrontContact::First => {
                self.told.push(number);
                false
            }
            FrontContact::OtherChannel | FrontContact::Unsure => false,
            FrontContact::Again => {
                self.held.insert(number, real + POLL_MS_MIN);
                true
            }
        }
    }

    pub(crate) fn due(&self, real: u64, wall: WallMs) -> bool {
        let ledger = &self.state.ledger;
        let now = Now {
            flow: self.flow(real),
            wall,
        };
        let asked = !(self.arrivals.is_empty() && self.cancels.is_empty() && self.controls.is_empty());
        let changed = ledger.outflow.rate() != self.rate;
        let permits = !self.held.is_empty() && ledger.permits(&self.config(), now) > 0;
        asked || changed || permits || real >= self.tick_at
    }

    fn config(&self) -> RoomConfig {
        RoomConfig {
            redirects_max: super::REDIRECTS_MAX,
            ..RoomConfig::new(self.rate)
        }
    }

    /// Attempts to commit everything collected. `elsewhere`: visitors in front at other nodes.
    /// `None`: the commit was discarded, and everything stays for the next attempt.
    pub(crate) fn commit(
        &mut self,
        store: &mut CasStore,
        (real, wall): (u64, WallMs),
        seen: &LastSeen,
        elsewhere: u64,
        fate: Fate,
    ) -> Option<Commit> {
        let now = Now {
            flow: self.flow(real),
            wall,
        };
        self.front.prune(now.flow);
        let mut batch = self.batch(elsewhere);
        loop {
            batch.redirects = store.redirects(batch.claims.iter().map(|claim| claim.number));
            let base = self.state.clone();
            let step = apply(&base, &self.config(), now, &batch);
            if fate == Fate::Lost {
                return None;
            }
            let kept = if fate == Fate::LostUnheard {
                Ok(self.generation)
            } else {
                store.commit(self.generation, &step)
            };
            let Ok(generation) = kept else {
                self.reload(store, real, seen);
                continue;
            };
            self.tick_at = real + TICK_MS;
            let commit = Commit {
                base,
                config: self.config(),
                now,
                batch,
                newcomers: std::mem::take(&mut self.arrivals),
                step,
            };
            if fate == Fate::Kept {
                self.settle(generation, &commit, real, seen);
            } else {
                self.unknown = Some(Box::new(commit.clone()));
            }
            return Some(commit);
        }
    }

    /// Resolves an unknown outcome. Returns the commit if the ledger contains it; otherwise
    /// everything in it will be attempted again.
    pub(crate) fn resolve_unknown(&mut self, store: &CasStore, real: u64, seen: &LastSeen) -> Option<Commit> {
        let commit = *self.unknown.take()?;
        let (generation, state) = store.load();
        if state.ledger.holds(self.id, commit.batch.batch) {
            self.settle(generation, &commit, real, seen);
            self.adopt(generation, state, real, seen);
            return Some(commit);
        }
        self.adopt(generation, state, real, seen);
        self.arrivals.splice(0..0, commit.newcomers);
        None
    }

    fn settle(&mut self, generation: u64, commit: &Commit, real: u64, seen: &LastSeen) {
        self.last_batch = commit.batch.batch.0;
        self.adopt(generation, commit.step.state.clone(), real, seen);
        self.cancels.drain(..commit.batch.cancels.len());
        self.controls.drain(..commit.batch.controls.len());
        self.told.drain(..commit.batch.first_heard.len());
        self.silent.drain(..commit.batch.silent.len());
    }

    fn batch(&self, elsewhere: u64) -> Batch {
        Batch {
            node: self.id,
            batch: BatchNumber(self.last_batch + 1),
            arrivals: u32::try_from(self.arrivals.len()).expect("few"),
            claims: self.held.keys().map(|number| claim(*number)).collect(),
            cancels: self.cancels.iter().copied().map(Device::first).collect(),
            first_heard: self.told.clone(),
            present: self.front.present() + elsewhere,
            silent: self.silent.clone(),
            controls: self.controls.clone(),
            redirects: BTreeMap::new(),
            ..Batch::default()
        }
    }

    /// Releases claims that were held for their interval. Their visitors are told "not yet" and
    /// claim again at once.
    pub(crate) fn release(&mut self, real: u64) -> Vec<Number> {
        let ended = self.held.iter().filter(|(_, until)| **until <= real);
        let ended: Vec<Number> = ended.map(|(number, _)| *number).collect();
        for number in &ended {
            self.held.remove(number);
        }
        ended
    }
}

fn monotonic(real: u64, slow_permille: u64) -> u64 {
    real * (1_000 - slow_permille) / 1_000
}
