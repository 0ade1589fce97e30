//! `cargo xtask chaos`: runs the release binary under load while nodes are killed and Redis fails
//! over, and checks the answers to visitors.
//!
//! There are four series of faults: one node on its own disk is killed; three nodes on Redis are
//! killed one after the other; Redis fails over to a synchronized replica; Redis fails over to a
//! replica that lacks the last acknowledged commits. In all of them visitors come slightly faster
//! than they are let in. After each series the command counts lost places, double numbers and
//! minutes with more grants than allowed, and fails if any of these occurred. Recovery times, from
//! the fault until the next visitor is let in, are measured but never a failure.
//!
//! `cargo xtask test` runs a short version. `tests/reliability/` tests single faults.

mod crowd;
mod fault_series;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;

use crate::build;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::{note, step};
use crate::tools::{self, RELIABILITY_TOOLS};
use fault_series::{FaultSeries, SeriesReport};

/// Options of the command.
#[derive(Debug, Args)]
pub(crate) struct ChaosOptions {
    #[command(flatten)]
    build: build::BuildOptions,
    /// Kill nodes this many times: a quarter of them the only node on its disk, the others one of
    /// three on Redis.
    #[arg(long, default_value_t = 100)]
    kills: u32,
    /// Fail Redis over this many times: half of them to a synchronized replica, half to one that
    /// lacks commits.
    #[arg(long, default_value_t = 20)]
    failovers: u32,
    /// The number of visitors in line from the beginning.
    #[arg(long, default_value_t = 200)]
    visitors: usize,
    /// The number of visitors let in per minute.
    #[arg(long, default_value_t = 600)]
    max_outflow: u32,
    /// Test this binary instead of building one.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(options: &ChaosOptions) -> Result<()> {
    let project = Project::find();
    tools::ensure(&RELIABILITY_TOOLS)?;
    let binary = match &options.binary {
        Some(binary) => std::path::absolute(binary)?,
        None => {
            build::browser_half(&project, &options.build)?;
            build::programs(&project, Profile::Release)?;
            Profile::Release.folder(&project).join("anteroom")
        }
    };
    play(options, &binary)
}

/// Runs a few faults of each kind for the checks, on the binary that they have built.
pub(crate) fn short(project: &Project) -> Result<()> {
    tools::ensure(&RELIABILITY_TOOLS)?;
    let options = ChaosOptions {
        build: build::BuildOptions { wasm_route: None },
        kills: 8,
        failovers: 2,
        visitors: 100,
        max_outflow: 600,
        binary: None,
    };
    play(&options, &Profile::Tested.folder(project).join("anteroom"))
}

fn play(options: &ChaosOptions, binary: &Path) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let load = fault_series::Load {
        binary: binary.to_owned(),
        visitors: options.visitors,
        max_outflow: options.max_outflow,
    };
    let alone = options.kills / 4;
    let losing = options.failovers / 2;
    let all = [
        FaultSeries::KillTheOnlyNode(alone),
        FaultSeries::KillOneOfThree(options.kills - alone),
        FaultSeries::FailOver(options.failovers - losing),
        FaultSeries::FailOverAndLose(losing),
    ];
    let all = all.into_iter().filter(|series| series.times() > 0);
    let told = all.map(|series| step(series, || runtime.block_on(series.play(&load))));
    let told: Vec<SeriesReport> = told.collect::<Result<_>>()?;
    print!("\n{}", table::table(&told));
    for what in told.iter().flat_map(|told| &told.noted) {
        note(what);
    }
    let broken: Vec<String> = told
        .iter()
        .filter(|told| told.is_broken())
        .map(|told| told.series.to_string())
        .collect();
    ensure!(broken.is_empty(), "promises were broken while: {}", broken.join(", "));
    Ok(())
}
