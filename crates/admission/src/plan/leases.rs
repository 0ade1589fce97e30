//! Leases: what the node granted alone is recorded, what it did not spend is free again, and it
//! gets its part of what falls due next.

use super::Plan;
use crate::batch::Grant;
use crate::lease::{Lease, LeasedGrant};
use crate::marks::Mark;
use crate::opening::Gate;

/// So long after a full opening the bound holds everybody, milliseconds.
const FULL_OPENING_MS: u64 = 61_000;

impl Plan<'_> {
    /// Ends the node's lease; what of it is still to come.
    pub(crate) fn end_lease(&mut self) -> Lease {
        let batch = self.batch;
        let ledger = &mut self.state.ledger;
        if ledger.outflow.leases.is_empty() && batch.leased.is_empty() {
            return Lease::default();
        }
        // At the rate of before: a new one comes into force after this.
        let rate = ledger.outflow.rate();
        ledger.outflow.advance(self.now.flow, rate);
        let spent = batch.leased.iter().map(|grant| grant.slot);
        let rest = ledger.outflow.end_lease(batch.node, spent);
        if !ledger.flows() {
            ledger.outflow.outdate_leases();
        }
        let run = ledger.run;
        for grant in batch.leased.iter().filter(|grant| grant.run == run) {
            self.record(*grant);
        }
        rest
    }

    /// A grant that was given already. Another node may have let the place through as well, or have
    /// it cancelled: it could not know.
    fn record(&mut self, LeasedGrant { number, granted_at, .. }: LeasedGrant) {
        if number >= self.state.ledger.numbered() {
            return;
        }
        let uncounted = u64::from(self.state.marks.has(number, Mark::Uncounted));
        let before = self.batch.redirects.get(&number).map_or(0, |past| past.count);
        let grant = Grant {
            number,
            granted_at,
            unseen: false,
        };
        self.grant(grant, before);
        // Let through again elsewhere meanwhile: the later token is the one that is repeated.
        let later = self.batch.redirects.get(&number).map(|past| past.granted_at);
        if let Some((_, record)) = self.redirects.last_mut() {
            record.granted_at = later.unwrap_or(granted_at).max(granted_at);
        }
        let ledger = &mut self.state.ledger;
        ledger.re_entries.count(self.now.flow, uncounted, 1);
        ledger.granted += 1;
    }

    /// Gives the node its next lease, where the room has any. None while the first minute's amount
    /// of a full opening goes, or holds everybody: waits are told by the millisecond then, and
    /// nothing falls due evenly.
    pub(crate) fn lease(&mut self, before: &Lease) {
        let ledger = &mut self.state.ledger;
        let alone = self.batch.permits_max.is_none();
        let opening = match ledger.gate {
            Gate::Opened { at, full: true } => {
                ledger.outflow.double_left() > 0 || self.now.flow.since(at) < FULL_OPENING_MS
            }
            _ => false,
        };
        if self.config.leases && alone && !opening && ledger.flows() && !ledger.is_unseen(self.config) {
            ledger.outflow.lease(self.batch.node, before);
        }
    }

    /// In how many milliseconds every node acts by this batch's orders.
    pub(crate) fn confirmed_in_ms(&self) -> u64 {
        self.state.ledger.outflow.orders_hold_from().since(self.now.flow)
    }
}
