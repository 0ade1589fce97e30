//! Backups of a store in a file: `SIGUSR1` makes a running server write one. `anteroom restore`
//! ([`crate::cli`]) makes a store of a backup.
//!
//! The backup is `anteroom.backup.redb`, beside the store's own file and in place of the last one;
//! from there operators copy it to where they keep such things. What the store held at one moment
//! is in it. Commits that came later are missing, so a server that starts on it makes up for them
//! as after a failover: numbers that may have been given are not given again.
//!
//! Not here: Redis, which has backups of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use store::AnyStore;
use tokio::signal::unix::{SignalKind, signal};

use crate::config::Config;

/// What stands before the folder in the address of a store in a file.
const EMBEDDED: &str = "embedded:";
/// The name of a backup.
const FILE_NAME: &str = "anteroom.backup.redb";

/// Where backups of the configured store are written, if it is one in a file.
#[must_use]
pub fn file(config: &Config) -> Option<PathBuf> {
    Some(folder(config)?.join(FILE_NAME))
}

/// The folder of the configured store, if it is one in a file.
#[must_use]
pub fn folder(config: &Config) -> Option<&Path> {
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
    let ending = CancelOnDrop::default();
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
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
