//! The estimates before a rise. The reason for the rise is shown only while the estimate is longer
//! than before.

use serde::{Deserialize, Serialize};

use super::straight::Straight;

/// Both ends are cut to whole milliseconds, so their sum can rise by less than this although the
/// sum of the lines does not.
const WHOLE_MS: f64 = 2.0;
const NO_TIME: Straight = Straight { start: 0.0, slope: 0.0 };

/// The estimates of a segment before a rise.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct WaitBeforeRise {
    pub(super) low: Straight,
    pub(super) high: Straight,
}

impl WaitBeforeRise {
    /// Estimates that all others are longer than.
    pub(super) const NO_WAIT: Self = Self {
        low: NO_TIME,
        high: NO_TIME,
    };

    /// Returns the shorter of these estimates and those before an earlier rise whose reason can
    /// still be shown: no visitor saw a shorter estimate without a reason.
    pub(super) fn or_less(mut self, earlier: Option<Self>, length: f64) -> Self {
        if let Some(earlier) = earlier {
            self.low.lower(length, [earlier.low.start, earlier.low.at(length)]);
            self.high.lower(length, [earlier.high.start, earlier.high.at(length)]);
        }
        self
    }

    /// Returns whether a place's estimate is longer now.
    pub(super) fn is_less_than(&self, now: &Self, place: f64) -> bool {
        let [high, high_now] = [self, now].map(|waits| waits.high.at(place));
        let [low, low_now] = [self, now].map(|waits| waits.low.at(place));
        high_now > high || high_now + low_now > high + low - WHOLE_MS
    }

    /// Returns estimates for two joined segments that are no longer than those of either.
    pub(super) fn of_both(self, length: f64, other: Self, others: f64) -> Self {
        Self {
            low: self.low.below_both(length, other.low, others),
            high: self.high.below_both(length, other.high, others),
        }
    }
}

/// The estimates of all segments before a rise, as stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BeforeRise(pub(super) Vec<Option<WaitBeforeRise>>);
