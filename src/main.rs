//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use anteroom::check::references;
use anteroom::config::Config;
use anteroom::serve::serve;
use anyhow::Result;
use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

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
    let path = match &arguments.command {
        Command::Serve { config, .. } | Command::Check { config } => config,
    };
    let checked = Config::load(path).and_then(|config| match references(&config) {
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
    match run(arguments.command, config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command, config: Config) -> Result<()> {
    match command {
        Command::Check { .. } => {
            println!(
                "{} customers, {} rooms, no problems",
                config.customers.len(),
                config.rooms.len()
            );
            Ok(())
        }
        Command::Serve { log, .. } => {
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
