//! Events of the last 60 s, counted in buckets of one second of flow time. For operators' figures,
//! not for any bound.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::time::FlowMs;

/// Seconds a tally looks back.
pub const TALLY_SECONDS: u64 = 60;

/// The counters, part of the ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    seconds: VecDeque<(u64, u64)>,
    /// The most that a minute held, up to the last second that events came in but not with it.
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

    /// Events of a minute at most: those before it go when a second begins.
    fn all(&self) -> u64 {
        self.seconds.iter().map(|(_, count)| count).sum()
    }

    /// Events of the busiest minute so far.
    #[must_use]
    pub fn busiest_minute(&self) -> u64 {
        self.busiest.max(self.all())
    }

    /// From the stored form of a version that did not know the busiest minute.
    pub(crate) fn of_seconds(seconds: VecDeque<(u64, u64)>) -> Self {
        Self { seconds, busiest: 0 }
    }

    /// Events of the last 60 s.
    #[must_use]
    pub fn last_minute(&self, now: FlowMs) -> u64 {
        self.last_seconds(now, TALLY_SECONDS)
    }

    /// Events of this second and those before it, so many in all; at most [`TALLY_SECONDS`].
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
