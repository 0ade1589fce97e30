//! The commands that run a room in virtual time: `simulate` and `plan-capacity`. They read a
//! scenario or a few figures, and require no configuration.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use simulator::plan::{SiteEstimate, propose};
use simulator::{RunOutcome, Scenario, run, run_seeds};

/// Exit code of a run that breaks an invariant.
const BROKEN: u8 = 3;

/// Options of `anteroom simulate`.
#[derive(Debug, Args)]
pub struct Simulate {
    /// The scenario, a TOML file.
    scenario: PathBuf,
    /// The seed of all randomness; the same seed gives the same run.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run this many seeds, one after another, and report those that break an invariant.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Folder for `report.json` and `report.html`, created if it is missing. Only written for a
    /// single seed.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Options of `anteroom plan-capacity`.
#[derive(Debug, Args)]
pub struct PlanCapacity {
    /// Sessions that the site can serve at the same time.
    #[arg(long)]
    capacity: u64,
    /// Minutes from a visitor's first page to the last.
    #[arg(long)]
    journey_minutes: f64,
    /// The number of people expected.
    #[arg(long)]
    crowd: u64,
    /// Minutes within which these people arrive.
    #[arg(long, default_value_t = 60.0)]
    arrive_minutes: f64,
    /// Share of people who give up while they wait, 0 to 1.
    #[arg(long, default_value_t = 0.0)]
    abandonment: f64,
    /// Share of the capacity to keep free, 0 to 1.
    #[arg(long, default_value_t = 0.1)]
    reserve: f64,
    /// The seed of all randomness.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs a scenario.
///
/// # Errors
/// If the scenario cannot be read or the reports cannot be written. A broken invariant is not an
/// error: it is printed, and the exit code is 3.
pub fn simulate(options: &Simulate) -> Result<ExitCode> {
    let scenario = Scenario::load(&options.scenario)?;
    if options.seeds <= 1 {
        let outcome = run(&scenario, options.seed);
        if let Some(folder) = &options.out {
            write(folder, &outcome)?;
        }
        print(&outcome);
        if outcome.broken.is_none() {
            return Ok(ExitCode::SUCCESS);
        }
    }
    let last = options.seed.saturating_add(options.seeds.max(1));
    let all = run_seeds(&scenario, options.seed..last);
    println!("{} seeds, {} events, {} broken", all.played, all.events, all.failed);
    all.failures.iter().for_each(|failure| println!("{failure}"));
    Ok(match all.failures.as_slice() {
        [] => ExitCode::SUCCESS,
        _ => ExitCode::from(BROKEN),
    })
}

fn write(folder: &Path, outcome: &RunOutcome) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for (name, text) in [
        ("report.json", outcome.report.to_json()),
        ("report.html", outcome.report.to_html()),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

fn print(outcome: &RunOutcome) {
    let report = &outcome.report;
    let (totals, flow, estimates) = (&report.totals, &report.flow, &report.estimates.all);
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", share * 100.0));
    println!("{}, seed {}, {} events", report.title, report.seed, outcome.events);
    println!(
        "{} came, {} let through, {} left before, {} still wait",
        totals.came, totals.through, totals.left, totals.waiting
    );
    println!(
        "{} of the permits used while enough people were there; at most {} in a minute",
        percent(flow.permit_use),
        flow.minute_max
    );
    println!(
        "estimates: {} of the ranges hold the truth, median error {}, median width {}",
        percent(estimates.coverage),
        percent(estimates.median_error),
        percent(estimates.median_width)
    );
}

/// Proposes settings for a site and an expected crowd.
///
/// # Errors
/// If a figure is out of range.
pub fn plan_capacity(options: &PlanCapacity) -> Result<ExitCode> {
    let wanted = SiteEstimate {
        capacity: options.capacity,
        journey_minutes: options.journey_minutes,
        crowd: options.crowd,
        arrive_minutes: options.arrive_minutes,
        abandonment: options.abandonment,
        reserve: options.reserve,
    };
    let proposal = propose(wanted, options.seed)?;
    let [median, most, longest] = proposal.wait_minutes;
    println!("max outflow      {} a minute", proposal.max_outflow);
    println!("session cap      {}", proposal.session_cap);
    println!(
        "all are through  {:.1} minutes after the first came",
        proposal.through_minutes
    );
    println!("waits            median {median:.1}, nine of ten within {most:.1}, longest {longest:.1} minutes");
    println!(
        "sessions         at most {} in a run of the engine",
        proposal.sessions_max
    );
    if let (Some(mean), Some(little)) = (proposal.sessions_mean, proposal.sessions_little) {
        println!("cross-check      {mean:.0} sessions on average, {little:.0} by Little's law");
    }
    if let Some(broken) = proposal.broken {
        println!("{broken}");
        return Ok(ExitCode::from(BROKEN));
    }
    Ok(ExitCode::SUCCESS)
}
