//! Runs the simulations of `cargo xtask simulate`; built with optimisation.

use std::process::ExitCode;

use std::time::Instant;

use mimalloc::MiMalloc;
use serde_json::json;
use simulator::quality::{COVERAGE_MEAN, Cell, Measured, SEEDS, cells, mean_coverage, measure, overall};
use simulator::{Scenario, attack_storm, attacked_pool_storm, calm_storm, code_storm, group_storm, pool_storm};
use simulator::{proof_storm, run, run_each, screened_storm, site_storm, storm, unseen_pool_storm};

/// The server's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const USAGE: &str = "judge storms FIRST COUNT [KIND] | judge objection FIRST COUNT [KIND] | judge quality SEED | judge estimates SEED PART | judge figures SEED | judge play SCENARIO SEED";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["storms", first, count] => with_seeds(storms, first, count, ""),
        ["storms", first, count, kind] => with_seeds(storms, first, count, kind),
        ["objection", first, count] => with_seeds(objection, first, count, ""),
        ["objection", first, count, kind] => with_seeds(objection, first, count, kind),
        ["quality", seed] => seed.parse().map_or_else(|_| usage(), quality),
        ["estimates", seed, part] => seed.parse().map_or_else(|_| usage(), |seed| estimates(seed, part)),
        ["figures", seed] => seed.parse().map_or_else(|_| usage(), figures),
        ["play", scenario, seed] => seed.parse().map_or_else(|_| usage(), |seed| play(scenario, seed)),
        _ => usage(),
    }
}

/// Plays one scenario once and prints the time and the memory that it took.
#[expect(
    clippy::disallowed_methods,
    reason = "how fast real time goes by is what is measured"
)]
fn play(scenario: &str, seed: u64) -> ExitCode {
    let scenario = match Scenario::load(scenario.as_ref()) {
        Ok(scenario) => scenario,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let begun = Instant::now();
    let outcome = run(&scenario, seed);
    let took = begun.elapsed().as_secs_f64();
    let (totals, flow, all) = (
        &outcome.report.totals,
        &outcome.report.flow,
        &outcome.report.estimates.all,
    );
    println!("{totals:?}");
    println!(
        "holds {}, too long {}, error {}, width {}, permits {}, most in a minute {}, broken {:?}",
        percent(all.coverage),
        percent(all.too_long),
        percent(all.median_error),
        percent(all.median_width),
        percent(flow.permit_use),
        flow.minute_max,
        outcome.report.broken,
    );
    println!("{took:.1} s, {} events, {}", outcome.events, peak_memory());
    if outcome.broken.is_none() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns this process's peak memory as the system reports it; empty if the system does not.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    peak.unwrap_or_default().to_owned()
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

/// The scenario of a seed.
type Story = fn(u64) -> Scenario;

/// All kinds of storms, by name.
const KINDS: [(&str, Story); 11] = [
    ("plain storms", storm),
    ("storms on a site", site_storm),
    ("storms in a pool", pool_storm),
    ("storms in a pool at peak", unseen_pool_storm),
    ("storms with codes", code_storm),
    ("storms with groups", group_storm),
    ("storms with attackers", attack_storm),
    ("storms with rules", screened_storm),
    ("storms without faults", calm_storm),
    ("storms with proofs", proof_storm),
    ("storms in a pool under attack", attacked_pool_storm),
];

/// The number of seeds of a kind before those of the next one, if only one objection is wanted.
const ROUND: usize = 20;

/// Returns the kind with the name `only`; if no kind has that name, those whose names contain it.
fn kinds(only: &str) -> Vec<(&'static str, Story)> {
    let is_name = KINDS.iter().any(|(kind, _)| *kind == only);
    let is_played = |kind: &str| if is_name { kind == only } else { kind.contains(only) };
    KINDS.into_iter().filter(|(kind, _)| is_played(kind)).collect()
}

/// Calls `play` with the first seed, the number of seeds, and the kind of storms.
fn with_seeds(play: fn(u64, u64, &str) -> ExitCode, first: &str, count: &str, kind: &str) -> ExitCode {
    match (first.parse(), count.parse()) {
        (Ok(first), Ok(count)) => play(first, count, kind),
        _ => usage(),
    }
}

/// Plays these [`kinds`] of storms for `count` seeds from `first` on.
fn storms(first: u64, count: u64, only: &str) -> ExitCode {
    let seeds = first..first.saturating_add(count);
    let mut failed = 0;
    for (kind, story) in kinds(only) {
        let all = run_each(story, seeds.clone());
        println!(
            "{kind}: {} seeds, {} events, {} broken",
            all.played, all.events, all.failed
        );
        println!("  {}", all.counts);
        all.failures.iter().for_each(|failure| println!("{failure}"));
        failed += all.failed;
    }
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Plays the same storms, a few seeds of each kind in turn, until there is an objection.
fn objection(first: u64, count: u64, only: &str) -> ExitCode {
    let end = first.saturating_add(count);
    for begin in (first..end).step_by(ROUND) {
        let seeds = begin..end.min(begin.saturating_add(ROUND as u64));
        for (_, story) in kinds(only) {
            let all = run_each(story, seeds.clone());
            if all.failed > 0 {
                all.failures.iter().for_each(|failure| println!("{failure}"));
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Plays the cases and returns them with the time taken, in seconds.
#[expect(
    clippy::disallowed_methods,
    reason = "how fast real time goes by is what is measured"
)]
fn timed_cases(seed: u64, tell: impl FnMut(&Measured)) -> (Vec<Measured>, f64) {
    let begun = Instant::now();
    let cases = measure(seed, tell);
    (cases, begun.elapsed().as_secs_f64())
}

/// Returns the number of visitors and of events in all cases.
fn played(cases: &[Measured]) -> [u64; 2] {
    let people = cases.iter().map(|case| case.report.totals.came).sum();
    [people, cases.iter().map(|case| case.events).sum()]
}

/// Plays the cases and prints their figures in a form for programs.
fn figures(seed: u64) -> ExitCode {
    let (cases, took) = timed_cases(seed, |_| ());
    let [people, events] = played(&cases);
    let each = cases.iter().map(|case| {
        let (all, flow) = (&case.report.estimates.all, &case.report.flow);
        json!({
            "name": case.name,
            "maxOutflow": case.max_outflow,
            "coverage": all.coverage,
            "permitUse": flow.permit_use,
            "perMinute": flow.busy_per_minute,
            "minuteMax": flow.minute_max,
            "broken": case.report.broken.as_ref().map(ToString::to_string),
        })
    });
    let all = overall(&cases)
        .map(|all| json!({"coverage": all.coverage, "medianWidth": all.median_width, "medianError": all.median_error}));
    let figures = json!({"cases": each.collect::<Vec<_>>(), "overall": all, "visitors": people, "events": events, "seconds": took});
    println!("{figures}");
    ExitCode::SUCCESS
}

/// Plays the cases and the situations and prints their figures.
fn quality(seed: u64) -> ExitCode {
    println!(
        "{:35} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "", "a minute", "holds", "too long", "error", "width", "permits", "most"
    );
    let (cases, took) = timed_cases(seed, |case| println!("{}", row(case)));
    let [people, events] = played(&cases);
    println!(
        "{:.0} simulated visitors and {:.0} events a second",
        people as f64 / took,
        events as f64 / took
    );
    println!();
    estimates(seed, "")
}

/// Plays the situations whose name contains `part`, and prints a Markdown table that compares each
/// visitor's first estimate with the actual wait.
fn estimates(seed: u64, part: &str) -> ExitCode {
    println!(
        "| Situation | A minute | People | Holds | Too long | A third too short | Error | Width | Untold | | Later holds | Too long | A third too short | |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- | --: | --: | --: | --- |");
    let cells = cells(part, seed, SEEDS);
    cells.iter().for_each(|cell| println!("{}", cell_row(cell)));
    let good = cells.iter().filter(|cell| cell.is_good()).count();
    let mean = mean_coverage(&cells);
    println!();
    let good_later = cells.iter().filter(|cell| cell.is_good_later()).count();
    println!(
        "{good} of {} cells are good, {good_later} later; the mean of all cells holds {:.1} %.",
        cells.len(),
        mean * 100.0
    );
    let met = good == cells.len() && (COVERAGE_MEAN[0]..=COVERAGE_MEAN[1]).contains(&mean);
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn cell_row(cell: &Cell) -> String {
    let broken = cell.broken.as_deref().unwrap_or_default();
    let mark = |is_good: bool| if is_good { "" } else { "✗" };
    let (first, later) = (mark(cell.is_good()), mark(cell.is_good_later()));
    format!(
        "| {} | {} | {} | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {first}{broken} | {:.1} % | {:.1} % | {:.1} % | {later} |",
        cell.situation,
        cell.max_outflow,
        cell.people,
        cell.coverage * 100.0,
        cell.too_long * 100.0,
        cell.far_too_short * 100.0,
        cell.error * 100.0,
        cell.width * 100.0,
        cell.untold * 100.0,
        cell.later_coverage * 100.0,
        cell.later_too_long * 100.0,
        cell.later_far_too_short * 100.0,
    )
}

fn row(case: &Measured) -> String {
    let (all, flow) = (&case.report.estimates.all, &case.report.flow);
    let broken = case
        .report
        .broken
        .as_ref()
        .map_or_else(String::new, |broken| format!("  {broken}"));
    format!(
        "{:35} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}{broken}",
        case.name,
        case.max_outflow,
        percent(all.coverage),
        percent(all.too_long),
        percent(all.median_error),
        percent(all.median_width),
        percent(flow.permit_use),
        flow.minute_max,
    )
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}
