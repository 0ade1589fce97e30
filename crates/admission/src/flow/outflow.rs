//! The outflow of one room: a hard bound over a sliding window, and an even pace below it.
//!
//! **Bound.** Grants of the last 60.4 s (counted in 100 ms buckets, so that every clock outside
//! agrees on every half-open 60 s window) never exceed the max outflow in force; after a decrease,
//! the highest one in force within the window. A window that begins after the decrease contains
//! only the lower rate, so the grants since each decrease are also counted, and bounded by the
//! highest rate since.
//!
//! **Pace.** A permit becomes due every `60 000 / rate` ms and lapses 2 s later if it is not spent.
//! Credit is kept in exact integers: one permit costs 60 000 units, a millisecond earns `rate`
//! units. While the window is full, the credit stops at one permit, so the rhythm shifts by the
//! window's surplus of 0.4 s instead of losing whole permits to it (at 5 per minute, 5 permits
//! become due in every 60.4 s, 99.3 % of the rate).
//!
//! **Opening.** The first minute's whole amount can be spent at twice the pace ([`Outflow::open`]),
//! which takes half a minute; after it the bound holds everybody until the window frees. Permits of
//! the amount that lapsed still come at the double pace: the pace stays double until the amount is
//! spent, or until nobody waits any more.
//!
//! **Unseen.** A visitor who passes a room that is not shown spends a permit of the bound without
//! waiting for the pace ([`Outflow::spend_unseen`]); credit is used up as far as there is any.
//!
//! **Leases.** Permits that a node can spend alone count in their future slots from the moment they
//! are leased ([`crate::lease`]). A decrease takes effect in the bound when every earlier lease has
//! ended.
//!
//! **Late.** A grant counts from its date on, or, if a node learned of it later than that, from
//! then on ([`late`]).
//!
//! [`crate::apply`] decides which visitors are granted, not this module.

pub mod late;
mod leased_permits;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::lease::Leases;
use crate::time::FlowMs;
use crate::units::PerMinute;
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

/// An unspent permit lapses after this many milliseconds.
pub const PERMIT_LIFE_MS: u64 = 2_000;
/// The most rates remembered within one window. Beyond it the oldest is forgotten, which lowers the
/// bound: nobody is granted until the grants in the window fit the lower bound.
pub const RATES_MAX: usize = 32;
/// Credit that one permit costs.
const PERMIT: u64 = 60_000;

/// Grants counted in one bucket of flow time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct GrantBucket {
    index: u64,
    grants: u32,
    /// The bucket from which they count, if it is later ([`late`]). Stored beside the ledgers.
    #[serde(skip)]
    late: u64,
}

impl GrantBucket {
    fn new(index: u64, grants: u32) -> Self {
        Self { index, grants, late: 0 }
    }
}

/// A rate and the time until which it is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct InForce {
    rate: PerMinute,
    /// When a later rate replaced this one; `None` for the current one.
    until: Option<FlowMs>,
    /// Grants since `until`.
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

    /// Returns when no window remains that could contain a grant at this rate.
    fn forgotten_at(&self) -> Option<FlowMs> {
        Some(self.until?.plus((WINDOW_BUCKETS + 1) * BUCKET_MS))
    }
}

/// The outflow's state, part of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outflow {
    buckets: VecDeque<GrantBucket>,
    in_window: u64,
    /// Rates that still count for the bound, highest first, the current one last.
    rates: VecDeque<InForce>,
    /// Until when the window can hold grants of a rate that was forgotten early.
    excess_until: FlowMs,
    credit: u64,
    credited_at: FlowMs,
    /// How many further permits come at the double pace.
    double_left: u64,
    /// Stored after the ledger's other fields, if there are any leases.
    #[serde(skip)]
    pub(crate) leases: Leases,
}

impl Outflow {
    /// Creates an outflow that begins at `now` with one permit due.
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

    /// Opens the room at the time of the last [`Self::advance`]: one permit is due, and with `full`
    /// the first minute's amount comes at the double pace.
    pub fn open(&mut self, full: bool) {
        self.credit = PERMIT;
        self.double_left = if full { u64::from(self.rate().0) } else { 0 };
    }

    /// Returns how many permits still come at the double pace.
    #[must_use]
    pub fn double_left(&self) -> u64 {
        self.double_left
    }

    /// Ends the opening, because nobody waits for the rest of the first minute's amount.
    pub fn end_opening(&mut self) {
        self.double_left = 0;
    }

    /// Returns the rate at which permits become due: twice the rate during a full opening.
    #[must_use]
    pub fn pace(&self) -> PerMinute {
        match self.double_left {
            0 => self.rate(),
            _ => PerMinute(self.rate().0.saturating_mul(2)),
        }
    }

    /// Returns the current rate.
    #[must_use]
    pub fn rate(&self) -> PerMinute {
        self.rates.back().map_or(PerMinute(0), |in_force| in_force.rate)
    }

    /// Returns the most grants that the window can hold: the highest rate in force within it.
    #[must_use]
    pub fn bound(&self) -> u64 {
        self.rates.front().map_or(0, |in_force| u64::from(in_force.rate.0))
    }

    /// Returns the number of grants in the window.
    #[must_use]
    pub fn in_window(&self) -> u64 {
        self.in_window
    }

    /// Returns whether the window holds more grants than the bound, which is a sign of damage.
    #[must_use]
    pub fn is_exceeded(&self) -> bool {
        self.in_window > self.bound() && self.excess_until <= self.credited_at
    }

    /// Returns the number of grants of the last 60 s, for operators.
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

    /// Returns for how long an unspent permit has been due, in milliseconds.
    pub(crate) fn unspent_ms(&self) -> u64 {
        let spare = self.credit.saturating_sub(PERMIT);
        spare.checked_div(u64::from(self.pace().0)).unwrap_or(0)
    }

    /// Returns the grants in the window, and in how many milliseconds they leave it; the first to
    /// leave come first.
    pub(crate) fn leaving(&self, now: FlowMs) -> impl Iterator<Item = (u32, u64)> {
        self.buckets
            .iter()
            .map(move |bucket| (bucket.grants, bucket.leaves_at().since(now)))
    }

    /// Lets time pass up to `now` and sets the rate in force from then on.
    pub fn advance(&mut self, now: FlowMs, rate: PerMinute) {
        self.earn(now);
        self.forget(now);
        self.set_rate(now, rate);
    }

    /// Returns how many permits can be spent at the time of the last [`Self::advance`].
    #[must_use]
    pub fn permits(&self) -> u64 {
        (self.credit / PERMIT).min(self.headroom())
    }

    /// Returns how many of [`Self::permits`] lapse unless they are spent within `within_ms`
    /// milliseconds.
    #[must_use]
    pub fn lapsing(&self, within_ms: u64) -> u64 {
        let pace = u64::from(self.pace().0);
        let kept = PERMIT + PERMIT_LIFE_MS * pace;
        let excess = (self.credit + within_ms * pace).saturating_sub(kept);
        excess.div_ceil(PERMIT).min(self.permits())
    }

    /// Returns how many grants the bound leaves at the time of the last [`Self::advance`],
    /// regardless of the pace.
    #[must_use]
    pub fn headroom(&self) -> u64 {
        let since_decreases = self.decreases().map(|(since, rate)| rate.saturating_sub(since)).min();
        self.bound()
            .saturating_sub(self.in_window)
            .min(since_decreases.unwrap_or(u64::MAX))
            .min(self.headroom_beside_leases())
    }

    /// Returns [`Self::headroom`] for visitors `ahead` of the pace, otherwise [`Self::permits`].
    pub(crate) fn spendable(&self, ahead: bool) -> u64 {
        match ahead {
            true => self.headroom(),
            false => self.permits(),
        }
    }

    /// Spends permits of [`Self::spendable`].
    pub(crate) fn spend_of(&mut self, now: FlowMs, permits: u64, ahead: bool) {
        match ahead {
            true => self.spend_unseen(now, permits),
            false => self.spend(now, permits),
        }
    }

    /// Returns, for each remembered decrease, the grants since it and the highest rate in force
    /// since.
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

    /// Spends permits that the bound leaves, before they become due. The caller has checked
    /// [`Self::headroom`] after advancing to `now`.
    pub fn spend_unseen(&mut self, now: FlowMs, permits: u64) {
        debug_assert!(permits <= self.headroom(), "never more than the bound leaves");
        self.credit = self.credit.saturating_sub(permits.saturating_mul(PERMIT));
        self.count(now, permits);
    }

    /// Counts permits as spent that lost commits may have spent: those that became due in the
    /// `unknown_ms` milliseconds before the last [`Self::advance`] to `now`, and those that were
    /// due before them. Returns how many. If `unknown_ms` is `None`, even the age of the grants in
    /// the window is unknown: everything that the window can hold then counts as spent, and the
    /// result is `None`.
    ///
    /// The permits are dated `now`, the latest time possible, and counted at the highest rate in
    /// the window, because it is unknown which rate was in force.
    pub fn presume_spent(&mut self, now: FlowMs, unknown_ms: Option<u64>) -> Option<u64> {
        self.credit = 0;
        let Some(ms) = unknown_ms else {
            self.fill(now);
            return None;
        };
        let units = u128::from(self.bound()) * u128::from(ms.saturating_add(PERMIT_LIFE_MS));
        let due = u64::try_from(units.div_ceil(u128::from(PERMIT)) + 1).unwrap_or(u64::MAX);
        let permits = due.min(self.headroom());
        self.count(now, permits);
        Some(permits)
    }

    /// Fills the window completely, with all grants dated now.
    fn fill(&mut self, now: FlowMs) {
        self.buckets.clear();
        self.in_window = 0;
        // The leases were lost as well.
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
            _ if permits > 0 => self.buckets.push_back(GrantBucket::new(index, grants)),
            _ => {}
        }
    }

    /// Keeps at most one permit while nobody can be granted, so that no permits are saved up.
    pub fn hold(&mut self) {
        self.credit = self.credit.min(PERMIT);
        self.leases.debt = 0;
    }

    /// Returns when the next permit can be spent if nothing changes, not earlier than the last
    /// advance; `None` at rate 0.
    #[must_use]
    pub fn next_due(&self) -> Option<FlowMs> {
        let pace = u64::from(self.pace().0);
        if pace == 0 {
            return None;
        }
        let earned = self.credited_at.plus(PERMIT.saturating_sub(self.credit).div_ceil(pace));
        Some(earned.max(self.free_at(self.credited_at)))
    }

    /// Lets time pass up to `now` like [`Self::advance`], but keeps permits up to a limit of one
    /// permit plus 2 s. So no permit is lost because a capacity shared with others had none at the
    /// moment when the permit became due.
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

    /// Drops permits that became due more than [`PERMIT_LIFE_MS`] ago; the rhythm of later permits
    /// does not change.
    fn lapse(&mut self, rate: u64) {
        let most = PERMIT + PERMIT_LIFE_MS * rate;
        if self.credit > most {
            self.credit -= (self.credit - most).div_ceil(PERMIT) * PERMIT;
        }
    }

    fn forget(&mut self, now: FlowMs) {
        let newest = now.0 / BUCKET_MS;
        while let Some(bucket) = self.buckets.front().filter(|bucket| bucket.leaves() <= newest) {
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
        // A rate that was never above the new one can no longer be the highest of the window.
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

    /// Returns the first time, not earlier than `from`, at which the window has headroom if nobody
    /// is granted meanwhile and the bound stays the same.
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
            free = bucket.leaves_at().max(free);
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
