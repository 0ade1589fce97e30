//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use anteroom::backup::{Restore, restore};
use anteroom::check;
use anteroom::clock::Clock;
use anteroom::config::{Config, Problem};
use anteroom::evaluate::{Evaluate, evaluate};
use anteroom::explain::{self, command::Explain};
use anteroom::log::{self, LogFormat};
use anteroom::reconcile::{Apply, Reconcile, apply, plan};
use anteroom::serve::serve;
use anteroom::simulate::{PlanCapacity, Simulate, plan_capacity, simulate};
use anteroom::snippet::{Snippet, snippet};
use anteroom::theme_tool::{ThemeCommand, theme};
use anteroom::verify_draw::{VerifyDraw, verify_draw};
use anyhow::Result;
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

/// A page is some fifty small allocations; the C library's allocator takes an eighth of a request
/// for them.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Exit code for a configuration with problems.
const BAD_CONFIG: u8 = 2;

/// A self-hosted virtual waiting room.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the waiting rooms of a configuration file.
    Serve {
        /// The configuration file.
        #[arg(long)]
        config: PathBuf,
        /// How log lines are written.
        #[arg(long, value_enum, default_value_t = LogFormat::Text)]
        log: LogFormat,
    },
    /// Check a configuration file: one line a problem.
    Check {
        /// The configuration file.
        #[arg(long)]
        config: PathBuf,
    },
    /// Tell what an integration configuration makes of requests: JSON lines in, JSON lines out.
    Evaluate(Evaluate),
    /// Tell why a request is let in, queued, refused or cancelled, step by step.
    Explain(Box<Explain>),
    /// Show how a running server differs from a configuration file; exit code 2 if it does.
    Plan(Reconcile),
    /// Make a running server the same as a configuration file.
    Apply(Apply),
    /// Print the script tags that protect a customer's pages, ready to paste.
    Snippet(Snippet),
    /// Play a scenario in virtual time around the real engine, and judge it.
    Simulate(Simulate),
    /// Propose a max outflow and a session cap for a site and a crowd.
    PlanCapacity(PlanCapacity),
    /// Make, check and look at themes.
    Theme(ThemeCommand),
    /// Make the configured store out of a backup; a running server writes one when it gets SIGUSR1.
    Restore(Restore),
    /// Check a published draw, and where a receipt's holder stands.
    VerifyDraw(VerifyDraw),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (path, log) = match arguments.command {
        Command::Serve { config, log } => (config, Some(log)),
        Command::Check { config } => (config, None),
        Command::Evaluate(options) => return exit(evaluate(&options)),
        Command::Explain(options) => return exit(explain::command::run(&options)),
        Command::Plan(options) => return exit(plan(&options)),
        Command::Apply(options) => return exit(apply(&options)),
        Command::Snippet(options) => return exit(snippet(&options)),
        Command::Simulate(options) => return exit(simulate(&options)),
        Command::PlanCapacity(options) => return exit(plan_capacity(&options)),
        Command::Theme(command) => return exit(theme(command)),
        Command::Restore(options) => return exit(restore(&options)),
        Command::VerifyDraw(options) => return verify_draw(&options),
    };
    match check::load(&path) {
        Ok((config, warnings)) => exit(run(log, config, &warnings).map(|()| ExitCode::SUCCESS)),
        Err(problems) => {
            problems.iter().for_each(|problem| eprintln!("{problem}"));
            ExitCode::from(BAD_CONFIG)
        }
    }
}

fn exit(done: Result<ExitCode>) -> ExitCode {
    done.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ExitCode::FAILURE
    })
}

/// Serves if there is a way to log, else says that the configuration is good. Warnings stop
/// neither.
fn run(log: Option<LogFormat>, config: Config, warnings: &[Problem]) -> Result<()> {
    match log {
        None => {
            warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
            let (customers, rooms) = (config.customers.len(), config.rooms.len());
            println!(
                "{customers} customers, {rooms} rooms, no problems, {} warnings",
                warnings.len()
            );
            Ok(())
        }
        Some(log) => {
            let limit = log::start(log, Clock::real());
            warnings.iter().for_each(|warning| tracing::warn!("{warning}"));
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.spawn(limit.clone().tell());
            let served = runtime.block_on(serve(config));
            limit.tell_now();
            served
        }
    }
}
