//! Claims that wait for a permit, by the rule of the server's pool node
//! (`crates/node/src/held_claims.rs`, `crates/node/src/pool_node/line.rs`): some are held, some
//! are granted now, and some are answered "not yet".

use std::collections::BTreeMap;

use admission::estimate::POLL_MS_MIN;
use admission::{FlowMs, Number, RoomConfig, Sequence, WallMs};

use super::{Asker, Node, Now};

/// A claim is held for a permit that falls due within this time, in milliseconds: the poll interval
/// of visitors at the front.
const HOLD_MS: u64 = POLL_MS_MIN;
/// The longest time for which a claim is held, in milliseconds.
const HOLD_MS_MAX: u64 = 2 * HOLD_MS;
/// The interval between two looks while a permit is available and claims wait for earlier numbers,
/// in milliseconds.
const RECHECK_MS: u64 = 50;
/// A permit that lapses within this time, in milliseconds, is given to the lowest claim.
const LAPSING_MS: u64 = 2 * RECHECK_MS;

/// A waiting claim.
#[derive(Debug, Clone, Copy)]
pub(super) struct WaitingClaim {
    pub(super) asker: Asker,
    pub(super) sequence: Sequence,
    pub(super) since_ms: u64,
}

impl WaitingClaim {
    /// Returns when the claim is answered at the latest.
    fn until_ms(&self) -> u64 {
        self.since_ms + HOLD_MS_MAX
    }
}

/// The waiting claims by number; the lowest is served first.
#[derive(Debug, Default)]
pub(super) struct Held {
    claims: BTreeMap<Number, WaitingClaim>,
}

impl Held {
    pub(super) fn add(&mut self, number: Number, holder: WaitingClaim) {
        self.claims.insert(number, holder);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    pub(super) fn get(&self, number: Number) -> Option<&WaitingClaim> {
        self.claims.get(&number)
    }

    pub(super) fn remove(&mut self, number: Number) -> Option<Asker> {
        self.claims.remove(&number).map(|holder| holder.asker)
    }

    /// Removes and returns all claims.
    pub(super) fn take_all(&mut self) -> Vec<(Asker, Number)> {
        let claims = std::mem::take(&mut self.claims).into_iter();
        claims.map(|(number, holder)| (holder.asker, number)).collect()
    }

    /// Forgets claims whose visitors have disconnected.
    pub(super) fn forget_gone(&mut self, open: impl Fn(Asker) -> bool) {
        self.claims.retain(|_, holder| open(holder.asker));
    }

    /// Returns the numbers below `end`, lowest first.
    pub(super) fn below(&self, end: Number) -> impl Iterator<Item = Number> {
        self.claims.range(..end).map(|(number, _)| *number)
    }

    /// Returns up to `most` of the lowest numbers: those below `end`, and the lowest `at_once` in
    /// any case.
    fn ready(&self, end: Number, most: u64, at_once: u64) -> Vec<Number> {
        let numbers = (0..most).zip(self.claims.keys().copied());
        let ready = numbers.take_while(|(before, number)| *number < end || *before < at_once);
        ready.map(|(_, number)| number).collect()
    }

    /// Removes and returns the claims that are not below `end` or have waited long enough.
    fn release(&mut self, end: Number, now_ms: u64) -> Vec<(Asker, Number)> {
        let gone = self
            .claims
            .extract_if(.., |number, holder| *number >= end || holder.until_ms() <= now_ms);
        gone.map(|(number, holder)| (holder.asker, number)).collect()
    }

    fn first_until_ms(&self) -> Option<u64> {
        self.claims.values().map(WaitingClaim::until_ms).min()
    }
}

impl Node {
    /// Returns the lowest claims to grant now. A claim waits for lower numbers whose next poll is
    /// not overdue, unless a permit is about to lapse.
    pub(super) fn ready_claims(&self, now_ms: u64, config: &RoomConfig, most: u64) -> Vec<Number> {
        if self.held.is_empty() {
            return Vec::new();
        }
        let flow = self.flow(now_ms);
        let permits = self.permits(flow, config);
        let lapsing = self.lapsing(flow, config, LAPSING_MS);
        let end = self.front.first_expected(permits, flow);
        self.held.ready(end, permits.min(most), lapsing)
    }

    fn permits_within_hold(&self, now_ms: u64) -> u64 {
        if now_ms < self.retry_at_ms || !self.keeper.state.ledger.flows() {
            return 0;
        }
        self.permits_within(self.flow(now_ms), HOLD_MS)
    }

    /// Removes and returns the claims that need not wait any longer; they are answered "not yet".
    /// While permits are available all claims wait for lower numbers.
    pub(crate) fn release(&mut self, now_ms: u64, config: &RoomConfig) -> Vec<(Asker, Number)> {
        if self.held.is_empty() {
            return Vec::new();
        }
        let flow = self.flow(now_ms);
        let end = match self.permits(flow, config) {
            _ if now_ms < self.retry_at_ms && config.leases => self.held_by_lease(flow),
            0 => self.front.first_expected(self.permits_within_hold(now_ms), flow),
            _ => Number(u64::MAX),
        };
        let gone = self.held.release(end, now_ms);
        gone.iter().for_each(|(_, number)| self.front.answered(*number, flow));
        gone
    }

    /// Returns the number below which claims are worth holding while the store does not answer.
    fn held_by_lease(&self, flow: FlowMs) -> Number {
        match self.lease.within(flow, HOLD_MS) {
            0 => Number(0),
            most => self.front.first_expected(most, flow),
        }
    }

    /// Returns when claims must be looked at again.
    pub(super) fn claims_wake_ms(&self, now_ms: u64) -> Option<u64> {
        let until_ms = self.held.first_until_ms()?;
        let due = self.next_due();
        // A permit that is due already waits for a visitor's poll, or until that poll is overdue.
        let due_in = match due.map(|due| due.since(self.flow(now_ms))) {
            Some(0) => RECHECK_MS,
            Some(wait_ms) => wait_ms,
            None => u64::MAX,
        };
        Some(until_ms.min(now_ms.saturating_add(due_in)))
    }
}

/// Returns a moment whose wall time does not matter.
pub(super) fn at(flow: FlowMs) -> Now {
    Now { flow, wall: WallMs(0) }
}
