//! Backups of a store in a file: `SIGUSR1` makes a running server write one, and `anteroom restore`
//! makes a store of it.
//!
//! The backup is `anteroom.backup.redb`, beside the store's own file and in place of the last one;
//! from there operators copy it to where they keep such things. What the store held at one moment
//! is in it. Commits that came later are missing, so a server that starts on it makes up for them
//! as after a failover: numbers that may have been given are not given again.
//!
//! Not here: Redis, which has backups of its own.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use clap::Args;
use store::AnyStore;
use tokio::signal::unix::{SignalKind, signal};

use crate::config::Config;

/// What stands before the folder in the address of a store in a file.
const EMBEDDED: &str = "embedded:";
/// The name of a backup.
const FILE_NAME: &str = "anteroom.backup.redb";

/// `anteroom restore`
#[derive(Debug, Args)]
pub struct Restore {
    /// The configuration file: it names the store's folder, which must hold no store.
    #[arg(long)]
    config: PathBuf,
    /// A backup, or a copy of a stopped server's file. It stays as it is.
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
}

/// Makes the configured store out of a backup.
///
/// # Errors
/// If the configuration has problems or another kind of store, if there is a store already, or if a
/// file cannot be read or written.
pub fn restore(options: &Restore) -> Result<ExitCode> {
    let config = match Config::load(&options.config) {
        Ok(config) => config,
        Err(problems) => {
            problems.iter().for_each(|problem| eprintln!("{problem}"));
            return Ok(ExitCode::from(2));
        }
    };
    let Some(folder) = folder(&config) else {
        bail!("server.store: only a store in a file, embedded:PATH, is restored like this");
    };
    store::restore(&options.from, folder).context("nothing was restored")?;
    println!("{} holds what {} does", folder.display(), options.from.display());
    Ok(ExitCode::SUCCESS)
}

/// Where backups of the configured store are written, if it is one in a file.
#[must_use]
pub fn file(config: &Config) -> Option<PathBuf> {
    Some(folder(config)?.join(FILE_NAME))
}

fn folder(config: &Config) -> Option<&Path> {
    config.server.store.as_str().strip_prefix(EMBEDDED).map(Path::new)
}

/// Writes a backup to `file` at each `SIGUSR1`, until it is dropped.
pub async fn on_signal(store: AnyStore, file: Option<PathBuf>) {
    let mut asked = signal(SignalKind::user_defined1()).expect("signals can be listened for");
    while asked.recv().await.is_some() {
        match &file {
            Some(file) => write(&store, file.clone()).await,
            None => tracing::warn!("there is no backup of this kind of store: it has other means"),
        }
    }
}

async fn write(store: &AnyStore, file: PathBuf) {
    let ending = Ending::default();
    let (store, to, may) = (store.clone(), file.clone(), ending.0.clone());
    let written = tokio::task::spawn_blocking(move || {
        let embedded = store.embedded().expect("a store with a folder is in a file");
        embedded.copy_to(&to, || !may.load(Ordering::Relaxed))
    });
    match written.await {
        Ok(Ok(())) => tracing::info!(file = %file.display(), "a backup is written"),
        Ok(Err(error)) => tracing::error!(%error, "no backup was written"),
        // A panic has been reported.
        Err(_) => tracing::error!("no backup was written"),
    }
}

/// Ends the writing when nobody waits for it any more: a server that stops does not wait for a
/// backup.
#[derive(Default)]
struct Ending(Arc<AtomicBool>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
