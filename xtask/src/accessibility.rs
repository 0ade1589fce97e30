//! `cargo xtask accessibility`: the proof of accessibility, and the document that it writes.
//!
//! Every page of the gallery in every built-in theme and four languages is measured in a real browser, and journeys go through a real server. What each criterion of the WCAG
//! was judged by, and with which result, is written to `docs/accessibility.md`; nothing of that is typed by hand. The specs are in `end2end/accessibility/`.

use anyhow::Result;
use clap::Args;

use crate::build;
use crate::exec;
use crate::project::Project;
use crate::step::{note, step};
use crate::tools::{self, BROWSER_TOOLS, END2END};

/// Where the result is written.
const DOCUMENT: &str = "docs/accessibility.md";

/// Options of the proof.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    build: build::Options,
    /// Each page once, in one theme and language, and no document.
    #[arg(long)]
    sample: bool,
}

/// Runs the command; an error when anything was found.
pub(crate) fn run(options: &Options) -> Result<()> {
    let project = Project::find();
    build::browser_half(&project, &options.build)?;
    build::programs(&project)?;
    if options.sample {
        return sample(&project);
    }
    step("measure every page, and walk every way", || {
        let document = project.path(DOCUMENT);
        let result = exec::run(prepared(&project)?.env("ANTEROOM_REPORT", document));
        note(format_args!("the result is in {DOCUMENT}"));
        result
    })
}

/// The part that every run of the checks has: each page once, and all journeys. Needs a finished build.
pub(crate) fn sample(project: &Project) -> Result<()> {
    step("measure each page once, and walk every way", || {
        exec::run(prepared(project)?.env("ANTEROOM_SAMPLE", "1"))
    })
}

fn prepared(project: &Project) -> Result<std::process::Command> {
    tools::ensure(&BROWSER_TOOLS)?;
    tools::ensure_npm(project, END2END)?;
    let mut playwright = project.program("npx", END2END);
    playwright.args(["playwright", "test", "--config", "accessibility.config.ts"]);
    Ok(playwright)
}
