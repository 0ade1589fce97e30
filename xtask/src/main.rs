//! The project's own commands: `cargo xtask build`, `run`, `test`, `bench`, `instructions`,
//! `chaos`, `abuse`, `fuzz`, `simulate`, `accessibility`, `screenshots`. They need Rust and Node; a
//! command installs other tools that it needs, and reports that.
//!
//! This crate is not part of the product: nothing here is linked into the server.

mod abuse;
mod accessibility;
mod bench;
mod build;
mod chaos;
mod check;
mod demo;
mod exec;
mod fuzz;
mod instructions;
mod mutants;
mod profile;
mod project;
mod sbom;
mod screenshots;
mod scripts;
mod simulate;
mod site;
mod step;
mod tools;
mod wasm;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The commands of the project.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: XtaskCommand,
}

#[derive(Debug, Subcommand)]
enum XtaskCommand {
    /// Build the browser's part and the server that contains it: target/release/anteroom.
    Build(build::BuildCommand),
    /// Build everything and start a demo: a shop behind its waiting room, with a simulated crowd in
    /// line.
    Run(demo::DemoOptions),
    /// Run every check.
    Test(check::CheckOptions),
    /// Measure polls, pages, bytes and start-up beside bare routes of the same libraries, and the
    /// engine with ten million visitors in line.
    Bench(bench::BenchOptions),
    /// Count the instructions of polls, pages, arrivals, claims and the connector's verdicts, and
    /// compare them with xtask/instructions.toml.
    Instructions(instructions::InstructionsOptions),
    /// Kill nodes and fail Redis over under load, and count lost places, double numbers and minutes
    /// over the bound.
    Chaos(chaos::ChaosOptions),
    /// Play attackers against the release binary beside honest visitors; writes what each defence
    /// is worth into docs/abuse.md.
    Abuse(abuse::AbuseOptions),
    /// Run the engine in virtual time: many seeds against every invariant, or the figures of its
    /// quality.
    Simulate(simulate::SimulateOptions),
    /// Prove accessibility with every page in every theme and four languages, and with journeys;
    /// writes docs/accessibility.md.
    Accessibility(accessibility::AccessibilityOptions),
    /// Take the pictures of the documentation, docs/pictures/.
    Screenshots(screenshots::ScreenshotsOptions),
    /// Fuzz everything that decodes bytes: one decoder, or all in turn.
    Fuzz(fuzz::FuzzOptions),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        XtaskCommand::Build(options) => build::run(&options),
        XtaskCommand::Run(options) => demo::run(&options),
        XtaskCommand::Test(options) => check::run(&options),
        XtaskCommand::Bench(options) => bench::run(&options),
        XtaskCommand::Instructions(options) => instructions::run(&options),
        XtaskCommand::Chaos(options) => chaos::run(&options),
        XtaskCommand::Abuse(options) => abuse::run(&options),
        XtaskCommand::Simulate(options) => simulate::run(&options),
        XtaskCommand::Accessibility(options) => accessibility::run(&options),
        XtaskCommand::Screenshots(options) => screenshots::run(&options),
        XtaskCommand::Fuzz(options) => fuzz::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Cli;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
