//! Leases: what the node granted alone is recorded, what it did not spend is free again, and it gets its part of what falls due next.

use super::Plan;
use crate::batch::Grant;
use crate::lease::{Lease, LeasedGrant};
use crate::marks::Mark;

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
        let current = self.is_current();
        for grant in batch.leased.iter().filter(|_| current) {
            self.record(*grant);
        }
        rest
    }

    /// A grant that was given already. Another node may have let the place through as well, or have it cancelled: it could not know.
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
        let ledger = &mut self.state.ledger;
        ledger.re_entries.count(self.now.flow, uncounted, 1);
        ledger.granted += 1;
    }

    /// Gives the node its next lease, where the room has any.
    pub(crate) fn lease(&mut self, before: &Lease) {
        let ledger = &mut self.state.ledger;
        let alone = self.batch.permits_max.is_none();
        if self.config.leases && alone && ledger.flows() && !ledger.is_unseen(self.config) {
            ledger.outflow.lease(self.batch.node, before);
        }
    }

    /// In how many milliseconds every node acts by this batch's orders.
    pub(crate) fn confirmed_in_ms(&self) -> u64 {
        self.state.ledger.outflow.orders_hold_from().since(self.now.flow)
    }
}
