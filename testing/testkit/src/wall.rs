//! A wrong wall clock that can be changed while a process runs: libfaketime, preloaded into the
//! process, reads the offset from a file. Monotonic time is unaffected, as when a person sets the
//! clock of a real machine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;

/// The library's paths in Debian, by architecture.
const LIBRARIES: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
];

/// A time later than any correct clock, so that time does not go back before the clock stops.
const NOON: &str = "2035-01-01 12:00:00\n";

/// A wall clock.
#[derive(Debug)]
pub struct WallClock {
    folder: TempDir,
    preloaded: &'static str,
}

impl WallClock {
    /// Creates a correct clock.
    ///
    /// # Errors
    /// Returns an error if libfaketime is not installed.
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

    /// Sets the clock forward or back by this many seconds from the correct time.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn set(&self, seconds: i64) -> Result<()> {
        self.write(&format!("{seconds:+}\n"))
    }

    /// Stops the clock at noon of a fixed day.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn stand_still(&self) -> Result<()> {
        self.write(NOON)
    }

    fn write(&self, what: &str) -> Result<()> {
        // Replaces the file atomically, so that a reader never sees half of it.
        let new = self.folder.path().join("new");
        std::fs::write(&new, what)?;
        Ok(std::fs::rename(new, self.file())?)
    }

    /// Returns the environment of a process that uses this clock.
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
