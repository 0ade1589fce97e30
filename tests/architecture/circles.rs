//! No files import each other in a circle: a reader can start with a file that imports no other,
//! and continue from there.
//!
//! A file imports another if its code, without tests, names an item that is defined there, in a
//! `use` or by a path. A re-exported name (`pub use`) counts for the file that defines it.
//! Declaring a module (`mod`) is not an import. Neither is naming items of the enclosing module
//! (`super::`): a folder's `mod.rs` contains what its files share.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use syn::visit::Visit;

/// A module's path within its crate; `[]` is the root.
type ModulePath = Vec<String>;

/// A parsed source file.
#[derive(Debug, Default)]
struct Module {
    file: PathBuf,
    defined: BTreeSet<String>,
    /// The imported names, and the path of each.
    imported: BTreeMap<String, Vec<String>>,
    /// The paths in the code, as written.
    named: Vec<Vec<String>>,
}

/// The files of one crate.
#[derive(Debug, Default)]
struct Crate {
    modules: BTreeMap<ModulePath, Module>,
}

/// The imports of each file by target file, with the imported names.
type Imports = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut reported = String::new();
    let mut files = 0;
    for entry in entries(root) {
        let read = read_crate(&entry);
        files += read.modules.len();
        for circle in circles(&imports(&read)) {
            describe(root, &circle, &mut reported);
        }
    }
    assert!(files > 400, "{files} files were read");
    assert!(reported.is_empty(), "files that import each other:\n{reported}");
}

#[test]
fn a_circle_is_found() {
    let file = |text: &str, module: &[&str]| {
        let mut read = Module {
            file: module.join("/").into(),
            ..Module::default()
        };
        read_items(&syn::parse_file(text).expect("Rust").items, &mut read);
        (
            module.iter().map(|name| (*name).to_owned()).collect::<ModulePath>(),
            read,
        )
    };
    let one = "use crate::face::Two; pub struct One(Two);";
    let two = "pub struct Two; fn f() -> usize { size_of::<super::one::One>() }";
    let tested = "pub struct Two; #[cfg(test)] mod tests { use super::one::One; }";
    let with = |two: &str| Crate {
        modules: [
            file("mod one; mod two; mod face;", &[]),
            file(one, &["one"]),
            file(two, &["two"]),
            file("pub use crate::two::Two;", &["face"]),
        ]
        .into(),
    };
    assert_eq!(circles(&imports(&with(two))).len(), 1);
    assert_eq!(circles(&imports(&with(tested))).len(), 0);
}

/// Returns the root file of each library and program.
fn entries(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.to_owned(), root.join("app"), root.join("xtask")];
    for group in ["crates", "testing"] {
        let listed = std::fs::read_dir(root.join(group)).expect("a folder");
        folders.extend(listed.map(|entry| entry.expect("an entry").path()));
    }
    let mut found = Vec::new();
    for folder in folders {
        let names = ["src/lib.rs", "src/main.rs", "examples/shop/main.rs"];
        found.extend(
            names
                .map(|name| folder.join(name))
                .into_iter()
                .filter(|file| file.exists()),
        );
    }
    found
}

/// Returns the files of the library or program with this root file, except tests.
pub(super) fn files(entry: &Path) -> Vec<PathBuf> {
    let modules = read_crate(entry).modules.into_values();
    modules.map(|module| module.file).collect()
}

fn read_crate(entry: &Path) -> Crate {
    let mut read = Crate::default();
    read_module(entry, entry.parent().expect("a folder"), Vec::new(), &mut read);
    read
}

/// Reads a file, and the files of its modules in a folder.
fn read_module(file: &Path, folder: &Path, path: ModulePath, read: &mut Crate) {
    let text = std::fs::read_to_string(file).expect("text");
    let parsed = syn::parse_file(&text).expect("Rust");
    let mut module = Module {
        file: file.to_owned(),
        ..Module::default()
    };
    read_items(&parsed.items, &mut module);
    for item in &parsed.items {
        let syn::Item::Mod(declared) = item else { continue };
        if declared.content.is_some() || is_test(&declared.attrs) {
            continue;
        }
        let name = declared.ident.to_string();
        let inner = folder.join(&name);
        let beside = folder.join(format!("{name}.rs"));
        let file = if beside.exists() { beside } else { inner.join("mod.rs") };
        if file.exists() {
            read_module(&file, &inner, [path.as_slice(), &[name]].concat(), read);
        }
    }
    read.modules.insert(path, module);
}

pub(super) fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        is_cfg && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
    })
}

fn read_items(items: &[syn::Item], module: &mut Module) {
    for item in items {
        let name = match item {
            syn::Item::Const(item) => Some(&item.ident),
            syn::Item::Enum(item) => Some(&item.ident),
            syn::Item::Fn(item) if !is_test(&item.attrs) => Some(&item.sig.ident),
            syn::Item::Static(item) => Some(&item.ident),
            syn::Item::Struct(item) => Some(&item.ident),
            syn::Item::Trait(item) => Some(&item.ident),
            syn::Item::Type(item) => Some(&item.ident),
            syn::Item::Mod(item) if item.content.is_some() => Some(&item.ident),
            syn::Item::Macro(item) => item.ident.as_ref(),
            syn::Item::Use(item) => {
                read_use(&item.tree, &mut Vec::new(), module);
                None
            }
            _ => None,
        };
        module.defined.extend(name.map(ToString::to_string));
        Paths(&mut module.named).visit_item(item);
    }
}

fn read_use(tree: &syn::UseTree, before: &mut Vec<String>, module: &mut Module) {
    let mut add = |name: String, before: &[String], last: Option<String>| {
        let path: Vec<String> = before.iter().cloned().chain(last).collect();
        module.imported.insert(name, path);
    };
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            read_use(&path.tree, before, module);
            before.pop();
        }
        syn::UseTree::Name(name) if name.ident == "self" => {
            add(before.last().cloned().unwrap_or_default(), before, None);
        }
        syn::UseTree::Name(name) => add(name.ident.to_string(), before, Some(name.ident.to_string())),
        syn::UseTree::Rename(name) => add(name.rename.to_string(), before, Some(name.ident.to_string())),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| read_use(tree, before, module)),
        syn::UseTree::Glob(_) => {}
    }
}

/// Collects the paths in code, without tests.
struct Paths<'a>(&'a mut Vec<Vec<String>>);

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            syn::visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            syn::visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !is_test(&item.attrs) {
            syn::visit::visit_item_impl(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0
            .push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, macro_call: &'ast syn::Macro) {
        self.visit_path(&macro_call.path);
        let arguments = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        for argument in macro_call.parse_body_with(arguments).into_iter().flatten() {
            self.visit_expr(&argument);
        }
    }
}

/// Longest chain of `pub use` that is followed.
const HANDED_ON_MAX: usize = 8;

impl Crate {
    /// Returns the file that defines what a path in a module names, and the name. Returns `None`
    /// for items of other crates.
    fn definition(&self, within: &[String], path: &[String], depth: usize) -> Option<(&Path, String)> {
        if depth > HANDED_ON_MAX {
            return None;
        }
        let (first, rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Vec::new(),
            "self" => within.to_vec(),
            "super" => within.split_last()?.1.to_vec(),
            name => {
                let inner = [within, &[name.to_owned()]].concat();
                if self.modules.contains_key(&inner) {
                    inner
                } else {
                    let imported = self.modules.get(within)?.imported.get(name)?;
                    // A crate or a module with the same name.
                    if imported.first() == Some(first) {
                        return None;
                    }
                    let whole = [imported.as_slice(), rest].concat();
                    return self.definition(within, &whole, depth + 1);
                }
            }
        };
        for (done, name) in rest.iter().enumerate() {
            if name == "super" {
                at.pop();
                continue;
            }
            let inner = [at.as_slice(), std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&inner) {
                at = inner;
                continue;
            }
            let module = self.modules.get(&at)?;
            if module.defined.contains(name) {
                return Some((&module.file, name.clone()));
            }
            let imported = module.imported.get(name)?;
            let whole = [imported.as_slice(), &rest[done + 1..]].concat();
            return self.definition(&at, &whole, depth + 1);
        }
        None
    }
}

fn imports(read: &Crate) -> Imports {
    let mut found = Imports::new();
    for (path, module) in &read.modules {
        let to = found.entry(module.file.clone()).or_default();
        for named in &module.named {
            if let Some((file, name)) = read.definition(path, named, 0)
                && file != module.file
                && !is_above(file, &module.file)
            {
                to.entry(file.to_owned()).or_default().insert(name);
            }
        }
    }
    found
}

/// Returns whether `upper` is the module of a folder that contains `file`: the two form a unit, and
/// `upper` contains what the files of the folder share.
fn is_above(upper: &Path, file: &Path) -> bool {
    let names = ["lib.rs", "main.rs", "mod.rs"];
    let is_of_folder = upper
        .file_name()
        .is_some_and(|name| names.iter().any(|known| name == *known));
    let folder = match is_of_folder {
        true => upper.parent().expect("a folder").to_owned(),
        false => upper.with_extension(""),
    };
    file.starts_with(folder)
}

/// Returns the sets of files that all reach each other, with the imports among them.
fn circles(imports: &Imports) -> Vec<Imports> {
    let reached: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> =
        imports.keys().map(|file| (file, reachable(imports, file))).collect();
    let mut done = BTreeSet::new();
    let mut found = Vec::new();
    for file in imports.keys().filter(|file| reached[file].contains(file)) {
        let mutual = |other: &&&PathBuf| reached.get(**other).is_some_and(|back| back.contains(file));
        let members: BTreeSet<&PathBuf> = reached[file].iter().filter(mutual).copied().collect();
        if done.insert(members.clone()) {
            let among = members.iter().map(|member| {
                let ties = imports[*member].iter().filter(|(to, _)| members.contains(to));
                (
                    (*member).clone(),
                    ties.map(|(to, names)| (to.clone(), names.clone())).collect(),
                )
            });
            found.push(among.collect());
        }
    }
    found
}

fn reachable<'a>(imports: &'a Imports, from: &PathBuf) -> BTreeSet<&'a PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        for to in imports.get(file).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(to) {
                open.push(to);
            }
        }
    }
    found
}

fn describe(root: &Path, circle: &Imports, reported: &mut String) {
    let short = |file: &Path| file.strip_prefix(root).unwrap_or(file).display().to_string();
    writeln!(reported, "circle of {} files:", circle.len()).expect("a string takes all");
    for (file, ties) in circle {
        for (to, names) in ties {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            writeln!(reported, "  {} -> {}: {}", short(file), short(to), names.join(", ")).expect("a string takes all");
        }
    }
}
