//! What `cargo xtask simulate` runs, optimised.

use std::process::ExitCode;

use std::time::Instant;

use simulator::quality::{Measured, measure, overall};
use simulator::{Scenario, run, run_each, storm};

const USAGE: &str = "judge storms FIRST COUNT | judge quality SEED | judge play SCENARIO SEED";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["storms", first, count] => match (first.parse(), count.parse()) {
            (Ok(first), Ok(count)) => storms(first, count),
            _ => usage(),
        },
        ["quality", seed] => seed.parse().map_or_else(|_| usage(), quality),
        ["play", scenario, seed] => seed.parse().map_or_else(|_| usage(), |seed| play(scenario, seed)),
        _ => usage(),
    }
}

/// Plays one scenario once and prints how long that took, and how much memory.
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

/// What the system says of the most memory this process held; nothing where it does not say so.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    peak.unwrap_or_default().to_owned()
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

/// Plays the stories of so many seeds.
fn storms(first: u64, count: u64) -> ExitCode {
    let all = run_each(storm, first..first.saturating_add(count));
    println!("{} seeds, {} events, {} broken", all.played, all.events, all.failed);
    all.failures.iter().for_each(|failure| println!("{failure}"));
    if all.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Plays the cases and prints their figures.
#[expect(
    clippy::disallowed_methods,
    reason = "how fast real time goes by is what is measured"
)]
fn quality(seed: u64) -> ExitCode {
    println!(
        "{:35} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "", "a minute", "holds", "too long", "error", "width", "permits", "most"
    );
    let begun = Instant::now();
    let cases = measure(seed, |case| println!("{}", row(case)));
    let took = begun.elapsed().as_secs_f64();
    let Some(all) = overall(&cases) else {
        return ExitCode::FAILURE;
    };
    let aims = [
        (all.coverage, 0.75, 0.85),
        (all.median_width, 0.0, 0.40),
        (all.median_error, 0.0, 0.05),
    ];
    println!(
        "{:35} {:>9} {:>9} {:>8} {:>8} {:>8}",
        "all, each alike",
        "",
        percent(Some(all.coverage)),
        percent(Some(all.too_long)),
        percent(Some(all.median_error)),
        percent(Some(all.median_width)),
    );
    let people: u64 = cases.iter().map(|case| case.report.totals.came).sum();
    let events: u64 = cases.iter().map(|case| case.events).sum();
    println!(
        "{:.0} simulated visitors and {:.0} events a second",
        people as f64 / took,
        events as f64 / took
    );
    let met = aims.iter().all(|(found, from, to)| (from..=to).contains(&found));
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
