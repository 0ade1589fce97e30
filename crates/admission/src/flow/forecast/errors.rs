//! How far forecasts were from the actual waits, in standard deviations of the model.
//!
//! The forecast for the end of the line is recorded at intervals. When a visitor at that place or
//! behind it is let in, the actual wait is known, and its distance from the forecast is added to
//! the most recent ones. The range goes from a low to a high quantile of these distances
//! ([`PARTS`]). Until the room has enough of its own, assumed distances ([`PRIOR`]) count.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::range::Expected;
use crate::time::WallMs;
use crate::units::Number;

/// The most recorded forecasts whose outcome is not known yet.
const PENDING_MAX: usize = 24;
/// The number of forecasts that are recorded within one wait.
const PROBES_A_WAIT: f64 = 16.0;
/// How many distances are remembered.
const DISTANCES_MAX: usize = 24;
/// Distances that count until the room has as many of its own.
const PRIOR: [f32; 7] = [-1.5, 1.5, -1.0, 1.0, 0.5, -0.5, 0.0];
/// The part of a forecast wait that must have passed before the forecast counts.
const PART: f32 = 0.3;
/// The least part of a wait from which the error of the whole is extrapolated.
const PART_MIN: f32 = 0.05;
/// The greatest distance that counts.
const DISTANCE_MAX: f32 = 8.0;
/// The quantiles of the distances at which the ends of a range lie.
const PARTS: [f64; 2] = [0.07, 0.93];
/// The margin at both ends, because the next distances differ from the last ones.
const MARGIN: f64 = 0.2;
/// The least width of a range, in standard deviations.
const WIDTH_MIN: f64 = 0.08;

/// A recorded forecast whose outcome is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct ForecastProbe {
    at: WallMs,
    number: Number,
    mean_ms: f32,
    deviation_ms: f32,
}

impl ForecastProbe {
    pub(super) fn new(at: WallMs, number: Number, expected: Expected) -> Self {
        Self {
            at,
            number,
            mean_ms: expected.mean_ms as f32,
            deviation_ms: expected.deviation_ms as f32,
        }
    }
}

/// The forecasts and their distances.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Errors {
    pending: VecDeque<ForecastProbe>,
    distances: VecDeque<f32>,
}

impl Errors {
    /// Records a forecast, unless one was recorded just before.
    pub(super) fn probe(&mut self, probe: ForecastProbe) {
        let apart_ms = (f64::from(probe.mean_ms) / PROBES_A_WAIT).max(1_000.0) as u64;
        let news =
            |last: &ForecastProbe| probe.number > last.number && probe.at.0.saturating_sub(last.at.0) >= apart_ms;
        if self.pending.len() < PENDING_MAX && self.pending.back().is_none_or(news) {
            self.pending.push_back(probe);
        }
    }

    /// Records that a visitor was let in at a number.
    pub(super) fn reached(&mut self, now: WallMs, number: Number) {
        while let Some(probe) = self.pending.pop_front_if(|probe| probe.number <= number) {
            let distance = (now.0.saturating_sub(probe.at.0) as f32 - probe.mean_ms) / probe.deviation_ms;
            if self.distances.len() == DISTANCES_MAX {
                self.distances.pop_front();
            }
            self.distances.push_back(distance.clamp(-DISTANCE_MAX, DISTANCE_MAX));
        }
    }

    pub(super) fn forget_pending(&mut self) {
        self.pending.clear();
    }

    /// Returns the quantiles [`PARTS`] of the distances, with their margins.
    ///
    /// `back` is added at the upper end, in standard deviations. `mean_ms` returns the current
    /// forecast for a number: recorded forecasts of which a part has passed also count, with the
    /// rest as currently forecast, and with the error of the whole extrapolated from that part.
    pub(super) fn quantiles(&self, now: WallMs, back: f64, mean_ms: impl Fn(Number) -> Option<f64>) -> [f64; 2] {
        let prior = PRIOR.iter().skip(self.distances.len());
        let under_way = self.pending.iter().filter_map(|probe| {
            let passed_ms = now.0.saturating_sub(probe.at.0) as f32;
            let rest_ms = mean_ms(probe.number)? as f32;
            // As with sums of chance, the error of a part grows with its root to that of the whole.
            let part = (passed_ms / (passed_ms + rest_ms)).clamp(PART_MIN, 1.0);
            let distance = (passed_ms + rest_ms - probe.mean_ms) / probe.deviation_ms / part.sqrt();
            (passed_ms > PART * probe.mean_ms).then_some(distance)
        });
        let under_way = under_way.map(|distance| distance.clamp(-DISTANCE_MAX, DISTANCE_MAX));
        let mut all: Vec<f32> = self.distances.iter().chain(prior).copied().chain(under_way).collect();
        all.sort_unstable_by(f32::total_cmp);
        let at = |part: f64| {
            let position = part * (all.len() - 1) as f64;
            let [below, above] = [position.floor(), position.ceil()].map(|at| f64::from(all[at as usize]));
            below + (above - below) * position.fract()
        };
        let [low, high] = PARTS.map(at);
        let (low, high) = (low - MARGIN, high + MARGIN + back);
        let more = (WIDTH_MIN - (high - low)).max(0.0) / 2.0;
        [low - more, high + more]
    }
}

#[cfg(test)]
mod tests {
    use super::super::range::WIDTH_MAX;
    use super::*;

    /// Forecasts of `mean_ms` that came true after `true_ms`.
    fn lived(mean_ms: f64, true_ms: u64) -> Errors {
        let mut errors = Errors::default();
        for count in 0..40 {
            let at = WallMs(count * 1_000_000);
            let expected = Expected {
                mean_ms,
                deviation_ms: 10_000.0,
                is_capped: false,
                sooner_ms: 0.0,
                width_max: WIDTH_MAX,
                unobserved: 0.0,
            };
            errors.probe(ForecastProbe::new(at, Number(count), expected));
            errors.reached(WallMs(at.0 + true_ms), Number(count));
        }
        errors
    }

    fn quantiles(errors: &Errors) -> [f64; 2] {
        errors.quantiles(WallMs(u64::MAX), 0.0, |_| None)
    }

    #[test]
    fn a_room_without_forecasts_has_the_range_of_a_normal_distribution() {
        let [low, high] = quantiles(&Errors::default());
        assert!(
            (-2.0..-1.0).contains(&low) && (1.0..2.0).contains(&high),
            "{low} {high}"
        );
    }

    #[test]
    fn forecasts_that_were_always_too_short_move_the_range_up() {
        let [low, high] = quantiles(&lived(60_000.0, 80_000));
        assert!(low > 1.0 && (2.0..3.0).contains(&high), "{low} {high}");
        let [exact_low, exact_high] = quantiles(&lived(60_000.0, 60_000));
        assert!(exact_high - exact_low < 1.0, "{exact_low} {exact_high}");
    }

    #[test]
    fn only_the_last_distances_count() {
        let mut errors = lived(60_000.0, 80_000);
        errors.distances.extend(lived(60_000.0, 50_000).distances);
        errors.distances.drain(..DISTANCES_MAX);
        assert!(quantiles(&errors)[1] < 0.0);
        assert_eq!(lived(60_000.0, 60_000).distances.len(), DISTANCES_MAX);
    }

    #[test]
    fn forecasts_that_an_order_overtook_say_nothing() {
        let mut errors = Errors::default();
        let expected = Expected {
            mean_ms: 60_000.0,
            deviation_ms: 1_000.0,
            is_capped: false,
            sooner_ms: 0.0,
            width_max: WIDTH_MAX,
            unobserved: 0.0,
        };
        errors.probe(ForecastProbe::new(WallMs(0), Number(5), expected));
        errors.forget_pending();
        errors.reached(WallMs(600_000), Number(9));
        assert!(errors.distances.is_empty());
    }
}
