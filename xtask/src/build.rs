//! `cargo xtask build`: compiles the browser's part, the site's files, and the server that contains
//! them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::exec::{self, BackgroundProgram};
use crate::profile::Profile;
use crate::project::Project;
use crate::sbom;
use crate::scripts;
use crate::site;
use crate::step::{note, step};
use crate::wasm;

/// The maximum size of the shipped server in bytes. A larger one contains symbols, or a dependency
/// that is not needed.
const SERVER_BYTES_MAX: u64 = 30_000_000;

/// Selects the demo's shop among the examples.
const SHOP: [&str; 2] = ["--example", "shop"];

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
    let bytes = size_of_server(&Profile::Release.folder(&project).join("anteroom"))?;
    note(format_args!(
        "target/release/anteroom is ready ({:.1} MB); it needs no other file",
        bytes as f64 / 1e6
    ));
    if command.sbom {
        sbom::write(&project)?;
    }
    Ok(())
}

/// Returns the size of the server in bytes, or an error if it exceeds [`SERVER_BYTES_MAX`].
fn size_of_server(program: &Path) -> Result<u64> {
    let bytes = fs::metadata(program)
        .with_context(|| format!("cargo left no {}", program.display()))?
        .len();
    ensure!(
        bytes <= SERVER_BYTES_MAX,
        "{} has {bytes} bytes, and at most {SERVER_BYTES_MAX} are wanted",
        program.display()
    );
    Ok(bytes)
}

/// Builds `target/site/`.
pub(crate) fn browser_half(project: &Project, options: &BuildOptions) -> Result<()> {
    let output = wasm::build(project, options.wasm_route)?;
    let scripts = scripts::build(project)?;
    step("name, compress and lay out the site's files", || {
        site::publish(project, &output, &scripts)
    })
}

/// Builds everything that the demo needs.
///
/// Much of the browser's part occupies one core, or waits for downloads. Meanwhile the demo's shop
/// is compiled, which embeds nothing, and with it dependencies of the server. The two calls of
/// cargo write into different folders of `target/`, so that neither waits for the other.
pub(crate) fn demo(project: &Project, options: &BuildOptions) -> Result<()> {
    let mut cargo = project.cargo();
    cargo.args(["build", "--quiet", "--workspace"]).args(SHOP);
    let shop = BackgroundProgram::start(&mut cargo)?;
    note("the shop is compiled meanwhile");
    browser_half(project, options)?;
    step("wait for the shop", || shop.finish())?;
    programs(project, Profile::Demonstrated)
}

/// Compiles the server, which embeds `target/site/`, and the sites behind our own connector.
///
/// Every call for a profile selects the same packages: cargo chooses the features of shared
/// dependencies by the packages built together, and another selection would compile the
/// dependencies again. Tests therefore build every program of the workspace, and the demo selects
/// the workspace, too.
pub(crate) fn programs(project: &Project, profile: Profile) -> Result<()> {
    step("compile the server and the sites behind our connector", || {
        let mut cargo = project.cargo();
        cargo.arg("build");
        match profile {
            Profile::Tested => cargo.args(["--workspace", "--bins", "--examples"]),
            Profile::Demonstrated => cargo.args(["--workspace", "--bin", "anteroom"]).args(SHOP),
            Profile::Release => cargo
                .args(["--release", "--package", "anteroom", "--package", "connector"])
                .args(["--bin", "anteroom", "--example", "shop", "--example", "configured"]),
        };
        exec::run(&mut cargo)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_is_too_large_is_refused() {
        let program = tempfile::NamedTempFile::new().unwrap();
        let sized = |bytes| {
            program.as_file().set_len(bytes).unwrap();
            size_of_server(program.path()).ok()
        };
        assert_eq!(sized(SERVER_BYTES_MAX), Some(SERVER_BYTES_MAX));
        assert_eq!(sized(SERVER_BYTES_MAX + 1), None);
    }
}
