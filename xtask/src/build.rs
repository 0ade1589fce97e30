//! `cargo xtask build`: the browser's half, the site's files, and the server with all of it inside.

use anyhow::Result;
use clap::Args;

use crate::exec;
use crate::profile::Profile;
use crate::project::Project;
use crate::sbom;
use crate::scripts;
use crate::site;
use crate::step::{note, step};
use crate::wasm;

/// Options of everything that builds.
#[derive(Debug, Clone, Args)]
// Other commands flatten these into options of the same type name, and clap wants the groups that
// it names after them to differ.
#[group(id = "build")]
pub(crate) struct BuildOptions {
    /// Which compiler makes the wasm; by default the first of them that works here.
    #[arg(long, value_enum)]
    pub(crate) wasm_route: Option<wasm::Route>,
}

/// Options of the command itself.
#[derive(Debug, Args)]
pub(crate) struct BuildCommand {
    #[command(flatten)]
    options: BuildOptions,
    /// Also list what the server is made of: `target/release/anteroom.cdx.json`, a CycloneDX
    /// document.
    #[arg(long)]
    sbom: bool,
}

/// Runs the command.
pub(crate) fn run(command: &BuildCommand) -> Result<()> {
    let project = Project::find();
    browser_half(&project, &command.options)?;
    programs(&project, Profile::Release)?;
    note("target/release/anteroom is ready; it needs no other file");
    if command.sbom {
        sbom::write(&project)?;
    }
    Ok(())
}

/// Makes `target/site/`.
pub(crate) fn browser_half(project: &Project, options: &BuildOptions) -> Result<()> {
    let output = wasm::build(project, options.wasm_route)?;
    let scripts = scripts::build(project)?;
    step("name, compress and lay out the site's files", || {
        site::publish(project, &output, &scripts)
    })
}

/// Makes the server, which embeds `target/site/`, and the sites behind our own connector.
///
/// Always in the same call for a profile: cargo chooses the features of shared dependencies by what
/// is built together, and another choice would compile them all again. Tests therefore build every
/// program of the workspace, and the demo selects the workspace, too.
pub(crate) fn programs(project: &Project, profile: Profile) -> Result<()> {
    step("compile the server and the sites behind our connector", || {
        let mut cargo = project.cargo();
        cargo.arg("build");
        match profile {
            Profile::Tested => cargo.args(["--workspace", "--bins", "--examples"]),
            Profile::Demonstrated => cargo.args(["--workspace", "--bin", "anteroom", "--example", "shop"]),
            Profile::Release => cargo
                .args(["--release", "--package", "anteroom", "--package", "connector"])
                .args(["--bin", "anteroom", "--example", "shop", "--example", "configured"]),
        };
        exec::run(&mut cargo)
    })
}
