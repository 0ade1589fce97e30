//! The steps of [`crate::apply`], each of which works on the result of the previous one. [`Plan`]
//! holds the new state and collects the records to be stored.

mod arrivals;
mod claims;
mod leases;
mod life;
mod line;
pub(crate) mod price;
mod recovery;
mod transfers;
mod vouchers;

use std::collections::{BTreeMap, BTreeSet};

use crate::batch::{Batch, BatchOutcome, Grant};
use crate::config::RoomConfig;
use crate::marks::{ChunkIndex, Mark};
use crate::redirects::Redirects;
use crate::state::State;
use crate::step::Step;
use crate::time::{FlowMs, Now};
use crate::transfer::TransferRecords;
use crate::units::{Number, Run, Sequence};
use crate::voucher::{VoucherHash, VoucherRecord};

/// A commit that is being planned.
pub(crate) struct Plan<'a> {
    state: State,
    config: &'a RoomConfig,
    now: Now,
    batch: &'a Batch,
    was_held: bool,
    /// The flow time of the previous commit.
    flow_before: FlowMs,
    /// The run in which the commit begins.
    began_in: Run,
    /// The first place of the current run that was not given before.
    next_before: Sequence,
    /// One past the last number of the current run that was known before.
    numbered_before: Number,
    changed: BTreeSet<ChunkIndex>,
    unnumbered_changed: BTreeSet<ChunkIndex>,
    unnumbered_gone: Option<(Sequence, u64)>,
    redirects: Vec<(Number, Redirects)>,
    transfers: TransferRecords,
    vouchers: BTreeMap<VoucherHash, Option<VoucherRecord>>,
    grants: Vec<Grant>,
    presumed_spent: u64,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(state: State, config: &'a RoomConfig, now: Now, batch: &'a Batch) -> Self {
        Self {
            flow_before: state.ledger.flow,
            began_in: state.ledger.run,
            next_before: state.ledger.next,
            numbered_before: state.ledger.numbered(),
            state,
            config,
            now,
            batch,
            was_held: false,
            changed: BTreeSet::new(),
            unnumbered_changed: BTreeSet::new(),
            unnumbered_gone: None,
            redirects: Vec::new(),
            transfers: TransferRecords::default(),
            vouchers: BTreeMap::new(),
            grants: Vec::new(),
            presumed_spent: 0,
        }
    }

    /// Begins the commit on the state after a possible recovery.
    pub(crate) fn begin(&mut self) {
        self.was_held = !self.state.ledger.flows();
        self.next_before = self.state.ledger.next;
        self.numbered_before = self.state.ledger.numbered();
        self.state.ledger.flow = self.now.flow;
    }

    /// Returns the run in which places are given.
    pub(crate) fn run(&self) -> Run {
        self.state.ledger.run
    }

    /// Returns whether the batch's places belong to this run; a reset may have happened in between.
    fn is_current(&self) -> bool {
        self.batch.run == self.state.ledger.run
    }

    pub(crate) fn finish(mut self, outcome: BatchOutcome) -> Step {
        self.state.ledger.note(self.batch.node, self.batch.batch, self.now);
        debug_assert_eq!(
            self.state.ledger.check(&self.state.marks, &self.state.unnumbered),
            Ok(())
        );
        Step {
            state: self.state,
            changed: self.changed,
            unnumbered_changed: self.unnumbered_changed,
            unnumbered_gone: self.unnumbered_gone,
            redirects: self.redirects,
            transfers: self.transfers,
            vouchers: self.vouchers,
            grants: self.grants,
            presumed_spent: self.presumed_spent,
            outcome,
        }
    }

    fn mark(&mut self, number: Number, mark: Mark) {
        if mark == Mark::Uncounted {
            self.state.ledger.serving.passed.uncount(number);
        }
        self.changed.extend(self.state.marks.set(number, mark));
    }

    /// Lets a place through that was let through `before` times earlier.
    fn grant(&mut self, grant: Grant, before: u8) {
        let record = Redirects {
            count: before.saturating_add(1),
            granted_at: grant.granted_at,
            unseen: grant.unseen,
        };
        self.redirects.push((grant.number, record));
        let counted = !grant.unseen && !self.state.marks.has(grant.number, Mark::Uncounted);
        self.state.ledger.forecast.granted(self.now, grant.number, counted);
        self.mark(grant.number, Mark::Redirected);
        self.mark(grant.number, Mark::Uncounted);
        self.grants.push(grant);
    }

    /// Marks a place, by its number if it has one.
    fn mark_place(&mut self, sequence: Sequence, mark: Mark) {
        let State {
            ledger,
            marks,
            unnumbered,
            ..
        } = &mut self.state;
        if sequence >= ledger.next {
            return;
        }
        match (ledger.order.number(sequence), ledger.order.unnumbered_from()) {
            (Some(number), _) => {
                if mark == Mark::Uncounted && !marks.has(number, mark) {
                    ledger.forecast.record_loss(self.now.flow, number);
                }
                self.mark(number, mark);
            }
            (None, Some(from)) => self
                .unnumbered_changed
                .extend(unnumbered.set(Number(sequence.0 - from.0), mark)),
            (None, None) => unreachable!("a place without a number lies in a window without numbers"),
        }
    }

    pub(crate) fn cancels(&mut self) {
        if !self.is_current() {
            return;
        }
        let batch = self.batch;
        for device in &batch.cancels {
            if !self.is_past(*device) {
                self.mark_place(device.sequence, Mark::Cancelled);
                self.mark_place(device.sequence, Mark::Uncounted);
            }
        }
    }

    pub(crate) fn silences(&mut self) {
        if !self.is_current() {
            return;
        }
        for sequence in &self.batch.silent {
            self.mark_place(*sequence, Mark::Uncounted);
        }
    }
}
