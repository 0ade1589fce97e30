//! Updates of a [`LiveConfig`] in the background: from a file, or by download.
//!
//! A task polls its source periodically. An invalid response changes nothing: the current config
//! stays, and the task polls sooner ([`pace`]).

#[cfg(feature = "download")]
mod download;
mod file;
#[cfg(feature = "download")]
mod last_good;
mod pace;
#[cfg(test)]
mod tests;

use std::io;

use tokio::sync::watch;
use tokio::task::JoinHandle;

#[cfg(feature = "download")]
pub use download::{Download, DownloadError};
pub use file::ConfigFile;

use crate::clock::RandomSequence;
use crate::integration::{IntegrationError, LiveConfig};
use crate::metrics::{self, Update};
use pace::Pace;

/// A task that keeps a config up to date until this value is dropped.
#[derive(Debug)]
#[must_use = "dropping it ends the updates"]
pub struct Updates {
    task: JoinHandle<()>,
    is_tried: watch::Receiver<bool>,
}

impl Updates {
    /// Waits until the source has been asked once, whatever the result: see
    /// [`LiveConfig::version`]. A site that waits before it listens has a config for its first
    /// visitors.
    pub async fn first_attempt(&mut self) {
        // An error means that the task has ended, so there is nothing to wait for.
        _ = self.is_tried.wait_for(|is_tried| *is_tried).await;
    }

    fn start(config: LiveConfig, source: impl UpdateSource, pace: Pace, seed: u64) -> Self {
        let (tried, is_tried) = watch::channel(false);
        let task = tokio::spawn(keep_up(config, source, (pace, RandomSequence::new(seed)), tried));
        Self { task, is_tried }
    }
}

impl Drop for Updates {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A source of configs.
trait UpdateSource: Send + 'static {
    /// Returns the config; `None` if it is the last accepted one.
    fn fetch(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, UpdateError>> + Send;

    /// Reports that the last fetched config was accepted.
    fn taken(&mut self, json: Vec<u8>) -> impl Future<Output = ()> + Send;
}

/// Why an attempt brought no config.
#[derive(Debug, thiserror::Error)]
enum UpdateError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Config(#[from] IntegrationError),
    #[cfg(feature = "download")]
    #[error("the waiting room answers {0}")]
    Status(http::StatusCode),
    #[cfg(feature = "download")]
    #[error("the waiting room does not answer in time")]
    TimedOut,
    #[cfg(feature = "download")]
    #[error("{0}")]
    Http(String),
}

async fn keep_up(
    config: LiveConfig,
    mut source: impl UpdateSource,
    (pace, random): (Pace, RandomSequence),
    tried: watch::Sender<bool>,
) {
    let mut failures = 0_u32;
    loop {
        let update = update(&config, &mut source).await;
        metrics::count_update(update);
        failures = if update == Update::Failed {
            failures.saturating_add(1)
        } else {
            0
        };
        tried.send_replace(true);
        tokio::time::sleep(pace.wait(failures, random.draw())).await;
    }
}

/// Makes one attempt and logs its result.
async fn update(config: &LiveConfig, source: &mut impl UpdateSource) -> Update {
    match attempt(config, source).await {
        Ok(None) => Update::Unchanged,
        Ok(Some(version)) => {
            tracing::info!(config.version = version, "took a new integration config");
            Update::Taken
        }
        Err(error) => {
            let kept = config.version();
            tracing::warn!(%error, config.version = kept, "no new integration config; what there was stays");
            Update::Failed
        }
    }
}

async fn attempt(config: &LiveConfig, source: &mut impl UpdateSource) -> Result<Option<i64>, UpdateError> {
    let Some(json) = source.fetch().await? else {
        return Ok(None);
    };
    let version = config.replace(&json)?;
    source.taken(json).await;
    Ok(Some(version))
}
