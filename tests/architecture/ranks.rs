//! The ranks of all packages in `crates/` by their dependencies. Packages that make decisions are
//! below packages that carry them out: the pool node is a state machine. Neither the pool node nor
//! its dependencies read a clock, a disk or the network, or wait.

use std::collections::BTreeSet;
use std::path::Path;

use super::list_all;

/// A package, and the packages of this project that it depends on.
type Rank = (&'static str, &'static [&'static str]);

/// The packages that make decisions and do no IO; each is below the packages that name it.
const PURE: [Rank; 12] = [
    ("units", &[]),
    ("draw", &[]),
    ("splitmix", &[]),
    ("store_values", &[]),
    ("client_address", &[]),
    ("beacon", &["draw"]),
    ("protocol", &["units"]),
    ("crowdhandler", &["protocol", "units"]),
    ("admission", &["draw", "units"]),
    ("screening", &["admission"]),
    ("node", &["admission", "protocol", "store_values"]),
    ("incident", &["admission", "node", "protocol", "store_values"]),
];
/// The other packages, above those; likewise in order.
const CARRY_OUT: [Rank; 3] = [
    ("store", &["store_values"]),
    ("connector", &["client_address", "protocol", "splitmix"]),
    (
        "simulator",
        &["admission", "node", "protocol", "screening", "splitmix", "store"],
    ),
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
/// Modules of the standard library that read a clock or do IO, without the addresses of `std::net`.
const IMPURE_MODULES: [&str; 6] = [
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];
/// Names in `std::net` that are values: an address is no IO.
const ADDRESSES: [&str; 4] = ["IpAddr", "Ipv4Addr", "Ipv6Addr", "SocketAddr"];
/// Further code that the pool node does not use: it never waits.
const WAITING: [&str; 5] = ["async fn", "async move", "async {", ".await", "std::time"];

#[test]
fn packages_that_decide_know_neither_the_runtime_nor_the_store() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let ours = names(&root);
    let mut below: Vec<&str> = Vec::new();
    for (name, knows) in PURE.into_iter().chain(CARRY_OUT) {
        let needs = dependencies(&root.join(name));
        let own: Vec<&str> = needs.intersection(&ours).map(String::as_str).collect();
        assert_eq!(own, knows, "the packages that {name} knows");
        assert!(knows.iter().all(|known| below.contains(known)), "{name} is too low");
        below.push(name);
    }
    for (name, _) in PURE {
        let needs = dependencies(&root.join(name));
        let impure: Vec<&str> = IMPURE.into_iter().filter(|known| needs.contains(*known)).collect();
        assert!(impure.is_empty(), "{name} depends on {impure:?}");
    }
}

#[test]
fn every_package_has_one_rank() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let ranks = PURE.into_iter().chain(CARRY_OUT);
    let mut ranked: Vec<String> = ranks.map(|(name, _)| name.to_owned()).collect();
    ranked.sort_unstable();
    let there: Vec<String> = names(&root).into_iter().collect();
    assert_eq!(ranked, there, "the packages that have a rank, and those of the folder");
}

#[test]
fn packages_that_decide_do_no_io() {
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
    assert!(found.is_empty(), "IO in packages that decide: {found:#?}");
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
        let is_value = |line: &str| *name == "std::net" && names_addresses(line);
        code.iter().any(|line| line.contains(*name) && !is_value(line))
    };
    named
        .filter(is_there)
        .map(|name| format!("{}: {name}", file.display()))
        .collect()
}

/// Returns whether a line names items of `std::net`, all of them addresses.
fn names_addresses(line: &str) -> bool {
    let mut named = line.split("std::net::").skip(1).peekable();
    named.peek().is_some()
        && named.all(|rest| {
            let group = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
            let one = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let mut items = group.map_or(one, |(items, _)| items).split(',').map(str::trim);
            items.all(|item| ADDRESSES.contains(&item))
        })
}

#[test]
fn an_address_is_a_value_and_a_connection_is_not() {
    assert!(names_addresses("use std::net::{IpAddr, Ipv4Addr};"));
    assert!(names_addresses("fn of(peer: std::net::IpAddr, by: std::net::Ipv6Addr)"));
    for line in [
        "use std::net::{IpAddr, TcpStream};",
        "use std::net;",
        "use std::net::*;",
        "fn of(peer: std::net::IpAddr, by: std::net::UdpSocket) {",
    ] {
        assert!(!names_addresses(line), "{line}");
    }
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
