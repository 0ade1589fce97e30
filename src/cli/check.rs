//! `anteroom check`: the problems and warnings of a configuration file, one a line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

/// The arguments of `anteroom check`.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The configuration file.
    #[arg(long)]
    config: PathBuf,
}

/// Checks the file. Warnings go to standard error and change no exit code.
pub(super) fn run(options: &Check) -> ExitCode {
    let (config, warnings) = match super::load(&options.config) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    let (customers, rooms) = (config.customers.len(), config.rooms.len());
    println!(
        "{customers} customers, {rooms} rooms, no problems, {} warnings",
        warnings.len()
    );
    ExitCode::SUCCESS
}
