//! The server embeds `target/site/`, which `cargo xtask build` fills. Here only this: where nobody
//! has run that yet the folder is made, with a manifest that names no script, so that plain `cargo
//! check` works; pages then do without script. And a changed site compiles the server anew.

use std::path::Path;
use std::{fs, io};

/// What the manifest says while there is no script.
const EMPTY_MANIFEST: &str = r#"{"script":null,"wasm":null,"scripts":{}}"#;

fn main() -> io::Result<()> {
    let site = Path::new("target/site");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=target/site");
    fs::create_dir_all(site)?;
    let manifest = site.join("manifest.json");
    if manifest.exists() {
        Ok(())
    } else {
        fs::write(manifest, EMPTY_MANIFEST)
    }
}
