//! Backups of an embedded store: `SIGUSR1` makes a running server write one, and `anteroom restore`
//! creates a store from it.
//!
//! The backup is `anteroom.backup.redb` beside the store's own file, and replaces the previous one;
//! operators copy it from there to a safe place. It contains the store's state at one moment. Later
//! commits are missing, so a server that starts on it recovers as after a failover: numbers that
//! were possibly given are not given again.
//!
//! Redis is not covered, since it has backups of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use store::AnyStore;
use tokio::signal::unix::{SignalKind, signal};

use crate::config::Config;

/// The prefix of the URL of an embedded store.
const EMBEDDED: &str = "embedded:";
/// The file name of a backup.
const FILE_NAME: &str = "anteroom.backup.redb";

/// The path of backups of the configured store, if that is an embedded one.
#[must_use]
pub fn file(config: &Config) -> Option<PathBuf> {
    Some(folder(config)?.join(FILE_NAME))
}

/// The folder of the configured store, if it is an embedded one.
#[must_use]
pub fn folder(config: &Config) -> Option<&Path> {
    config.server.store.as_str().strip_prefix(EMBEDDED).map(Path::new)
}

/// Writes a backup to `file` at each `SIGUSR1`, until the future is dropped.
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
        // The panic was reported when it happened.
        Err(_) => tracing::error!("no backup was written"),
    }
}

/// Cancels the backup when dropped, so that a server that stops does not wait for it.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
