//! The results of a run: figures as JSON ([`Report::to_json`]) and a page for people
//! ([`Report::to_html`]).
//!
//! Figures count from the scenario's `measure_from_s` on; those of the flow after a start count
//! from T+90 s at the earliest. Series are complete.

mod chart;
mod estimates;
mod flow;
mod html;
mod moment;
mod random_moment;
mod record;
mod sample;
mod series;
mod site;
mod table;

use serde::Serialize;

pub use estimates::{Band, Estimates};
pub use flow::{Bin, Flow};
pub use moment::Moment;
pub use record::Totals;
pub(crate) use record::{Record, Second};
pub use series::Series;
pub use site::SiteFigures;

use crate::oracle::InvariantViolation;
use crate::scenario::Scenario;

/// The results of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The scenario's title.
    pub title: String,
    /// The scenario's description.
    pub about: String,
    /// The seed.
    pub seed: u64,
    /// Virtual seconds played.
    pub duration_s: u64,
    /// Figures count from this second on.
    pub measure_from_s: u64,
    /// The moments by schedule and by order.
    pub moments: Vec<Moment>,
    /// The invariant that broke, if any; the run ended there.
    pub broken: Option<InvariantViolation>,
    /// Counts of the whole run.
    pub totals: Totals,
    /// The use of permits.
    pub flow: Flow,
    /// Waits of the people who got through.
    pub waits: WaitFigures,
    /// Estimates against the truth.
    pub estimates: Estimates,
    /// Sessions on the site, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<SiteFigures>,
    /// Permits spent by each room, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub room_grants: Vec<u64>,
    /// Figures second by second.
    pub series: Series,
}

/// Waits from the first request to the grant, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct WaitFigures {
    /// The number of waits.
    pub people: u64,
    /// The mean.
    pub mean_s: f64,
    /// The median.
    pub median_s: f64,
    /// The ninth decile.
    pub p90_s: f64,
    /// The longest wait.
    pub max_s: f64,
    /// Mean number of people in line times the mean time between arrivals (Little's law), for those
    /// who got through; close to the mean in a run that ends with an empty line.
    pub little_s: Option<f64>,
}

impl Report {
    pub(crate) fn new(scenario: &Scenario, seed: u64, record: &Record, broken: Option<&InvariantViolation>) -> Self {
        let measure_from_s = moment::measure_from_s(scenario);
        let from = usize::try_from(measure_from_s).unwrap_or(usize::MAX);
        let series = Series::new(&record.seconds);
        let shown_from_ms = moment::shown_from_s(scenario) * 1_000;
        let orders_ms: Vec<u64> = scenario.operator.iter().map(|order| order.at_s * 1_000).collect();
        Self {
            title: scenario.title.clone(),
            about: scenario.about.clone(),
            seed,
            duration_s: scenario.duration_s,
            measure_from_s,
            moments: moment::of(scenario),
            broken: broken.cloned(),
            totals: record.totals,
            flow: Flow::new(&record.seconds, &series, from),
            waits: waits(record),
            estimates: Estimates {
                untold: record.untold.values().filter(|at| **at >= shown_from_ms).count() as u64,
                ..Estimates::new((&record.samples, &record.later), shown_from_ms, &orders_ms)
            },
            site: record.site,
            room_grants: match record.room_grants.as_slice() {
                [_] => Vec::new(),
                several => several.to_vec(),
            },
            series,
        }
    }

    /// Returns the report as JSON. The same run gives the same bytes.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(self).expect("figures and texts can be written");
        json.push('\n');
        json
    }

    /// Returns the report as one self-contained page.
    #[must_use]
    pub fn to_html(&self) -> String {
        html::page(self)
    }
}

fn waits(record: &Record) -> WaitFigures {
    let waits = &record.waits_ms;
    let Some(longest) = waits.last() else {
        return WaitFigures::default();
    };
    let at = |share: f64| seconds(waits[((waits.len() - 1) as f64 * share) as usize]);
    let mean_ms = waits.iter().sum::<u64>() as f64 / waits.len() as f64;
    let line: u64 = record.seconds.iter().map(|second| second.willing).sum();
    let came = record.totals.through;
    WaitFigures {
        people: waits.len() as u64,
        mean_s: round(mean_ms / 1_000.0),
        median_s: at(0.5),
        p90_s: at(0.9),
        max_s: seconds(*longest),
        little_s: (came > 0).then(|| round(line as f64 / came as f64)),
    }
}

fn seconds(ms: u64) -> f64 {
    ms as f64 / 1_000.0
}

/// Rounds to four decimal places; further digits are not significant.
pub(crate) fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// Returns the median; sorts the values.
pub(crate) fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
