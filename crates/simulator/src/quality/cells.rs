//! Judges estimates by situation. Two ranges of each visitor are compared with the actual wait: the
//! *first* one, and the one at a random moment of the wait ("later"). A mean over all situations
//! would hide a bad one, so each situation at each rate is a cell of its own.
//!
//! A visitor counts who keeps to the poll interval, stays and is let through. First ranges before
//! an order of the operator are left out, because estimates cannot foresee the operator.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::situations::{RATES, SITUATIONS, Situation};
use crate::report::{median, round};
use crate::run::run;

/// The seeds of each cell.
pub const SEEDS: u64 = 5;
/// The share of ranges that should contain the true wait, from and to: a range that always contains
/// it is wider than necessary.
pub const COVERAGE: [f64; 2] = [0.70, 0.90];
/// Like [`COVERAGE`], for the mean of all cells.
pub const COVERAGE_MEAN: [f64; 2] = [0.75, 0.85];
/// The largest acceptable median width of the ranges, relative to the wait.
pub const WIDTH_MAX: f64 = 0.40;
/// The largest acceptable share of people whose estimate is too short by more than a third.
pub const FAR_TOO_SHORT_MAX: f64 = 0.15;
/// The number of the commonest situations.
pub const COMMONEST: usize = 10;

/// The figures of a situation at one rate, over all its seeds.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The situation's name.
    pub situation: &'static str,
    /// Redirects a minute.
    pub max_outflow: u32,
    /// The people who count.
    pub people: u64,
    /// Share of the first ranges that held the wait.
    pub coverage: f64,
    /// Share of the ranges that lay above the wait.
    pub too_long: f64,
    /// Share of the people whose range ended before two thirds of their wait.
    pub far_too_short: f64,
    /// Median distance of the range's middle from the wait, relative to the wait.
    pub error: f64,
    /// Median width of the range, relative to the wait.
    pub width: f64,
    /// Share of all people who first saw a page without a range.
    pub untold: f64,
    /// Share of the ranges at a random moment of each wait that contained the rest of it.
    pub later_coverage: f64,
    /// Share of those that lay above it.
    pub later_too_long: f64,
    /// Share of the people whose range then ended before two thirds of the rest.
    pub later_far_too_short: f64,
    /// The first invariant that broke, if any.
    pub broken: Option<String>,
}

/// The results of the seeds of a cell.
#[derive(Debug, Default)]
struct Seen {
    /// The first range of each visitor and the wait: low, high and truth, in seconds.
    first: Vec<[f64; 3]>,
    /// The range at a random moment of each wait, and the rest of it.
    later: Vec<[f64; 3]>,
    untold: u64,
    broken: Option<String>,
}

impl Cell {
    fn new((situation, max_outflow): (&'static str, u32), seen: &Seen) -> Self {
        let first = &seen.first;
        let [first_shares, later_shares] = [first, &seen.later].map(|points| shares(points));
        let middle = |of: fn(&[f64; 3]) -> f64| {
            let mut values: Vec<f64> = first.iter().map(of).collect();
            round(median(&mut values).unwrap_or(0.0))
        };
        let people = first.len() as u64;
        Self {
            situation,
            max_outflow,
            people,
            coverage: first_shares[0],
            too_long: first_shares[1],
            far_too_short: first_shares[2],
            error: middle(|[low, high, truth]| (f64::midpoint(*low, *high) - truth).abs() / truth),
            width: middle(|[low, high, truth]| (high - low) / truth),
            untold: round(seen.untold as f64 / (people + seen.untold).max(1) as f64),
            later_coverage: later_shares[0],
            later_too_long: later_shares[1],
            later_far_too_short: later_shares[2],
            broken: seen.broken.clone(),
        }
    }

    /// Returns whether the first ranges of the cell meet the limits above.
    #[must_use]
    pub fn is_good(&self) -> bool {
        (COVERAGE[0]..=COVERAGE[1]).contains(&self.coverage)
            && self.width <= WIDTH_MAX
            && self.far_too_short <= FAR_TOO_SHORT_MAX
            && self.broken.is_none()
    }

    /// Returns whether the ranges at a random moment of each wait meet the limits. They may always
    /// contain the rest of the wait, because a wait that is nearly over has no narrow range.
    #[must_use]
    pub fn is_good_later(&self) -> bool {
        self.later_coverage >= COVERAGE[0] && self.later_far_too_short <= FAR_TOO_SHORT_MAX
    }
}

/// Returns the share of the ranges that contained the truth, of those that lay above the truth, and
/// of those that ended before two thirds of it.
fn shares(points: &[[f64; 3]]) -> [f64; 3] {
    let share = |holds: fn(&[f64; 3]) -> bool| {
        let held = points.iter().filter(|point| holds(point)).count();
        round(held as f64 / points.len().max(1) as f64)
    };
    [
        share(|[low, high, truth]| (low..=high).contains(&truth)),
        share(|[low, _, truth]| truth < low),
        share(|[_, high, truth]| *high < truth * 2.0 / 3.0),
    ]
}

/// Returns the mean coverage of the cells, each with the same weight.
#[must_use]
pub fn mean_coverage(cells: &[Cell]) -> f64 {
    round(cells.iter().map(|cell| cell.coverage).sum::<f64>() / cells.len().max(1) as f64)
}

/// Plays the situations whose name contains `part` at every rate, `seeds` seeds each from `seed`
/// on, on all cores.
#[must_use]
pub fn cells(part: &str, seed: u64, seeds: u64) -> Vec<Cell> {
    let chosen = SITUATIONS.into_iter().filter(|(name, _)| name.contains(part));
    play(&chosen.collect::<Vec<_>>(), &RATES, seed..seed + seeds)
}

/// Plays the commonest situations at one rate.
#[must_use]
pub fn commonest(rate: u32, seed: u64, seeds: u64) -> Vec<Cell> {
    play(&SITUATIONS[..COMMONEST], &[rate], seed..seed + seeds)
}

fn play(situations: &[Situation], rates: &[u32], seeds: std::ops::Range<u64>) -> Vec<Cell> {
    let wanted: Vec<(Situation, u32)> = situations
        .iter()
        .flat_map(|situation| rates.iter().map(|rate| (*situation, *rate)))
        .collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(((name, scenario), rate)) = wanted.get(at).copied() else {
                break;
            };
            let cell = Cell::new((name, rate), &seen(&scenario(rate), seeds.clone()));
            found.lock().expect("nobody panics here").push((at, cell));
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| (0..cores).for_each(|_| _ = scope.spawn(work)));
    let mut found = found.into_inner().expect("nobody panics here");
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, cell)| cell).collect()
}

fn seen(scenario: &crate::Scenario, seeds: std::ops::Range<u64>) -> Seen {
    let mut all = Seen::default();
    for seed in seeds {
        let outcome = run(scenario, seed);
        let estimates = outcome.report.estimates;
        all.first.extend(estimates.first);
        all.later.extend(estimates.later);
        all.untold += estimates.untold;
        let broken = outcome.broken.map(|broken| format!("seed {seed}: {broken}"));
        all.broken = all.broken.or(broken);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_counts_what_its_fields_say() {
        let seen = Seen {
            first: vec![
                [80.0, 120.0, 100.0],
                [110.0, 130.0, 100.0],
                [30.0, 60.0, 100.0],
                [60.0, 90.0, 100.0],
            ],
            later: vec![[1.0, 2.0, 4.0], [3.0, 5.0, 4.0], [5.0, 6.0, 4.0], [2.0, 3.0, 4.0]],
            untold: 1,
            broken: None,
        };
        let cell = Cell::new(("some", 30), &seen);
        assert_eq!((cell.people, cell.coverage, cell.too_long), (4, 0.25, 0.25));
        assert_eq!((cell.far_too_short, cell.untold), (0.25, 0.2));
        assert_eq!((cell.width, cell.error), (0.3, 0.25));
        let later = (cell.later_coverage, cell.later_too_long, cell.later_far_too_short);
        assert_eq!(later, (0.25, 0.25, 0.25));
        assert!(!cell.is_good() && !cell.is_good_later());
        let good = Cell {
            coverage: 0.8,
            far_too_short: 0.1,
            ..cell
        };
        assert!(good.is_good());
        let always = Cell { coverage: 1.0, ..good };
        assert!(!always.is_good(), "wider than needed");
    }

    #[test]
    fn a_cell_is_played_at_each_rate_and_has_people() {
        let cells = cells("a rush, then nobody", 1, 1);
        assert_eq!(cells.iter().map(|cell| cell.max_outflow).collect::<Vec<_>>(), RATES);
        assert!(
            cells.iter().all(|cell| cell.people > 50 && cell.broken.is_none()),
            "{cells:?}"
        );
    }
}
