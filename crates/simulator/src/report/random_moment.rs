//! The range that each visitor saw at a random moment of the wait. Unlike the first range, it shows
//! whether estimates are right during the whole wait.
//!
//! Every moment is as likely as any other, so a range counts by the time for which the page showed
//! it. The moments are drawn by a hash of visitor and time, so that they do not change the run.

use std::collections::BTreeMap;

use splitmix::SplitMix64;

use super::sample::Sample;
use crate::world::SimVisitor;

/// A range on a page.
#[derive(Debug, Clone, Copy)]
struct ShownRange {
    at: u64,
    low: u64,
    high: u64,
}

/// The ranges that one visitor saw so far.
#[derive(Debug, Clone, Copy)]
struct SeenRanges {
    /// When a page first showed a range.
    since: u64,
    /// The range on the page.
    now: ShownRange,
    /// The range at a random moment before the current one was shown.
    chosen: ShownRange,
}

impl SeenRanges {
    /// Ends the time for which the present range was shown.
    fn until(&mut self, who: usize, at: u64) {
        let (shown_ms, all_ms) = (at - self.now.at, at - self.since);
        if all_ms > 0 && drawn(who, at) % all_ms < shown_ms {
            self.chosen = self.now;
        }
    }
}

/// Returns a number that looks random.
fn drawn(who: usize, at: u64) -> u64 {
    SplitMix64::new((at << 24).wrapping_add(who as u64)).next_u64()
}

/// The ranges that all visitors saw so far.
#[derive(Debug, Clone, Default)]
pub(super) struct RandomMoments {
    seen: BTreeMap<usize, SeenRanges>,
}

impl RandomMoments {
    /// Records a range that a visitor sees from now on.
    pub(super) fn shown(&mut self, who: usize, at: u64, (low, high): (u64, u64)) {
        let shown = ShownRange { at, low, high };
        let seen = self.seen.entry(who).or_insert(SeenRanges {
            since: at,
            now: shown,
            chosen: shown,
        });
        seen.until(who, at);
        seen.now = shown;
    }

    /// Returns the range of each visitor at a random moment of the wait, for those who stayed and
    /// were let through.
    pub(super) fn at_random(&self, visitors: &[SimVisitor]) -> Vec<Sample> {
        let through = self.seen.iter().filter_map(|(who, seen)| {
            let visitor = &visitors[*who];
            let granted_at = visitor.granted_at.filter(|at| *at >= seen.now.at)?;
            let mut seen = *seen;
            seen.until(*who, granted_at);
            Some(Sample {
                who: *who,
                at: seen.chosen.at,
                low: seen.chosen.low,
                high: seen.chosen.high,
                truth: None,
                diligent: !(visitor.hidden || visitor.robot),
                first: seen.chosen.at == seen.since,
                stayed: true,
            })
        });
        through.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_counts_by_the_time_for_which_it_was_shown() {
        let chosen = |who: usize| {
            let shown = |at| ShownRange { at, low: at, high: at };
            let mut seen = SeenRanges {
                since: 0,
                now: shown(0),
                chosen: shown(0),
            };
            for at in [1_000, 3_000, 4_000] {
                seen.until(who, at);
                seen.now = shown(at);
            }
            seen.until(who, 10_000);
            seen.chosen.at
        };
        let all: Vec<u64> = (0..10_000).map(chosen).collect();
        for (at, share) in [(0, 0.1), (1_000, 0.2), (3_000, 0.1), (4_000, 0.6)] {
            let found = all.iter().filter(|chosen| **chosen == at).count() as f64 / 10_000.0;
            assert!((found - share).abs() < 0.02, "{at}: {found}");
        }
    }
}
