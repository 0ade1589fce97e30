//! Disks that fail: a small file system that gets full, and a tracer that makes a running process's
//! `fdatasync` and `fsync` slow or wrong.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tokio::process::Command;

use crate::clock::until;
use crate::process::Process;

/// The system calls by which data is made durable.
const SYNCS: &str = "fdatasync,fsync";

/// Whether this process may mount and trace.
#[must_use]
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A file system of its own, in memory; unmounted when dropped.
#[derive(Debug)]
pub struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// A file system of so many kibibytes, empty.
    ///
    /// # Errors
    /// If mounting is not allowed: that needs root.
    pub async fn of_kib(kib: u32) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={kib}k"), "anteroom-rig"]);
        let output = mount.arg(folder.path()).output().await.context("cannot start mount")?;
        if !output.status.success() {
            bail!(
                "cannot mount a file system (root may): {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(Self { folder })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Takes all room that is left.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn fill(&self) -> Result<()> {
        let mut file = File::create(self.ballast())?;
        let block = [0_u8; 4096];
        while file.write_all(&block).is_ok() {}
        // What is smaller than a block.
        while file.write_all(&[0]).is_ok() {}
        Ok(())
    }

    /// Gives that room back.
    ///
    /// # Errors
    /// If there is nothing to give back.
    pub fn make_room(&self) -> Result<()> {
        Ok(std::fs::remove_file(self.ballast())?)
    }

    fn ballast(&self) -> PathBuf {
        self.folder.path().join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: what still has a file open there is being killed at this moment.
        _ = std::process::Command::new("umount")
            .arg("--lazy")
            .arg(self.folder.path())
            .status();
    }
}

/// A fault in the system calls of a running process, until it is taken away or dropped.
#[derive(Debug)]
pub struct Tracer {
    strace: Process,
    _folder: TempDir,
}

impl Tracer {
    /// From now on every sync takes so much longer.
    ///
    /// # Errors
    /// If the process cannot be traced.
    pub async fn slow_disk(process: &mut Process, by: Duration) -> Result<Self> {
        Self::inject(process, &format!("delay_exit={}", by.as_micros())).await
    }

    /// From now on every sync fails with an I/O error.
    ///
    /// # Errors
    /// If the process cannot be traced.
    pub async fn failing_disk(process: &mut Process) -> Result<Self> {
        Self::inject(process, "error=EIO").await
    }

    async fn inject(process: &mut Process, fault: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let id = process.id()?.to_string();
        let strace = Process::start("strace", folder.path(), Path::new("strace"), |command| {
            // No `-q`: it says when it has attached.
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

    /// The process runs untouched again.
    ///
    /// # Errors
    /// If the tracer does not end.
    pub async fn take_away(mut self) -> Result<()> {
        // It detaches on this signal, and never on SIGKILL.
        self.strace.stop().await?;
        Ok(())
    }
}
