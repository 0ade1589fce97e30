//! Where a line begins: at the first place that still counts of those that were told nothing yet;
//! where newcomers begin who came at once; and which segments the line has passed.
//!
//! Between the ends of a segment the ranges are straight lines over the numbers. The places of
//! people who passed unseen would pull such a line: whoever stands at the front would be told a
//! part of the wait of those behind.

use super::LineView;
use super::straight::NEVER;
use super::told::{PASSED_LESS_MS, ToldWaits};
use crate::units::Number;

/// Newcomers since the last update are many from this number on, and from this part of the line on.
const MANY_MIN: u64 = 4;
const MANY_OF: u64 = 2;

impl ToldWaits {
    /// Returns whether so many came since the last update, behind grants that hold them up, that it
    /// says little of those who come with this commit.
    pub(super) fn are_many(&self, view: &LineView<'_>, waiting: u64) -> bool {
        let more = view.end.0.saturating_sub(self.end.0);
        let are_many = more >= MANY_MIN && more.saturating_mul(MANY_OF) >= waiting;
        are_many && view.end > view.known_to && view.is_held_up()
    }

    /// Begins a segment for those who came with this commit. They were told nothing yet, so they
    /// may be told more than was forecast for the next newcomers before.
    pub(super) fn begin_newcomers(&mut self, view: &LineView<'_>) {
        self.end = view.known_to;
        match self.segments.last_mut() {
            Some(last) if last.from >= view.known_to => (last.low, last.high) = (NEVER, NEVER),
            Some(_) => self.push_from(view.known_to, view.now, NEVER, NEVER),
            None => {}
        }
    }

    /// Begins anew for people who were told nothing yet and whom nobody is ahead of: all who came
    /// with this commit. The estimates of the places up to there were made for an empty line.
    pub(super) fn begin_line(&mut self, view: &LineView<'_>) {
        let from = first_counted(view, view.known_to);
        self.segments.retain(|segment| segment.from < from);
        self.push_from(from, view.now, NEVER, NEVER);
    }

    /// Forgets segments that the line has passed and whose people are told the least, as everybody
    /// is from then on whose place lies before the first segment. A segment stays where somebody
    /// was told less than that.
    pub(super) fn drop_passed(&mut self, served_to: Number, least_high_ms: f64) {
        while self.segments.len() > 1 && self.segments[1].from <= served_to && {
            let (first, next) = (&self.segments[0], &self.segments[1]);
            let [start, end] = [0, next.from.0 - first.from.0].map(|place| first.high.at(place as f64));
            start.max(end) <= least_high_ms + 1.0 && start.min(end) >= least_high_ms - PASSED_LESS_MS
        } {
            self.segments.remove(0);
        }
    }
}

/// Returns the first place from one on that still counts, or the end of the line.
fn first_counted(view: &LineView<'_>, from: Number) -> Number {
    let ahead = view.marks.ahead(from);
    let (mut low, mut high) = (from.0, view.end.0.max(from.0));
    // The first place behind which one more person is ahead, less one.
    while low < high {
        let middle = u64::midpoint(low, high);
        match view.marks.ahead(Number(middle + 1)) > ahead {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    Number(low)
}

#[cfg(test)]
mod tests {
    use super::super::straight::Straight;
    use super::*;
    use crate::time::FlowMs;

    /// The least upper end, in milliseconds.
    const LEAST_MS: f64 = 4_000.0;

    /// Ten people whose upper ends begin at the least one and fall by `falls_ms` for each, and
    /// others behind them.
    fn told(falls_ms: f64) -> ToldWaits {
        let mut told = ToldWaits {
            end: Number(20),
            least_high_ms: LEAST_MS,
            ..ToldWaits::default()
        };
        let high = |slope| Straight { start: LEAST_MS, slope };
        told.push_from(Number(0), FlowMs(0), high(0.0), high(-falls_ms));
        told.push_from(Number(10), FlowMs(0), high(0.0), high(0.0));
        told
    }

    #[test]
    fn a_segment_that_was_passed_is_dropped_unless_somebody_would_be_told_more_then() {
        for (falls_ms, left) in [(0.0, 1), (4.0, 1), (6.0, 2), (100.0, 2)] {
            let mut told = told(falls_ms);
            let high_ms = |told: &ToldWaits| told.range(Number(9)).map(|range| range.high_ms);
            let before = high_ms(&told);
            told.drop_passed(Number(9), LEAST_MS);
            assert_eq!(told.segments.len(), 2, "not passed yet");
            told.drop_passed(Number(10), LEAST_MS);
            assert_eq!(told.segments.len(), left, "{falls_ms}");
            assert!(high_ms(&told) <= before, "{falls_ms}");
        }
    }
}
