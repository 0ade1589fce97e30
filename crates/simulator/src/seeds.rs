//! Runs a scenario with many seeds, and shortens the runs that fail.
//!
//! A run stops at the event that breaks an invariant. Bisection finds the shortest failing prefix:
//! only the first `n` events from outside (arrivals, faults, orders) happen, and the world
//! continues without further ones. Randomness is drawn in separate streams, so omitting later
//! events changes nothing before them.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::oracle::InvariantViolation;
use crate::report::Totals;
use crate::run::{RunOutcome, play, whole};
use crate::scenario::Scenario;
use crate::world::Extent;

/// Most failures that are reported; shortening one takes about a dozen runs.
pub const FAILURES_MAX: usize = 5;

/// Counts over many runs: of faults that only some runs have, and of what is judged only in parts
/// of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunCounts {
    /// Failovers of the store.
    pub failovers: u64,
    /// Failovers after which the store had no data.
    pub emptied: u64,
    /// Of these, those while the reply to a commit was on its way.
    pub emptied_amid_commits: u64,
    /// Commits that reached the store a second time.
    pub repeated_commits: u64,
    /// Replies of the store to calls that a node had given up.
    pub late_replies: u64,
    /// Permits whose use was judged.
    pub judged_permits: u64,
    /// Those of them that lapsed.
    pub lapsed_permits: u64,
}

impl RunCounts {
    fn of(totals: &Totals) -> Self {
        Self {
            failovers: totals.failovers,
            emptied: totals.emptied,
            emptied_amid_commits: totals.emptied_amid_commits,
            repeated_commits: totals.repeated_commits,
            late_replies: totals.late_replies,
            judged_permits: totals.judged_permits,
            lapsed_permits: totals.lapsed_permits,
        }
    }

    fn with(self, more: Self) -> Self {
        Self {
            failovers: self.failovers + more.failovers,
            emptied: self.emptied + more.emptied,
            emptied_amid_commits: self.emptied_amid_commits + more.emptied_amid_commits,
            repeated_commits: self.repeated_commits + more.repeated_commits,
            late_replies: self.late_replies + more.late_replies,
            judged_permits: self.judged_permits + more.judged_permits,
            lapsed_permits: self.lapsed_permits + more.lapsed_permits,
        }
    }
}

impl std::fmt::Display for RunCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} failovers, {} of them to an empty store and {} of these amid a commit, {} commits delivered twice, {} late replies, {} permits judged, {} of them lapsed",
            self.failovers,
            self.emptied,
            self.emptied_amid_commits,
            self.repeated_commits,
            self.late_replies,
            self.judged_permits,
            self.lapsed_permits
        )
    }
}

/// The results of many seeds.
#[derive(Debug, Default)]
pub struct Seeds {
    /// Seeds played.
    pub played: u64,
    /// The number of events in all runs.
    pub events: u64,
    /// Counts over all runs.
    pub counts: RunCounts,
    /// The number of seeds that failed.
    pub failed: u64,
    /// The first failures in the order of seeds; at most [`FAILURES_MAX`].
    pub failures: Vec<Failure>,
}

/// A seed that breaks an invariant.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// The invariant that breaks in the whole run.
    pub broken: InvariantViolation,
    /// The shortest prefix that still fails.
    pub shortest: Prefix,
}

/// A prefix of a run.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Prefix {
    /// The number of events from outside.
    pub outside: u64,
    /// The number of events up to the failure.
    pub events: u64,
    /// The invariant that breaks, and when.
    pub broken: InvariantViolation,
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
    run_each(|_| scenario.clone(), seeds)
}

/// Plays each seed's own scenario, on all cores. The results do not depend on the number of cores.
pub fn run_each(story: impl Fn(u64) -> Scenario + Sync, seeds: impl IntoIterator<Item = u64>) -> Seeds {
    let seeds: Vec<u64> = seeds.into_iter().collect();
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let (mut all, mut broken) = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores)
            .map(|_| scope.spawn(|| work(&story, &seeds, &next)))
            .collect();
        let worked = workers
            .into_iter()
            .map(|worker| worker.join().expect("a run does not panic"));
        worked.fold((Seeds::default(), Vec::new()), |(all, mut broken), (more, found)| {
            broken.extend(found);
            let (played, events) = (all.played + more.played, all.events + more.events);
            let counts = all.counts.with(more.counts);
            let all = Seeds {
                played,
                events,
                counts,
                ..all
            };
            (all, broken)
        })
    });
    broken.sort_by_key(|(seed, ..)| *seed);
    all.failed = broken.len() as u64;
    broken.truncate(FAILURES_MAX);
    all.failures = broken
        .into_iter()
        .map(|(seed, scenario, outcome)| failure(seed, &scenario, outcome))
        .collect();
    all
}

/// A failed run: its seed, its scenario, and its end.
type Broke = (u64, Scenario, Stopped);

/// The end of a run that broke an invariant.
struct Stopped {
    broken: InvariantViolation,
    events: u64,
    outside: u64,
}

/// Plays the next seed until none is left.
fn work(story: &impl Fn(u64) -> Scenario, seeds: &[u64], next: &AtomicUsize) -> (Seeds, Vec<Broke>) {
    let (mut all, mut failures) = (Seeds::default(), Vec::new());
    while let Some(seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
        let scenario = story(*seed);
        let RunOutcome {
            report,
            broken,
            events,
            outside,
        } = play(&scenario, *seed, whole(&scenario));
        all.played += 1;
        all.events += events;
        all.counts = all.counts.with(RunCounts::of(&report.totals));
        if let Some(broken) = broken {
            failures.push((
                *seed,
                scenario,
                Stopped {
                    broken,
                    events,
                    outside,
                },
            ));
        }
    }
    (all, failures)
}

fn failure(seed: u64, scenario: &Scenario, stopped: Stopped) -> Failure {
    let Stopped {
        broken,
        events,
        outside,
    } = stopped;
    let shortest = shortest(scenario, seed, &broken, events, outside);
    Failure { seed, broken, shortest }
}

/// Returns the shortest prefix that still fails, without any event from outside after it.
#[must_use]
pub fn shortest(scenario: &Scenario, seed: u64, broken: &InvariantViolation, events: u64, outside: u64) -> Prefix {
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

/// Bisects the number of outside events, assuming that a run that fails with some events also fails
/// with more.
fn bisect(whole_run: Prefix, fails: impl Fn(u64) -> Option<(u64, InvariantViolation)>) -> Prefix {
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
        let broken = |real_ms| InvariantViolation {
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
