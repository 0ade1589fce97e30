//! The table of the checks' results.

use std::fmt::Write;
use std::time::Duration;

use crate::step::seconds;

/// The result of a check.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Passed,
    /// The check did not run, for this reason.
    Skipped(&'static str),
    /// The check failed. The first line of the reason goes into the table; the rest was printed
    /// during the check.
    Failed(String),
}

/// One row.
#[derive(Debug)]
pub(super) struct ReportRow {
    pub(super) name: &'static str,
    pub(super) outcome: Outcome,
    pub(super) took: Duration,
}

impl ReportRow {
    /// Returns whether this check makes the whole run fail.
    pub(super) fn has_failed(&self) -> bool {
        matches!(self.outcome, Outcome::Failed(_))
    }
}

/// Returns the table with a row per check and the total time.
pub(super) fn table(lines: &[ReportRow], all: Duration) -> String {
    let mut text = String::new();
    for line in lines {
        let (word, detail) = match &line.outcome {
            Outcome::Passed => ("passed", ""),
            Outcome::Skipped(why) => ("SKIPPED", *why),
            Outcome::Failed(why) => ("FAILED", why.lines().next().unwrap_or_default()),
        };
        let row = format!("{:<12} {word:<8} {:>13}  {detail}", line.name, seconds(line.took));
        writeln!(text, "{}", row.trim_end()).expect("a string takes all");
    }
    writeln!(text, "{:<12} {:<8} {:>13}", "all", "", seconds(all)).expect("a string takes all");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_its_row() {
        let second = Duration::from_secs(1);
        let lines = [
            ReportRow {
                name: "fmt",
                outcome: Outcome::Passed,
                took: second,
            },
            ReportRow {
                name: "deny",
                outcome: Outcome::Skipped("not installed"),
                took: second,
            },
            ReportRow {
                name: "unit",
                outcome: Outcome::Failed("`x` failed\nand more".into()),
                took: 70 * second,
            },
        ];
        assert!(lines[2].has_failed() && !lines[1].has_failed());
        let expected = "\
fmt          passed           1.0 s
deny         SKIPPED          1.0 s  not installed
unit         FAILED      1 min 10 s  `x` failed
all                     1 min 12 s
";
        let got = table(&lines, 72 * second);
        assert_eq!(
            got.split_whitespace().collect::<Vec<_>>(),
            expected.split_whitespace().collect::<Vec<_>>(),
            "{got}"
        );
    }
}
