//! One room with visitors, nodes and a store in virtual time. [`judge::VisitJudge`], which does not
//! use the engine, judges what happens; [`script`] generates the events.

pub(crate) mod cas_store;
mod grant_history;
pub(crate) mod judge;
pub(crate) mod node;
pub(crate) mod script;
pub(crate) mod visitor;
mod walk;
mod witness;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use admission::presence::LastSeen;
use admission::{ClaimOutcome, Ledger, Number, PerMinute, RoomConfig, WallMs};

use super::fate::Fate;
use super::seeded_rng::SeededRng;
use super::time::WALL_START_MS;
use cas_store::CasStore;
use judge::VisitJudge;
use node::{Commit, ServingNode, sequence_of};
use visitor::{Habit, VisitPhase, Visitor};

pub(crate) const REDIRECTS_MAX: u8 = 3;
/// How often silent places are searched, in milliseconds.
const SWEEP_MS: u64 = 4_000;

/// The fixed parameters of a case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) seed: u64,
    pub(crate) nodes: usize,
    pub(crate) rate: u32,
    /// Whether every visitor and commit is judged, or only grants.
    pub(crate) closely: bool,
    /// How many replies are lost, and how many visitors come again after their visit, in a
    /// thousand.
    pub(crate) lost_replies: u64,
    pub(crate) come_again: u64,
}

#[derive(Debug)]
pub(crate) struct VisitedRoom {
    pub(crate) real: u64,
    pub(crate) wall_skew: i64,
    pub(crate) rate: PerMinute,
    pub(crate) faults: u64,
    pub(crate) terms: Terms,
    pub(crate) store: CasStore,
    pub(crate) nodes: Vec<ServingNode>,
    pub(crate) seen: LastSeen,
    pub(crate) visitors: Vec<Visitor>,
    /// How many of the visitors sent keep to their poll intervals until the end.
    pub(crate) staying: u64,
    pub(crate) judge: VisitJudge,
    pub(crate) rng: SeededRng,
    wakes: BinaryHeap<Reverse<(u64, usize)>>,
    /// The visitor who holds each number.
    pub(crate) owners: Vec<Option<usize>>,
    /// Newcomers whose places may have been given when their node died.
    pub(crate) orphans: usize,
    pub(crate) next_node: u64,
    sweep_at: u64,
}

impl VisitedRoom {
    pub(crate) fn new(terms: Terms) -> Self {
        let rate = PerMinute(terms.rate);
        let config = RoomConfig {
            redirects_max: REDIRECTS_MAX,
            ..RoomConfig::new(rate)
        };
        let store = CasStore::new(&Ledger::new(&config, WallMs(WALL_START_MS)));
        let mut world = Self {
            real: 0,
            wall_skew: 0,
            rate,
            faults: 0,
            terms,
            store,
            nodes: Vec::new(),
            seen: LastSeen::default(),
            visitors: Vec::new(),
            staying: 0,
            judge: VisitJudge::new(rate, terms.closely, terms.nodes == 1),
            rng: SeededRng::new(terms.seed),
            wakes: BinaryHeap::new(),
            owners: Vec::new(),
            orphans: 0,
            next_node: 1,
            sweep_at: 0,
        };
        (0..terms.nodes).for_each(|_| world.boot());
        world
    }

    /// Starts another node.
    pub(crate) fn boot(&mut self) {
        let node = ServingNode::start(&self.store, self.next_node, self.real, self.rate, &self.seen);
        self.next_node += 1;
        self.nodes.push(node);
    }

    pub(crate) fn wall(&self) -> WallMs {
        WallMs((WALL_START_MS + self.real).saturating_add_signed(self.wall_skew))
    }

    pub(crate) fn visit(&mut self, habit: Habit, wake: u64) {
        let node = self.rng.below(self.nodes.len() as u64);
        let node = usize::try_from(node).expect("few");
        self.visitors.push(Visitor::new(habit, node, wake));
        self.wakes.push(Reverse((wake, self.visitors.len() - 1)));
    }

    pub(crate) fn wake(&mut self, who: usize, at: u64) {
        self.visitors[who].wake = Some(at);
        self.wakes.push(Reverse((at, who)));
    }

    /// Lets real time pass while visitors and nodes act.
    pub(crate) fn step(&mut self, ms: u64) {
        self.real += ms;
        while let Some(Reverse((at, who))) = self.wakes.peek().copied().filter(|Reverse((at, _))| *at <= self.real) {
            self.wakes.pop();
            if self.visitors[who].wake == Some(at) {
                self.visitors[who].wake = None;
                self.act(who);
            }
        }
        if self.real >= self.sweep_at {
            self.sweep_at = self.real + SWEEP_MS;
            // The nodes share what they heard, so the node whose clock is ahead searches for silent
            // places.
            let ahead = (0..self.nodes.len()).max_by_key(|at| self.nodes[*at].flow(self.real));
            let at = ahead.expect("there is a node");
            let flow = self.nodes[at].flow(self.real);
            let silent = self.seen.sweep(flow, admission::batch::SILENT_MAX);
            self.judge.silent(&silent, flow);
            self.nodes[at].silent.extend(silent);
        }
        let first = self.pick_node();
        for at in 0..self.nodes.len() {
            self.tend((first + at) % self.nodes.len());
        }
    }

    /// Lets real time pass in steps of up to `step_ms`.
    pub(crate) fn run(&mut self, ms: u64, step_ms: u64) {
        let end = self.real + ms;
        while self.real < end {
            let step = 1 + self.rng.below(step_ms);
            self.step(step.min(end - self.real));
        }
    }

    pub(crate) fn pick_node(&mut self) -> usize {
        usize::try_from(self.rng.below(self.nodes.len() as u64)).expect("few")
    }

    fn tend(&mut self, at: usize) {
        let (real, wall) = (self.real, self.wall());
        if self.nodes[at].rate != self.rate && self.rng.often(500) {
            self.nodes[at].rate = self.rate;
        }
        if let Some(commit) = self.nodes[at].resolve_unknown(&self.store, real, &self.seen) {
            self.answer(at, &commit);
        }
        if self.nodes[at].due(real, wall) {
            let elsewhere = (0..self.nodes.len()).filter(|other| *other != at);
            let elsewhere = elsewhere.map(|other| self.nodes[other].front.present()).sum();
            let fate = self.fate();
            let commit = self.nodes[at].commit(&mut self.store, (real, wall), &self.seen, elsewhere, fate);
            self.judge.fault(fate);
            if let Some(commit) = commit {
                if fate != Fate::LostUnheard {
                    self.judge.committed(&commit, real);
                }
                if fate == Fate::Kept {
                    self.answer(at, &commit);
                }
            }
        }
        for number in self.nodes[at].release(real) {
            self.not_yet(number);
        }
    }

    fn fate(&mut self) -> Fate {
        if !self.rng.often(self.faults) {
            return Fate::Kept;
        }
        [Fate::Lost, Fate::KeptUnheard, Fate::LostUnheard][usize::try_from(self.rng.below(3)).expect("few")]
    }

    pub(crate) fn owner(&self, number: Number) -> usize {
        self.owners[usize::try_from(number.0).expect("few")].expect("only its holder names a place")
    }

    /// Tells everyone in a commit their outcome.
    fn answer(&mut self, at: usize, commit: &Commit) {
        let numbers = commit.first_arrival()..;
        for (who, number) in commit.newcomers.iter().zip(numbers) {
            self.welcome(*who, Number(number), commit.now.flow);
        }
        for (number, outcome) in &commit.step.outcome.claims {
            let gone = match outcome {
                ClaimOutcome::NotYet => continue,
                ClaimOutcome::Granted(grant) | ClaimOutcome::Repeated(grant) => Some(grant.granted_at),
                ClaimOutcome::Cancelled
                | ClaimOutcome::LimitReached
                | ClaimOutcome::Transferred
                | ClaimOutcome::Expired
                | ClaimOutcome::Unknown => None,
            };
            self.nodes[at].front.leave(*number);
            self.nodes[at].held.remove(number);
            self.seen.release(sequence_of(*number));
            let who = self.owner(*number);
            // A visitor who was answered "not yet" in the meantime, or disconnected, gets the
            // outcome at the next poll.
            if self.visitors[who].phase == VisitPhase::Held {
                self.leave(who, gone);
            }
        }
        for sequence in commit.batch.cancels.iter().map(|device| device.sequence) {
            self.nodes[at].front.leave(Number(sequence.0));
            self.seen.release(sequence);
        }
    }
}
