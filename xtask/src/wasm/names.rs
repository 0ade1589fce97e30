//! Gives short names to the imports and exports between the wasm and its script. wasm-bindgen names
//! an import by its function and a hash, which no compression makes smaller, once in each of the
//! two files.

use std::collections::BTreeMap;

use walrus::Module;

/// The prefixes of names that wasm-bindgen makes for its own use; pages use the other names.
const MADE: [&str; 3] = ["__wb", "__externref", "wasm_bindgen__"];
/// The digits of short names.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// The short names, by the long ones.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ShortNames(BTreeMap<String, String>);

impl ShortNames {
    /// Renames the imports and exports of a module.
    pub(super) fn give(module: &mut Module) -> Self {
        let imports = module.imports.iter().map(|import| &import.name);
        let exports = module.exports.iter().map(|export| &export.name);
        let made = imports.chain(exports).filter(|name| is_made(name));
        let mut short: BTreeMap<String, String> = made.map(|name| (name.clone(), String::new())).collect();
        for (index, name) in short.values_mut().enumerate() {
            *name = nth(index);
        }
        for import in module.imports.iter_mut() {
            rename(&mut import.name, &short);
        }
        for export in module.exports.iter_mut() {
            rename(&mut export.name, &short);
        }
        Self(short)
    }

    /// Returns the script with the same names.
    pub(super) fn applied(&self, script: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
        let mut renamed = String::with_capacity(script.len());
        for piece in script.split_inclusive(|c| !is_part(c)) {
            let word = piece.trim_end_matches(|c| !is_part(c));
            renamed.push_str(self.0.get(word).map_or(word, String::as_str));
            renamed.push_str(&piece[word.len()..]);
        }
        renamed
    }
}

fn is_made(name: &str) -> bool {
    MADE.iter().any(|start| name.starts_with(start))
}

fn rename(name: &mut String, short: &BTreeMap<String, String>) {
    if let Some(short) = short.get(name) {
        name.clone_from(short);
    }
}

/// Returns the name with this index: an underscore and two digits, which is the name of nothing
/// else in a script of wasm-bindgen.
fn nth(index: usize) -> String {
    let mut name = "_".to_owned();
    for digit in [index / DIGITS.len(), index % DIGITS.len()] {
        name.push(char::from(DIGITS[digit]));
    }
    name
}

#[cfg(test)]
mod tests {
    use walrus::FunctionBuilder;

    use super::*;

    #[test]
    fn wasm_and_script_get_the_same_names_and_pages_keep_theirs() {
        let mut module = Module::default();
        let kind = module.types.add(&[], &[]);
        module.add_import_func("./a_bg.js", "__wbg_get_d7176cfb76d71114", kind);
        module.add_import_func("./snippets/controls.js", "controls", kind);
        for name in ["hydrate", "__wbindgen_free"] {
            let function = FunctionBuilder::new(&mut module.types, &[], &[]);
            let function = function.finish(Vec::new(), &mut module.funcs);
            module.exports.add(name, function);
        }
        let short = ShortNames::give(&mut module);
        let imports: Vec<_> = module.imports.iter().map(|import| import.name.as_str()).collect();
        assert_eq!(imports, ["_00", "controls"]);
        let exports: Vec<_> = module.exports.iter().map(|export| export.name.as_str()).collect();
        assert_eq!(exports, ["hydrate", "_01"]);
        assert_eq!(
            short.applied("{__wbg_get_d7176cfb76d71114: f(), x__wbindgen_free, 'hydrate'}wasm.__wbindgen_free"),
            "{_00: f(), x__wbindgen_free, 'hydrate'}wasm._01"
        );
    }

    #[test]
    fn a_thousand_names_differ() {
        let names: std::collections::BTreeSet<String> = (0..1_000).map(nth).collect();
        assert_eq!(names.len(), 1_000);
    }
}
