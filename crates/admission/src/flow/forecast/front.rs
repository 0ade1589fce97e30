//! Finds the first counted place of a line that has no published estimate, starts the segments of
//! simultaneous newcomers, ends and removes the segments that the line has passed, ends a segment
//! with the front, and computes for how long the first visitor has waited.
//!
//! Between the ends of a segment the ranges are straight lines over the numbers. The places of
//! visitors who passed would distort such a line: a visitor at the front would get a part of the
//! wait of the visitors behind.

use super::LineView;
use super::line_model::{LineModel, SHOWN_MS, Survival};
use super::published_waits::{PASSED_LESS_MS, PublishedWaits, SEGMENTS_MAX};
use super::straight::NEVER;
use crate::units::Number;

/// The arrivals since the last update are many if they are at least this number, and at least half
/// of the line.
const MANY_MIN: u64 = 4;
const MANY_OF: u64 = 2;
/// A segment ends with the front if this many times as many people were heard there as the model
/// expects, and at least this many more.
const HEARD_OF: f64 = 1.5;
const HEARD_MORE: f64 = 2.0;

impl PublishedWaits {
    /// Returns whether too many visitors arrived since the last update, behind grants that hold
    /// them up, for the forecast to apply to this commit's arrivals.
    pub(super) fn are_many(&self, view: &LineView<'_>, waiting: u64) -> bool {
        let more = view.end.0.saturating_sub(self.end.0);
        let are_many = more >= MANY_MIN && more.saturating_mul(MANY_OF) >= waiting;
        are_many && view.end > view.known_to && view.is_held_up()
    }

    /// Starts a segment for this commit's arrivals. They have no estimate yet, so theirs can be
    /// longer than the earlier forecast for the next newcomers.
    pub(super) fn begin_newcomers(&mut self, view: &LineView<'_>) {
        self.end = view.known_to;
        match self.segments.last_mut() {
            Some(last) if last.from >= view.known_to => (last.low, last.high) = (NEVER, NEVER),
            Some(_) => self.push_from(view.known_to, view.now, NEVER, NEVER),
            None => {}
        }
    }

    /// Starts a new segment for this commit's arrivals, of whom the caller knows that nobody is
    /// ahead. The estimates of the places before them were made for an empty line.
    pub(super) fn begin_line(&mut self, view: &LineView<'_>) {
        let from = first_counted(view, view.known_to);
        self.segments.retain(|segment| segment.from < from);
        self.push_from(from, view.now, NEVER, NEVER);
    }

    /// Returns for how long the first visitor behind `served_to` has waited, in milliseconds.
    pub(super) fn first_waits_ms(&self, view: &LineView<'_>, served_to: Number) -> u64 {
        let arrived_at = self.arrived_at(first_counted(view, served_to));
        arrived_at.map_or(0, |arrived_at| view.now.since(arrived_at))
    }

    /// Ends the segment that the line is in before its first counted place, so that the places that
    /// the line has passed do not distort the ranges of those to come. All passed places before it
    /// are one segment, which grows.
    pub(super) fn split_passed(&mut self, view: &LineView<'_>, served_to: Number) {
        let from = first_counted(view, served_to);
        let Some((at, [passed, left])) = self.within(from) else {
            return;
        };
        if at == 0 && self.segments.len() == SEGMENTS_MAX {
            return;
        }
        let rest = self.segments[at].split_off(passed, left);
        self.segments.insert(at + 1, rest);
        if at > 0 {
            let before = self.segments[at].from.0 - self.segments[at - 1].from.0;
            self.join_next(at - 1, [before, passed]);
        }
    }

    /// Ends the segment that reaches beyond the front at the last place of the front, if clearly
    /// more of the people in front were heard than the model expects. A place behind the front then
    /// takes much less time than one in front, so a straight line over both would give those in
    /// front a part of their wait.
    pub(super) fn split_front(&mut self, view: &LineView<'_>, model: &LineModel, survival: &Survival) {
        let (served_to, notified_to) = (model.served_to(), view.notified_to);
        let Some((at, _)) = self.within(notified_to) else {
            return;
        };
        let age_ms = view.now.since(self.segments[at].arrived_at) as f64;
        let share = model.taking(survival) * survival.share(age_ms, age_ms + SHOWN_MS);
        let likely = view.people(served_to, notified_to) * share;
        let heard = view.heard(served_to, notified_to);
        if heard < likely * HEARD_OF || heard < likely + HEARD_MORE {
            return;
        }
        if self.segments.len() == SEGMENTS_MAX {
            // Newcomers since the last update have estimates of the last segment already.
            self.join_two(view.end);
        }
        if let Some((at, [front, behind])) = self.within(notified_to) {
            let rest = self.segments[at].split_off(front, behind);
            self.segments.insert(at + 1, rest);
        }
    }

    /// Ends a segment that has no estimates yet at the first place whose wait is not known, so that
    /// the straight line over the places before it does not depend on that wait. `end` is one past
    /// the last place. Returns whether it does.
    pub(super) fn split_known(&mut self, end: Number, known_to: Number) -> bool {
        let Some(at) = self.segment_of(known_to) else {
            return false;
        };
        let segment = &self.segments[at];
        let known = known_to.0 - segment.from.0;
        let beyond = self.lengths(end).nth(at).unwrap_or(0).saturating_sub(known);
        let is_new = segment.high.is_never(0.0) && self.segments.len() < SEGMENTS_MAX;
        if !is_new || known == 0 || beyond == 0 {
            return false;
        }
        let rest = self.segments[at].split_off(known, beyond);
        self.segments.insert(at + 1, rest);
        true
    }

    /// Returns the segment that a place is within, and how many places it has before that one, and
    /// from it on; `None` if either part has none.
    fn within(&self, number: Number) -> Option<(usize, [u64; 2])> {
        let at = self.segment_of(number)?;
        let next = self.segments.get(at + 1).map_or(self.end, |next| next.from);
        let before = number.0 - self.segments[at].from.0;
        let left = next.0.saturating_sub(number.0);
        (before > 0 && left > 0).then_some((at, [before, left]))
    }

    /// Removes passed segments whose estimate is the minimum. Places before the first segment get
    /// the minimum, so a segment with a shorter estimate stays.
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

/// Returns the first place at or after `from` that still counts, or the end of the line.
fn first_counted(view: &LineView<'_>, from: Number) -> Number {
    let ahead = view.marks.ahead(from);
    let (mut low, mut high) = (from.0, view.end.0.max(from.0));
    // Finds the first number with one more person ahead than `from`, less one.
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

    /// Returns ten places whose upper ends begin at the minimum and fall by `falls_ms` for each,
    /// and further places behind them.
    fn two_segments(falls_ms: f64) -> PublishedWaits {
        let mut waits = PublishedWaits {
            end: Number(20),
            least_high_ms: LEAST_MS,
            ..PublishedWaits::default()
        };
        let high = |slope| Straight { start: LEAST_MS, slope };
        waits.push_from(Number(0), FlowMs(0), high(0.0), high(-falls_ms));
        waits.push_from(Number(10), FlowMs(0), high(0.0), high(0.0));
        waits
    }

    #[test]
    fn a_passed_segment_is_dropped_unless_an_estimate_would_rise() {
        for (falls_ms, left) in [(0.0, 1), (4.0, 1), (6.0, 2), (100.0, 2)] {
            let mut waits = two_segments(falls_ms);
            let high_ms = |waits: &PublishedWaits| waits.range(Number(9)).map(|range| range.high_ms);
            let before = high_ms(&waits);
            waits.drop_passed(Number(9), LEAST_MS);
            assert_eq!(waits.segments.len(), 2, "not passed yet");
            waits.drop_passed(Number(10), LEAST_MS);
            assert_eq!(waits.segments.len(), left, "{falls_ms}");
            assert!(high_ms(&waits) <= before, "{falls_ms}");
        }
    }

    #[test]
    fn joining_segments_raises_no_estimate_of_newcomers_since_the_last_update() {
        let mut waits = PublishedWaits {
            end: Number(11),
            least_high_ms: LEAST_MS,
            ..PublishedWaits::default()
        };
        let line = |start, slope| Straight { start, slope };
        waits.push_from(Number(0), FlowMs(0), line(0.0, 0.0), line(LEAST_MS, 1_000.0));
        waits.push_from(Number(10), FlowMs(0), line(0.0, 0.0), line(LEAST_MS + 10_000.0, 100.0));
        let high_ms = |waits: &PublishedWaits| waits.range(Number(19)).map(|range| range.high_ms);
        let before = high_ms(&waits);
        waits.join_two(Number(20));
        assert_eq!(waits.segments.len(), 1);
        assert!(high_ms(&waits) <= before);
    }
}
