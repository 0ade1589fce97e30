//! The published estimates, of which none rises without a reason.
//!
//! The line is divided into segments of visitors who arrived together. Within a segment the ends of
//! the range are straight lines over the numbers. An update can only lower them, unless a rise has
//! a reason; visitors who arrive later belong to a new segment and get the forecast of that time.
//! The number of segments is bounded: beyond it, two neighbours become one whose lines lie below
//! both.

use serde::{Deserialize, Serialize};

use super::LineView;
use super::curve::Curve;
use super::line_model::{LineModel, SHOWN_MS, Survival};
use super::permits_ahead::PermitsAhead;
use super::range::{Expected, widest};
use super::risen::WaitBeforeRise;
use super::segment::Segment;
use super::straight::{NEVER, Straight};
use crate::estimate::WaitRange;
use crate::time::FlowMs;
use crate::units::Number;

/// The most segments.
pub(super) const SEGMENTS_MAX: usize = 40;
/// Visitors who arrived within this time, in milliseconds, belong to one segment, unless the
/// forecast changed.
const SPAN_MS: u64 = 5_000;
/// A forecast that differs by this share has changed.
const CHANGED: f64 = 0.01;
/// How far the estimate of a place before the first segment lies below the minimum upper end, in
/// milliseconds: at most as much as rounding took from it before.
pub(super) const PASSED_LESS_MS: f64 = 50.0;
/// The minimum slope of the low end, relative to that of the high end: in a nearly empty line the
/// low end is 0 and does not show how the waits of simultaneous newcomers grow.
const LOW_SLOPE_MIN: f64 = 0.75;
/// The relative uncertainty of every forecast, regardless of the observations.
const UNCERTAIN: f64 = 0.04;
/// The time that a visitor with nobody ahead needs: a poll, and a claim.
const LEAST_MS: f64 = 2_500.0;
/// How many more people ahead leave than is expected, in standard deviations of their share: even
/// more do in 7 % of all cases, as many as waits end before the low quantile of earlier errors.
const MORE_LEAVE: f64 = 1.48;
/// The uncertainty from claims and commits, in milliseconds.
const UNCERTAIN_MS: f64 = 1_500.0;

/// The segments, by number.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct PublishedWaits {
    /// At most [`SEGMENTS_MAX`]; every poll looks one up, which is cheapest in a plain slice.
    pub(super) segments: Vec<Segment>,
    /// One past the last number at the last update.
    pub(super) end: Number,
    pub(super) least_high_ms: f64,
}

/// The forecast at the ends of each segment, and the time that one more place takes, in
/// milliseconds.
pub(super) struct Ends {
    ends: Vec<[Expected; 2]>,
    newest: Expected,
    step_ms: f64,
    /// The first place whose wait is unknown, if there is one up to the end of the line.
    pub(super) known_to: Option<Number>,
}

impl PublishedWaits {
    /// Returns the estimate for a place; `None` if it has none.
    pub(super) fn range(&self, number: Number) -> Option<WaitRange> {
        let Some(segment) = self.segment_of(number).map(|at| &self.segments[at]) else {
            return Some(WaitRange {
                low_ms: 0,
                high_ms: (self.least_high_ms - PASSED_LESS_MS).max(0.0) as u64,
            });
        };
        let place = (number.0 - segment.from.0) as f64;
        let high_ms = segment.high.at(place) as u64;
        (!segment.high.is_never(place)).then(|| WaitRange {
            low_ms: (segment.low.at(place) as u64).min(high_ms),
            high_ms,
        })
    }

    /// Returns whether there are no segments yet.
    pub(super) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Withdraws all published estimates because of an order that ends the flow. The next forecast
    /// counts as the first.
    pub(super) fn withdraw(&mut self) {
        let lengths: Vec<u64> = self.lengths(self.end).collect();
        for (segment, length) in self.segments.iter_mut().zip(lengths) {
            segment.save_before_rise(length as f64);
            (segment.low, segment.high) = (NEVER, NEVER);
        }
    }

    /// Returns whether a place's estimate is longer than before the last rise, or the earlier one
    /// is unknown.
    pub(super) fn is_risen(&self, number: Number) -> bool {
        let segment = self.segment_of(number).map(|at| &self.segments[at]);
        segment.is_none_or(|segment| {
            let place = (number.0 - segment.from.0) as f64;
            segment
                .before
                .is_none_or(|before| before.is_less_than(&segment.waits(), place))
        })
    }

    /// Returns the estimates of each segment before the rise.
    pub(super) fn before(&self) -> impl Iterator<Item = Option<WaitBeforeRise>> {
        self.segments.iter().map(|segment| segment.before)
    }

    /// Restores the values that [`Self::before`] returned.
    pub(super) fn set_before(&mut self, before: impl Iterator<Item = Option<WaitBeforeRise>>) {
        for (segment, before) in self.segments.iter_mut().zip(before) {
            segment.before = before;
        }
    }

    /// Records that a visitor is lost. Returns when that visitor arrived, and the visitor's weight.
    pub(super) fn lose(&mut self, number: Number) -> Option<(FlowMs, f64)> {
        let at = self.segment_of(number)?;
        let next = self.segments.get(at + 1).map_or(self.end, |next| next.from);
        let segment = &mut self.segments[at];
        segment.lost += 1;
        let people = next.0.saturating_sub(segment.from.0).max(1);
        Some((segment.arrived_at, segment.weight / people as f64))
    }

    /// Returns when the visitors of a place's segment arrived.
    pub(super) fn arrived_at(&self, number: Number) -> Option<FlowMs> {
        Some(self.segments[self.segment_of(number)?].arrived_at)
    }

    pub(super) fn segment_of(&self, number: Number) -> Option<usize> {
        let after = self.segments.partition_point(|segment| segment.from <= number);
        after.checked_sub(1)
    }

    /// Returns the forecast for a place, interpolated between the ends of its segment.
    pub(super) fn mean_ms(&self, number: Number, ends: &Ends) -> Option<f64> {
        let at = self.segment_of(number)?;
        let next = self.segments.get(at + 1).map_or(self.end, |next| next.from);
        let [start, end] = ends.ends.get(at)?;
        let part = (number.0 - self.segments[at].from.0) as f64
            / (next.0.saturating_sub(self.segments[at].from.0)).max(1) as f64;
        Some(start.mean_ms + (end.mean_ms - start.mean_ms) * part.min(1.0))
    }

    /// Returns the age of each segment in milliseconds, and the weighted share of its visitors who
    /// were not lost.
    pub(super) fn people(&self, now: FlowMs) -> impl Iterator<Item = (u64, f64)> {
        self.lengths(self.end)
            .zip(&self.segments)
            .map(move |(length, segment)| {
                let people = length.saturating_sub(segment.lost) as f64 / length.max(1) as f64;
                (now.since(segment.arrived_at), people * segment.weight)
            })
    }

    pub(super) fn lengths(&self, end: Number) -> impl Iterator<Item = u64> {
        let next = self.segments.iter().skip(1).map(|segment| segment.from);
        let ends = next.chain([end]);
        self.segments
            .iter()
            .zip(ends)
            .map(|(segment, to)| to.0.saturating_sub(segment.from.0))
    }

    /// Computes the forecast at the ends of each segment.
    pub(super) fn forecast(&self, view: &LineView<'_>, model: &LineModel, survival: &Survival, curve: &Curve) -> Ends {
        let (taking, served_to) = (model.taking(survival), model.served_to());
        let mut ahead = PermitsAhead::default();
        let mut known_to = None;
        let mut ends = Vec::with_capacity(self.segments.len());
        let expected = |ahead: &PermitsAhead| {
            let used = ahead.used();
            let wait_ms = |used: f64| curve.at_ms(used + 0.5).max(LEAST_MS);
            let mean_ms = wait_ms(used);
            let fewer = (1.0 - MORE_LEAVE * model.taking_deviation(mean_ms)).max(0.0);
            let a_person_ms = if used > 0.5 { mean_ms / used } else { curve.period_ms };
            let squares = [
                ahead.variance().sqrt() * a_person_ms,
                0.6 * curve.period_ms,
                UNCERTAIN * mean_ms,
                UNCERTAIN_MS,
                curve.beside_ms(used),
                curve.ends_ms(used + 0.5),
            ];
            let is_capped = view.is_capped() || curve.is_capped(used + 0.5);
            Expected {
                mean_ms,
                deviation_ms: squares.iter().map(|each| each * each).sum::<f64>().sqrt(),
                is_capped,
                sooner_ms: (mean_ms - wait_ms(used * fewer)).max(0.0),
                width_max: widest(curve.slowness(used + 0.5)),
                unobserved: match is_capped {
                    true => 0.0,
                    false => model.unobserved(mean_ms, curve.period_ms),
                },
            }
        };
        // Without segments, all places are before the first one.
        let first = self.segments.first().map_or(view.end, |first| first.from);
        if first > served_to {
            let heard = curve.used_of(view.heard(served_to, first));
            ahead.add([view.people(served_to, first), 0.0], taking, heard);
        }
        for (segment, length) in self.segments.iter().zip(self.lengths(view.end)) {
            let to = Number(segment.from.0 + length);
            let start = expected(&ahead);
            let from = segment.from.max(served_to);
            if to > from {
                let front_to = to.min(view.notified_to).max(from);
                let (front, behind) = (view.people(from, front_to), view.people(front_to, to));
                let age_ms = view.now.since(segment.arrived_at) as f64;
                let used = ahead.used();
                let at_ms = curve.at_ms(used + (front + behind) * taking / 2.0);
                let later_ms = age_ms + at_ms + SHOWN_MS;
                let step = taking * survival.share(age_ms, later_ms);
                // They are there now, so only those who leave from now on are lost.
                let stay = survival.share(age_ms + SHOWN_MS, later_ms);
                let heard = curve.used_of(view.heard(from, to) * stay);
                ahead.add([front, behind], step, heard);
                let more = ahead.used() - used;
                if let Some(most) = curve
                    .known_used()
                    .filter(|most| known_to.is_none() && used + more > *most)
                {
                    let part = ((most - used) / more).clamp(0.0, 1.0);
                    known_to = Some(Number(from.0 + ((to.0 - from.0) as f64 * part) as u64));
                }
            }
            ends.push([start, expected(&ahead)]);
        }
        let used = ahead.used();
        let newest_step = taking * survival.share(0.0, curve.at_ms(used) + SHOWN_MS);
        Ends {
            ends,
            newest: expected(&ahead),
            step_ms: curve.step_ms(used, newest_step),
            known_to: match curve.known_used() {
                Some(most) if used + newest_step > most => known_to.or(Some(view.end)),
                _ => known_to,
            },
        }
    }

    /// Publishes the forecast as estimates, which rise only with a reason. Returns whether
    /// published estimates are withdrawn, because they depend on sessions of which none has ended:
    /// the later estimates can be longer.
    pub(super) fn publish(&mut self, view: &LineView<'_>, ends: &Ends, range: impl Fn(Expected) -> [f64; 2]) -> bool {
        self.least_high_ms = view.least_high_ms;
        let known_to = ends.known_to;
        let lengths: Vec<u64> = self.lengths(view.end).collect();
        // While the cap leaves the whole rate, it is no reason for a longer wait. An estimate that
        // has come to depend on it is then not shown, but kept for when it is known.
        let is_kept = |segment: &Segment| !view.is_capped() && !segment.high.is_never(0.0);
        let is_known = |segment: &Segment| known_to.is_none_or(|known_to| segment.from < known_to) || is_kept(segment);
        let withdraws = self
            .segments
            .iter()
            .zip(&lengths)
            .any(|(segment, length)| *length > 0 && !is_known(segment) && !segment.high.is_never(0.0));
        for ((segment, length), ends) in self.segments.iter_mut().zip(lengths).zip(&ends.ends) {
            let [[low_start, high_start], [low_end, high_end]] = ends.map(&range);
            let length = length as f64;
            // Visitors whose estimate is not longer than the saved one see no reason.
            if view.rises || withdraws || !is_known(segment) {
                segment.save_before_rise(length);
            }
            if !is_known(segment) {
                (segment.low, segment.high) = (NEVER, NEVER);
                continue;
            }
            if view.rises {
                segment.low.set(length, [low_start, low_end]);
                segment.high.set(length, [high_start, high_end]);
            } else {
                if !view.is_explained && !withdraws && !segment.high.is_never(0.0) {
                    segment.before = None;
                }
                segment.low.lower(length, [low_start, low_end]);
                segment.high.lower(length, [high_start, high_end]);
            }
        }
        withdraws
    }

    /// Returns the forecast for the next newcomer, and the time that one more place takes.
    pub(super) fn newest(&self, ends: &Ends) -> Option<(Expected, f64)> {
        Some((ends.newest, ends.step_ms))
    }

    /// Starts a new segment for the next newcomers if [`SPAN_MS`] has elapsed, the forecast has
    /// changed, or `apart` is set: this commit's arrivals then have a segment of their own, whose
    /// line ends at the last of them and can fall. Without a forecast, newcomers get no estimate,
    /// and the first one later counts.
    pub(super) fn extend(&mut self, view: &LineView<'_>, apart: bool, fresh: Option<([f64; 2], f64)>) {
        let end = view.end;
        self.end = end;
        let Some(([low, high], step_ms)) = fresh else {
            if self.segments.is_empty() {
                let waiting = view.marks.ahead(end).0;
                self.push_from(Number(end.0 - waiting), view.now, NEVER, NEVER);
            } else if self.segments.last().is_some_and(|last| last.from < end) {
                self.push(view, NEVER, NEVER);
            } else if let Some(last) = self.segments.last_mut() {
                (last.low, last.high) = (NEVER, NEVER);
            }
            return;
        };
        let (low, high) = (
            Straight {
                start: low,
                slope: step_ms * (low / high.max(1.0)).max(LOW_SLOPE_MIN),
            },
            Straight {
                start: high,
                slope: step_ms,
            },
        );
        match self.segments.last_mut() {
            Some(last) if last.from == end => {
                // No visitor has an estimate from this segment yet.
                (last.arrived_at, last.low, last.high) = (view.now, low, high);
            }
            Some(last) => {
                let published_ms = last.high.at((end.0 - last.from.0) as f64);
                let changed = (published_ms - high.start).abs() > CHANGED * high.start;
                if changed || apart || view.now.since(last.arrived_at) >= SPAN_MS {
                    self.push(view, low, high);
                }
            }
            None => {
                // The line is older than its forecast: interpolates from the minimum to the
                // forecast for its end.
                let waiting = view.marks.ahead(end).0;
                let (mut first_low, mut first_high) = (low, high);
                first_low.set(waiting as f64, [0.0, low.start]);
                first_high.set(waiting as f64, [view.least_high_ms, high.start]);
                let from = Number(end.0 - waiting);
                self.push_from(from, view.now, first_low, first_high);
                if waiting > 0 {
                    self.push(view, low, high);
                }
            }
        }
    }

    fn push(&mut self, view: &LineView<'_>, low: Straight, high: Straight) {
        self.push_from(view.end, view.now, low, high);
    }

    pub(super) fn push_from(&mut self, from: Number, arrived_at: FlowMs, low: Straight, high: Straight) {
        if let Some(last) = self.segments.last_mut() {
            last.weight = (arrived_at.since(last.arrived_at) as f64 / SPAN_MS as f64).clamp(0.01, 1.0);
        }
        if self.segments.len() == SEGMENTS_MAX {
            self.join_two(self.end);
        }
        self.segments.push(Segment {
            from,
            arrived_at,
            lost: 0,
            weight: 1.0,
            low,
            high,
            before: None,
        });
    }

    /// Joins the two neighbours whose estimates lose least. `end` is one past the last place that
    /// has an estimate.
    pub(super) fn join_two(&mut self, end: Number) {
        let lengths: Vec<u64> = self.lengths(end).collect();
        let loss = |at: usize| {
            let other = &self.segments[at + 1];
            let length = (lengths[at] + lengths[at + 1]) as f64;
            let high_ms = other.high.at(lengths[at + 1] as f64);
            let joined = self.segments[at].joined(lengths[at], other, lengths[at + 1]);
            let span_ms = other.arrived_at.since(self.segments[at].arrived_at) as f64;
            (1.0 - joined.high.at(length) / high_ms.max(1.0)).max(0.0) + span_ms * 1e-7
        };
        let losses = (0..self.segments.len() - 1).map(|at| (at, loss(at)));
        if let Some((at, _)) = losses.min_by(|(_, one), (_, other)| one.total_cmp(other)) {
            self.join_next(at, [lengths[at], lengths[at + 1]]);
        }
    }

    /// Joins a segment and the next one, of these lengths.
    pub(super) fn join_next(&mut self, at: usize, [length, others]: [u64; 2]) {
        let other = self.segments.remove(at + 1);
        self.segments[at] = self.segments[at].joined(length, &other, others);
    }
}
