//! No type name is defined twice where a reader meets both definitions: a name leads to one type.
//!
//! Within a package a name is defined once. A name that a package makes public (`pub` at the
//! definition) is not defined again in a package that depends on it, directly or not. Structs,
//! enums, unions, traits and type aliases count, also within functions; associated types, tests,
//! and what macros define do not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::Visit;

use super::circles;

/// The types of one package.
#[derive(Debug, Default)]
struct Package {
    /// Names of the packages in its `Cargo.toml`, tests aside.
    needs: BTreeSet<String>,
    types: Vec<Definition>,
}

#[derive(Debug, Clone)]
struct Definition {
    name: String,
    is_public: bool,
    file: PathBuf,
}

/// Packages by name.
type Packages = BTreeMap<String, Package>;

#[test]
fn no_type_name_stands_twice_where_a_reader_meets_both() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut packages = Packages::new();
    for folder in folders(root) {
        let (name, package) = read_package(root, &folder);
        packages.insert(name, package);
    }
    let count: usize = packages.values().map(|package| package.types.len()).sum();
    assert!(packages.len() > 9 && count > 1_000, "{count} types were read");
    let twice = twice(&packages);
    assert!(twice.is_empty(), "type names that are defined twice: {twice:#?}");
}

#[test]
fn a_name_that_is_defined_twice_is_found() {
    let package = |needs: &[&str], files: &[&str]| {
        let mut read = Package {
            needs: needs.iter().map(|name| (*name).to_owned()).collect(),
            ..Package::default()
        };
        for (number, text) in files.iter().enumerate() {
            let file = PathBuf::from(format!("{number}.rs"));
            read_types(&syn::parse_file(text).expect("Rust"), &file, &mut read.types);
        }
        read
    };
    let with = |upper: &[&str]| {
        let lower = package(&[], &["pub struct Place; struct Hidden;"]);
        let middle = package(&["lower"], &["fn f() {}"]);
        let named = |(name, package): (&str, Package)| (name.to_owned(), package);
        let all = [
            ("lower", lower),
            ("middle", middle),
            ("upper", package(&["middle"], upper)),
        ];
        twice(&all.map(named).into())
    };
    assert_eq!(with(&["struct Other; struct Hidden;"]), [""; 0]);
    assert_eq!(with(&["enum Place {}"]).len(), 1);
    assert_eq!(with(&["fn f() { struct Two; }", "type Two = u8;"]).len(), 1);
    assert_eq!(
        with(&["struct Two;", "#[cfg(test)] mod tests { struct Two; }"]),
        [""; 0]
    );
    let associated = "impl Iterator for Two { type Item = Two; } impl Iterator for One { type Item = One; }";
    assert_eq!(with(&["struct One; struct Two; struct Item;", associated]), [""; 0]);
}

/// The folders of the packages whose code ships or makes what ships, and of the test kit.
fn folders(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.to_owned()];
    folders.extend(["app", "xtask", "testing/testkit"].map(|name| root.join(name)));
    let crates = std::fs::read_dir(root.join("crates")).expect("a folder");
    folders.extend(crates.map(|entry| entry.expect("an entry").path()));
    folders
}

fn read_package(root: &Path, folder: &Path) -> (String, Package) {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("a table");
    let name = manifest["package"]["name"].as_str().expect("a name").to_owned();
    let needs = manifest.get("dependencies").and_then(toml::Value::as_table);
    let mut read = Package {
        needs: needs.into_iter().flat_map(toml::Table::keys).cloned().collect(),
        types: Vec::new(),
    };
    let entries = ["src/lib.rs", "src/main.rs"].map(|name| folder.join(name));
    let mut files = BTreeSet::new();
    for entry in entries.iter().filter(|entry| entry.exists()) {
        files.extend(circles::files(entry));
    }
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let short = file.strip_prefix(root).expect("below the root");
        read_types(&syn::parse_file(&text).expect("Rust"), short, &mut read.types);
    }
    (name, read)
}

fn read_types(parsed: &syn::File, file: &Path, types: &mut Vec<Definition>) {
    Types { file, types }.visit_file(parsed);
}

/// Collects definitions, tests aside.
struct Types<'a> {
    file: &'a Path,
    types: &'a mut Vec<Definition>,
}

impl<'ast> Visit<'ast> for Types<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let (name, visibility, attributes) = match item {
            syn::Item::Enum(item) => (Some(&item.ident), &item.vis, &item.attrs),
            syn::Item::Struct(item) => (Some(&item.ident), &item.vis, &item.attrs),
            syn::Item::Trait(item) => (Some(&item.ident), &item.vis, &item.attrs),
            syn::Item::Type(item) => (Some(&item.ident), &item.vis, &item.attrs),
            syn::Item::Union(item) => (Some(&item.ident), &item.vis, &item.attrs),
            syn::Item::Mod(item) => (None, &item.vis, &item.attrs),
            syn::Item::Fn(item) => (None, &item.vis, &item.attrs),
            syn::Item::Impl(item) => (None, &syn::Visibility::Inherited, &item.attrs),
            _ => return,
        };
        if circles::is_test(attributes) {
            return;
        }
        self.types.extend(name.map(|name| Definition {
            name: name.to_string(),
            is_public: matches!(visibility, syn::Visibility::Public(_)),
            file: self.file.to_owned(),
        }));
        syn::visit::visit_item(self, item);
    }
}

/// A line for each definition whose name is taken.
fn twice(packages: &Packages) -> Vec<String> {
    let mut found = Vec::new();
    for (name, package) in packages {
        let mut known = BTreeMap::<&str, &Path>::new();
        for needed in reachable(packages, name) {
            let public = packages[needed].types.iter().filter(|defined| defined.is_public);
            known.extend(public.map(|defined| (defined.name.as_str(), defined.file.as_path())));
        }
        for defined in &package.types {
            let before = known.insert(&defined.name, &defined.file);
            found.extend(before.map(|before| {
                let (first, second) = (before.display(), defined.file.display());
                format!("{}: {first} and {second}", defined.name)
            }));
        }
    }
    found
}

/// The packages that a package depends on, directly or not.
fn reachable<'a>(packages: &'a Packages, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(name) = open.pop() {
        for (needed, _) in packages
            .iter()
            .filter(|(other, _)| packages[name].needs.contains(*other))
        {
            if found.insert(needed.as_str()) {
                open.push(needed);
            }
        }
    }
    found
}
