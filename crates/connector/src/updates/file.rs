//! A config in a file that another program or a person writes, for instance a gateway with access
//! to the waiting room.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use protocol::integration::CONFIG_BYTES_MAX;
use tokio::task::spawn_blocking;

use super::pace::Pace;
use super::{UpdateError, UpdateSource, Updates};
use crate::clock;
use crate::integration::LiveConfig;

/// Default interval between reads of the file.
const EVERY: Duration = Duration::from_secs(10);

/// Updates from a file, which is read periodically. To replace it, move a complete file to its
/// path.
#[derive(Debug)]
pub struct ConfigFile {
    config: LiveConfig,
    path: PathBuf,
    every: Duration,
}

impl ConfigFile {
    /// Prepares updates from this file, which need not exist yet.
    pub fn new(config: &LiveConfig, path: impl Into<PathBuf>) -> Self {
        Self {
            config: config.clone(),
            path: path.into(),
            every: EVERY,
        }
    }

    /// Sets the interval between reads of the file. Default: 10 seconds.
    #[must_use]
    pub fn every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// Starts the updates.
    ///
    /// # Panics
    /// Panics if called outside of a Tokio runtime.
    pub fn start(self) -> Updates {
        let Self { config, path, every } = self;
        let source = FileSource { path, taken: None };
        Updates::start(config, source, Pace { every }, clock::seed())
    }
}

#[derive(Debug)]
pub(super) struct FileSource {
    pub(super) path: PathBuf,
    pub(super) taken: Option<Vec<u8>>,
}

impl UpdateSource for FileSource {
    async fn fetch(&mut self) -> Result<Option<Vec<u8>>, UpdateError> {
        let path = self.path.clone();
        let json = spawn_blocking(move || read(&path)).await.map_err(io::Error::other)??;
        Ok(Some(json).filter(|json| self.taken.as_ref() != Some(json)))
    }

    async fn taken(&mut self, json: Vec<u8>) {
        self.taken = Some(json);
    }
}

/// Reads the file, up to one byte more than a config may have.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut json = Vec::new();
    let file = std::fs::File::open(path)?;
    file.take(CONFIG_BYTES_MAX as u64 + 1).read_to_end(&mut json)?;
    Ok(json)
}
