//! One run of a scenario.

use crate::oracle::InvariantViolation;
use crate::report::Report;
use crate::scenario::Scenario;
use crate::world::{Ended, Extent, World};

/// The result of a run.
#[derive(Debug)]
pub struct RunOutcome {
    /// The figures up to the end of the run.
    pub report: Report,
    /// The invariant that broke, if any; the run stopped there.
    pub broken: Option<InvariantViolation>,
    /// The number of events played.
    pub events: u64,
    /// The number of those events that came from outside: people, faults, orders.
    pub outside: u64,
}

/// Plays a scenario from a seed.
#[must_use]
pub fn run(scenario: &Scenario, seed: u64) -> RunOutcome {
    play(scenario, seed, whole(scenario))
}

/// Returns the extent of a whole scenario, including its last moment.
pub(crate) fn whole(scenario: &Scenario) -> Extent {
    Extent {
        end_ms: scenario.duration_s * 1_000 + 1,
        outside_max: u64::MAX,
    }
}

pub(crate) fn play(scenario: &Scenario, seed: u64, extent: Extent) -> RunOutcome {
    let Ended {
        record,
        events,
        outside,
        broken,
    } = World::new(scenario, seed, extent).play();
    let report = Report::new(scenario, seed, &record, broken.as_ref());
    RunOutcome {
        report,
        broken,
        events,
        outside,
    }
}
