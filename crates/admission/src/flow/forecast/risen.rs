//! The waits that people were told before a rise. The reason of the rise is shown while the wait is
//! longer than before, and no longer: a reason ends with its cause.

use serde::{Deserialize, Serialize};

use super::straight::Straight;

/// Both ends are shown in whole milliseconds, so that their sum can rise by less than this though
/// the lines' sum does not.
const WHOLE_MS: f64 = 2.0;

/// The waits that the people of a segment were told.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct ToldBefore {
    pub(super) low: Straight,
    pub(super) high: Straight,
}

impl ToldBefore {
    /// Returns the waits before the first of two rises whose reasons can be shown, where those were
    /// shorter: nobody saw a shorter wait without the reason.
    pub(super) fn or_less(mut self, earlier: Option<Self>, length: f64) -> Self {
        if let Some(earlier) = earlier {
            self.low.lower(length, [earlier.low.start, earlier.low.at(length)]);
            self.high.lower(length, [earlier.high.start, earlier.high.at(length)]);
        }
        self
    }

    /// Returns whether a place is told a longer wait now.
    pub(super) fn is_less_than(&self, now: &Self, place: f64) -> bool {
        let [high, high_now] = [self, now].map(|told| told.high.at(place));
        let [low, low_now] = [self, now].map(|told| told.low.at(place));
        high_now > high || high_now + low_now > high + low - WHOLE_MS
    }

    /// Returns waits for two segments together that are no longer than those of either.
    pub(super) fn of_both(self, length: f64, other: Self, others: f64) -> Self {
        Self {
            low: self.low.below_both(length, other.low, others),
            high: self.high.below_both(length, other.high, others),
        }
    }
}

/// The waits that the people of all segments were told before a rise, as stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BeforeRise(pub(super) Vec<Option<ToldBefore>>);
