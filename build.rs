//! Prepares what the server embeds.
//!
//! - `target/site/`, which `cargo xtask build` fills. Where nobody has run that yet, the folder is
//!   made here with a manifest that names no script, so that plain `cargo check` works; pages then
//!   do without script.
//! - Texts that the program reads rarely, compressed: the messages of each language, and the
//!   descriptions of the APIs. They would be 7 % of the program otherwise.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The manifest while there is no script.
const EMPTY_MANIFEST: &str = r#"{"script":null,"wasm":null,"scripts":{}}"#;

/// The committed descriptions of the APIs.
const DESCRIPTIONS: [&str; 2] = ["docs/openapi.json", "docs/integrate/crowdhandler-openapi.json"];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    let out = out.ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fold_identical_functions();
    prepare_site()?;
    compress_locales(&out)?;
    DESCRIPTIONS.map(Path::new).iter().try_for_each(|path| {
        println!("cargo:rerun-if-changed={}", path.display());
        compress(&fs::read(path)?, &out.join(name(path)))
    })
}

/// Lets the linker keep one of several functions with the same machine code, as generic code has.
///
/// Rust promises no function an address of its own. Only rustc's own linker knows the option, which
/// is the default for this target.
fn fold_identical_functions() {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("TARGET", "x86_64-unknown-linux-gnu") {
        println!("cargo:rustc-link-arg-bin=anteroom=-Wl,--icf=all");
    }
}

fn prepare_site() -> io::Result<()> {
    let site = Path::new("target/site");
    println!("cargo:rerun-if-changed=target/site");
    fs::create_dir_all(site)?;
    let manifest = site.join("manifest.json");
    if manifest.exists() {
        Ok(())
    } else {
        fs::write(manifest, EMPTY_MANIFEST)
    }
}

/// Writes the files of each language as one compressed JSON array of names and texts, and
/// `locales.rs`, an expression that embeds them: languages and bytes.
fn compress_locales(out: &Path) -> io::Result<()> {
    println!("cargo:rerun-if-changed=locales");
    let mut expression = "&[\n".to_owned();
    for folder in sorted(Path::new("locales"))? {
        let language = name(&folder);
        let texts = sorted(&folder)?
            .iter()
            .map(|file| Ok((name(file), fs::read_to_string(file)?)))
            .collect::<io::Result<Vec<_>>>()?;
        let archive = out.join(&language);
        compress(&serde_json::to_vec(&texts)?, &archive)?;
        let line = writeln!(expression, "({language:?}, include_bytes!({archive:?})),");
        line.map_err(io::Error::other)?;
    }
    expression.push(']');
    fs::write(out.join("locales.rs"), expression)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn compress(bytes: &[u8], path: &Path) -> io::Result<()> {
    let mut encoder = DeflateEncoder::new(fs::File::create(path)?, Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()?;
    Ok(())
}
