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

/// The shortest beginning that still fails: nothing from outside happens after it.
#[must_use]
pub fn shortest(scenario: &Scenario, seed: u64, broken: &Broken, events: u64, outside: u64) -> Prefix {
    let whole_run = Prefix {
        outside,
        events,
        broken: broken.clone(),
    };
    bisect(whole_run, |outside_max| {
        let extent = Extent {
            outside_max,
            ..whole(scenario)
        };
        let outcome = play(scenario, seed, extent);
        outcome.broken.map(|broken| (outcome.events, broken))
    })
}

/// Bisection: what fails with so many events from outside is taken to fail with more.
fn bisect(whole_run: Prefix, fails: impl Fn(u64) -> Option<(u64, Broken)>) -> Prefix {
    let mut best = whole_run;
    let mut passes = 0;
    while passes < best.outside {
        let outside = passes + (best.outside - passes) / 2;
        match fails(outside) {
            Some((events, broken)) => {
                best = Prefix {
                    outside,
                    events,
                    broken,
                };
            }
            None => passes = outside + 1,
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_beginning_that_fails_is_found() {
        let broken = |real_ms| Broken {
            invariant: 1,
            what: "too many".to_owned(),
            real_ms,
        };
        for first in [0, 1, 17, 99, 100] {
            let whole_run = Prefix {
                outside: 100,
                events: 5_000,
                broken: broken(9),
            };
            let shortest = bisect(whole_run, |outside| {
                (outside >= first).then(|| (outside * 10, broken(outside)))
            });
            assert_eq!(shortest.outside, first);
            assert!(
                first == 100 || shortest.broken == broken(first),
                "what breaks belongs to it"
            );
        }
    }
}
