//! The ranks of packages by their dependencies. Packages that make decisions are below packages
//! that carry them out: the pool node is a state machine. Neither the pool node nor its
//! dependencies read a clock, a disk or the network, or wait.

use std::collections::BTreeSet;
use std::path::Path;

use super::list_all;

/// The packages that make decisions and do no IO, each with the packages of this project that it
/// depends on; each is below the packages that name it.
const PURE: [(&str, &[&str]); 7] = [
    ("units", &[]),
    ("draw", &[]),
    ("store_values", &[]),
    ("protocol", &["units"]),
    ("admission", &["draw", "units"]),
    ("node", &["admission", "protocol", "store_values"]),
    ("incident", &["admission", "node", "protocol", "store_values"]),
];
/// Libraries that wait, draw random numbers or do IO.
const IMPURE: [&str; 9] = [
    "async-trait",
    "axum",
    "futures-util",
    "getrandom",
    "mio",
    "rand",
    "redis",
    "store",
    "tokio",
];
/// Modules of the standard library that read a clock or do IO. An address as a value
/// (`std::net::IpAddr`) is no IO.
const IMPURE_MODULES: [&str; 6] = [
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];
/// Further code that the pool node does not use: it never waits.
const WAITING: [&str; 5] = ["async fn", "async move", "async {", ".await", "std::time"];

#[test]
fn what_decides_knows_neither_the_runtime_nor_the_store() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let ours = names(&root);
    for (rank, (name, knows)) in PURE.iter().enumerate() {
        let needs = dependencies(&root.join(name));
        let own: Vec<&str> = needs.intersection(&ours).map(String::as_str).collect();
        assert_eq!(own, *knows, "the packages that {name} knows");
        let below: Vec<&str> = PURE[..rank].iter().map(|(name, _)| *name).collect();
        assert!(knows.iter().all(|known| below.contains(known)), "{name} is too low");
        let impure: Vec<&str> = IMPURE.into_iter().filter(|known| needs.contains(*known)).collect();
        assert!(impure.is_empty(), "{name} depends on {impure:?}");
    }
}

#[test]
fn what_decides_does_no_io() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut found = Vec::new();
    let mut count = 0;
    for (name, _) in PURE {
        let mut files = Vec::new();
        list_all(&root.join(name).join("src"), &mut files);
        count += files.len();
        for file in files {
            found.extend(faults(&file, name == "node"));
        }
    }
    assert!(count > 100, "{count} files were read");
    assert!(found.is_empty(), "IO below the edge: {found:#?}");
}

/// Returns the names in a file, without its tests, that it must not contain.
fn faults(file: &Path, is_node: bool) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("text");
    let is_test = file.ends_with("tests.rs") || file.iter().any(|part| part == "tests");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<&str> = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let waiting = WAITING.into_iter().filter(|_| is_node);
    let named = IMPURE_MODULES.into_iter().chain(waiting).filter(|_| !is_test);
    let is_there = |name: &&str| {
        code.iter()
            .any(|line| line.contains(*name) && !line.contains("std::net::IpAddr"))
    };
    named
        .filter(is_there)
        .map(|name| format!("{}: {name}", file.display()))
        .collect()
}

fn names(crates: &Path) -> BTreeSet<String> {
    let folders = std::fs::read_dir(crates).expect("a folder");
    let names = folders.map(|entry| entry.expect("an entry").file_name());
    names.map(|name| name.into_string().expect("a name")).collect()
}

/// Returns the dependencies that the manifest in a folder names, without those of tests.
fn dependencies(folder: &Path) -> BTreeSet<String> {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("a table");
    let needs = manifest.get("dependencies").and_then(toml::Value::as_table);
    needs.into_iter().flat_map(toml::Table::keys).cloned().collect()
}
