//! `cargo xtask accessibility`: proves accessibility and writes the document about it.
//!
//! Every page sample in every built-in theme and four languages is measured in a real browser, and
//! journeys go through a real server. For each criterion of the WCAG, the method and the result are
//! written to `docs/accessibility.md`; none of that is edited by hand. The specs are in
//! `end2end/accessibility/`.

use anyhow::Result;
use clap::Args;

use crate::build;
use crate::exec;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::{note, step};
use crate::tools::{self, BROWSER_TOOLS};

/// The path of the document.
const DOCUMENT: &str = "docs/accessibility.md";

/// Options of the accessibility proof.
#[derive(Debug, Args)]
pub(crate) struct AccessibilityOptions {
    #[command(flatten)]
    build: build::BuildOptions,
    /// Measure each page once, in one theme and language, and write no document.
    #[arg(long)]
    sample: bool,
}

/// Runs the command; returns an error if there are findings.
pub(crate) fn run(options: &AccessibilityOptions) -> Result<()> {
    let project = Project::find();
    build::browser_half(&project, &options.build)?;
    build::programs(&project, Profile::Release)?;
    if options.sample {
        return sample(&project, Profile::Release);
    }
    step("measure every page, and walk every way", || {
        let document = project.path(DOCUMENT);
        let result = exec::run(prepared(&project, Profile::Release)?.env("ANTEROOM_REPORT", document));
        note(format_args!("the result is in {DOCUMENT}"));
        result
    })
}

/// Measures each page once and walks all journeys, as every run of the checks does. Needs a
/// finished build.
pub(crate) fn sample(project: &Project, profile: Profile) -> Result<()> {
    step("measure each page once, and walk every way", || {
        exec::run(prepared(project, profile)?.env("ANTEROOM_SAMPLE", "1"))
    })
}

fn prepared(project: &Project, profile: Profile) -> Result<std::process::Command> {
    tools::ensure(&BROWSER_TOOLS)?;
    let mut playwright = tools::playwright(project, profile)?;
    playwright.args(["--config", "accessibility.config.ts"]);
    Ok(playwright)
}
