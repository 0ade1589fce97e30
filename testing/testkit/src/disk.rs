//! Failing disks: a small file system that fills up, and a tracer that makes `fdatasync` and
//! `fsync` of a running process slow or fail.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tokio::process::Command;

use crate::clock::until;
use crate::process::Process;

/// The system calls that make data durable.
const SYNCS: &str = "fdatasync,fsync";

/// Returns whether this process may mount and trace.
#[must_use]
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A file system in memory, unmounted on drop.
#[derive(Debug)]
pub struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// Mounts an empty file system of `kib` kibibytes.
    ///
    /// # Errors
    /// Returns an error if mounting is not allowed; it needs root.
    pub async fn of_kib(kib: u32) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={kib}k"), "anteroom-testkit"]);
        let output = mount.arg(folder.path()).output().await.context("cannot start mount")?;
        if !output.status.success() {
            bail!(
                "cannot mount a file system (root may): {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(Self { folder })
    }

    /// Returns the path of the mount point.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Fills the file system.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn fill(&self) -> Result<()> {
        let mut file = File::create(self.ballast())?;
        let block = [0_u8; 4096];
        while file.write_all(&block).is_ok() {}
        // Fills the rest that is smaller than a block.
        while file.write_all(&[0]).is_ok() {}
        Ok(())
    }

    /// Removes the file that fills the file system.
    ///
    /// # Errors
    /// Returns an error if there is no such file.
    pub fn make_room(&self) -> Result<()> {
        Ok(std::fs::remove_file(self.ballast())?)
    }

    fn ballast(&self) -> PathBuf {
        self.folder.path().join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Unmounts lazily, because a process with an open file there is just being killed.
        _ = std::process::Command::new("umount")
            .arg("--lazy")
            .arg(self.folder.path())
            .status();
    }
}

/// A fault in the system calls of a running process, until it is removed or dropped.
#[derive(Debug)]
pub struct Tracer {
    strace: Process,
    _folder: TempDir,
}

impl Tracer {
    /// Delays every sync from now on by this time.
    ///
    /// # Errors
    /// Returns an error if the process cannot be traced.
    pub async fn slow_disk(process: &mut Process, by: Duration) -> Result<Self> {
        Self::inject(process, &format!("delay_exit={}", by.as_micros())).await
    }

    /// Makes every sync from now on fail with an I/O error.
    ///
    /// # Errors
    /// Returns an error if the process cannot be traced.
    pub async fn failing_disk(process: &mut Process) -> Result<Self> {
        Self::inject(process, "error=EIO").await
    }

    async fn inject(process: &mut Process, fault: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let id = process.id()?.to_string();
        let strace = Process::start("strace", folder.path(), Path::new("strace"), |command| {
            // Without `-q` strace reports when it has attached.
            command.args(["-f", "-p", &id, "-e", &format!("trace={SYNCS}")]);
            command.args(["-e", &format!("inject={SYNCS}:{fault}"), "-o", "/dev/null"]);
        })
        .context("install Debian's strace")?;
        until("strace has attached", || async {
            strace.log().contains("attached").then_some(())
        })
        .await
        .with_context(|| strace.log())?;
        Ok(Self {
            strace,
            _folder: folder,
        })
    }

    /// Detaches from the process, which then runs normally.
    ///
    /// # Errors
    /// Returns an error if the tracer does not end.
    pub async fn take_away(mut self) -> Result<()> {
        // strace detaches on this signal, but not on SIGKILL.
        self.strace.stop().await?;
        Ok(())
    }
}
