//! Claims that wait for a permit, by the rule of the server's desk (`src/rooms/held_claims.rs`,
//! `src/rooms/node/line.rs` of the root package): which are held, which are granted now, and which
//! are told "not yet".

use std::collections::BTreeMap;

use admission::estimate::POLL_MS_MIN;
use admission::{FlowMs, Number, RoomConfig, Sequence, WallMs};

use super::{Asker, Node, Now};

/// A claim is held for a permit that falls due so soon, milliseconds: the poll interval of those
/// first in line.
const HOLD_MS: u64 = POLL_MS_MIN;
/// No claim is held longer, milliseconds.
const HOLD_MS_MAX: u64 = 2 * HOLD_MS;
/// With a permit at hand and claims that wait for those before them it is looked again so often,
/// milliseconds.
const RECHECK_MS: u64 = 50;
/// A permit that lapses so soon, milliseconds, is given to the lowest claim there is.
const LAPSING_MS: u64 = 2 * RECHECK_MS;

/// A claim that waits.
#[derive(Debug, Clone, Copy)]
pub(super) struct WaitingClaim {
    pub(super) asker: Asker,
    pub(super) sequence: Sequence,
    pub(super) since_ms: u64,
}

impl WaitingClaim {
    /// When it is answered in any case.
    fn until_ms(&self) -> u64 {
        self.since_ms + HOLD_MS_MAX
    }
}

/// Claims that wait, by number: the lowest is served first.
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

    /// All of them, who are waited for no more.
    pub(super) fn take_all(&mut self) -> Vec<(Asker, Number)> {
        let claims = std::mem::take(&mut self.claims).into_iter();
        claims.map(|(number, holder)| (holder.asker, number)).collect()
    }

    /// Forgets claims whose askers hung up.
    pub(super) fn forget_gone(&mut self, open: impl Fn(Asker) -> bool) {
        self.claims.retain(|_, holder| open(holder.asker));
    }

    /// Those below `end`, lowest first.
    pub(super) fn below(&self, end: Number) -> impl Iterator<Item = Number> {
        self.claims.range(..end).map(|(number, _)| *number)
    }

    /// The lowest numbers below `end`, so many at most, and the lowest `at_once` wherever they are.
    fn ready(&self, end: Number, most: u64, at_once: u64) -> Vec<Number> {
        let numbers = (0..most).zip(self.claims.keys().copied());
        let ready = numbers.take_while(|(before, number)| *number < end || *before < at_once);
        ready.map(|(_, number)| number).collect()
    }

    /// Keeps numbers below `end` while they may wait; the rest is let go.
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
    fn permits(&self, flow: FlowMs, config: &RoomConfig) -> u64 {
        self.keeper.state.ledger.permits(config, at(flow))
    }

    /// The lowest claims to be granted now: each waits for those before it whose next poll is not
    /// overdue, unless a permit is about to lapse.
    pub(super) fn ready_claims(&self, now_ms: u64, config: &RoomConfig, most: u64) -> Vec<Number> {
        if self.held.is_empty() {
            return Vec::new();
        }
        let flow = self.flow(now_ms);
        let permits = self.permits(flow, config);
        let lapsing = self.keeper.state.ledger.lapsing(config, at(flow), LAPSING_MS);
        let end = self.front.first_expected(permits, flow);
        self.held.ready(end, permits.min(most), lapsing)
    }

    fn permits_within_hold(&self, now_ms: u64) -> u64 {
        let ledger = &self.keeper.state.ledger;
        match ledger.outflow.next_due() {
            Some(due) if ledger.flows() && now_ms >= self.retry_at_ms => {
                let wait_ms = due.since(self.flow(now_ms));
                HOLD_MS
                    .checked_sub(wait_ms)
                    .map_or(0, |rest_ms| ledger.outflow.pace().in_ms(rest_ms).max(1))
            }
            _ => 0,
        }
    }

    /// Lets go of claims that need not wait any longer; they are told "not yet". With permits at
    /// hand everybody waits: for those before them.
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

    /// Below which number claims are worth holding while the store does not answer.
    fn held_by_lease(&self, flow: FlowMs) -> Number {
        match self.lease.within(flow, HOLD_MS) {
            0 => Number(0),
            most => self.front.first_expected(most, flow),
        }
    }

    /// When claims have to be looked at again.
    pub(super) fn claims_wake_ms(&self, now_ms: u64) -> Option<u64> {
        let until_ms = self.held.first_until_ms()?;
        let due = self.keeper.state.ledger.outflow.next_due();
        // A permit that is due already waits for somebody's poll, or for it to be overdue.
        let due_in = match due.map(|due| due.since(self.flow(now_ms))) {
            Some(0) => RECHECK_MS,
            Some(wait_ms) => wait_ms,
            None => u64::MAX,
        };
        Some(until_ms.min(now_ms.saturating_add(due_in)))
    }
}

/// A moment where the wall clock does not matter.
fn at(flow: FlowMs) -> Now {
    Now { flow, wall: WallMs(0) }
}
