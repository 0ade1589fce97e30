//! `cargo xtask screenshots`: the pictures of `docs/themes.md` and of the README, in `docs/pictures/`.
//!
//! Sample pages of the preview server at fixed values, so that only a change of the pages changes the pictures.

use anyhow::Result;
use clap::Args;

use crate::build;
use crate::exec;
use crate::project::Project;
use crate::step::step;
use crate::tools::{self, BROWSER_TOOLS, END2END};

/// Options of the pictures.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    build: build::Options,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<()> {
    let project = Project::find();
    build::browser_half(&project, &options.build)?;
    build::programs(&project)?;
    tools::ensure(&BROWSER_TOOLS)?;
    tools::ensure_npm(&project, END2END)?;
    step("take the pictures of docs/pictures", || {
        let mut playwright = project.program("npx", END2END);
        exec::run(playwright.args(["playwright", "test", "--config", "pictures.config.ts"]))
    })
}
