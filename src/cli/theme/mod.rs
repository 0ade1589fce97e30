//! `anteroom theme …`: the tools for theme designers.
//!
//! `new` writes a working folder, `check` reports problems by file and line, `preview` shows every
//! page of [`crate::page_samples`] in the theme, side by side, and updates at every save; `upload`
//! puts the theme into a running server. None of them needs Rust or a configuration.
//! [`crate::theme`] has the rules for themes.

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
mod upload;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::theme::{ThemeError, ThemeFiles};

/// Create, check and preview themes.
#[derive(Debug, Args)]
pub struct ThemeCommand {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Write a new theme folder, complete and commented.
    New(new::NewTheme),
    /// Report a theme's problems by file and line, with every contrast, the weight, and the parts
    /// that a browser does not show.
    Check(check::ThemeCheck),
    /// Show every page, state, language and width side by side, updated at every save.
    Preview(server::ThemePreview),
    /// Put a theme into a running server, which shows it at once.
    Upload(upload::ThemeUpload),
}

/// Runs one of the commands; exit code 1 means that a theme has problems.
///
/// # Errors
/// Fails if a folder cannot be read or written, the port is in use, or a server takes no theme.
pub fn theme(command: ThemeCommand) -> Result<ExitCode> {
    match command.task {
        Task::New(new) => new.run(),
        Task::Check(check) => check.run(),
        Task::Preview(preview) => preview.run(),
        Task::Upload(upload) => upload.run(),
    }
}

/// Reads the folder at that path, or else the built-in theme of that name.
fn read(theme: &std::path::Path) -> Result<ThemeFiles, ThemeError> {
    let built_in = theme
        .to_str()
        .filter(|_| !theme.is_dir())
        .and_then(ThemeFiles::built_in);
    built_in.map_or_else(|| ThemeFiles::read(theme), Ok)
}
