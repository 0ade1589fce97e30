//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use anteroom::backup::{Restore, restore};
use anteroom::check::references;
use anteroom::config::Config;
use anteroom::designer::{ThemeCommand, theme};
use anteroom::evaluate::{Evaluate, evaluate};
use anteroom::explain::{self, command::Explain};
use anteroom::reconcile::{Apply, Reconcile, apply, plan};
use anteroom::serve::serve;
use anteroom::simulate::{PlanCapacity, Simulate, plan_capacity, simulate};
use anteroom::verify_draw::{VerifyDraw, verify_draw};
use anyhow::Result;
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;
use tracing_subscriber::EnvFilter;

/// A page is some fifty small allocations; the C library's allocator takes an eighth of a request for them.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
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
        Command::Simulate(options) => return exit(simulate(&options)),
        Command::PlanCapacity(options) => return exit(plan_capacity(&options)),
        Command::Theme(command) => return exit(theme(command)),
        Command::Restore(options) => return exit(restore(&options)),
        Command::VerifyDraw(options) => return verify_draw(&options),
    };
    let checked = Config::load(&path).and_then(|config| match references(&config) {
        problems if problems.is_empty() => Ok(config),
        problems => Err(problems),
    });
    let config = match checked {
        Ok(config) => config,
        Err(problems) => {
            problems.iter().for_each(|problem| eprintln!("{problem}"));
            return ExitCode::from(BAD_CONFIG);
        }
    };
    exit(run(log, config).map(|()| ExitCode::SUCCESS))
}

fn exit(done: Result<ExitCode>) -> ExitCode {
    done.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ExitCode::FAILURE
    })
}

/// Serves if there is a way to log, else says that the configuration is good.
fn run(log: Option<LogFormat>, config: Config) -> Result<()> {
    match log {
        None => {
            println!(
                "{} customers, {} rooms, no problems",
                config.customers.len(),
                config.rooms.len()
            );
            Ok(())
        }
        Some(log) => {
            start_log(log);
            tokio::runtime::Builder::new_multi_thread()
                .enable_all()
                .build()?
                .block_on(serve(config))
        }
    }
}

/// `RUST_LOG` chooses what is logged; by default everything from `info` on.
fn start_log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
}
