//! Leases: records the node's own grants, frees the permits that it did not spend, and leases it
//! its part of the permits that become due next.

use super::Plan;
use crate::batch::Grant;
use crate::lease::{Lease, LeasedGrant};
use crate::marks::Mark;

impl Plan<'_> {
    /// Ends the node's lease. Returns its future slots.
    pub(crate) fn end_lease(&mut self) -> Lease {
        let batch = self.batch;
        let ledger = &mut self.state.ledger;
        if ledger.outflow.leases.is_empty() && batch.leased.is_empty() {
            return Lease::default();
        }
        // Uses the previous rate, because a new rate takes effect only after this.
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

    /// Records a grant that was already given. Another node may also have let the place through, or
    /// recorded its cancel, which this node could not know.
    fn record(&mut self, LeasedGrant { number, granted_at, .. }: LeasedGrant) {
        if number >= self.state.ledger.numbered() {
            return;
        }
        let batch = self.batch;
        let past = batch.redirects.get(&number);
        // The node could not know that its last commit with this grant was made.
        if past.is_some_and(|past| past.granted_at == granted_at) {
            return;
        }
        let uncounted = u64::from(self.state.marks.has(number, Mark::Uncounted));
        let before = past.map_or(0, |past| past.count);
        let grant = Grant {
            number,
            granted_at,
            unseen: false,
        };
        self.grant(grant, before);
        // Another node may have let the place through as well. The later token is repeated.
        let later = past.map(|past| past.granted_at);
        if let Some((_, record)) = self.redirects.last_mut() {
            record.granted_at = later.unwrap_or(granted_at).max(granted_at);
        }
        let ledger = &mut self.state.ledger;
        ledger.re_entries.count(self.now.flow, uncounted, 1);
        ledger.granted += 1;
    }

    /// Gives the node its next lease, if the room has leases. Gives none while the first minute's
    /// amount of a full opening lasts or the bound holds everybody after it, because estimates are
    /// then exact to the millisecond and permits do not become due evenly.
    pub(crate) fn lease(&mut self, before: &Lease) {
        let ledger = &mut self.state.ledger;
        let alone = self.batch.permits_max.is_none();
        let opening = ledger.gate.is_first_minute(self.now.flow, ledger.outflow.double_left());
        if self.config.leases && alone && !opening && ledger.flows() && !ledger.is_unseen(self.config) {
            ledger.outflow.lease(self.batch.node, before);
        }
    }

    /// Returns after how many milliseconds every node follows this batch's orders.
    pub(crate) fn confirmed_in_ms(&self) -> u64 {
        self.state.ledger.outflow.orders_hold_from().since(self.now.flow)
    }
}
