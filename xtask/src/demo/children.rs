//! A process of the demo: started with its output in a log file, monitored, and stopped in order.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use rustix::process::{Pid, Signal, kill_process};
use tokio::process;

/// The longest time for a program to end by itself; the server guarantees 10 s.
const STOP_LIMIT: Duration = Duration::from_secs(12);

/// The number of log lines that are shown when a program has died.
const LOG_LINES_SHOWN: usize = 30;

/// A running program.
#[derive(Debug)]
pub(super) struct Child {
    name: &'static str,
    log: PathBuf,
    command: process::Command,
    process: process::Child,
}

impl Child {
    /// Starts the program in `folder` with a new log `<name>.log`.
    pub(super) fn start(name: &'static str, folder: &Path, program: &Path, arguments: &[String]) -> Result<Self> {
        let log = folder.join(format!("{name}.log"));
        File::create(&log)?;
        // The log is opened for appending, so that a restarted program continues the same log.
        let out = File::options().append(true).open(&log)?;
        let mut command = process::Command::new(program);
        command
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            // Colours would be noise in a log file.
            .env("NO_COLOR", "1")
            .stderr(out.try_clone()?)
            .stdout(out)
            // The program has a process group of its own, so that the terminal's Ctrl-C reaches
            // only xtask, which then stops the program in order.
            .process_group(0)
            .kill_on_drop(true);
        let process = command
            .spawn()
            .with_context(|| format!("cannot start the {name}, {}", program.display()))?;
        Ok(Self {
            name,
            log,
            command,
            process,
        })
    }

    /// Stops the program, and starts it again with the same arguments.
    pub(super) async fn restart(&mut self) -> Result<()> {
        self.stop().await?;
        let started = self.command.spawn();
        self.process = started.with_context(|| format!("cannot start the {} again", self.name))?;
        Ok(())
    }

    /// Waits until the program ends unexpectedly; the error contains the end of its log.
    pub(super) async fn death(&mut self) -> anyhow::Error {
        let how = match self.process.wait().await {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        anyhow!(
            "the {} has ended by itself ({how}). The end of {}:\n{}",
            self.name,
            self.log.display(),
            last_lines(&log, LOG_LINES_SHOWN)
        )
    }

    /// Asks the program to stop, and kills it if it does not.
    pub(super) async fn stop(&mut self) -> Result<()> {
        let pid = self.process.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        let Some(pid) = pid else {
            return Ok(());
        };
        kill_process(pid, Signal::TERM)?;
        match tokio::time::timeout(STOP_LIMIT, self.process.wait()).await {
            Ok(status) => status.map(drop)?,
            Err(_) => self.process.kill().await?,
        }
        Ok(())
    }
}

fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_log() {
        assert_eq!(last_lines("a\nb\nc\n", 2), "b\nc");
        assert_eq!(last_lines("a\n", 30), "a");
        assert_eq!(last_lines("", 30), "");
    }

    #[tokio::test]
    async fn a_death_shows_the_log() {
        let folder = std::env::temp_dir();
        let arguments = ["-c".into(), "echo the reason; exit 3".into()];
        let mut child = Child::start("anteroom-xtask-death", &folder, Path::new("/bin/sh"), &arguments).unwrap();
        let error = child.death().await.to_string();
        assert!(
            error.contains("exit status: 3") && error.ends_with("the reason"),
            "{error}"
        );
        child.stop().await.unwrap();
    }

    #[tokio::test]
    async fn a_restarted_program_appends_to_its_log() {
        let folder = std::env::temp_dir();
        let arguments = ["-c".into(), "echo a line; exec sleep 600".into()];
        let mut child = Child::start("anteroom-xtask-again", &folder, Path::new("/bin/sh"), &arguments).unwrap();
        let first = child.process.id();
        while fs::read_to_string(&child.log).unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
        child.restart().await.unwrap();
        assert_ne!(child.process.id(), first);
        while fs::read_to_string(&child.log).unwrap() != "a line\na line\n" {
            tokio::task::yield_now().await;
        }
        child.stop().await.unwrap();
    }

    #[tokio::test]
    async fn a_running_program_is_stopped() {
        let folder = std::env::temp_dir();
        let mut child = Child::start("anteroom-xtask-stop", &folder, Path::new("/bin/sleep"), &["600".into()]).unwrap();
        child.stop().await.unwrap();
        assert!(child.process.id().is_none());
    }
}
