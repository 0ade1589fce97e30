//! The project's own commands: `cargo xtask build`, `run`, `test`, `bench`, `instructions`,
//! `chaos`, `fuzz`, `simulate`, `accessibility`, `screenshots`. Needs Rust and Node; what else a
//! command needs it fetches itself and says so.
//!
//! Not part of the product: nothing here is linked into the server.

mod accessibility;
mod bench;
mod build;
mod chaos;
mod check;
mod demo;
mod exec;
mod fuzz;
mod instructions;
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
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the browser's half and the server that carries it: target/release/anteroom.
    Build(build::Command),
    /// Build everything and start a demo: a shop behind its waiting room, with a simulated crowd in
    /// line.
    Run(demo::Options),
    /// Run every check.
    Test(check::Options),
    /// Measure polls, pages, bytes and start-up beside bare routes of the same libraries, and the
    /// engine with ten million in line.
    Bench(bench::Options),
    /// Count the instructions of polls, pages, arrivals, claims and the connector's verdicts, and
    /// compare with xtask/instructions.toml.
    Instructions(instructions::Options),
    /// Kill nodes and fail Redis over under load, and count lost places, double numbers and minutes
    /// over the bound.
    Chaos(chaos::Options),
    /// Play the engine in virtual time: many seeds against every invariant, or what is promised in
    /// figures.
    Simulate(simulate::Options),
    /// Prove accessibility: every page in every theme and four languages, and journeys; writes
    /// docs/accessibility.md.
    Accessibility(accessibility::Options),
    /// Take the pictures of the documentation, docs/pictures/.
    Screenshots(screenshots::Options),
    /// Fuzz everything that decodes bytes: one decoder, or each in turn.
    Fuzz(fuzz::Options),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Build(options) => build::run(&options),
        Command::Run(options) => demo::run(&options),
        Command::Test(options) => check::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Instructions(options) => instructions::run(&options),
        Command::Chaos(options) => chaos::run(&options),
        Command::Simulate(options) => simulate::run(&options),
        Command::Accessibility(options) => accessibility::run(&options),
        Command::Screenshots(options) => screenshots::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
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
