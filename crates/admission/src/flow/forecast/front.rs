//! Where a line begins: at the first place that still counts of those that were told nothing yet.
//!
//! Between the ends of a segment the ranges are straight lines over the numbers. The places of
//! people who passed unseen would pull such a line: whoever stands at the front would be told a
//! part of the wait of those behind.

use super::LineView;
use super::straight::NEVER;
use super::told::ToldWaits;
use crate::units::Number;

impl ToldWaits {
    /// Begins anew for people who were told nothing yet and whom nobody is ahead of: all who came
    /// with this commit. The estimates of the places up to there were made for an empty line.
    pub(super) fn begin_line(&mut self, view: &LineView<'_>) {
        let from = first_counted(view, view.known_to);
        self.segments.retain(|segment| segment.from < from);
        self.push_from(from, view.now, NEVER, NEVER);
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
