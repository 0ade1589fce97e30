//! Measures the quality of the engine: estimates against true waits, and the share of due permits
//! that were used.
//!
//! A case is an ordinary room with one special property: how many people stay away, come back or
//! hide their tab, how long messages take, or how fast the room lets visitors through. There are no
//! orders and no failures, because estimates cannot foresee either. The line of a case is a few
//! minutes long; figures count from the fifth minute on.
//!
//! All cases have the same weight in the total: the same number of points is taken from each,
//! evenly over its run.
//!
//! These figures are mainly about the use of permits. Estimates are judged by situation, in
//! [`cells`](cells()).

mod cells;
mod peak_scenarios;
mod situation_scenarios;
mod situations;

use std::collections::BTreeMap;

use crate::report::{Report, round};
use crate::run::run;
use crate::scenario::{Arrivals, CROWD_DEFAULT, Crowd, Faults, Network, Nodes, Poisson, Scenario, ScenarioRoom, Spike};

pub use cells::{
    COMMONEST, COVERAGE, COVERAGE_MEAN, Cell, FAR_TOO_SHORT_MAX, SEEDS, WIDTH_MAX, cells, commonest, mean_coverage,
};
pub use situations::RATES;

/// The duration of a case, in seconds.
const DURATION_S: u64 = 2_400;
/// Figures count from this second on.
const MEASURE_FROM_S: u64 = 300;
/// The time that it takes to let the initial crowd through, in minutes.
const CROWD_MINUTES: f64 = 6.0;
/// Arrivals exceed the outflow by this factor.
const PRESSURE: f64 = 1.05;

/// The result of a case.
#[derive(Debug)]
pub struct Measured {
    /// The name of the special property.
    pub name: &'static str,
    /// Redirects a minute.
    pub max_outflow: u32,
    /// Everything else.
    pub report: Report,
    /// Events played.
    pub events: u64,
}

/// Figures over all cases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overall {
    /// Share of the estimated ranges that contained the truth.
    pub coverage: f64,
    /// Share of the ranges that lay above the truth.
    pub too_long: f64,
    /// Median distance of the range's middle from the truth, relative to the truth.
    pub median_error: f64,
    /// Median width of the range, relative to the truth.
    pub median_width: f64,
}

/// A room and its special property.
struct Case {
    name: &'static str,
    max_outflow: u32,
    crowd: Crowd,
    delay_ms: [u64; 2],
}

const DELAY_MS: [u64; 2] = [25, 150];

fn cases() -> Vec<Case> {
    let case = |name, max_outflow, crowd| Case {
        name,
        max_outflow,
        crowd,
        delay_ms: DELAY_MS,
    };
    let crowd = Crowd::default;
    let no_shows = |no_shows| Crowd {
        no_shows,
        no_show_after_s: [0, 120],
        ..crowd()
    };
    let slow = |name, delay_ms| Case {
        name,
        max_outflow: 120,
        crowd: no_shows(0.3),
        delay_ms,
    };
    vec![
        case("everybody stays", 120, crowd()),
        case("one a minute", 1, no_shows(0.2)),
        case("five a minute", 5, no_shows(0.2)),
        case("thirty a minute", 30, no_shows(0.2)),
        case("6 hundred a minute", 600, no_shows(0.2)),
        case("10 thousand a minute", 10_000, no_shows(0.2)),
        case("20 % stay away", 120, no_shows(0.2)),
        case("50 % stay away", 120, no_shows(0.5)),
        case("80 % stay away", 120, no_shows(0.8)),
        case("95 % stay away", 60, no_shows(0.95)),
        case(
            "patience 10 min",
            120,
            Crowd {
                patience_s: 600,
                ..crowd()
            },
        ),
        case(
            "20 % come again",
            120,
            Crowd {
                returners: 0.2,
                ..crowd()
            },
        ),
        case(
            "half leave, half of them come back",
            120,
            Crowd {
                come_back: 0.5,
                ..no_shows(0.5)
            },
        ),
        case(
            "half in hidden tabs",
            120,
            Crowd {
                hidden: 0.5,
                ..no_shows(0.2)
            },
        ),
        slow("messages take 50 ms", [50, 50]),
        slow("messages take 3 s", [1_500, 3_000]),
    ]
}

impl Case {
    fn scenario(&self) -> Scenario {
        let stays = (1.0 - self.crowd.no_shows).max(0.05);
        let per_minute = f64::from(self.max_outflow) / stays;
        let minutes = if self.max_outflow > 1_000 { 0.5 } else { 1.0 };
        let spike = Spike {
            at_s: 0,
            over_s: 60,
            people: (per_minute * CROWD_MINUTES * minutes).ceil() as u64,
            crowd: CROWD_DEFAULT.to_owned(),
        };
        let poisson = Poisson::throughout(per_minute * PRESSURE, CROWD_DEFAULT);
        // A slow room is played longer, so that there are enough grants to count.
        let longer = if self.max_outflow <= 5 { 5 } else { 1 };
        Scenario {
            title: self.name.to_owned(),
            about: String::new(),
            duration_s: (DURATION_S as f64 * minutes) as u64 * longer,
            measure_from_s: MEASURE_FROM_S * longer,
            room: ScenarioRoom::open(self.max_outflow),
            rooms: Vec::new(),
            pool: None,
            codes: Vec::new(),
            site: None,
            nodes: Nodes::default(),
            network: Network {
                delay_ms: self.delay_ms,
                ..Network::default()
            },
            arrivals: Arrivals {
                poisson: vec![poisson],
                spike: vec![spike],
                ..Arrivals::default()
            },
            crowds: BTreeMap::from([(CROWD_DEFAULT.to_owned(), self.crowd.clone())]),
            operator: Vec::new(),
            faults: Faults::default(),
        }
    }
}

/// Plays all cases from a seed and calls `tell` for each finished case.
pub fn measure(seed: u64, mut tell: impl FnMut(&Measured)) -> Vec<Measured> {
    let played = cases().into_iter().map(|case| {
        let outcome = run(&case.scenario(), seed);
        let measured = Measured {
            name: case.name,
            max_outflow: case.max_outflow,
            report: outcome.report,
            events: outcome.events,
        };
        tell(&measured);
        measured
    });
    played.collect()
}

/// Returns the figures over all cases, with equal weights; `None` if no case has an estimate.
#[must_use]
pub fn overall(cases: &[Measured]) -> Option<Overall> {
    let all = |of: fn(&[f64; 3]) -> f64| {
        let each = cases.iter().flat_map(|case| {
            let points = &case.report.estimates.points;
            let weight = 1.0 / points.len() as f64;
            points.iter().map(move |point| (of(point), weight))
        });
        each.collect::<Vec<(f64, f64)>>()
    };
    let held = all(|[low, high, truth]| f64::from(u8::from((low..=high).contains(&truth))));
    let long = all(|[low, _, truth]| f64::from(u8::from(truth < low)));
    let error = all(|[low, high, truth]| ((low + high) / 2.0 - truth).abs() / truth);
    let width = all(|[low, high, truth]| (high - low) / truth);
    Some(Overall {
        coverage: round(mean(&held)?),
        too_long: round(mean(&long)?),
        median_error: round(median(error)?),
        median_width: round(median(width)?),
    })
}

fn mean(weighed: &[(f64, f64)]) -> Option<f64> {
    let total: f64 = weighed.iter().map(|(_, weight)| weight).sum();
    (total > 0.0).then(|| weighed.iter().map(|(value, weight)| value * weight).sum::<f64>() / total)
}

fn median(mut weighed: Vec<(f64, f64)>) -> Option<f64> {
    weighed.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let total: f64 = weighed.iter().map(|(_, weight)| weight).sum();
    let mut below = 0.0;
    let middle = weighed.iter().find(|(_, weight)| {
        below += weight;
        below >= total / 2.0
    });
    middle.map(|(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_a_valid_scenario_file() {
        for case in cases() {
            case.scenario().check().expect("every figure is in its range");
        }
    }

    #[test]
    fn a_case_with_few_points_weighs_as_much_as_one_with_many() {
        let mut weighed = vec![(1.0, 1.5)];
        weighed.extend((0..10).map(|_| (3.0, 0.1)));
        assert_eq!(mean(&weighed).map(round), Some(1.8));
        assert_eq!(median(weighed), Some(1.0));
        assert_eq!(median(Vec::new()), None);
    }
}
