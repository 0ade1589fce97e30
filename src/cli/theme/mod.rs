//! `anteroom theme …`: the theme designer's bench.
//!
//! `new` writes a folder that works, `check` says by file and line what is wrong with one,
//! `preview` shows every page of [`crate::page_samples`] in it, side by side, and again at every
//! save. Nobody needs Rust for it, nor a configuration. Not here: what a theme may do
//! ([`crate::theme`]).

mod answer;
mod bench;
mod browser;
mod check;
mod judge;
mod new;
mod scheme;
mod server;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::theme::{ThemeError, ThemeFiles};

/// Make, check and look at themes.
#[derive(Debug, Args)]
pub struct ThemeCommand {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Write a new theme folder, complete and commented.
    New(new::New),
    /// Say what is wrong with a theme: by file and line, every contrast, the weight, and what a
    /// browser does not show.
    Check(check::Check),
    /// Show every page, state, language and width side by side, and again at every save.
    Preview(server::Preview),
}

/// Runs one of the commands; exit code 1 says that a theme has problems.
///
/// # Errors
/// If a folder cannot be read or written, or the port is taken.
pub fn theme(command: ThemeCommand) -> Result<ExitCode> {
    match command.task {
        Task::New(new) => new.run(),
        Task::Check(check) => check.run(),
        Task::Preview(preview) => preview.run(),
    }
}

/// The folder of that path, or else the built-in theme of that name.
fn read(theme: &std::path::Path) -> Result<ThemeFiles, ThemeError> {
    let built_in = theme
        .to_str()
        .filter(|_| !theme.is_dir())
        .and_then(ThemeFiles::built_in);
    built_in.map_or_else(|| ThemeFiles::read(theme), Ok)
}
