//! The sessions that ended lately, by bucket of time.
//!
//! Sessions that were over and those that were checked out are counted apart, because the next ones
//! of the first are known and those of the others are not. The stored form is that of versions that
//! counted them together: a list of buckets and counts. Of two entries of a bucket the second has
//! the checkouts.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// The counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Departures {
    counts: VecDeque<(u64, u64)>,
}

impl Departures {
    /// Counts sessions that were over.
    pub(super) fn over(&mut self, bucket: u64, sessions: u64) {
        let last_two = self.counts.len().saturating_sub(2);
        match self.counts.range_mut(last_two..).find(|(then, _)| *then == bucket) {
            Some((_, counted)) => *counted += sessions,
            None => self.counts.push_back((bucket, sessions)),
        }
    }

    /// Counts a session that was checked out.
    pub(super) fn checked_out(&mut self, bucket: u64) {
        let last_two = self.counts.len().saturating_sub(2);
        let entries = self.counts.range(last_two..);
        let entries = entries.filter(|(then, _)| *then == bucket).count();
        if entries == 0 {
            self.counts.push_back((bucket, 0));
        }
        match self.counts.back_mut().filter(|_| entries == 2) {
            Some((_, counted)) => *counted += 1,
            None => self.counts.push_back((bucket, 1)),
        }
    }

    /// Forgets the buckets up to this one.
    pub(super) fn forget(&mut self, bucket: u64) {
        while self.counts.pop_front_if(|(then, _)| *then <= bucket).is_some() {}
    }

    pub(super) fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Returns how many sessions ended.
    pub(super) fn all(&self) -> u64 {
        self.counts.iter().map(|(_, sessions)| sessions).sum()
    }

    /// Returns how many of them were checked out.
    pub(super) fn checkouts(&self) -> u64 {
        let pairs = self.counts.iter().zip(self.counts.iter().skip(1));
        let second = pairs.filter(|(first, second)| first.0 == second.0);
        second.map(|(_, (_, sessions))| sessions).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkouts_are_counted_apart_and_stored_as_before() {
        let mut left = Departures::default();
        for (bucket, over, checkouts) in [(3, 2, 0), (4, 0, 3), (5, 1, 2), (5, 4, 1), (9, 1, 0)] {
            if over > 0 {
                left.over(bucket, over);
            }
            (0..checkouts).for_each(|_| left.checked_out(bucket));
        }
        assert_eq!((left.all(), left.checkouts()), (14, 6));
        assert_eq!(left.counts, [(3, 2), (4, 0), (4, 3), (5, 5), (5, 3), (9, 1)]);
        let before: Vec<(u64, u64)> = vec![(3, 2), (4, 3)];
        let stored = postcard::to_stdvec(&before).expect("they are numbers");
        let mut read: Departures = postcard::from_bytes(&stored).expect("the same form");
        assert_eq!((read.all(), read.checkouts()), (5, 0));
        read.forget(3);
        assert_eq!((read.all(), read.is_empty()), (3, false));
    }
}
