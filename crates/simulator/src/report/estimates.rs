//! Estimates against the truth, for visitors who kept to the poll interval and were let through.
//! Each visitor is sampled at most every 15 s while in line.
//!
//! Estimates cannot foresee the operator: those followed by an order that took effect before the
//! grant are left out, and their number is reported.

use serde::Serialize;

use super::sample::Sample;
use super::{median, round};

/// Upper ends of the bands of true waits, in seconds.
const BANDS_S: [u64; 4] = [60, 300, 1_200, u64::MAX];
/// Most points in the picture.
const POINTS_MAX: usize = 400;

/// Estimates against the truth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimates {
    /// All estimates.
    pub all: Band,
    /// Estimates left out because the operator acted between the estimate and the grant.
    pub overtaken: u64,
    /// The estimates by the true remaining wait.
    pub bands: Vec<Band>,
    /// Some estimates, for a picture: low, high and true wait, in seconds.
    pub points: Vec<[f64; 3]>,
    /// The first range of each visitor who stayed: low, high and true wait, in seconds.
    #[serde(skip)]
    pub first: Vec<[f64; 3]>,
    /// The range of each visitor who stayed at a random moment of the wait: low, high and true wait
    /// from the moment when the range was shown, in seconds.
    #[serde(skip)]
    pub later: Vec<[f64; 3]>,
    /// Visitors who stayed and first saw a page without a range.
    #[serde(skip)]
    pub untold: u64,
}

/// Estimates of waits of similar length.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Band {
    /// The shortest true wait, in seconds.
    pub from_s: u64,
    /// The true wait from which the next band starts; `None` in the last band.
    pub to_s: Option<u64>,
    /// The number of estimates.
    pub samples: u64,
    /// Share of the ranges that contained the truth.
    pub coverage: Option<f64>,
    /// Share of the ranges that lay above the truth.
    pub too_long: Option<f64>,
    /// Median distance of the range's middle from the truth, relative to the truth.
    pub median_error: Option<f64>,
    /// Median width of the range, relative to the truth.
    pub median_width: Option<f64>,
}

impl Estimates {
    /// Judges samples of estimates, and the samples at a random moment of each wait.
    pub(super) fn new((samples, later): (&[Sample], &[Sample]), from_ms: u64, orders_ms: &[u64]) -> Self {
        let known = |sample: &&Sample| sample.diligent && sample.at >= from_ms && sample.truth.is_some_and(|ms| ms > 0);
        let counts = |sample: &&Sample| !orders_ms.iter().any(|at| sample.until().contains(at));
        let later = later.iter().filter(known).filter(counts);
        let later = later.filter(|sample| sample.stayed).map(point).collect();
        let (known, overtaken): (Vec<&Sample>, Vec<&Sample>) = samples.iter().filter(known).partition(counts);
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
            first: known
                .iter()
                .filter(|sample| sample.first && sample.stayed)
                .map(|sample| point(sample))
                .collect(),
            later,
            untold: 0,
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
            first: true,
            stayed: true,
        };
        let samples = [sample(90_000, 110_000, 100_000), sample(150_000, 170_000, 100_000)];
        let estimates = Estimates::new((&samples, &samples), 0, &[]);
        assert_eq!((estimates.all.samples, estimates.all.coverage), (2, Some(0.5)));
        assert_eq!(
            (estimates.all.too_long, estimates.all.median_width),
            (Some(0.5), Some(0.2))
        );
        assert_eq!(estimates.bands[1].median_error, Some(0.6), "the upper of two middles");
        assert_eq!(estimates.bands[0].samples, 0);
        assert_eq!((estimates.first.len(), estimates.later.len()), (2, 2));
        let later = [
            Sample {
                first: false,
                ..samples[0]
            },
            Sample {
                stayed: false,
                ..samples[1]
            },
        ];
        assert!(Estimates::new((&later, &[]), 0, &[]).first.is_empty());
        let overtaken = Estimates::new((&samples, &samples), 0, &[100_000]);
        assert_eq!((overtaken.all.samples, overtaken.overtaken), (0, 2));
        assert!(overtaken.later.is_empty());
    }
}
