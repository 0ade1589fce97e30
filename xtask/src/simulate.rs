//! `cargo xtask simulate`: runs the optimised pool node in virtual time, with many storms against
//! every invariant, or to measure its quality.
//!
//! `crates/simulator/examples/judge.rs` does the work, so that it can be compiled with
//! optimisation.

use anyhow::Result;
use clap::Args;

use crate::exec;
use crate::mutants;
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
    /// Measure the use of permits, speed, and the first range that each visitor sees instead; fails
    /// if a situation misses a target.
    #[arg(long, conflicts_with = "seeds")]
    quality: bool,
    /// With `--quality`: only the situations whose name contains this.
    #[arg(long, requires = "quality")]
    situation: Option<String>,
    /// Make one small fault after the other in a copy of the project, and see whether the
    /// simulations notice it; fails if one is not noticed.
    #[arg(long, conflicts_with_all = ["seeds", "quality"])]
    mutants: bool,
    /// With `--mutants`: only the faults whose sentence contains this.
    #[arg(long, requires = "mutants", default_value = "")]
    only: String,
}

/// Runs the command.
pub(crate) fn run(options: &SimulateOptions) -> Result<()> {
    let project = Project::find();
    if options.mutants {
        return mutants::run(&project, &options.only);
    }
    step("compile the simulator", || {
        let mut cargo = project.cargo();
        exec::run(cargo.args(["build", "--release", "--package", "simulator", "--example", "judge"]))
    })?;
    let mut judge = project.program(project.target("release/examples/judge"), ".");
    let (seed, seeds) = (options.seed.to_string(), options.seeds.to_string());
    if let Some(situation) = &options.situation {
        judge.args(["estimates", &seed, situation]);
    } else if options.quality {
        judge.args(["quality", &seed]);
    } else {
        judge.args(["storms", &seed, &seeds]);
    }
    step("play", || exec::run(&mut judge))
}
