//! `cargo xtask screenshots`: takes the pictures for `docs/themes.md`, `docs/rooms.md` and the
//! README, in `docs/pictures/`.
//!
//! The pictures show sample pages of the preview server with fixed values, so that only a change of
//! the pages changes them.

use anyhow::Result;
use clap::Args;

use crate::build;
use crate::exec;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::step;
use crate::tools::{self, BROWSER_TOOLS};

/// Options of the screenshots.
#[derive(Debug, Args)]
pub(crate) struct ScreenshotsOptions {
    #[command(flatten)]
    build: build::BuildOptions,
}

/// Runs the command.
pub(crate) fn run(options: &ScreenshotsOptions) -> Result<()> {
    let project = Project::find();
    build::browser_half(&project, &options.build)?;
    build::programs(&project, Profile::Release)?;
    tools::ensure(&BROWSER_TOOLS)?;
    step("take the pictures of docs/pictures", || {
        let mut playwright = tools::playwright(&project, Profile::Release)?;
        exec::run(playwright.args(["--config", "pictures.config.ts"]))
    })
}
