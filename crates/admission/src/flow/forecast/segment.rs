//! A segment of the line: people who arrived together, and the published ranges of their waits.

use serde::{Deserialize, Serialize};

use super::risen::WaitBeforeRise;
use super::straight::Straight;
use crate::time::FlowMs;
use crate::units::Number;

/// People who arrived together.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Segment {
    pub(super) from: Number,
    pub(super) arrived_at: FlowMs,
    /// People lost since.
    pub(super) lost: u64,
    /// The time in which its visitors arrived, as a share of the longest: observations are weighted
    /// by time, so that a wave of requests does not dominate them.
    pub(super) weight: f64,
    pub(super) low: Straight,
    pub(super) high: Straight,
    /// The estimates of its visitors before a rise, while the reason can be shown. Stored apart
    /// from the rest.
    #[serde(skip)]
    pub(super) before: Option<WaitBeforeRise>,
}

impl Segment {
    pub(super) fn waits(&self) -> WaitBeforeRise {
        WaitBeforeRise {
            low: self.low,
            high: self.high,
        }
    }

    /// Returns one segment for this one and the next one; no estimate is longer than before.
    pub(super) fn joined(&self, length: u64, other: &Self, others: u64) -> Self {
        let (length, others) = (length as f64, others as f64);
        let people = (length + others).max(1.0);
        let arrived_at = (self.arrived_at.0 as f64 * length + other.arrived_at.0 as f64 * others) / people;
        Self {
            from: self.from,
            arrived_at: FlowMs(arrived_at as u64),
            lost: self.lost + other.lost,
            weight: self.weight + other.weight,
            low: self.low.below_both(length, other.low, others),
            high: self.high.below_both(length, other.high, others),
            before: (self.before.is_some() || other.before.is_some()).then(|| {
                let [one, other] = [self, other].map(|part| part.before.unwrap_or(part.waits()));
                one.of_both(length, other, others)
            }),
        }
    }

    /// Keeps the first `length` places, and returns a segment of the `others` behind them. No
    /// estimate rises.
    pub(super) fn split_off(&mut self, length: u64, others: u64) -> Self {
        let share = others as f64 / (length + others) as f64;
        let mut rest = *self;
        rest.from = Number(self.from.0 + length);
        rest.lost = (self.lost as f64 * share) as u64;
        rest.weight = self.weight * share;
        (rest.low, rest.high) = (self.low.from(length as f64), self.high.from(length as f64));
        rest.before = self.before.map(|before| WaitBeforeRise {
            low: before.low.from(length as f64),
            high: before.high.from(length as f64),
        });
        self.lost -= rest.lost;
        self.weight -= rest.weight;
        rest
    }

    /// Saves the current estimates before they rise, or the earlier ones where those were shorter.
    pub(super) fn save_before_rise(&mut self, length: f64) {
        if !self.high.is_never(0.0) {
            self.before = Some(self.waits().or_less(self.before, length));
        }
    }
}
