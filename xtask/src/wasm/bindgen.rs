//! Calls wasm-bindgen as a library.
//!
//! The interface between `wasm-bindgen` (in the browser's part) and its tool changes with every
//! version, so both must have exactly the same version.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use wasm_bindgen_cli_support::Bindgen;

use super::names::ShortNames;
use super::{NAME, prune};

/// The tool's package.
const TOOL: &str = "wasm-bindgen-cli-support";

/// The version that `xtask/Cargo.toml` pins.
const VERSION: &str = "0.2.130";

/// Returns everything that determines the output.
pub(super) fn recipe() -> String {
    let sources = [
        include_str!("bindgen.rs"),
        include_str!("names.rs"),
        include_str!("prune.rs"),
    ];
    [VERSION, &sources.concat()].join("\n")
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<LockedPackage>,
}

#[derive(Deserialize)]
struct LockedPackage {
    name: String,
    version: String,
}

/// Returns an error if `Cargo.lock` contains different versions of wasm-bindgen and its tool.
pub(super) fn check_versions(cargo_lock: &str) -> Result<()> {
    let lock: Lock = toml::from_str(cargo_lock).context("Cargo.lock cannot be read")?;
    let versions: BTreeMap<&str, &str> = lock
        .package
        .iter()
        .map(|package| (package.name.as_str(), package.version.as_str()))
        .collect();
    let crate_version = versions.get("wasm-bindgen").copied().unwrap_or("none");
    let tool_version = versions.get(TOOL).copied().unwrap_or("none");
    if crate_version == VERSION && tool_version == VERSION {
        return Ok(());
    }
    bail!(
        "wasm-bindgen is {crate_version} and {TOOL} is {tool_version} in Cargo.lock; both must be {VERSION}. Either `cargo update -p wasm-bindgen \
         --precise {VERSION}`, or set the new version in xtask/Cargo.toml and in xtask/src/wasm/bindgen.rs."
    );
}

/// Prefix of classes for JavaScript that a dependency's streams export. The linker keeps them
/// because they are exported, though our code never creates an instance.
const UNUSED_CLASSES: &str = "intounderlying";

/// Writes `anteroom.js` and `anteroom_bg.wasm`, for a page's `import`, into a fresh `folder`. The
/// functions of [`prune`] are empty, and the two files use [`ShortNames`].
pub(super) fn bind(raw: Vec<u8>, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let mut output = Bindgen::new()
        .input_bytes(NAME, raw)
        .out_name(NAME)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(false)
        .generate_output()?;
    let module = output.wasm_mut();
    // An import that wraps such a class in JavaScript would mean that some code creates an instance
    // after all.
    let is_made = |name: &str| name.starts_with(&format!("__wbg_{UNUSED_CLASSES}"));
    let has_streams = module.imports.iter().any(|import| is_made(&import.name));
    if !has_streams {
        let exports = module.exports.iter();
        let unused = exports
            .filter(|export| export.name.contains(UNUSED_CLASSES))
            .map(|export| export.id());
        let unused: Vec<_> = unused.collect();
        unused.into_iter().for_each(|id| module.exports.delete(id));
    }
    prune::prune(module, has_streams);
    let short = ShortNames::give(module);
    output.emit(folder)?;
    let script = folder.join(format!("{NAME}.js"));
    let renamed = short.applied(&fs::read_to_string(&script)?);
    fs::write(&script, renamed)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_checkout_has_one_version() {
        let lock = std::fs::read_to_string(crate::project::Project::find().path("Cargo.lock")).unwrap();
        check_versions(&lock).unwrap();
    }

    #[test]
    fn different_versions_are_reported_with_the_remedy() {
        let lock = format!(
            "[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.999\"\n[[package]]\nname = \"{TOOL}\"\nversion = \"{VERSION}\"\n"
        );
        let error = check_versions(&lock).unwrap_err().to_string();
        assert!(error.contains("wasm-bindgen is 0.2.999"), "{error}");
        assert!(error.contains("cargo update -p wasm-bindgen --precise"), "{error}");
    }
}
