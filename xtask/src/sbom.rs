//! `cargo xtask build --sbom`: lists the packages in the server, as a CycloneDX document.
//!
//! `cargo-cyclonedx` reads the graph that cargo resolved for the server's target: normal and build
//! dependencies, with versions, licences and the hashes of the lock file. Packages that only make
//! the browser's files smaller are not listed, because no part of them is shipped.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::exec;
use crate::project::Project;
use crate::step::{note, step};
use crate::tools;

/// The path of the document, beside the server.
const DOCUMENT: &str = "release/anteroom.cdx.json";

/// The version of the CycloneDX format.
const SPEC_VERSION: &str = "1.5";

/// Writes the document beside the server.
pub(crate) fn write(project: &Project) -> Result<()> {
    tools::ensure_cargo_tool(project, "cargo-cyclonedx")?;
    step("list what the server is made of (CycloneDX)", || {
        let mut cargo = project.cargo();
        cargo.args(["cyclonedx", "--format", "json", "--spec-version", SPEC_VERSION]);
        cargo.args(["--target", "x86_64-unknown-linux-gnu"]);
        exec::run(cargo.args(["--manifest-path", "Cargo.toml", "--override-filename", NAME]))
    })?;
    let document = project.target(DOCUMENT);
    // The tool writes a document beside each manifest of the workspace; the server's is at the
    // root.
    for manifest in manifests(project)? {
        let written = manifest.with_file_name(format!("{NAME}.json"));
        if manifest == project.path("Cargo.toml") {
            std::fs::copy(&written, &document).with_context(|| format!("no {}", written.display()))?;
        }
        // A package of the workspace without a document has nothing to remove.
        _ = std::fs::remove_file(written);
    }
    note(format_args!("{} is ready", document.display()));
    Ok(())
}

/// Returns the workspace's manifests.
fn manifests(project: &Project) -> Result<Vec<PathBuf>> {
    let mut cargo = project.cargo();
    let told = exec::output(cargo.args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let told: Metadata = serde_json::from_str(&told)?;
    Ok(told.packages.into_iter().map(|package| package.manifest_path).collect())
}

/// The needed part of the output of `cargo metadata`.
#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<SbomPackage>,
}

#[derive(Debug, Deserialize)]
struct SbomPackage {
    manifest_path: PathBuf,
}

/// The name of the tool's output files.
const NAME: &str = "anteroom.cdx";
