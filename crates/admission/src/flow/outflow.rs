//! The outflow of one room: a hard bound over a sliding window, and an even pace below it.
//!
//! **Bound.** Grants of the last 60.4 s (counted in 100 ms buckets, so that clocks outside agree on
//! every half-open 60 s window) never exceed the max outflow in force; after a decrease the highest
//! that was in force within the window. A window that begins after the decrease knows the lower
//! rate alone, so the grants since each decrease are counted too, and held to the highest rate
//! since.
//!
//! **Pace.** A permit falls due every `60 000 / rate` ms and lapses 2 s later if nobody took it.
//! Credit is kept in exact integers: one permit costs 60 000 units, a millisecond earns `rate`
//! units. While the window is full the credit stands still at one permit at most; so the rhythm
//! shifts by the window's 0.4 s surplus instead of losing whole permits to it (5 a minute is 5 in
//! every 60.4 s, 99.3 % of the rate).
//!
//! **Opening.** The first minute's whole amount may go at twice the pace ([`Outflow::open`]), so in
//! half a minute; after it the bound holds everybody until the window frees. What nobody took in
//! time is not lost to the single pace: the pace is double until the amount is spent, or nobody
//! waits any more.
//!
//! **Unseen.** Who passes a room that is not shown spends a permit of the bound and none of the
//! pace ([`Outflow::spend_unseen`]).
//!
//! **Leases.** Permits that a node may spend alone count in their slots to come from the moment
//! they are leased ([`crate::lease`]); a decrease counts from when every lease of before it is
//! over.
//!
//! Not here: who is granted. That is [`crate::apply`].

mod leased;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::lease::Leases;
use crate::time::FlowMs;
use crate::units::PerMinute;
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

/// An unspent permit lapses after that many milliseconds.
pub const PERMIT_LIFE_MS: u64 = 2_000;
/// Rates remembered within one window; beyond it the oldest is forgotten, which lowers the bound:
/// nobody is granted until the window fits it again.
pub const RATES_MAX: usize = 32;
/// Credit that one permit costs.
const PERMIT: u64 = 60_000;

/// Grants counted in one bucket of flow time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct GrantBucket {
    index: u64,
    grants: u32,
}

/// A rate and the moment it came into force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct InForce {
    rate: PerMinute,
    /// When a later rate replaced it; `None` for the present one.
    until: Option<FlowMs>,
    /// Grants since then.
    since: u64,
}

impl InForce {
    fn from_now_on(rate: PerMinute) -> Self {
        Self {
            rate,
            until: None,
            since: 0,
        }
    }

    /// When no window that could hold one of its grants is left.
    fn forgotten_at(&self) -> Option<FlowMs> {
        Some(self.until?.plus((WINDOW_BUCKETS + 1) * BUCKET_MS))
    }
}

/// The outflow's state, part of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outflow {
    buckets: VecDeque<GrantBucket>,
    in_window: u64,
    /// Rates that still count for the bound, highest first, the present one last.
    rates: VecDeque<InForce>,
    /// Until then the window may hold grants of a rate that had to be forgotten early.
    excess_until: FlowMs,
    credit: u64,
    credited_at: FlowMs,
    /// So many permits more come at the double pace.
    double_left: u64,
    /// Stored beside the ledger's other fields, where there are any.
    #[serde(skip)]
    pub(crate) leases: Leases,
}

impl Outflow {
    /// An outflow that begins at `now` with one permit due.
    #[must_use]
    pub fn new(now: FlowMs, rate: PerMinute) -> Self {
        Self {
            buckets: VecDeque::new(),
            in_window: 0,
            rates: VecDeque::from([InForce::from_now_on(rate)]),
            excess_until: FlowMs(0),
            credit: PERMIT,
            credited_at: now,
            double_left: 0,
            leases: Leases::default(),
        }
    }

    /// The room opens at the moment of the last [`Self::advance`]: one permit is due, and with
    /// `full` the first minute's amount comes at the double pace.
    pub fn open(&mut self, full: bool) {
        self.credit = PERMIT;
        self.double_left = if full { u64::from(self.rate().0) } else { 0 };
    }

    /// Permits that still come at the double pace.
    #[must_use]
    pub fn double_left(&self) -> u64 {
        self.double_left
    }

    /// Nobody waits for the rest of the first minute's amount.
    pub fn end_opening(&mut self) {
        self.double_left = 0;
    }

    /// The rate at which permits fall due now: twice the rate at a full opening.
    #[must_use]
    pub fn pace(&self) -> PerMinute {
        match self.double_left {
            0 => self.rate(),
            _ => PerMinute(self.rate().0.saturating_mul(2)),
        }
    }

    /// The rate at present.
    #[must_use]
    pub fn rate(&self) -> PerMinute {
        self.rates.back().map_or(PerMinute(0), |in_force| in_force.rate)
    }

    /// The most grants the window may hold: the highest rate in force within it.
    #[must_use]
    pub fn bound(&self) -> u64 {
        self.rates.front().map_or(0, |in_force| u64::from(in_force.rate.0))
    }

    /// Grants in the window.
    #[must_use]
    pub fn in_window(&self) -> u64 {
        self.in_window
    }

    /// Whether the window holds more than it may: a sign of damage.
    #[must_use]
    pub fn is_exceeded(&self) -> bool {
        self.in_window > self.bound() && self.excess_until <= self.credited_at
    }

    /// Grants of the last 60 s, for operators.
    #[must_use]
    pub fn last_minute(&self, now: FlowMs) -> u64 {
        let newest = now.0 / BUCKET_MS;
        let oldest = newest.saturating_sub(600);
        self.buckets
            .iter()
            .filter(|bucket| bucket.index > oldest)
            .map(|bucket| u64::from(bucket.grants))
            .sum()
    }

    /// Lets time pass up to `now` and sets the rate in force from then on.
    pub fn advance(&mut self, now: FlowMs, rate: PerMinute) {
        self.earn(now);
        self.forget(now);
        self.set_rate(now, rate);
    }

    /// Permits that may be spent at the moment of the last [`Self::advance`].
    #[must_use]
    pub fn permits(&self) -> u64 {
        (self.credit / PERMIT).min(self.room())
    }

    /// Those of [`Self::permits`] that lapse unless they are spent within so long, milliseconds.
    #[must_use]
    pub fn lapsing(&self, within_ms: u64) -> u64 {
        let pace = u64::from(self.pace().0);
        let kept = PERMIT + PERMIT_LIFE_MS * pace;
        let excess = (self.credit + within_ms * pace).saturating_sub(kept);
        excess.div_ceil(PERMIT).min(self.permits())
    }

    /// What the bound leaves at the moment of the last [`Self::advance`], whatever the pace.
    #[must_use]
    pub fn room(&self) -> u64 {
        let since_decreases = self.decreases().map(|(since, rate)| rate.saturating_sub(since)).min();
        self.bound()
            .saturating_sub(self.in_window)
            .min(since_decreases.unwrap_or(u64::MAX))
            .min(self.room_beside_leases())
    }

    /// Grants since each remembered decrease, and the highest rate in force since.
    fn decreases(&self) -> impl Iterator<Item = (u64, u64)> {
        let later = self.rates.iter().skip(1);
        self.rates
            .iter()
            .zip(later)
            .map(|(earlier, later)| (earlier.since, u64::from(later.rate.0)))
    }

    /// Spends permits at `now`. The caller has checked [`Self::permits`] after advancing to `now`.
    pub fn spend(&mut self, now: FlowMs, permits: u64) {
        debug_assert!(permits <= self.permits(), "never more than there are");
        self.credit -= permits * PERMIT;
        self.count(now, permits);
    }

    /// Spends what the bound leaves, before it falls due. The caller has checked [`Self::room`]
    /// after advancing to `now`.
    pub fn spend_unseen(&mut self, now: FlowMs, permits: u64) {
        debug_assert!(permits <= self.room(), "never more than the bound leaves");
        self.credit = self.credit.saturating_sub(permits.saturating_mul(PERMIT));
        self.count(now, permits);
    }

    /// Counts permits as spent that may have been, in commits which were lost: what fell due in so
    /// many milliseconds before the last [`Self::advance`] to `now`, and what was due before them.
    /// Says how many; `None` for all that the window may hold, where `unknown_ms` is `None`: then
    /// it is not even known how old the grants of the window are.
    ///
    /// They are dated `now`, the latest that they can have been. By the highest rate that the
    /// window knows: which of them was in force is not known.
    pub fn presume_spent(&mut self, now: FlowMs, unknown_ms: Option<u64>) -> Option<u64> {
        self.credit = 0;
        let Some(ms) = unknown_ms else {
            self.fill(now);
            return None;
        };
        let units = u128::from(self.bound()) * u128::from(ms.saturating_add(PERMIT_LIFE_MS));
        let due = u64::try_from(units.div_ceil(u128::from(PERMIT)) + 1).unwrap_or(u64::MAX);
        let permits = due.min(self.room());
        self.count(now, permits);
        Some(permits)
    }

    /// The window is as full as it may be, all of it of this moment.
    fn fill(&mut self, now: FlowMs) {
        self.buckets.clear();
        self.in_window = 0;
        // What was leased is among what was lost.
        self.leases = Leases::default();
        let later: Vec<u64> = self.rates.iter().skip(1).map(|later| u64::from(later.rate.0)).collect();
        for (ended, later) in self.rates.iter_mut().zip(later) {
            (ended.until, ended.since) = (Some(now), ended.since.max(later));
        }
        self.double_left = 0;
        self.count(now, self.bound());
    }

    fn count(&mut self, now: FlowMs, permits: u64) {
        self.double_left = self.double_left.saturating_sub(permits);
        self.in_window += permits;
        let over = |ended: &&mut InForce| ended.until.is_some_and(|until| until <= now);
        for ended in self.rates.iter_mut().filter(over) {
            ended.since += permits;
        }
        let index = now.0 / BUCKET_MS;
        let grants = u32::try_from(permits).expect("a rate fits 32 bits, and so do its permits");
        match self.buckets.back_mut() {
            Some(bucket) if bucket.index == index => bucket.grants += grants,
            _ if permits > 0 => self.buckets.push_back(GrantBucket { index, grants }),
            _ => {}
        }
    }

    /// Nothing is saved up while nobody may be granted: at most one permit is kept.
    pub fn hold(&mut self) {
        self.credit = self.credit.min(PERMIT);
        self.leases.debt = 0;
    }

    /// When the next permit can be spent, if nothing changes: the last advance's moment or later;
    /// `None` at rate 0.
    #[must_use]
    pub fn next_due(&self) -> Option<FlowMs> {
        let pace = u64::from(self.pace().0);
        if pace == 0 {
            return None;
        }
        let earned = self.credited_at.plus(PERMIT.saturating_sub(self.credit).div_ceil(pace));
        Some(earned.max(self.free_at(self.credited_at)))
    }

    /// Lets time pass up to `now` as [`Self::advance`] does, but what fell due waits as far as it
    /// fits one permit and 2 s: no permit is lost that could not be spent because a capacity shared
    /// with others had none at that moment.
    pub fn keep(&mut self, now: FlowMs) {
        self.accrue(now);
        self.credit = self.credit.min(PERMIT + PERMIT_LIFE_MS * u64::from(self.pace().0));
    }

    fn earn(&mut self, now: FlowMs) {
        self.accrue(now);
        self.lapse(u64::from(self.pace().0));
    }

    fn accrue(&mut self, now: FlowMs) {
        if now <= self.credited_at {
            return;
        }
        let (pace, before) = (u64::from(self.pace().0), self.credited_at);
        let free = self.free_at(self.credited_at).min(now);
        let blocked_ms = free.since(self.credited_at);
        if blocked_ms > 0 {
            self.credit = self.credit.max((self.credit + blocked_ms * pace).min(PERMIT));
        }
        self.credit += now.since(self.credited_at.max(free)) * pace;
        self.credited_at = self.credited_at.max(now);
        self.charge_leases(before);
    }

    /// Drops permits that fell due more than [`PERMIT_LIFE_MS`] ago; the rhythm of the later ones
    /// stays.
    fn lapse(&mut self, rate: u64) {
        let most = PERMIT + PERMIT_LIFE_MS * rate;
        if self.credit > most {
            self.credit -= (self.credit - most).div_ceil(PERMIT) * PERMIT;
        }
    }

    fn forget(&mut self, now: FlowMs) {
        let newest = now.0 / BUCKET_MS;
        while let Some(bucket) = self
            .buckets
            .front()
            .filter(|bucket| bucket.index + WINDOW_BUCKETS <= newest)
        {
            self.in_window -= u64::from(bucket.grants);
            self.buckets.pop_front();
        }
        self.forget_leases(newest);
        while self
            .rates
            .front()
            .and_then(InForce::forgotten_at)
            .is_some_and(|at| at <= now)
        {
            self.rates.pop_front();
        }
    }

    fn set_rate(&mut self, now: FlowMs, rate: PerMinute) {
        if self.rate() == rate {
            return;
        }
        if rate < self.rate() {
            self.outdate_leases();
        }
        let until = self.orders_hold_from().max(now);
        if let Some(present) = self.rates.back_mut() {
            present.until = Some(until);
        }
        // A rate that was never above the new one cannot be the highest of the window any more.
        while self.rates.back().is_some_and(|earlier| earlier.rate <= rate) {
            self.rates.pop_back();
        }
        if self.rates.len() == RATES_MAX {
            let forgotten = self.rates.pop_front().and_then(|oldest| oldest.forgotten_at());
            self.excess_until = self.excess_until.max(forgotten.unwrap_or(now));
        }
        self.rates.push_back(InForce::from_now_on(rate));
        self.lapse(u64::from(rate.0));
    }

    /// The first moment, from `from` on, at which the window has room if nobody is granted
    /// meanwhile and the bound stays.
    fn free_at(&self, from: FlowMs) -> FlowMs {
        let mut held = self.in_window;
        let bound = self.bound();
        if bound == 0 {
            return from;
        }
        let mut free = from;
        for bucket in &self.buckets {
            if held < bound {
                break;
            }
            held -= u64::from(bucket.grants);
            free = FlowMs((bucket.index + WINDOW_BUCKETS) * BUCKET_MS).max(from);
        }
        let spent = self.rates.iter().zip(self.decreases());
        let spent = spent.filter(|(_, (since, rate))| since >= rate);
        spent
            .filter_map(|(ended, _)| ended.forgotten_at())
            .fold(free, FlowMs::max)
    }
}

#[cfg(test)]
mod tests;
