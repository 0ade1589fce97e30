//! Many seeds of one scenario, and of those that fail the shortest story that still does.
//!
//! A run stops at the event that breaks an invariant, so what comes later does not matter. Of what came before, the beginning is cut by bisection:
//! only the first so many events from outside (people who come, faults, orders) happen, and the world runs on without more. Randomness is drawn in
//! separate streams, so what is cut changes nothing before the cut.

use crate::oracle::Broken;
use crate::run::{play, whole};
use crate::scenario::Scenario;
use crate::world::Extent;

/// What many seeds came to.
#[derive(Debug, Default)]
pub struct Seeds {
    /// Seeds played.
    pub played: u64,
    /// Events of all runs.
    pub events: u64,
    /// Seeds that failed, in order.
    pub failures: Vec<Failure>,
}

/// A seed that breaks an invariant.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// What breaks in the whole run.
    pub broken: Broken,
    /// The shortest beginning that still fails.
    pub shortest: Prefix,
}

/// The beginning of a story.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Prefix {
    /// So many events from outside happen.
    pub outside: u64,
    /// The run breaks after so many events in all.
    pub events: u64,
    /// What breaks, and when.
    pub broken: Broken,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Prefix {
            outside,
            events,
            broken,
        } = &self.shortest;
        writeln!(f, "seed {} breaks {}", self.seed, self.broken)?;
        write!(
            f,
            "shortest: the first {outside} events from outside, {events} events in all: {broken}"
        )
    }
}

/// Plays a scenario from each seed.
pub fn run_seeds(scenario: &Scenario, seeds: impl IntoIterator<Item = u64>) -> Seeds {
    let mut all = Seeds::default();
    for seed in seeds {
        let outcome = play(scenario, seed, whole(scenario));
        all.played += 1;
        all.events += outcome.events;
        if let Some(broken) = outcome.broken {
            let shortest = shortest(scenario, seed, &broken, outcome.events, outcome.outside);
            all.failures.push(Failure { seed, broken, shortest });
        }
    }
    all
}

/// The shortest beginning that still fails, by bisection: nothing from outside happens after it.
#[must_use]
pub fn shortest(scenario: &Scenario, seed: u64, broken: &Broken, events: u64, outside: u64) -> Prefix {
    let broken = broken.clone();
    let mut best = Prefix {
        outside,
        events,
        broken,
    };
    let mut passes = 0;
    while passes < best.outside {
        let middle = passes + (best.outside - passes) / 2;
        let extent = Extent {
            outside_max: middle,
            ..whole(scenario)
        };
        let outcome = play(scenario, seed, extent);
        match outcome.broken {
            Some(broken) => {
                let (outside, events) = (middle, outcome.events);
                best = Prefix {
                    outside,
                    events,
                    broken,
                };
            }
            None => passes = middle + 1,
        }
    }
    best
}
