//! Keeping a [`LiveConfig`] up to date, beside the requests: from a file, or by download.
//!
//! A task asks its source time and again. An answer that is no good config changes nothing: the one
//! before stays, and the source is asked again sooner ([`pace`]).

#[cfg(feature = "download")]
mod download;
mod file;
#[cfg(feature = "download")]
mod kept;
mod pace;
#[cfg(test)]
mod tests;

use std::io;

use tokio::sync::watch;
use tokio::task::JoinHandle;

#[cfg(feature = "download")]
pub use download::{Download, DownloadError};
pub use file::ConfigFile;

use crate::clock;
use crate::integration::{IntegrationError, LiveConfig};
use crate::metrics::{self, Update};
use pace::Pace;

/// A task that keeps a config up to date, for as long as this is held.
#[derive(Debug)]
#[must_use = "dropping it ends the updates"]
pub struct Updates {
    task: JoinHandle<()>,
    is_tried: watch::Receiver<bool>,
}

impl Updates {
    /// Waits until the source was asked once, whatever came of it: see [`LiveConfig::version`]. So
    /// a site can start to listen with a config at hand.
    pub async fn first_attempt(&mut self) {
        // It fails if the task is gone: then there is nothing to wait for.
        _ = self.is_tried.wait_for(|is_tried| *is_tried).await;
    }

    fn start(config: LiveConfig, source: impl UpdateSource, pace: Pace) -> Self {
        let (tried, is_tried) = watch::channel(false);
        let task = tokio::spawn(keep_up(config, source, pace, tried));
        Self { task, is_tried }
    }
}

impl Drop for Updates {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Where configs come from.
trait UpdateSource: Send + 'static {
    /// The config; `None` if it is the one that was taken last.
    fn fetch(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, UpdateError>> + Send;

    /// What was fetched last is good.
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

async fn keep_up(config: LiveConfig, mut source: impl UpdateSource, pace: Pace, tried: watch::Sender<bool>) {
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
        tokio::time::sleep(pace.wait(failures, clock::draw())).await;
    }
}

/// One attempt, reported in the log.
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
