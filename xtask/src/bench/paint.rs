//! `cargo xtask bench --paint`: when a first waiting page shows its largest part, on slow
//! connections and on a slow processor. The measurement is in `end2end/paint/`, which prints the
//! figures and the conditions.

use anyhow::Result;

use super::BenchOptions;
use crate::build;
use crate::exec;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::step;
use crate::tools::{self, BROWSER_TOOLS};

/// Builds the programs, unless they exist, and measures.
pub(super) fn measure(project: &Project, options: &BenchOptions) -> Result<()> {
    if !options.no_build {
        build::browser_half(project, &options.build)?;
        build::programs(project, Profile::Release)?;
    }
    tools::ensure(&BROWSER_TOOLS)?;
    step("open pages on slow connections", || {
        let mut playwright = tools::playwright(project, Profile::Release)?;
        exec::run(playwright.args(["--config", "paint.config.ts"]))
    })
}
