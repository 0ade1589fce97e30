//! Page timings at the pool node, the input of autotune. They are added up here and go to the
//! ledger with the next commit. If there is none for [`COMMIT_MS`], a commit is made for them.
//!
//! Each timing counts at most once. The timings in a commit stay here until that commit is durable,
//! and every attempt until then contains the same ones. If the outcome of an attempt will never be
//! known, its timings are dropped, because a few missing reports do not change the result.

use admission::autotune::Evidence;

/// The longest time for which page timings wait for a commit, milliseconds.
const COMMIT_MS: u64 = 10_000;

/// The page timings that no commit made durable yet.
#[derive(Debug, Default)]
pub struct PageTimings {
    /// Timings for the commit after the one under way.
    collected: Evidence,
    /// Timings in the attempts at the commit under way.
    attempted: Evidence,
    /// When a commit is due for them, monotonic milliseconds.
    commit_at_ms: Option<u64>,
}

impl PageTimings {
    /// Adds timings.
    pub fn add(&mut self, timings: &Evidence, now_ms: u64) {
        self.collected.merge(timings);
        self.commit_at_ms.get_or_insert(now_ms + COMMIT_MS);
    }

    /// The time at which a commit is due, monotonic milliseconds.
    pub fn commit_at_ms(&self) -> u64 {
        self.commit_at_ms.unwrap_or(u64::MAX)
    }

    /// The timings of the next attempt at a commit.
    pub fn for_commit(&mut self) -> Evidence {
        if self.attempted.reports() == 0 {
            self.attempted = std::mem::take(&mut self.collected);
        }
        self.attempted
    }

    /// Drops the timings of a commit that is durable.
    pub fn record_durable(&mut self, committed: &Evidence, now_ms: u64) {
        if committed.reports() > 0 {
            self.give_up(now_ms);
        }
    }

    /// Drops the timings of attempts that are given up.
    pub fn give_up(&mut self, now_ms: u64) {
        self.attempted = Evidence::default();
        self.commit_at_ms = (self.collected.reports() > 0).then_some(now_ms + COMMIT_MS);
    }
}

#[cfg(test)]
mod tests {
    use admission::autotune::PageTiming;

    use super::*;

    fn timing() -> Evidence {
        let mut one = Evidence::default();
        one.add(PageTiming {
            time_ms: 100,
            failed: false,
            weight: 1,
        });
        one
    }

    #[test]
    fn a_timing_goes_with_every_attempt_until_one_is_made() {
        let mut timings = PageTimings::default();
        assert_eq!(timings.commit_at_ms(), u64::MAX);
        timings.add(&timing(), 1_000);
        timings.add(&timing(), 4_000);
        assert_eq!(timings.commit_at_ms(), 11_000);
        let first = timings.for_commit();
        timings.add(&timing(), 5_000);
        assert_eq!((first.reports(), timings.for_commit()), (2, first));
        timings.record_durable(&Evidence::default(), 6_000);
        assert_eq!(timings.commit_at_ms(), 11_000, "another commit, without them");
        timings.record_durable(&first, 6_000);
        assert_eq!(timings.commit_at_ms(), 16_000);
        assert_eq!(timings.for_commit().reports(), 1);
        timings.give_up(7_000);
        assert_eq!((timings.for_commit().reports(), timings.commit_at_ms()), (0, u64::MAX));
    }
}
