//! `cargo xtask build`: compiles the browser's part, the site's files, and the server that contains
//! them.

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

/// Options of every command that builds.
#[derive(Debug, Clone, Args)]
// Other commands flatten this struct into their own `Options`, and clap derives the group's name
// from the type's name, so this one needs another name.
#[group(id = "build")]
pub(crate) struct BuildOptions {
    /// The compiler for the wasm; by default the first one that works on this machine.
    #[arg(long, value_enum)]
    pub(crate) wasm_route: Option<wasm::Route>,
}

/// Options of `cargo xtask build`.
#[derive(Debug, Args)]
pub(crate) struct BuildCommand {
    #[command(flatten)]
    options: BuildOptions,
    /// Also list the server's dependencies in `target/release/anteroom.cdx.json`, a CycloneDX
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

/// Builds `target/site/`.
pub(crate) fn browser_half(project: &Project, options: &BuildOptions) -> Result<()> {
    let output = wasm::build(project, options.wasm_route)?;
    let scripts = scripts::build(project)?;
    step("name, compress and lay out the site's files", || {
        site::publish(project, &output, &scripts)
    })
}

/// Compiles the server, which embeds `target/site/`, and the sites behind our own connector.
///
/// All of them are compiled in the same call for a profile: cargo chooses the features of shared
/// dependencies by the packages built together, and another selection would compile the
/// dependencies again. Tests therefore build every program of the workspace, and the demo selects
/// the workspace, too.
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
