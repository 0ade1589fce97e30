//! The command line: a module for each command, or for two that belong together. A command reads
//! its arguments, calls the library and prints the result; a configuration with problems ends every
//! command with exit code 2.

mod check;
pub mod evaluate;
pub mod explain;
mod problems;
pub mod reconcile;
mod remote;
mod replay;
mod restore;
mod serve;
pub mod simulate;
pub mod snippet;
pub mod theme;
pub mod verify_draw;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::config::{Config, ConfigProblem};
use crate::preflight;

use check::Check;
use evaluate::Evaluate;
use explain::Explain;
use problems::refused;
use reconcile::{Apply, Reconcile};
use replay::Replay;
use restore::Restore;
use serve::Serve;
use simulate::{PlanCapacity, Simulate};
use snippet::Snippet;
use theme::ThemeCommand;
use verify_draw::VerifyDraw;

/// A self-hosted virtual waiting room.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Run the waiting rooms of a configuration file.
    Serve(Serve),
    /// Check a configuration file, and print one line for each problem.
    Check(Check),
    /// Evaluate requests by an integration configuration: JSON lines in, JSON lines out.
    Evaluate(Evaluate),
    /// Explain why a request is let in, queued, refused or cancelled, step by step.
    Explain(Box<Explain>),
    /// Show how a running server differs from a configuration file; exit code 2 if it does.
    Plan(Reconcile),
    /// Make a running server match a configuration file.
    Apply(Apply),
    /// Print the script tags that protect a customer's pages, ready to paste.
    Snippet(Snippet),
    /// Run a scenario with the real engine in virtual time, and check the outcome.
    Simulate(Simulate),
    /// Play the recording of an incident through the pool node, and say where an oracle objects.
    Replay(Replay),
    /// Propose a max outflow and a session cap for a site and an expected crowd.
    PlanCapacity(PlanCapacity),
    /// Create, check and preview themes.
    Theme(ThemeCommand),
    /// Restore the configured store from a backup; a running server writes one on SIGUSR1.
    Restore(Restore),
    /// Verify a published draw, and show the position of a receipt's holder.
    VerifyDraw(VerifyDraw),
}

/// Runs the command that the process was started with.
#[must_use]
pub fn run() -> ExitCode {
    let done = match Arguments::parse().command {
        CliCommand::Serve(options) => serve::run(&options),
        CliCommand::Check(options) => Ok(check::run(&options)),
        CliCommand::Evaluate(options) => evaluate::evaluate(&options),
        CliCommand::Explain(options) => explain::run(&options),
        CliCommand::Plan(options) => reconcile::plan(&options),
        CliCommand::Apply(options) => reconcile::apply(&options),
        CliCommand::Snippet(options) => snippet::snippet(&options),
        CliCommand::Simulate(options) => simulate::simulate(&options),
        CliCommand::Replay(options) => Ok(replay::run(&options)),
        CliCommand::PlanCapacity(options) => simulate::plan_capacity(&options),
        CliCommand::Theme(command) => theme::theme(command),
        CliCommand::Restore(options) => restore::restore(&options),
        CliCommand::VerifyDraw(options) => Ok(verify_draw::verify_draw(&options)),
    };
    done.unwrap_or_else(|error: anyhow::Error| {
        eprintln!("{error:#}");
        ExitCode::FAILURE
    })
}

/// Reads a configuration that can be served, with its warnings.
///
/// # Errors
/// The exit code for a configuration with problems, which are printed one a line.
fn load(path: &Path) -> Result<(Config, Vec<ConfigProblem>), ExitCode> {
    preflight::load(path).map_err(|problems| refused(&problems))
}
