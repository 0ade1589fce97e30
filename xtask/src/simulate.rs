//! `cargo xtask simulate`: the engine in virtual time, optimised. Many small storms against every
//! invariant, or what is promised in figures.
//!
//! The work is done by `crates/simulator/examples/judge.rs`, so that it can be compiled for speed.

use anyhow::Result;
use clap::Args;

use crate::exec;
use crate::project::Project;
use crate::step::step;

/// Options of the command.
#[derive(Debug, Args)]
pub(crate) struct SimulateOptions {
    /// How many storms are played, one a seed; whatever breaks is told with its seed and the
    /// shortest beginning that still fails.
    #[arg(long, default_value_t = 10_000)]
    seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure estimates, use of the permits and speed instead; fails where an aim is not met.
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
