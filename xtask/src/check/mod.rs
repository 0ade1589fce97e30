//! `cargo xtask test`: every check, one after the other, and a table of them at the end.
//!
//! A failed check does not keep the others from running, so that one run tells all that is wrong. A
//! check that cannot run here is skipped, and says so.

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
    /// Run this check alone; may be given more than once.
    #[arg(long, value_enum, value_name = "STEP")]
    only: Vec<Check>,
}

/// Runs the command; an error when a check failed.
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
