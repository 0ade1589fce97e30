//! `anteroom restore`: creates the configured store from a backup ([`crate::server::backup`]).

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::cli::problems::refused;
use crate::config::Config;
use crate::server::backup::folder;

/// The arguments of `anteroom restore`.
#[derive(Debug, Args)]
pub(super) struct Restore {
    /// The configuration file; the store's folder that it names must not contain a store.
    #[arg(long)]
    config: PathBuf,
    /// A backup, or a copy of a stopped server's store file; the file is not changed.
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
}

/// Creates the configured store from a backup. Problems of the configuration are printed, with exit
/// code 2.
///
/// # Errors
/// If the configuration names another kind of store, if there is a store already, or if a file
/// cannot be read or written.
pub(super) fn restore(options: &Restore) -> Result<ExitCode> {
    let config = match Config::load(&options.config) {
        Ok(config) => config,
        Err(problems) => return Ok(refused(&problems)),
    };
    let Some(folder) = folder(&config) else {
        bail!("server.store: only a store in a file, embedded:PATH, is restored like this");
    };
    store::restore(&options.from, folder).context("nothing was restored")?;
    println!("{} holds what {} does", folder.display(), options.from.display());
    Ok(ExitCode::SUCCESS)
}
