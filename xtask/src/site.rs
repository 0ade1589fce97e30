//! `target/site/`: the files that the server embeds and serves.
//!
//! - `assets/` holds files that are named by their content (`name.<16 hex>.ext`) and may be cached
//!   for ever;
//! - `manifest.json` names the script, the wasm and the scripts for other sites among these files;
//! - all other files of `public/`, except the sources of those scripts, keep their names;
//! - files that compress well also have a compressed copy (`.br`, brotli at its highest quality).
//!
//! A file is written only if it differs, because cargo compiles the server again when a file is
//! touched. Files that are no longer needed are removed.

mod sync;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::project::Project;
use crate::scripts::{self, Script};
use crate::step::note;
use crate::wasm;
use sync::Sync;

/// Hex digits of the content's hash in a name: 64 bits suffice to distinguish our own files.
const HASH_DIGITS: usize = 16;

/// The maximum size of a waiting page's script and wasm together in bytes, compressed. The sizes of
/// compilers differ by some percent; with 53,000 bytes, the first load of a page takes 64 KB.
const PAGE_SCRIPT_BYTES_MAX: usize = 55_000;

/// `manifest.json`: paths relative to the site's root, without a leading slash.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Manifest {
    /// The ES module that a page imports.
    script: String,
    /// The module's wasm, for a preload.
    wasm: String,
    /// The scripts for other sites, by their names there.
    scripts: BTreeMap<&'static str, String>,
}

/// Writes the whole site and removes the files of earlier builds.
pub(crate) fn publish(project: &Project, output: &wasm::Output, scripts: &[(Script, String)]) -> Result<()> {
    let mut sync = Sync::new(project.site());
    let wasm_name = hashed_name(&format!("{}_bg.wasm", wasm::NAME), &output.wasm);
    let script = point_at(&output.script, &format!("{}_bg.wasm", wasm::NAME), &wasm_name)?;
    let script_name = hashed_name(&format!("{}.js", wasm::NAME), script.as_bytes());
    let manifest = Manifest {
        script: format!("assets/{script_name}"),
        wasm: format!("assets/{wasm_name}"),
        scripts: scripts
            .iter()
            .map(|(script, content)| {
                let name = hashed_name(&format!("{}.js", script.name), content.as_bytes());
                (script.name, format!("assets/{name}"))
            })
            .collect(),
    };
    sync.put(&manifest.wasm, &output.wasm)?;
    sync.put(&manifest.script, script.as_bytes())?;
    let bytes = sync.compressed_bytes(&manifest.script)? + sync.compressed_bytes(&manifest.wasm)?;
    note(format_args!(
        "the page's script and wasm have {bytes} bytes, compressed"
    ));
    ensure!(
        bytes <= PAGE_SCRIPT_BYTES_MAX,
        "the page's script and wasm may have {PAGE_SCRIPT_BYTES_MAX} bytes, compressed"
    );
    for (script, content) in scripts {
        let path = &manifest.scripts[script.name];
        sync.put(path, content.as_bytes())?;
        let (bytes, most) = (sync.compressed_bytes(path)?, script.brotli_bytes_max);
        note(format_args!("{}.js has {bytes} bytes, compressed", script.name));
        ensure!(bytes <= most, "{}.js may have {most} bytes, compressed", script.name);
    }
    put_folder(&mut sync, project, "public", "")?;
    let json = serde_json::to_string_pretty(&manifest)?;
    sync.put_plain("manifest.json", json.as_bytes())?;
    sync.remove_others()
}

fn put_folder(sync: &mut Sync, project: &Project, folder: &str, prefix: &str) -> Result<()> {
    let entries = match fs::read_dir(project.path(folder)) {
        Ok(entries) if !scripts::FOLDERS.contains(&folder) => entries,
        _ => return Ok(()),
    };
    for entry in entries {
        let entry = entry?;
        let name = entry
            .file_name()
            .into_string()
            .ok()
            .context("a file's name in public/ is no UTF-8")?;
        let relative = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            put_folder(sync, project, &format!("{folder}/{name}"), &format!("{relative}/"))?;
        } else if !name.starts_with('.') {
            sync.put(&relative, &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// Returns `name.ext` with a hash of the content before the extension.
fn hashed_name(name: &str, content: &[u8]) -> String {
    let hash = format!("{:x}", Sha256::digest(content));
    let (stem, extension) = name.split_once('.').expect("our own names have an extension");
    format!("{stem}.{}.{extension}", &hash[..HASH_DIGITS])
}

/// Returns the script with every reference to `from` replaced. Returns an error if there is none,
/// because the page would then request a missing file.
fn point_at(script: &str, from: &str, to: &str) -> Result<String> {
    ensure!(script.contains(from), "the script does not refer to {from}");
    Ok(script.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_content() {
        // SHA-256 of the empty text begins e3b0c44298fc1c14.
        assert_eq!(
            hashed_name("anteroom_bg.wasm", b""),
            "anteroom_bg.e3b0c44298fc1c14.wasm"
        );
        assert_ne!(hashed_name("a.js", b"1"), hashed_name("a.js", b"2"));
    }

    #[test]
    fn the_script_is_pointed_at_the_named_wasm() {
        let script = "new URL(\"anteroom_bg.wasm\",import.meta.url)";
        let pointed = point_at(script, "anteroom_bg.wasm", "anteroom_bg.0f.wasm").unwrap();
        assert_eq!(pointed, "new URL(\"anteroom_bg.0f.wasm\",import.meta.url)");
        assert!(point_at("nothing", "anteroom_bg.wasm", "x").is_err());
    }

    #[test]
    fn the_manifest_is_what_the_server_reads() {
        let manifest = Manifest {
            script: "assets/a.js".into(),
            wasm: "assets/b.wasm".into(),
            scripts: BTreeMap::from([("queueit", "assets/c.js".into())]),
        };
        assert_eq!(
            serde_json::to_string(&manifest).unwrap(),
            r#"{"script":"assets/a.js","wasm":"assets/b.wasm","scripts":{"queueit":"assets/c.js"}}"#
        );
    }
}
