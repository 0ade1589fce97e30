//! A process with a log: it can be started, killed, stopped, continued and restarted.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};

use crate::clock::patience;

/// The number of log lines that are shown when a process has died.
const LOG_LINES_SHOWN: usize = 30;

/// A process, running or ended. It is killed on drop, even while it is stopped.
#[derive(Debug)]
pub struct Process {
    name: String,
    log: PathBuf,
    command: Command,
    child: Child,
}

impl Process {
    /// Starts the program in `folder` with the log `<name>.log`.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn start(name: &str, folder: &Path, program: &Path, with: impl FnOnce(&mut Command)) -> Result<Self> {
        let log = folder.join(format!("{name}.log"));
        let out = File::options().create(true).append(true).open(&log)?;
        let mut command = Command::new(program);
        command.current_dir(folder).stdin(Stdio::null()).env("NO_COLOR", "1");
        // The process stays in our process group, so that ending a hanging test ends it too.
        command.stderr(out.try_clone()?).stdout(out).kill_on_drop(true);
        with(&mut command);
        let child = command.spawn();
        let child = child.with_context(|| format!("cannot start {}", program.display()))?;
        Ok(Self {
            name: name.to_owned(),
            log,
            command,
            child,
        })
    }

    /// Starts the program again with the same arguments; its log continues.
    ///
    /// # Errors
    /// Returns an error if the process still runs, or cannot be started.
    pub fn restart(&mut self) -> Result<()> {
        if self.child.try_wait()?.is_none() {
            bail!("{} still runs", self.name);
        }
        self.child = self.command.spawn()?;
        Ok(())
    }

    /// Returns the process id.
    ///
    /// # Errors
    /// Returns an error with the end of the log if the process has ended.
    pub fn id(&mut self) -> Result<u32> {
        match self.child.try_wait()? {
            None => self.child.id().context("it runs"),
            Some(status) => Err(self.death(&status.to_string())),
        }
    }

    /// Returns whether the process runs or is stopped, that is, has not ended.
    #[must_use]
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_none())
    }

    /// Sends SIGKILL, which resembles a power cut that spares the disk.
    ///
    /// # Errors
    /// Returns an error if the process has ended before.
    pub async fn kill(&mut self) -> Result<()> {
        self.signal(Signal::KILL)?;
        self.child.wait().await?;
        Ok(())
    }

    /// Sends SIGTERM, and waits until the process has ended.
    ///
    /// # Errors
    /// Returns an error if the process has ended before, or does not end.
    pub async fn stop(&mut self) -> Result<ExitStatus> {
        self.terminate()?;
        self.ended().await
    }

    /// Sends SIGTERM without waiting.
    ///
    /// # Errors
    /// Returns an error if the process has ended before.
    pub fn terminate(&mut self) -> Result<()> {
        self.signal(Signal::TERM)
    }

    /// Sends SIGSTOP: the process stops and keeps all its connections.
    ///
    /// # Errors
    /// Returns an error if the process has ended.
    pub fn freeze(&mut self) -> Result<()> {
        self.signal(Signal::STOP)
    }

    /// Sends SIGCONT: the process continues without noticing the stop.
    ///
    /// # Errors
    /// Returns an error if the process has ended.
    pub fn thaw(&mut self) -> Result<()> {
        self.signal(Signal::CONT)
    }

    /// Sends SIGUSR1: a node writes a backup of its store.
    ///
    /// # Errors
    /// Returns an error if the process has ended.
    pub fn ask_for_a_backup(&mut self) -> Result<()> {
        self.signal(Signal::USR1)
    }

    /// Waits until the process ends by itself, and returns its exit status.
    ///
    /// # Errors
    /// Returns an error if the process does not end.
    pub async fn ended(&mut self) -> Result<ExitStatus> {
        let ended = tokio::time::timeout(patience(), self.child.wait()).await;
        Ok(ended.with_context(|| format!("{} does not end", self.name))??)
    }

    /// Returns the complete log so far.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    fn signal(&mut self, signal: Signal) -> Result<()> {
        let id = i32::try_from(self.id()?)?;
        let pid = Pid::from_raw(id).context("a process has an id")?;
        Ok(kill_process(pid, signal)?)
    }

    fn death(&self, how: &str) -> anyhow::Error {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        let end = lines[lines.len().saturating_sub(LOG_LINES_SHOWN)..].join("\n");
        anyhow!("{} has ended ({how}); the end of its log:\n{end}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(folder: &Path, script: &str) -> Process {
        Process::start("shell", folder, Path::new("/bin/sh"), |command| {
            command.args(["-c", script]);
        })
        .unwrap()
    }

    #[tokio::test]
    async fn what_was_killed_starts_again_and_its_log_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let mut process = shell(folder.path(), "echo a line; exec sleep 600");
        let id = process.id().unwrap();
        assert!(process.restart().is_err(), "it runs");
        let says = async |process: &Process, text: &str| {
            crate::until("it has spoken", || async { (process.log() == text).then_some(()) }).await
        };
        says(&process, "a line\n").await.unwrap();
        process.freeze().unwrap();
        assert!(process.is_alive());
        process.kill().await.unwrap();
        assert!(!process.is_alive());
        process.restart().unwrap();
        assert_ne!(process.id().unwrap(), id);
        says(&process, "a line\na line\n").await.unwrap();
    }

    #[tokio::test]
    async fn a_death_shows_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let mut process = shell(folder.path(), "echo the reason; exit 3");
        assert_eq!(process.ended().await.unwrap().code(), Some(3));
        let error = process.thaw().unwrap_err().to_string();
        assert!(
            error.contains("exit status: 3") && error.ends_with("the reason"),
            "{error}"
        );
    }
}
