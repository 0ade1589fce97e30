//! Capacity planning: which settings a site needs, and how long people will wait.
//!
//! By Little's law a site that holds `capacity` sessions of `journey` minutes can take `capacity /
//! journey` newcomers a minute. That rate, less a reserve, is the max outflow, and the capacity is
//! the session cap. The crowd is then played through the real engine to get the waits, and sessions
//! are counted from the granted redirects as a cross-check: sessions on the site must equal outflow
//! times journey.
//!
//! The model ignores that journeys vary in length, and that a full site is slower.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::oracle::InvariantViolation;
use crate::report::{Report, round};
use crate::run::run;
use crate::scenario::{Arrivals, CROWD_DEFAULT, Crowd, Faults, Network, Nodes, OpeningCrowd, Scenario, ScenarioRoom};

/// Most people played through the engine; a larger crowd is played at a smaller scale, which leaves
/// the waits unchanged.
pub const PEOPLE_PLAYED_MAX: u64 = 20_000;
/// Longest time played after the last arrival, in seconds.
const TAIL_S_MAX: u64 = 14_400;

/// The known figures of a site and its crowd.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SiteEstimate {
    /// Sessions that the site can take at the same time.
    pub capacity: u64,
    /// Minutes from a visitor's first page to the last.
    pub journey_minutes: f64,
    /// People expected.
    pub crowd: u64,
    /// Minutes within which they come.
    pub arrive_minutes: f64,
    /// Share of them that give up while they wait, 0 to 1.
    pub abandonment: f64,
    /// Share of the capacity to keep free, 0 to 1.
    pub reserve: f64,
}

/// The settings to use, and their predicted effect.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Proposal {
    /// The input.
    pub wanted: SiteEstimate,
    /// Redirects a minute.
    pub max_outflow: u32,
    /// Sessions at the same time, for rooms with a session cap.
    pub session_cap: u64,
    /// Minutes until everybody who stays is through, computed as `crowd × (1 − abandonment) / max
    /// outflow`.
    pub through_minutes: f64,
    /// Waits of those who got through, in minutes, from a run of the real engine: median, ninth
    /// decile, longest.
    pub wait_minutes: [f64; 3],
    /// Most sessions at any time in that run.
    pub sessions_max: u64,
    /// Sessions while the room let people through at its full pace, in that run.
    pub sessions_mean: Option<f64>,
    /// Sessions by Little's law: redirects a minute times journey.
    pub sessions_little: Option<f64>,
    /// An invariant that broke in the run; never expected.
    pub broken: Option<InvariantViolation>,
}

/// The reason that there is no proposal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A figure is out of its range.
    #[error("{name} must be {range}")]
    Figure {
        /// The name of the figure.
        name: &'static str,
        /// The allowed range.
        range: &'static str,
    },
    /// Less than one newcomer a minute fits.
    #[error("the site takes less than one newcomer a minute: a journey is longer, in minutes, than it takes sessions")]
    TooSmall,
}

/// Proposes settings for a site and a crowd.
///
/// # Errors
/// Returns an error if a figure is out of its range, or the site is too small for one newcomer a
/// minute.
pub fn propose(wanted: SiteEstimate, seed: u64) -> Result<Proposal, PlanError> {
    check(&wanted)?;
    let free = wanted.capacity as f64 * (1.0 - wanted.reserve);
    let newcomers = free / wanted.journey_minutes;
    if newcomers < 1.0 {
        return Err(PlanError::TooSmall);
    }
    let max_outflow = newcomers.min(1_000_000.0) as u32;
    let stay = wanted.crowd as f64 * (1.0 - wanted.abandonment);
    let through_minutes = (stay / f64::from(max_outflow)).max(wanted.arrive_minutes);
    let scale = (wanted.crowd as f64 / PEOPLE_PLAYED_MAX as f64)
        .min(f64::from(max_outflow))
        .max(1.0);
    let scenario = scenario(&wanted, max_outflow, scale, through_minutes);
    let outcome = run(&scenario, seed);
    let waits = &outcome.report.waits;
    let sessions = SessionCounts::count(&outcome.report, wanted.journey_minutes, scale);
    Ok(Proposal {
        wanted,
        max_outflow,
        session_cap: free as u64,
        through_minutes: round(through_minutes),
        wait_minutes: [waits.median_s, waits.p90_s, waits.max_s].map(|wait_s| round(wait_s / 60.0)),
        sessions_max: sessions.max,
        sessions_mean: sessions.mean,
        sessions_little: sessions.little,
        broken: outcome.broken,
    })
}

fn check(wanted: &SiteEstimate) -> Result<(), PlanError> {
    let figure = |name, range, holds: bool| {
        if holds {
            Ok(())
        } else {
            Err(PlanError::Figure { name, range })
        }
    };
    figure(
        "capacity",
        "between 1 and 1,000,000,000",
        (1..=1_000_000_000).contains(&wanted.capacity),
    )?;
    figure(
        "journey_minutes",
        "between 0.1 and 1440",
        (0.1..=1_440.0).contains(&wanted.journey_minutes),
    )?;
    figure(
        "crowd",
        "between 1 and 20,000,000",
        (1..=20_000_000).contains(&wanted.crowd),
    )?;
    figure(
        "arrive_minutes",
        "between 0.1 and 1440",
        (0.1..=1_440.0).contains(&wanted.arrive_minutes),
    )?;
    figure(
        "abandonment",
        "at least 0 and below 1",
        (0.0..1.0).contains(&wanted.abandonment),
    )?;
    figure(
        "reserve",
        "at least 0 and below 1",
        (0.0..1.0).contains(&wanted.reserve),
    )
}

/// Returns a scenario with the crowd and the room scaled down by `scale`.
fn scenario(wanted: &SiteEstimate, max_outflow: u32, scale: f64, through_minutes: f64) -> Scenario {
    let gather_s = (wanted.arrive_minutes * 60.0).ceil().max(1.0) as u64;
    let tail_s = ((through_minutes * 1.3 * 60.0) as u64)
        .saturating_sub(gather_s)
        .clamp(120, TAIL_S_MAX);
    let opening = OpeningCrowd {
        at_s: gather_s,
        gather_s,
        people: (wanted.crowd as f64 / scale).ceil() as u64,
        eagerness: 1.0,
        crowd: CROWD_DEFAULT.to_owned(),
    };
    let wait_s = (through_minutes * 60.0 / 2.0) as u64;
    let crowd = Crowd {
        no_shows: wanted.abandonment,
        no_show_after_s: [0, wait_s.max(60)],
        ..Crowd::default()
    };
    Scenario {
        title: "Capacity plan".to_owned(),
        about: String::new(),
        duration_s: gather_s + tail_s,
        measure_from_s: 0,
        room: ScenarioRoom {
            redirects_max: 1,
            ..ScenarioRoom::open((f64::from(max_outflow) / scale).round().max(1.0) as u32)
        },
        rooms: Vec::new(),
        pool: None,
        codes: Vec::new(),
        site: None,
        nodes: Nodes::default(),
        network: Network::default(),
        arrivals: Arrivals {
            opening: vec![opening],
            ..Arrivals::default()
        },
        crowds: BTreeMap::from([(CROWD_DEFAULT.to_owned(), crowd)]),
        operator: Vec::new(),
        faults: Faults::default(),
    }
}

/// Sessions on the site, second by second, for journeys of one length.
struct SessionCounts {
    max: u64,
    mean: Option<f64>,
    little: Option<f64>,
}

impl SessionCounts {
    fn count(report: &Report, journey_minutes: f64, scale: f64) -> Self {
        let outflow = &report.series.outflow;
        let journey_s = (journey_minutes * 60.0).round().max(1.0) as usize;
        let (mut now, mut max, mut sum, mut passed, mut seconds) = (0_u64, 0, 0_u64, 0_u64, 0_u64);
        let last = outflow.iter().rposition(|count| *count > 0).unwrap_or(0);
        for (at, count) in outflow.iter().enumerate() {
            now += u64::from(*count);
            if at >= journey_s {
                now -= u64::from(outflow[at - journey_s]);
            }
            max = now.max(max);
            // The site is in balance from the end of the first journey to the last redirect.
            if (journey_s..=last).contains(&at) {
                (sum, passed, seconds) = (sum + now, passed + u64::from(*count), seconds + 1);
            }
        }
        let mean = |total: f64| (seconds > 0).then(|| round(total * scale / seconds as f64));
        Self {
            max: (max as f64 * scale) as u64,
            mean: mean(sum as f64),
            little: mean(passed as f64 * journey_s as f64),
        }
    }
}
