//! Counts events of the last 60 s in buckets of one second of flow time. The counts are figures for
//! operators and bound nothing.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::time::FlowMs;

/// How many seconds a tally looks back.
pub const TALLY_SECONDS: u64 = 60;

/// The counters, part of the ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    seconds: VecDeque<(u64, u64)>,
    /// The most events in a minute, up to but not including the last second that had events.
    busiest: u64,
}

impl Tally {
    /// Counts events that happen now.
    pub fn count(&mut self, now: FlowMs, events: u64) {
        let second = now.0 / 1_000;
        if let Some((_, count)) = self.seconds.back_mut().filter(|(then, _)| *then == second) {
            *count += events;
            return;
        }
        self.busiest = self.busiest.max(self.all());
        while self
            .seconds
            .front()
            .is_some_and(|(then, _)| then + TALLY_SECONDS <= second)
        {
            self.seconds.pop_front();
        }
        if events > 0 {
            self.seconds.push_back((second, events));
        }
    }

    /// Returns the sum over all buckets. It never exceeds a minute of events, because old buckets
    /// are removed when a second begins.
    fn all(&self) -> u64 {
        self.seconds.iter().map(|(_, count)| count).sum()
    }

    /// Returns the number of events in the busiest minute so far.
    #[must_use]
    pub fn busiest_minute(&self) -> u64 {
        self.busiest.max(self.all())
    }

    /// Builds a tally from the stored form of a version without the busiest minute.
    pub(crate) fn of_seconds(seconds: VecDeque<(u64, u64)>) -> Self {
        Self { seconds, busiest: 0 }
    }

    /// Returns the number of events of the last 60 s.
    #[must_use]
    pub fn last_minute(&self, now: FlowMs) -> u64 {
        self.last_seconds(now, TALLY_SECONDS)
    }

    /// Returns the number of events in the last `seconds` seconds, including the current one; at
    /// most [`TALLY_SECONDS`].
    #[must_use]
    pub fn last_seconds(&self, now: FlowMs, seconds: u64) -> u64 {
        let oldest = (now.0 / 1_000).saturating_sub(seconds.saturating_sub(1));
        self.seconds
            .iter()
            .filter(|(second, _)| *second >= oldest)
            .map(|(_, count)| count)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_is_remembered_and_no_more() {
        let mut tally = Tally::default();
        tally.count(FlowMs(0), 3);
        tally.count(FlowMs(59_999), 4);
        assert_eq!(tally.last_minute(FlowMs(59_999)), 7);
        assert_eq!(tally.last_minute(FlowMs(60_000)), 4);
    }

    #[test]
    fn the_busiest_minute_is_remembered_for_good() {
        let mut tally = Tally::default();
        for second in 0..90 {
            tally.count(FlowMs(second * 1_000), if second < 70 { 10 } else { 1 });
        }
        assert_eq!(tally.busiest_minute(), 600);
        tally.count(FlowMs(500_000), 700);
        assert_eq!(tally.busiest_minute(), 700);
    }
}
