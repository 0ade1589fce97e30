//! The permits that fall due while visitors always ask, counted over whole minutes: a lower bound
//! for what a room can spend.
//!
//! The permit `k` falls due at `due(k)`, and a room that loses no permit spends it at `spent(k)`:
//!
//! ```text
//! due(k)   =  max(due(k - 1) + period,   due(k - rate) + window)
//! spent(k) <= max(spent(k - 1) + period, spent(k - rate) + window)
//! ```
//!
//! The window is a minute and a slack: for how much longer than a minute a grant counts at a node,
//! and the time until the next commit. From both lines follows `spent(k) <= due(k)` by induction,
//! because a maximum is no later where its terms are no later. A permit that is spent before it is
//! due falls due when it is spent, which keeps the inequality. A permit that the room loses is
//! missing for good, because `due` waits for no grant.
//!
//! Times are in microseconds of flow time, so that a period is not rounded to milliseconds.

use std::collections::VecDeque;

use super::MINUTE_MS;

const MS: u64 = 1_000;

#[derive(Debug)]
pub(super) struct DuePermits {
    /// How long a permit keeps the minute full: a minute and the slack.
    window_us: u64,
    /// When the last permits fell due, or were spent if that was earlier; the earliest first.
    minute: VecDeque<u64>,
    /// When the next permit is due by the pace alone; `None` while visitors do not always ask.
    paced: Option<u64>,
    /// Up to when permits fell due, or did not because nobody asked.
    passed_to: u64,
    period_us: u64,
    /// Permits that are due and not spent.
    pending: u64,
}

impl DuePermits {
    /// Returns permits that each keep the minute full for `window_ms` milliseconds.
    pub(super) fn new(window_ms: u64) -> Self {
        Self {
            window_us: window_ms * MS,
            minute: VecDeque::new(),
            paced: None,
            passed_to: 0,
            period_us: 0,
            pending: 0,
        }
    }

    /// Lets permits fall due at `rate` permits a minute up to `now_ms`, as far as visitors asked
    /// for them in the last `asked_ms` milliseconds. `granted`: the times of the grants of the last
    /// minute, for the first call after [`Self::stop`]. Returns how many fell due.
    pub(super) fn fall_due(
        &mut self,
        (now_ms, asked_ms): (u64, u64),
        rate: u32,
        granted: impl Iterator<Item = u64>,
    ) -> u64 {
        let now = now_ms * MS;
        let passed = now.saturating_sub(std::mem::replace(&mut self.passed_to, now));
        let asked = passed.min(asked_ms * MS);
        if rate == 0 {
            self.stop(now_ms);
            return 0;
        }
        self.period_us = (MINUTE_MS * MS).div_ceil(u64::from(rate));
        let mut paced = match self.paced {
            Some(paced) => paced + passed - asked,
            None => {
                self.minute = granted.map(|at_ms| at_ms * MS).collect();
                now - asked + self.period_us
            }
        };
        let mut fell_due = 0;
        loop {
            let first = self.minute.len().checked_sub(rate as usize);
            let has_room_at = first.map_or(0, |first| self.minute[first] + self.window_us);
            let due = paced.max(has_room_at);
            if due > now {
                break;
            }
            self.minute.push_back(due);
            paced = due + self.period_us;
            fell_due += 1;
        }
        let before = self.minute.len().saturating_sub(rate as usize);
        self.minute.drain(..before);
        self.paced = Some(paced);
        self.pending += fell_due;
        fell_due
    }

    /// Records that a permit is spent, whose grant counts as of that time. Returns whether it was
    /// not due yet, which makes it due.
    pub(super) fn spend(&mut self, at_ms: u64) -> bool {
        if self.paced.is_none() {
            return false;
        }
        if let Some(pending) = self.pending.checked_sub(1) {
            self.pending = pending;
            return false;
        }
        let last = self.minute.back().copied().unwrap_or(0);
        let at = last.max(at_ms * MS);
        self.minute.push_back(at);
        self.paced = Some(at + self.period_us);
        true
    }

    /// Takes those permits out that are due beyond the last `most`. Returns how many.
    pub(super) fn lapse(&mut self, most: u64) -> u64 {
        let lapsed = self.pending.saturating_sub(most);
        self.pending -= lapsed;
        lapsed
    }

    /// Lets time pass in which visitors do not always ask. The permits that are due are forgotten.
    pub(super) fn stop(&mut self, now_ms: u64) {
        (self.paced, self.pending, self.passed_to) = (None, 0, now_ms * MS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window with one node, and the minute of a room that spends each permit within it.
    const ONE_MS: (u64, u64) = (60_500, 60_400);
    /// The same with several nodes, which learn of grants up to a second later.
    const SEVERAL_MS: (u64, u64) = (61_000, 60_900);
    const WINDOW_MS: u64 = ONE_MS.0;

    /// Returns how many permits fall due in so many minutes at a rate, and how many of them lapse,
    /// if the room spends one every `period_us` microseconds of what its own minute allows.
    fn lost((window_ms, minute_ms): (u64, u64), (rate, minutes): (u32, u64), period_us: u64) -> (u64, u64) {
        let mut permits = DuePermits::new(window_ms);
        let (mut due, mut lapsed, mut next) = (0, 0, period_us);
        let mut spent: VecDeque<u64> = VecDeque::new();
        for now_ms in (0..minutes * MINUTE_MS).step_by(20) {
            due += permits.fall_due((now_ms, now_ms), rate, std::iter::empty());
            lapsed += permits.lapse(1 + 2 * u64::from(rate) / 60);
            while spent.pop_front_if(|at| *at + minute_ms <= now_ms).is_some() {}
            while next <= now_ms * MS && spent.len() < rate as usize {
                due += u64::from(permits.spend(now_ms));
                spent.push_back(now_ms);
                next = (next + period_us).max((now_ms * MS).saturating_sub(period_us));
            }
        }
        (due, lapsed)
    }

    #[test]
    fn a_room_that_spends_what_its_minute_allows_loses_nothing() {
        for window in [ONE_MS, SEVERAL_MS] {
            for rate in [1, 5, 17, 60, 61, 120, 300, 3_000] {
                let (due, lapsed) = lost(window, (rate, 20), (MINUTE_MS * MS).div_ceil(rate.into()));
                assert_eq!(lapsed, 0, "{rate} a minute, {window:?} ms: {due} due");
                assert!(due >= u64::from(rate) * 19, "{rate} a minute, {window:?} ms: {due} due");
            }
        }
    }

    #[test]
    fn a_room_that_loses_two_in_a_hundred_with_one_node_and_three_with_several_is_found() {
        for (window, used_in_100) in [(ONE_MS, 98), (SEVERAL_MS, 97)] {
            for rate in [60, 61, 120, 300, 3_000] {
                let period_us = 60_400 * MS * 100 / used_in_100 / u64::from(rate);
                let (due, lapsed) = lost(window, (rate, 20), period_us);
                assert!(
                    lapsed > due / 100 + 1,
                    "{rate} a minute, {window:?} ms: {lapsed} of {due}"
                );
            }
        }
    }

    #[test]
    fn permits_fall_due_only_while_visitors_ask() {
        let mut permits = DuePermits::new(WINDOW_MS);
        let none = std::iter::empty::<u64>;
        assert_eq!(permits.fall_due((10_000, 3_000), 60, none()), 3);
        assert_eq!(permits.fall_due((20_000, 2_500), 60, none()), 2);
        assert_eq!(permits.fall_due((20_500, 500), 60, none()), 1);
        permits.stop(30_000);
        assert_eq!(permits.lapse(0), 0, "they are forgotten");
        assert_eq!(permits.fall_due((30_500, 30_000), 60, none()), 0);
        assert_eq!(permits.fall_due((31_000, 30_500), 60, none()), 1);
    }

    #[test]
    fn a_minute_that_is_full_holds_the_next_permit_back() {
        let mut permits = DuePermits::new(WINDOW_MS);
        let burst = || [30_000; 5].into_iter();
        assert_eq!(permits.fall_due((60_000, 60_000), 5, burst()), 0);
        assert_eq!(permits.fall_due((90_499, 30_499), 5, burst()), 0);
        assert_eq!(permits.fall_due((90_500, 1), 5, burst()), 1);
        assert_eq!(permits.fall_due((114_500, 24_000), 5, burst()), 2, "at the pace");
    }
}
