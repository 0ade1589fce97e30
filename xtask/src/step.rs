//! Progress: the current step and its duration. Written to stderr, so that the output of called
//! programs stays readable in a pipe.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// Measures real time. Only this type of xtask reads a clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts the stopwatch.
    #[expect(clippy::disallowed_methods, reason = "xtask measures how long real programs take")]
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// Runs one step of a command; prints its name before and its duration after it.
pub(crate) fn step<T>(what: impl Display, work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    eprintln!("▸ {what}");
    let watch = Stopwatch::start();
    let result = work();
    let mark = if result.is_ok() { "✓" } else { "✗" };
    eprintln!("{mark} {what} ({})", seconds(watch.elapsed()));
    result
}

/// Prints a note, such as a choice or an omission.
pub(crate) fn note(what: impl Display) {
    eprintln!("  {what}");
}

/// Formats a duration for people: `0.4 s`, `12.3 s`, `3 min 05 s`.
pub(crate) fn seconds(duration: Duration) -> String {
    let whole = duration.as_secs();
    if whole < 60 {
        format!("{:.1} s", duration.as_secs_f64())
    } else {
        format!("{} min {:02} s", whole / 60, whole % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_short_to_read() {
        assert_eq!(seconds(Duration::from_millis(440)), "0.4 s");
        assert_eq!(seconds(Duration::from_secs(185)), "3 min 05 s");
    }

    #[test]
    fn a_failed_step_fails() {
        assert!(step("fail", || anyhow::bail!("no") as anyhow::Result<()>).is_err());
    }
}
