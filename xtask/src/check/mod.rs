//! `cargo xtask test`: runs every check in order, and prints a table of the results.
//!
//! The other checks run even if one fails, so that one run reports all problems. A check that
//! cannot run on this machine is skipped and reported as such.

mod report;
mod steps;
mod supply_chain;

use anyhow::{Result, bail};
use clap::Args;

use crate::build;
use crate::project::Project;
use crate::step::{Stopwatch, step};
use report::{Outcome, ReportRow};
use steps::Check;

/// Options of the checks.
#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    build: build::BuildOptions,
    /// Run only this check; may be repeated.
    #[arg(long, value_enum, value_name = "STEP")]
    only: Vec<Check>,
}

/// Runs the command; returns an error if a check failed.
pub(crate) fn run(options: &CheckOptions) -> Result<()> {
    let project = Project::find();
    let watch = Stopwatch::start();
    let lines: Vec<ReportRow> = Check::ALL
        .iter()
        .filter(|check| options.only.is_empty() || options.only.contains(check))
        .map(|check| line(*check, &project, &options.build))
        .collect();
    eprint!("\n{}", report::table(&lines, watch.elapsed()));
    let failed: Vec<&str> = lines
        .iter()
        .filter(|line| line.has_failed())
        .map(|line| line.name)
        .collect();
    if failed.is_empty() {
        return Ok(());
    }
    bail!("failed: {}", failed.join(", "));
}

fn line(check: Check, project: &Project, build: &build::BuildOptions) -> ReportRow {
    let watch = Stopwatch::start();
    let result = step(format_args!("check: {}", check.name()), || check.run(project, build));
    let outcome = result.unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
    ReportRow {
        name: check.name(),
        outcome,
        took: watch.elapsed(),
    }
}
