//! One room on a store that keeps every earlier state, so that it can fail over to any of them.

use std::collections::BTreeMap;

use admission::batch::BatchOutcome;
use admission::marks::Mark;
use admission::step::Step;
use admission::{
    Batch, BatchNumber, Claim, ClaimOutcome, Control, Device, FlowMs, Ledger, Memory, NodeId, Now, Number, PerMinute,
    Recovery, Redirects, RoomConfig, Sequence, State, apply,
};

use super::stored_form;
use super::time::VirtualTime;

/// The requests in one batch.
#[derive(Debug, Clone, Default)]
pub(crate) struct FailoverAsks {
    pub(crate) arrivals: u32,
    pub(crate) claims: Vec<u64>,
    pub(crate) cancels: Vec<u64>,
    pub(crate) silent: Vec<u64>,
    pub(crate) controls: Vec<Control>,
    pub(crate) draw_key: Option<[u8; 32]>,
}

/// The content of the store: a state, and the side records that it needs.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub(crate) state: State,
    pub(crate) redirects: BTreeMap<Number, Redirects>,
}

/// A node's memory, and when it last read the store.
#[derive(Debug, Clone)]
pub(crate) struct RememberingNode {
    pub(crate) id: u64,
    pub(crate) state: Option<State>,
    pub(crate) redirects: BTreeMap<Number, Redirects>,
    pub(crate) heard: u64,
}

impl RememberingNode {
    pub(crate) fn new(id: u64) -> Self {
        Self {
            id,
            state: None,
            redirects: BTreeMap::new(),
            heard: 0,
        }
    }

    pub(crate) fn read_store(&mut self, room: &FailingRoom) {
        self.state = Some(room.stored.state.clone());
        self.redirects = room.stored.redirects.clone();
        self.heard = room.time.ms;
    }

    pub(crate) fn memory(&self) -> Option<Memory> {
        let state = self.state.clone()?;
        Some(Memory::new(state, self.redirects.clone()))
    }

    /// Returns the node's part of the first batch after a failover: its memory, and the recovery if
    /// it is the node that recovers.
    fn again(&self, recovers: bool) -> Batch {
        Batch {
            recovery: recovers.then(|| Recovery {
                heard: self.state.as_ref().map(|_| FlowMs(self.heard)),
            }),
            memory: self.memory(),
            ..Batch::default()
        }
    }
}

#[derive(Debug)]
pub(crate) struct FailingRoom {
    pub(crate) config: RoomConfig,
    pub(crate) time: VirtualTime,
    pub(crate) stored: Stored,
    /// Every state that was stored, with its time.
    pub(crate) history: Vec<(u64, Stored)>,
    batches: u64,
}

impl FailingRoom {
    pub(crate) fn new(config: RoomConfig) -> Self {
        let stored = Stored {
            state: State::new(Ledger::new(&config, VirtualTime::default().wall())),
            redirects: BTreeMap::new(),
        };
        Self {
            config,
            time: VirtualTime::default(),
            history: vec![(0, stored.clone())],
            stored,
            batches: 0,
        }
    }

    /// Returns a room that is always open, with `people` in line.
    pub(crate) fn open(rate: u32, people: u32) -> Self {
        let mut room = Self::new(RoomConfig::new(PerMinute(rate)));
        room.commit(FailoverAsks {
            arrivals: people,
            ..FailoverAsks::default()
        });
        room
    }

    pub(crate) fn now(&self) -> Now {
        self.time.now()
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.stored.state.ledger
    }

    pub(crate) fn has(&self, sequence: u64, mark: Mark) -> bool {
        self.stored.state.has(Sequence(sequence), mark)
    }

    /// Commits as a node that follows the pool.
    pub(crate) fn commit(&mut self, asks: FailoverAsks) -> Step {
        self.commit_with(asks, 9, Batch::default())
    }

    /// Commits the recovery after a failover.
    pub(crate) fn recover(&mut self, node: &RememberingNode, asks: FailoverAsks) -> Step {
        self.commit_with(asks, node.id, node.again(true))
    }

    /// Commits as a node that found the pool recovered and sends its memory.
    pub(crate) fn send_again(&mut self, node: &RememberingNode, asks: FailoverAsks) -> Step {
        self.commit_with(asks, node.id, node.again(false))
    }

    fn commit_with(&mut self, asks: FailoverAsks, node: u64, batch: Batch) -> Step {
        self.batches += 1;
        let number = |sequence: u64| self.stored.state.ledger.number(Sequence(sequence));
        let claims = asks.claims.iter().filter_map(|sequence| {
            Some(Claim {
                number: number(*sequence)?,
                device: Device::first(Sequence(*sequence)),
            })
        });
        let claims: Vec<Claim> = claims.collect();
        let notified_to = self.ledger().serving.notified_to();
        let present = claims.iter().filter(|claim| claim.number < notified_to).count() as u64;
        let batch = Batch {
            node: NodeId(node),
            batch: BatchNumber(self.batches),
            run: self.ledger().run,
            arrivals: asks.arrivals,
            first_heard: claims.iter().map(|claim| claim.number).collect(),
            present,
            claims,
            cancels: asks.cancels.into_iter().map(Sequence).map(Device::first).collect(),
            silent: asks.silent.into_iter().map(Sequence).collect(),
            controls: asks.controls,
            redirects: self.stored.redirects.clone(),
            draw_key: asks.draw_key,
            seed: [7; 32],
            ..batch
        };
        let step = apply(&self.stored.state, &self.config, self.now(), &batch);
        stored_form::check_step(&self.stored.state, &step);
        if step.state.ledger.run != self.ledger().run {
            self.stored.redirects.clear();
        }
        self.stored.redirects.extend(step.redirects.iter().copied());
        self.stored.state = step.state.clone();
        self.history.push((self.time.ms, self.stored.clone()));
        step
    }

    /// Loses the last commits, so that `left` states remain. Returns the lost states.
    pub(crate) fn fail_over(&mut self, left: usize) -> Vec<(u64, Stored)> {
        let lost = self.history.split_off(left.max(1));
        self.stored = self.history.last().expect("the first is never lost").1.clone();
        lost
    }

    pub(crate) fn pass(&mut self, ms: u64) {
        self.time.pass(ms);
    }

    /// Everybody of `people` claims every `every_ms`. Returns the granted numbers with the times of
    /// their grants.
    pub(crate) fn serve(
        &mut self,
        people: impl Iterator<Item = u64> + Clone,
        for_ms: u64,
        every_ms: u64,
    ) -> Vec<(u64, Number)> {
        let end = self.time.ms + for_ms;
        let mut granted = Vec::new();
        while self.time.ms < end {
            let waiting = people
                .clone()
                .filter(|sequence| !self.stored.state.is_settled(Sequence(*sequence)));
            let step = self.commit(FailoverAsks {
                claims: waiting.take(20).collect(),
                ..FailoverAsks::default()
            });
            granted.extend(step.grants.iter().map(|grant| (self.time.ms, grant.number)));
            self.pass(every_ms);
        }
        granted
    }
}

/// Returns the answer to a claimant.
pub(crate) fn claim_outcome(outcome: &BatchOutcome, number: u64) -> Option<ClaimOutcome> {
    let found = outcome.claims.iter().find(|(claimant, _)| *claimant == Number(number));
    found.map(|(_, outcome)| *outcome)
}
