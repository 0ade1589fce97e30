//! A straight line over the places of a segment: one end of the estimates of its places.

use serde::{Deserialize, Serialize};

/// The amount by which a line is lowered further than needed, in milliseconds, so that rounding
/// never raises an estimate.
const ROUNDING_MS: f64 = 0.001;
/// The value for places without an estimate: about fifty days.
pub(super) const NEVER: Straight = Straight { start: 4e9, slope: 0.0 };

/// A straight line over the places of a segment, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Straight {
    pub(super) start: f64,
    pub(super) slope: f64,
}

impl Straight {
    pub(super) fn at(&self, place: f64) -> f64 {
        self.start + self.slope * place
    }

    /// Returns the line over the places from this one on, which lies nowhere above this line.
    pub(super) fn from(&self, place: f64) -> Self {
        Self {
            start: self.at(place) - ROUNDING_MS,
            slope: self.slope,
        }
    }

    pub(super) fn set(&mut self, length: f64, [start, end]: [f64; 2]) {
        self.start = start;
        self.slope = (end - start) / length.max(1.0);
    }

    /// Returns whether no estimate is known for a place. Also true for places between a segment
    /// without an estimate and the segment joined to it.
    pub(super) fn is_never(&self, place: f64) -> bool {
        self.at(place) > NEVER.start / 2.0
    }

    /// Lowers both ends as far as needed.
    pub(super) fn lower(&mut self, length: f64, [start, end]: [f64; 2]) {
        let [start_before, end_before] = [self.start, self.at(length)];
        if start < start_before || end < end_before {
            let lower = |before: f64, now: f64| (before.min(now) - ROUNDING_MS).max(0.0);
            self.set(length, [lower(start_before, start), lower(end_before, end)]);
        }
    }

    /// Returns the line over two segments that lies above neither.
    pub(super) fn below_both(self, length: f64, other: Self, others: f64) -> Self {
        let whole = length + others;
        let least = [
            (length, self.at(length)),
            (length, other.start),
            (whole, other.at(others)),
        ];
        let slope = least
            .iter()
            .filter(|(place, _)| *place > 0.0)
            .map(|(place, value)| (value - self.start) / place)
            .fold(f64::INFINITY, f64::min);
        let slope = if slope.is_finite() { slope } else { self.slope };
        Self {
            start: (self.start - ROUNDING_MS).max(0.0),
            slope,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_rest_of_a_line_does_not_lie_above_it(
            (start, end) in (0.0..1e7, 0.0..1e7),
            (length, place, further) in (1_u32..100_000, 0_u32..1_000, 0_u32..1_000),
        ) {
            let mut line = Straight { start: 0.0, slope: 0.0 };
            line.set(f64::from(length), [start, end]);
            let [place, further] = [place, further].map(f64::from);
            prop_assert!(line.from(place).at(further) <= line.at(place + further));
        }

        #[test]
        fn one_line_for_two_segments_lies_above_neither(
            (start, end) in (0.0..1e7, 0.0..1e7),
            (other_start, other_end) in (0.0..1e7, 0.0..1e7),
            (length, others) in (1_u32..1_000, 1_u32..1_000),
        ) {
            let straight = |length: u32, ends| {
                let mut line = Straight { start: 0.0, slope: 0.0 };
                line.set(f64::from(length), ends);
                line
            };
            let (one, other) = (straight(length, [start, end]), straight(others, [other_start, other_end]));
            let both = one.below_both(f64::from(length), other, f64::from(others));
            for place in 0..=length {
                prop_assert!(both.at(place.into()) <= one.at(place.into()) + 1e-3);
            }
            for place in 0..=others {
                prop_assert!(both.at((length + place).into()) <= other.at(place.into()) + 1e-3);
            }
        }

        #[test]
        fn lowering_raises_no_place(ends in prop::collection::vec((0.0..1e7, 0.0..1e7), 1..20), length in 1_u32..1_000) {
            let mut line = Straight { start: 1e7, slope: 0.0 };
            for (start, end) in ends {
                let before = line;
                line.lower(f64::from(length), [start, end]);
                for place in [0, length / 2, length] {
                    prop_assert!(line.at(place.into()) <= before.at(place.into()) + 1e-3);
                }
            }
        }
    }
}
