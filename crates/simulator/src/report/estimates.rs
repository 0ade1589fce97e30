//! What people were told, against the truth: of those who poll as told and were let through, each
//! looked at every 15 s at most while in line.
//!
//! Nobody can foresee the operator: what was told before an order that took effect before the grant
//! is left out, and counted.

use serde::Serialize;

use super::record::Sample;
use super::{median, round};

/// Ends of the bands of true waits, seconds.
const BANDS_S: [u64; 4] = [60, 300, 1_200, u64::MAX];
/// Points of the picture at most.
const POINTS_MAX: usize = 400;

/// Estimates against the truth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimates {
    /// All of them.
    pub all: Band,
    /// Left out because the operator acted between the estimate and the grant.
    pub overtaken: u64,
    /// By how long was really still to be waited.
    pub bands: Vec<Band>,
    /// Some of them, for a picture: low, high and true wait, seconds.
    pub points: Vec<[f64; 3]>,
}

/// Estimates of waits of about the same length.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Band {
    /// True waits from here on, seconds.
    pub from_s: u64,
    /// And below this; `None` without end.
    pub to_s: Option<u64>,
    /// How many estimates.
    pub samples: u64,
    /// Share of those whose range held the truth.
    pub coverage: Option<f64>,
    /// Share of those where the truth came before the range.
    pub too_long: Option<f64>,
    /// Median distance of the range's middle from the truth, as a share of it.
    pub median_error: Option<f64>,
    /// Median width of the range, as a share of the truth.
    pub median_width: Option<f64>,
}

impl Estimates {
    pub(super) fn new(samples: &[Sample], from_ms: u64, orders_ms: &[u64]) -> Self {
        let known = |sample: &&Sample| sample.diligent && sample.at >= from_ms && sample.truth.is_some_and(|ms| ms > 0);
        let (known, overtaken): (Vec<&Sample>, Vec<&Sample>) = samples
            .iter()
            .filter(known)
            .partition(|sample| !orders_ms.iter().any(|at| sample.until().contains(at)));
        let mut from_s = 0;
        let bands = BANDS_S.map(|to_s| {
            let band = band(&known, from_s, to_s);
            from_s = to_s;
            band
        });
        let step = known.len().div_ceil(POINTS_MAX).max(1);
        Self {
            all: band(&known, 0, u64::MAX),
            overtaken: overtaken.len() as u64,
            bands: bands.into(),
            points: known.iter().step_by(step).map(|sample| point(sample)).collect(),
        }
    }
}

fn point(sample: &Sample) -> [f64; 3] {
    [sample.low, sample.high, sample.truth.unwrap_or(0)].map(|ms| ms as f64 / 1_000.0)
}

fn band(samples: &[&Sample], from_s: u64, to_s: u64) -> Band {
    let range = from_s * 1_000..to_s.saturating_mul(1_000);
    let within: Vec<[f64; 3]> = samples
        .iter()
        .filter(|sample| sample.truth.is_some_and(|truth| range.contains(&truth)))
        .map(|sample| point(sample))
        .collect();
    let share = |holds: fn(&[f64; 3]) -> bool| {
        let held = within.iter().filter(|point| holds(point)).count();
        (!within.is_empty()).then(|| round(held as f64 / within.len() as f64))
    };
    let middle = |of: fn(&[f64; 3]) -> f64| {
        let mut values: Vec<f64> = within.iter().map(of).collect();
        median(&mut values).map(round)
    };
    Band {
        from_s,
        to_s: (to_s < u64::MAX).then_some(to_s),
        samples: within.len() as u64,
        coverage: share(|[low, high, truth]| (low..=high).contains(&truth)),
        too_long: share(|[low, _, truth]| truth < low),
        median_error: middle(|[low, high, truth]| ((low + high) / 2.0 - truth).abs() / truth),
        median_width: middle(|[low, high, truth]| (high - low) / truth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_error_and_width_are_what_they_say() {
        let sample = |low, high, truth| Sample {
            who: 0,
            at: 0,
            low,
            high,
            truth: Some(truth),
            diligent: true,
        };
        let samples = [sample(90_000, 110_000, 100_000), sample(150_000, 170_000, 100_000)];
        let estimates = Estimates::new(&samples, 0, &[]);
        assert_eq!((estimates.all.samples, estimates.all.coverage), (2, Some(0.5)));
        assert_eq!(
            (estimates.all.too_long, estimates.all.median_width),
            (Some(0.5), Some(0.2))
        );
        assert_eq!(estimates.bands[1].median_error, Some(0.6), "the upper of two middles");
        assert_eq!(estimates.bands[0].samples, 0);
        let overtaken = Estimates::new(&samples, 0, &[100_000]);
        assert_eq!((overtaken.all.samples, overtaken.overtaken), (0, 2));
    }
}
