//! The outflow of one room: a hard bound over a sliding window, and an even pace below it.
//!
//! **Bound.** Grants of the last 60.4 s (counted in 100 ms buckets, so that clocks outside agree on every half-open 60 s window) never exceed the
//! max outflow in force; after a decrease the highest that was in force within the window. A window that begins after the decrease knows the lower
//! rate alone, so the grants since each decrease are counted too, and held to the highest rate since.
//!
//! **Pace.** A permit falls due every `60 000 / rate` ms and lapses 2 s later if nobody took it. Credit is kept in exact integers: one
//! permit costs 60 000 units, a millisecond earns `rate` units. While the window is full the credit stands still at one permit at most; so the
//! rhythm shifts by the window's 0.4 s surplus instead of losing whole permits to it (5 a minute is 5 in every 60.4 s, 99.3 % of the rate).
//!
//! **Opening.** The first half minute after a start may go at twice the pace ([`Outflow::open`]): the minute's whole amount, after which the bound holds
//! everybody until the window frees.
//!
//! **Unseen.** Who passes a room that is not shown spends a permit of the bound and none of the pace ([`Outflow::spend_unseen`]).
//!
//! Not here: who is granted. That is [`crate::apply`].

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::time::FlowMs;
use crate::units::PerMinute;

/// Width of a bucket of the window, milliseconds.
pub const BUCKET_MS: u64 = 100;
/// Buckets in the window: 60.4 s.
pub const WINDOW_BUCKETS: u64 = 604;
/// An unspent permit lapses after that many milliseconds.
pub const PERMIT_LIFE_MS: u64 = 2_000;
/// Rates remembered within one window; beyond it the oldest is forgotten, which lowers the bound: nobody is granted until the window fits it again.
pub const RATES_MAX: usize = 32;
/// At a full opening the pace is double for so long, milliseconds.
pub const DOUBLE_PACE_MS: u64 = 30_000;
/// Credit that one permit costs.
const PERMIT: u64 = 60_000;

/// Grants counted in one bucket of flow time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Bucket {
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
    buckets: VecDeque<Bucket>,
    in_window: u64,
    /// Rates that still count for the bound, highest first, the present one last.
    rates: VecDeque<InForce>,
    /// Until then the window may hold grants of a rate that had to be forgotten early.
    excess_until: FlowMs,
    credit: u64,
    credited_at: FlowMs,
    /// Until then the pace is double.
    double_until: Option<FlowMs>,
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
            double_until: None,
        }
    }

    /// The room opens at the moment of the last [`Self::advance`]: one permit is due, and with `full` the first minute's amount within [`DOUBLE_PACE_MS`].
    pub fn open(&mut self, full: bool) {
        self.credit = PERMIT;
        self.double_until = full.then(|| self.credited_at.plus(DOUBLE_PACE_MS));
    }

    /// The rate at which permits fall due now: twice the rate at a full opening.
    #[must_use]
    pub fn pace(&self) -> PerMinute {
        match self.double_until {
            Some(until) if self.credited_at < until => PerMinute(self.rate().0.saturating_mul(2)),
            _ => self.rate(),
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

    /// What the bound leaves at the moment of the last [`Self::advance`], whatever the pace.
    #[must_use]
    pub fn room(&self) -> u64 {
        let since_decreases = self.decreases().map(|(since, rate)| rate.saturating_sub(since)).min();
        self.bound()
            .saturating_sub(self.in_window)
            .min(since_decreases.unwrap_or(u64::MAX))
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

    /// Spends what the bound leaves, before it falls due. The caller has checked [`Self::room`] after advancing to `now`.
    pub fn spend_unseen(&mut self, now: FlowMs, permits: u64) {
        debug_assert!(permits <= self.room(), "never more than the bound leaves");
        self.credit = self.credit.saturating_sub(permits.saturating_mul(PERMIT));
        self.count(now, permits);
    }

    fn count(&mut self, now: FlowMs, permits: u64) {
        self.in_window += permits;
        for ended in self.rates.iter_mut().filter(|in_force| in_force.until.is_some()) {
            ended.since += permits;
        }
        let index = now.0 / BUCKET_MS;
        let grants = u32::try_from(permits).expect("a rate fits 32 bits, and so do its permits");
        match self.buckets.back_mut() {
            Some(bucket) if bucket.index == index => bucket.grants += grants,
            _ if permits > 0 => self.buckets.push_back(Bucket { index, grants }),
            _ => {}
        }
    }

    /// Nothing is saved up while nobody may be granted: at most one permit is kept.
    pub fn hold(&mut self) {
        self.credit = self.credit.min(PERMIT);
    }

    /// When the next permit can be spent, if nothing changes: the last advance's moment or later; `None` at rate 0.
    #[must_use]
    pub fn next_due(&self) -> Option<FlowMs> {
        let rate = u64::from(self.rate().0);
        if rate == 0 {
            return None;
        }
        Some(self.earned_at(rate).max(self.free_at(self.credited_at)))
    }

    /// When the credit reaches one permit.
    fn earned_at(&self, rate: u64) -> FlowMs {
        let missing = PERMIT.saturating_sub(self.credit);
        let double = self.double_until.map_or(0, |until| until.since(self.credited_at));
        if missing <= double * 2 * rate {
            return self.credited_at.plus(missing.div_ceil(2 * rate));
        }
        let missing = missing - double * 2 * rate;
        self.credited_at.plus(double + missing.div_ceil(rate))
    }

    /// Lets time pass up to `now` as [`Self::advance`] does, but what fell due waits as far as it fits one permit and 2 s: no permit is lost that could not
    /// be spent because a capacity shared with others had none at that moment.
    pub fn keep(&mut self, now: FlowMs) {
        let pace = u64::from(self.pace().0);
        self.accrue(now);
        self.credit = self.credit.min(PERMIT + PERMIT_LIFE_MS * pace);
    }

    fn earn(&mut self, now: FlowMs) {
        let pace = u64::from(self.pace().0);
        self.accrue(now);
        self.lapse(pace);
    }

    fn accrue(&mut self, now: FlowMs) {
        let rate = u64::from(self.rate().0);
        if let Some(until) = self.double_until {
            self.earn_at(now.min(until), 2 * rate);
            self.double_until = (now < until).then_some(until);
        }
        self.earn_at(now, rate);
    }

    fn earn_at(&mut self, now: FlowMs, rate: u64) {
        if now <= self.credited_at {
            return;
        }
        let free = self.free_at(self.credited_at).min(now);
        let blocked_ms = free.since(self.credited_at);
        if blocked_ms > 0 {
            self.credit = self.credit.max((self.credit + blocked_ms * rate).min(PERMIT));
        }
        self.credit += now.since(self.credited_at.max(free)) * rate;
        self.credited_at = self.credited_at.max(now);
    }

    /// Drops permits that fell due more than [`PERMIT_LIFE_MS`] ago; the rhythm of the later ones stays.
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
        if let Some(present) = self.rates.back_mut() {
            present.until = Some(now);
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

    /// The first moment, from `from` on, at which the window has room if nobody is granted meanwhile and the bound stays.
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
mod tests {
    use super::*;

    /// Greedy demand: takes every permit at once, in steps of `step_ms`; returns the moments of all grants.
    fn greedy(rate: PerMinute, minutes: u64, step_ms: u64) -> Vec<u64> {
        let mut outflow = Outflow::new(FlowMs(0), rate);
        let mut grants = Vec::new();
        for now in (0..minutes * 60_000).step_by(usize::try_from(step_ms).expect("small")) {
            outflow.advance(FlowMs(now), rate);
            let permits = outflow.permits();
            outflow.spend(FlowMs(now), permits);
            grants.extend(std::iter::repeat_n(now, usize::try_from(permits).expect("small")));
        }
        grants
    }

    fn most_in_any_minute(grants: &[u64]) -> usize {
        let mut start = 0;
        let mut most = 0;
        for (end, at) in grants.iter().enumerate() {
            while grants[start] + 60_000 <= *at {
                start += 1;
            }
            most = most.max(end + 1 - start);
        }
        most
    }

    #[test]
    fn bound_holds_and_ninety_nine_percent_is_used_at_every_rate() {
        for rate in [1, 2, 5, 7, 20, 30, 31, 60, 120, 999, 10_000] {
            let grants = greedy(PerMinute(rate), 30, 10);
            assert!(most_in_any_minute(&grants) <= rate as usize, "bound at {rate} a minute");
            let used = grants.len() as f64 / (30.0 * f64::from(rate));
            assert!(used >= 0.99, "{rate} a minute: {used} used");
        }
    }

    #[test]
    fn five_a_minute_is_five_and_never_six() {
        let grants = greedy(PerMinute(5), 120, 1);
        assert_eq!(most_in_any_minute(&grants), 5);
        assert!(grants.len() >= 120 * 49 / 10, "{} in two hours", grants.len());
        let gaps = grants.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(
            gaps.clone().all(|gap| (11_900..=12_600).contains(&gap)),
            "evenly spread: {:?}",
            gaps.max()
        );
    }

    #[test]
    fn unspent_permits_lapse_after_two_seconds() {
        let mut outflow = Outflow::new(FlowMs(0), PerMinute(120));
        outflow.advance(FlowMs(600_000), PerMinute(120));
        assert!(
            outflow.permits() <= 5,
            "two seconds at two a second, and the one just due: {}",
            outflow.permits()
        );
        let mut slow = Outflow::new(FlowMs(0), PerMinute(5));
        slow.advance(FlowMs(2_001), PerMinute(5));
        assert_eq!(slow.permits(), 0, "the first permit has lapsed");
        assert_eq!(slow.next_due(), Some(FlowMs(12_000)), "the rhythm stays");
    }

    #[test]
    fn a_decrease_acts_at_once_and_an_increase_within_a_minute() {
        let mut outflow = Outflow::new(FlowMs(0), PerMinute(600));
        let mut at = Vec::new();
        for now in (0..240_000).step_by(10) {
            let rate = PerMinute(if (60_000..120_000).contains(&now) { 60 } else { 600 });
            outflow.advance(FlowMs(now), rate);
            let permits = outflow.permits();
            outflow.spend(FlowMs(now), permits);
            at.extend(std::iter::repeat_n(now, usize::try_from(permits).expect("small")));
        }
        let between = |from, to| at.iter().filter(|t| (from..to).contains(*t)).count();
        assert!(between(61_000, 71_000) <= 11, "the pace falls at once");
        assert!(
            between(61_000, 71_000) >= 9,
            "and goes on at the new pace although the window still holds the old one"
        );
        assert!(
            between(180_000, 240_000) >= 590,
            "the new level is reached within a minute"
        );
    }

    #[test]
    fn a_minute_that_begins_at_a_decrease_holds_the_lower_rate_only() {
        let mut outflow = Outflow::new(FlowMs(0), PerMinute(600));
        outflow.advance(FlowMs(30_000), PerMinute(600));
        let mut granted = 0;
        for now in (30_000..90_000).step_by(10) {
            outflow.advance(FlowMs(now), PerMinute(60));
            let permits = outflow.permits();
            outflow.spend(FlowMs(now), permits);
            granted += permits;
        }
        assert_eq!(
            granted, 60,
            "what was saved up before the decrease is no addition to it"
        );
        outflow.advance(FlowMs(91_000), PerMinute(60));
        assert!(!outflow.is_exceeded());
    }

    #[test]
    fn more_decreases_than_are_remembered_only_hold_people_back() {
        let mut outflow = Outflow::new(FlowMs(0), PerMinute(100_000));
        outflow.advance(FlowMs(10_000), PerMinute(100_000));
        outflow.spend(FlowMs(10_000), outflow.permits());
        let steps = u32::try_from(RATES_MAX).expect("small") + 1;
        for step in 1..=steps {
            outflow.advance(FlowMs(10_000), PerMinute(100 - step));
        }
        assert!(outflow.in_window() > outflow.bound(), "the oldest rate is forgotten");
        assert_eq!(outflow.permits(), 0);
        assert!(!outflow.is_exceeded(), "that is no damage");
        outflow.advance(FlowMs(70_500), PerMinute(50));
        assert!(outflow.in_window() <= outflow.bound() && !outflow.is_exceeded());
    }

    #[test]
    fn next_due_is_the_first_moment_with_a_permit() {
        for rate in [1, 5, 30, 120, 5_000] {
            let rate = PerMinute(rate);
            let mut outflow = Outflow::new(FlowMs(0), rate);
            for _ in 0..400 {
                let due = outflow.next_due().expect("rate above 0");
                let mut before = outflow.clone();
                before.advance(FlowMs(due.0.saturating_sub(1)).max(outflow.credited_at), rate);
                assert!(
                    due == outflow.credited_at || before.permits() == 0,
                    "not a millisecond earlier"
                );
                outflow.advance(due, rate);
                assert!(outflow.permits() >= 1, "due means due, at {due:?}, {rate:?}");
                outflow.spend(due, outflow.permits());
            }
        }
    }
}
