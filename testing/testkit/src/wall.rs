//! A wall clock that is wrong and can be set while a process runs: libfaketime, loaded before the
//! process, reads the offset from a file. Monotonic time is left alone, as it is when somebody sets
//! a real machine's clock.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;

/// Where Debian puts it, by architecture.
const LIBRARIES: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
];

/// A moment later than every clock that is right, so that no time goes back before it stands still.
const NOON: &str = "2035-01-01 12:00:00\n";

/// A wall clock.
#[derive(Debug)]
pub struct WallClock {
    folder: TempDir,
    preloaded: &'static str,
}

impl WallClock {
    /// A clock that is right.
    ///
    /// # Errors
    /// If libfaketime is not installed.
    pub fn right() -> Result<Self> {
        let mut libraries = LIBRARIES.into_iter();
        let library = libraries.find(|path| Path::new(path).exists());
        let clock = Self {
            folder: tempfile::tempdir()?,
            preloaded: library.context("install Debian's faketime")?,
        };
        clock.set(0)?;
        Ok(clock)
    }

    /// From now on it is off by so many seconds, forward or back.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set(&self, seconds: i64) -> Result<()> {
        self.write(&format!("{seconds:+}\n"))
    }

    /// From now on it shows noon of one day for ever.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn stand_still(&self) -> Result<()> {
        self.write(NOON)
    }

    fn write(&self, what: &str) -> Result<()> {
        // Put into place at once: a reader never sees half of it.
        let new = self.folder.path().join("new");
        std::fs::write(&new, what)?;
        Ok(std::fs::rename(new, self.file())?)
    }

    /// What a process must be started with to have this clock.
    #[must_use]
    pub fn environment(&self) -> Vec<(OsString, OsString)> {
        let pairs: [(&str, OsString); 4] = [
            ("LD_PRELOAD", self.preloaded.into()),
            ("FAKETIME_TIMESTAMP_FILE", self.file().into()),
            ("FAKETIME_NO_CACHE", "1".into()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
        ];
        pairs.map(|(name, value)| (name.into(), value)).into()
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("offset")
    }
}
