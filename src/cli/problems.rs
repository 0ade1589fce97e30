//! Ends a command that is given a configuration with problems.

use std::process::ExitCode;

use crate::config::ConfigProblem;

/// Exit code for a configuration with problems, or one that cannot be read.
pub(super) const BAD_CONFIG: u8 = 2;

/// Prints the problems, one a line; returns the exit code.
pub(super) fn refused(problems: &[ConfigProblem]) -> ExitCode {
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    ExitCode::from(BAD_CONFIG)
}
