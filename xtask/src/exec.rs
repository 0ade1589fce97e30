//! Runs other programs: with visible output, quietly, with a time limit, or beside other work. An
//! error names the command line that failed.

use std::ffi::OsStr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::step::Stopwatch;

/// The interval between two checks of a program with a time limit.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs the command with visible output; returns an error unless it succeeds.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("cannot start `{}`", line(command)))?;
    check(&line(command), status)
}

/// Runs the command and returns its output; its stderr stays visible.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{}`", line(command)))?;
    check(&line(command), output.status)?;
    String::from_utf8(output.stdout).with_context(|| format!("`{}` printed no UTF-8", line(command)))
}

/// Returns whether the command can be started and succeeds; prints nothing.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs the command with visible output, and kills it when the time is over.
pub(crate) fn run_within(command: &mut Command, limit: Duration) -> Result<()> {
    match ends_within(command, limit)? {
        Some(status) => check(&line(command), status),
        None => bail!("`{}` was not done after {} s", line(command), limit.as_secs()),
    }
}

/// Runs the command and returns how it ended; `None` if it was killed when the time was over.
pub(crate) fn ends_within(command: &mut Command, limit: Duration) -> Result<Option<ExitStatus>> {
    let mut child = command
        .stdin(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start `{}`", line(command)))?;
    let watch = Stopwatch::start();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if watch.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// A program that runs beside other work. Dropping it ends the program.
#[derive(Debug)]
pub(crate) struct BackgroundProgram {
    child: Child,
    line: String,
}

impl BackgroundProgram {
    /// Starts the command; its output is visible.
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let line = line(command);
        let started = command.stdin(Stdio::null()).spawn();
        let child = started.with_context(|| format!("cannot start `{line}`"))?;
        Ok(Self { child, line })
    }

    /// Waits for the end; returns an error unless the program succeeded.
    pub(crate) fn finish(mut self) -> Result<()> {
        let status = self.child.wait()?;
        check(&self.line, status)
    }
}

impl Drop for BackgroundProgram {
    fn drop(&mut self) {
        // Neither call does anything to a program whose end was awaited.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Returns whether `PATH` contains a program with that name.
pub(crate) fn in_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn check(line: &str, status: ExitStatus) -> Result<()> {
    if status.success() {
        return Ok(());
    }
    bail!("`{line}` failed: {status}");
}

/// Returns the command line as a user would type it, without quoting.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_program_is_ended() {
        let error = run_within(Command::new("sleep").arg("60"), Duration::from_millis(100)).unwrap_err();
        assert_eq!(error.to_string(), "`sleep 60` was not done after 0 s");
    }

    #[test]
    fn a_program_in_the_background_is_awaited_or_ended() {
        let start = |line: &[&str]| BackgroundProgram::start(Command::new(line[0]).args(&line[1..]));
        let watch = Stopwatch::start();
        drop(start(&["sleep", "60"]).unwrap());
        assert!(watch.elapsed() < Duration::from_secs(30));

        let mark = tempfile::NamedTempFile::new().unwrap();
        let path = mark.path().to_str().unwrap();
        let late = start(&["sh", "-c", "sleep 0.1; echo done > \"$0\"", path]).unwrap();
        late.finish().unwrap();
        assert_eq!(std::fs::read_to_string(path).unwrap(), "done\n");

        let error = start(&["false"]).unwrap().finish().unwrap_err().to_string();
        assert!(error.starts_with("`false` failed"), "{error}");
        assert!(start(&["no-such-program"]).is_err());
    }

    #[test]
    fn failure_names_the_command() {
        let error = run(&mut Command::new("false")).unwrap_err();
        assert!(error.to_string().starts_with("`false` failed"), "{error}");
        assert!(run(&mut Command::new("no-such-program")).is_err());
        assert_eq!(output(Command::new("echo").arg("yes")).unwrap(), "yes\n");
    }

    #[test]
    fn programs_are_found() {
        assert!(in_path("sh"));
        assert!(!in_path("no-such-program"));
        assert!(succeeds(&mut Command::new("true")));
        assert!(!succeeds(&mut Command::new("no-such-program")));
    }
}
