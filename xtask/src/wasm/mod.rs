//! The browser's part: compiles package `app` to wasm, binds it to JavaScript, and makes it small.
//!
//! rustc → wasm-bindgen (as a library, so that no second program can have another version), with
//! functions emptied ([`prune`]) and names shortened ([`names`]) → wasm-opt and esbuild →
//! `target/browser/out/`. Cargo determines whether to compile; the later steps are skipped if their
//! stamp, a hash of all their inputs, equals that of the last result.
//!
//! Naming by content and compression are not done here, because all files of the site share them
//! (`site`).

mod bindgen;
mod names;
mod prune;
mod shrink;
mod toolchain;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::project::Project;
use crate::step::{note, step};
use crate::tools::{self, NODE_FOLDER};

pub(crate) use toolchain::{Route, TARGET, target_is_installed};

/// The common name of the generated files.
pub(crate) const NAME: &str = "anteroom";

/// The output of the pipeline, not yet named by content.
#[derive(Debug)]
pub(crate) struct Output {
    /// The ES module; it refers to the wasm as `anteroom_bg.wasm`, beside itself.
    pub(crate) script: String,
    /// The module's wasm.
    pub(crate) wasm: Vec<u8>,
}

/// Builds the wasm and its script, or returns the last ones if nothing has changed.
pub(crate) fn build(project: &Project, route: Option<Route>) -> Result<Output> {
    bindgen::check_versions(&fs::read_to_string(project.path("Cargo.lock"))?)?;
    let compiled = toolchain::compile(project, route)?;
    let raw = fs::read(&compiled).with_context(|| format!("cargo left no {}", compiled.display()))?;
    let lock = fs::read(project.path(NODE_FOLDER).join("package-lock.json"))?;
    let recipe = [bindgen::recipe(), shrink::recipe()].join("\n");
    let stamp = stamp(&[&raw, &lock, recipe.as_bytes()]);

    let files = Files::of(project);
    if fs::read_to_string(&files.stamp).is_ok_and(|last| last == stamp) {
        note("the wasm is unchanged");
    } else {
        fs::create_dir_all(project.target("browser/out"))?;
        make(project, raw, &files)?;
        fs::write(&files.stamp, &stamp)?;
    }
    Ok(Output {
        script: fs::read_to_string(&files.script)?,
        wasm: fs::read(&files.wasm)?,
    })
}

struct Files {
    stamp: PathBuf,
    script: PathBuf,
    wasm: PathBuf,
}

impl Files {
    fn of(project: &Project) -> Self {
        Self {
            stamp: project.target("browser/stamp"),
            script: project.target(&format!("browser/out/{NAME}.js")),
            wasm: project.target(&format!("browser/out/{NAME}_bg.wasm")),
        }
    }
}

fn make(project: &Project, raw: Vec<u8>, files: &Files) -> Result<()> {
    tools::ensure_npm(project, NODE_FOLDER)?;
    let bound = project.target("browser/bound");
    let before = raw.len();
    step("bind the wasm to JavaScript (wasm-bindgen)", || {
        bindgen::bind(raw, &bound)
    })?;
    step("make it small (wasm-opt, esbuild)", || {
        shrink::wasm(project, &bound.join(format!("{NAME}_bg.wasm")), &files.wasm)?;
        shrink::script(project, &bound.join(format!("{NAME}.js")), &files.script)
    })?;
    let after = fs::metadata(&files.wasm)?.len();
    let script = fs::metadata(&files.script)?.len();
    note(format_args!(
        "wasm {before} → {after} bytes, script {script} bytes, before compression"
    ));
    Ok(())
}

/// Returns a hash of all inputs. Each part is preceded by its length, so that different lists of
/// parts have different hashes.
fn stamp(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).expect("a length fits").to_le_bytes());
        hash.update(part);
    }
    format!("{:x}", hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::stamp;

    #[test]
    fn a_stamp_tells_lists_of_parts_apart() {
        assert_eq!(stamp(&[b"ab", b"c"]), stamp(&[b"ab", b"c"]));
        assert_ne!(stamp(&[b"ab", b"c"]), stamp(&[b"a", b"bc"]));
        assert_ne!(stamp(&[b"ab"]), stamp(&[b"ab", b""]));
    }
}
