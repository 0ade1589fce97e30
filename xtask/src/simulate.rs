//! `cargo xtask simulate`: runs the optimised engine in virtual time, with many storms against
//! every invariant, or to measure its quality.
//!
//! `crates/simulator/examples/judge.rs` does the work, so that it can be compiled with
//! optimisation.

use anyhow::Result;
use clap::Args;

use crate::exec;
use crate::project::Project;
use crate::step::step;

/// Options of the command.
#[derive(Debug, Args)]
pub(crate) struct SimulateOptions {
    /// The number of storms, one per seed; every failure is reported with its seed and the shortest
    /// prefix that still fails.
    #[arg(long, default_value_t = 10_000)]
    seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure estimates, use of permits and speed instead; fails if a target is missed.
    #[arg(long, conflicts_with = "seeds")]
    quality: bool,
}

/// Runs the command.
pub(crate) fn run(options: &SimulateOptions) -> Result<()> {
    let project = Project::find();
    step("compile the simulator", || {
        let mut cargo = project.cargo();
        exec::run(cargo.args(["build", "--release", "--package", "simulator", "--example", "judge"]))
    })?;
    let mut judge = project.program(project.target("release/examples/judge"), ".");
    let (seed, seeds) = (options.seed.to_string(), options.seeds.to_string());
    if options.quality {
        judge.args(["quality", &seed]);
    } else {
        judge.args(["storms", &seed, &seeds]);
    }
    step("play", || exec::run(&mut judge))
}
