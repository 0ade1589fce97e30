//! A share of events over the last three minutes: no-shows among the places reached, or re-entries
//! among permits.
//!
//! Events are counted in buckets of 10 s of flow time. The value is `part / whole` over the buckets
//! of the last 180 s, and 0 below [`WHOLE_MIN`] events, because a ratio over a few people is not
//! significant.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::time::FlowMs;

/// Width of a bucket, in milliseconds.
pub const RATIO_BUCKET_MS: u64 = 10_000;
/// How far back a ratio looks, in milliseconds.
pub const RATIO_SPAN_MS: u64 = 180_000;
/// With fewer events than this, a ratio is 0.
pub const WHOLE_MIN: u64 = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct RatioBucket {
    index: u64,
    part: u64,
    whole: u64,
}

/// The counters of a ratio.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    buckets: VecDeque<RatioBucket>,
}

impl Ratio {
    /// Counts `part` events among `whole`.
    pub fn count(&mut self, now: FlowMs, part: u64, whole: u64) {
        self.forget(now);
        if whole == 0 {
            return;
        }
        let index = now.0 / RATIO_BUCKET_MS;
        match self.buckets.back_mut().filter(|bucket| bucket.index == index) {
            Some(bucket) => {
                bucket.part += part;
                bucket.whole += whole;
            }
            None => self.buckets.push_back(RatioBucket { index, part, whole }),
        }
    }

    /// Uncounts `part` events that were counted by mistake, the latest first.
    pub fn uncount(&mut self, mut part: u64) {
        for bucket in self.buckets.iter_mut().rev() {
            let taken = part.min(bucket.part);
            (bucket.part, part) = (bucket.part - taken, part - taken);
        }
    }

    /// Returns the share, 0 to 1.
    #[must_use]
    pub fn value(&self) -> f64 {
        let (part, whole) = self.sums();
        if whole < WHOLE_MIN {
            0.0
        } else {
            part as f64 / whole as f64
        }
    }

    /// Returns the counted events: part and whole.
    #[must_use]
    pub fn sums(&self) -> (u64, u64) {
        self.buckets.iter().fold((0, 0), |(part, whole), bucket| {
            (part + bucket.part, whole + bucket.whole)
        })
    }

    /// Drops buckets that are too old.
    pub fn forget(&mut self, now: FlowMs) {
        let newest = now.0 / RATIO_BUCKET_MS;
        while self
            .buckets
            .front()
            .is_some_and(|bucket| bucket.index + RATIO_SPAN_MS / RATIO_BUCKET_MS <= newest)
        {
            self.buckets.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_forgets_after_three_minutes() {
        let mut ratio = Ratio::default();
        ratio.count(FlowMs(0), 5, 10);
        ratio.count(FlowMs(100_000), 0, 10);
        assert!((ratio.value() - 0.25).abs() < 1e-9);
        ratio.forget(FlowMs(180_000));
        assert!(ratio.value().abs() < 1e-9);
        assert_eq!(ratio.sums(), (0, 10));
    }

    #[test]
    fn events_counted_by_mistake_are_uncounted_latest_first() {
        let mut ratio = Ratio::default();
        ratio.count(FlowMs(0), 5, 10);
        ratio.count(FlowMs(100_000), 2, 10);
        ratio.uncount(4);
        assert_eq!(ratio.sums(), (3, 20));
        ratio.uncount(9);
        assert_eq!(ratio.sums(), (0, 20));
    }

    #[test]
    fn a_few_events_say_nothing() {
        let mut ratio = Ratio::default();
        ratio.count(FlowMs(0), 4, 4);
        assert!(ratio.value().abs() < 1e-9);
    }
}
