//! A room in which each voucher is valid for one place: two nodes that share a store and race, and
//! a naive model of the result.

use std::collections::{BTreeMap, BTreeSet};

use admission::batch::ArrivalOutcome;
use admission::voucher::{ArrivalRefused, ConditionalArrival, VoucherHash, VoucherRecord};
use admission::{Batch, Control, Ledger, RoomConfig, Run, Sequence, State, Step, apply};

use super::stored_form;
use super::time::VirtualTime;

pub(crate) fn hash(id: u8) -> VoucherHash {
    VoucherHash([id; 16])
}

/// The requests in one batch: newcomers with their vouchers, vouchers given back, and whether a new
/// run begins.
#[derive(Debug, Clone, Default)]
pub(crate) struct VoucherAsks {
    pub(crate) newcomers: Vec<Vec<u8>>,
    pub(crate) freed: Vec<u8>,
    pub(crate) reset: bool,
}

pub(crate) fn newcomers(newcomers: &[&[u8]]) -> VoucherAsks {
    VoucherAsks {
        newcomers: newcomers.iter().map(|vouchers| vouchers.to_vec()).collect(),
        ..VoucherAsks::default()
    }
}

type Records = BTreeMap<VoucherHash, Option<VoucherRecord>>;

/// The content of the store: a generation, a ledger with its marks, and the spent vouchers of every
/// run.
#[derive(Debug, Clone)]
pub(crate) struct VoucherStore {
    pub(crate) generation: u64,
    pub(crate) state: State,
    pub(crate) spent: BTreeMap<(Run, VoucherHash), Vec<u8>>,
}

/// A node between two commits: what it assumes is stored.
#[derive(Debug, Clone)]
pub(crate) struct VoucherNode {
    pub(crate) generation: u64,
    pub(crate) state: State,
}

pub(crate) struct VoucherRoom {
    pub(crate) config: RoomConfig,
    pub(crate) store: VoucherStore,
    pub(crate) nodes: [VoucherNode; 2],
    pub(crate) time: VirtualTime,
}

impl VoucherRoom {
    pub(crate) fn new(config: RoomConfig) -> Self {
        let state = State::new(Ledger::new(&config, VirtualTime::default().wall()));
        let node = VoucherNode {
            generation: 0,
            state: state.clone(),
        };
        Self {
            config,
            store: VoucherStore {
                generation: 0,
                state,
                spent: BTreeMap::new(),
            },
            nodes: [node.clone(), node],
            time: VirtualTime::default(),
        }
    }

    /// Returns the records of all named vouchers as the store has them now, of the run that the
    /// node assumes.
    pub(crate) fn load(&self, node: usize, asks: &VoucherAsks) -> Records {
        let run = self.nodes[node].state.ledger.run;
        let named = asks.newcomers.iter().flatten().map(|id| hash(*id));
        named
            .map(|voucher| {
                let stored = self.store.spent.get(&(run, voucher));
                (
                    voucher,
                    stored.map(|bytes| VoucherRecord::decode(bytes).expect("what was written")),
                )
            })
            .collect()
    }

    pub(crate) fn batch(&self, node: usize, asks: &VoucherAsks) -> Batch {
        let conditional = (0..).zip(&asks.newcomers).filter(|(_, vouchers)| !vouchers.is_empty());
        let conditional = conditional.map(|(arrival, vouchers)| {
            let brought = vouchers.iter().map(|id| hash(*id).into());
            ConditionalArrival::new(arrival, brought.collect())
        });
        Batch {
            run: self.nodes[node].state.ledger.run,
            arrivals: u32::try_from(asks.newcomers.len()).expect("few"),
            conditional: conditional.collect(),
            freed: asks.freed.iter().map(|id| hash(*id)).collect(),
            spent: self.load(node, asks),
            controls: asks.reset.then_some(Control::Reset).into_iter().collect(),
            ..Batch::default()
        }
    }

    pub(crate) fn plan(&self, node: usize, batch: &Batch) -> Step {
        apply(&self.nodes[node].state, &self.config, self.time.now(), batch)
    }

    /// Commits by compare-and-set. Returns whether the commit was accepted.
    pub(crate) fn commit(&mut self, node: usize, step: &Step) -> bool {
        if self.nodes[node].generation != self.store.generation {
            return false;
        }
        let run = step.state.ledger.run;
        for (voucher, record) in &step.vouchers {
            match record {
                Some(record) => _ = self.store.spent.insert((run, *voucher), record.encode()),
                None => _ = self.store.spent.remove(&(run, *voucher)),
            }
        }
        self.store.generation += 1;
        stored_form::check_step(&self.store.state, step);
        self.store.state = step.state.clone();
        self.reload(node);
        true
    }

    pub(crate) fn reload(&mut self, node: usize) {
        self.nodes[node] = VoucherNode {
            generation: self.store.generation,
            state: self.store.state.clone(),
        };
    }

    /// Commits as the server does: after a conflict the node reads the newer state and its records,
    /// and applies the same batch again.
    pub(crate) fn ask(&mut self, node: usize, asks: &VoucherAsks) -> Vec<ArrivalOutcome> {
        self.time.pass(10);
        let mut batch = self.batch(node, asks);
        let mut step = self.plan(node, &batch);
        if !self.commit(node, &step) {
            self.reload(node);
            batch.spent = self.load(node, asks);
            step = self.plan(node, &batch);
            assert!(self.commit(node, &step), "nobody else came between");
        }
        step.outcome.arrivals(&batch).collect()
    }
}

/// The naive model of the result.
#[derive(Debug, Default)]
pub(crate) struct VoucherModel {
    pub(crate) run: u16,
    pub(crate) next: u64,
    pub(crate) spent: BTreeSet<u8>,
}

impl VoucherModel {
    pub(crate) fn ask(&mut self, asks: &VoucherAsks, believed: Run) -> Vec<ArrivalOutcome> {
        if asks.reset {
            *self = Self {
                run: self.run + 1,
                ..Self::default()
            };
        }
        let current = believed == Run(self.run);
        if current {
            asks.freed.iter().for_each(|id| _ = self.spent.remove(id));
        }
        let newcomers = asks.newcomers.iter();
        newcomers.map(|vouchers| self.arrive(vouchers, current)).collect()
    }

    pub(crate) fn arrive(&mut self, vouchers: &[u8], current: bool) -> ArrivalOutcome {
        if !vouchers.is_empty() && !current {
            return ArrivalOutcome::Refused(ArrivalRefused::Stale);
        }
        if let Some(at) = vouchers.iter().position(|id| self.spent.contains(id)) {
            return ArrivalOutcome::Refused(ArrivalRefused::Spent(at));
        }
        self.spent.extend(vouchers);
        self.next += 1;
        ArrivalOutcome::Given(Sequence(self.next - 1))
    }
}
