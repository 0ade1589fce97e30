//! `cargo xtask build`: the browser's half, the site's files, and the server with all of it inside.

use anyhow::Result;
use clap::Args;

use crate::exec;
use crate::project::Project;
use crate::scripts;
use crate::site;
use crate::step::{note, step};
use crate::wasm;

/// Options of everything that builds.
#[derive(Debug, Clone, Args)]
// Other commands flatten these into options of the same type name, and clap wants the groups that it names after them to differ.
#[group(id = "build")]
pub(crate) struct Options {
    /// Which compiler makes the wasm; by default the first of them that works here.
    #[arg(long, value_enum)]
    pub(crate) wasm_route: Option<wasm::Route>,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<()> {
    let project = Project::find();
    browser_half(&project, options)?;
    programs(&project)?;
    note("target/release/anteroom is ready; it needs no other file");
    Ok(())
}

/// Makes `target/site/`.
pub(crate) fn browser_half(project: &Project, options: &Options) -> Result<()> {
    let output = wasm::build(project, options.wasm_route)?;
    let scripts = scripts::build(project)?;
    step("name, compress and lay out the site's files", || {
        site::publish(project, &output, &scripts)
    })
}

/// Makes `target/release/anteroom`, which embeds `target/site/`, and the sites behind our own connector: the demo shop, `target/release/examples/shop`, and
/// `target/release/examples/configured`.
///
/// All in one call, always the same: cargo chooses the features of what they share by what is built together, and another choice would have it all compiled
/// again.
pub(crate) fn programs(project: &Project) -> Result<()> {
    step("compile the server and the sites behind our connector", || {
        let mut cargo = project.cargo();
        cargo.args(["build", "--release", "--package", "anteroom", "--package", "connector"]);
        exec::run(cargo.args(["--bin", "anteroom", "--example", "shop", "--example", "configured"]))
    })
}
