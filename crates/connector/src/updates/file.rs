//! A config in a file, which somebody else puts there: by hand, or by a gateway that may ask the
//! waiting room.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use protocol::integration::CONFIG_BYTES_MAX;
use tokio::task::spawn_blocking;

use super::pace::Pace;
use super::{UpdateError, UpdateSource, Updates};
use crate::integration::LiveConfig;

/// How often the file is read.
const EVERY: Duration = Duration::from_secs(10);

/// Updates from a file, which is read again and again. To replace it, move a whole file to its
/// place.
#[derive(Debug)]
pub struct ConfigFile {
    config: LiveConfig,
    path: PathBuf,
    every: Duration,
}

impl ConfigFile {
    /// Of this file, which may be missing yet.
    pub fn new(config: &LiveConfig, path: impl Into<PathBuf>) -> Self {
        Self {
            config: config.clone(),
            path: path.into(),
            every: EVERY,
        }
    }

    /// How often the file is read; every 10 seconds.
    #[must_use]
    pub fn every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// Begins.
    ///
    /// # Panics
    /// Outside of a Tokio runtime.
    pub fn start(self) -> Updates {
        let Self { config, path, every } = self;
        Updates::start(config, FileSource { path, taken: None }, Pace { every })
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

/// The file, or as much of it as shows that it is too long.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut json = Vec::new();
    let file = std::fs::File::open(path)?;
    file.take(CONFIG_BYTES_MAX as u64 + 1).read_to_end(&mut json)?;
    Ok(json)
}
