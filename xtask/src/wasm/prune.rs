//! Empties functions that add to the browser's download and that no visitor can notice.
//!
//! - A panic ends the wasm in any case, and nothing shows its message. The functions that write the
//!   message and never return therefore only trap.
//! - `Debug` serves developers only. Its implementations, which the messages of panics use, write
//!   nothing.
//! - The streams of a dependency are never created ([`is_of_streams`]).
//!
//! Functions are found by their names. If the names differ, the wasm is larger but still works.
//! wasm-opt removes code that is no longer referenced.

use walrus::ir::Instr;
use walrus::{FunctionBuilder, FunctionId, FunctionKind, Module, ValType};

/// Functions of the standard library that write a message and never return: modules, which end with
/// two colons, and names.
const MESSAGES: [&str; 12] = [
    "core::panicking::",
    "core::cell::panic_already_borrowed",
    "core::cell::panic_already_mutably_borrowed",
    "core::option::expect_failed",
    "core::option::unwrap_failed",
    "core::result::unwrap_failed",
    "core::slice::index::slice_index_fail",
    "core::str::slice_error_fail",
    "core::str::slice_error_fail_rt",
    "alloc::alloc::handle_alloc_error",
    "alloc::raw_vec::handle_error",
    "__rustc::rust_begin_unwind",
];
/// The end of the name of an implementation of `Debug`.
const DEBUG: &str = " as core::fmt::Debug>::fmt";
/// Length of the hash in a name, hex digits.
const HASH_LENGTH: usize = 16;

/// The new body of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Body {
    /// Traps.
    Trap,
    /// Returns `Ok(())` of `core::fmt::Result`.
    WriteNothing,
}

/// Empties the functions. `has_streams`: the code can create the dependency's streams.
pub(super) fn prune(module: &mut Module, has_streams: bool) {
    let local = module.funcs.iter_local();
    let found = local.filter_map(|(id, _)| Some((id, body(module, id, has_streams)?)));
    let found: Vec<(FunctionId, Body)> = found.collect();
    for (id, body) in found {
        replace(module, id, body);
    }
}

fn body(module: &Module, id: FunctionId, has_streams: bool) -> Option<Body> {
    let function = module.funcs.get(id);
    let name = plain(function.name.as_deref()?);
    if !has_streams && is_of_streams(&name) {
        return Some(Body::Trap);
    }
    if is_message(&name) && never_returns(module, id) {
        return Some(Body::Trap);
    }
    let kind = module.types.get(function.ty());
    let writes = (kind.params(), kind.results()) == (&[ValType::I32; 2], &[ValType::I32]);
    (writes && name.ends_with(DEBUG)).then_some(Body::WriteNothing)
}

/// Returns whether a function belongs to the streams that a dependency makes for JavaScript.
/// Promises for Rust futures are created only for these streams; the island creates none.
fn is_of_streams(name: &str) -> bool {
    name.contains("wasm_streams::") || name.contains("js_sys::futures::future_to_promise")
}

fn is_message(name: &str) -> bool {
    MESSAGES.iter().any(|message| match message.ends_with("::") {
        true => name.starts_with(message),
        false => name == *message,
    })
}

/// Returns whether a function has no result and ends with a trap, as the compiler writes one whose
/// return type is `!`.
fn never_returns(module: &Module, id: FunctionId) -> bool {
    let function = module.funcs.get(id);
    let FunctionKind::Local(local) = &function.kind else {
        return false;
    };
    let last = local.block(local.entry_block()).instrs.last();
    let traps = last.is_some_and(|(last, _)| matches!(last, Instr::Unreachable(_)));
    traps && module.types.get(function.ty()).results().is_empty()
}

/// Returns a demangled name without its hashes: those of crates (`core[0123456789abcdef]::`) and of
/// the function itself (`::h0123456789abcdef`).
fn plain(name: &str) -> String {
    let is_hash = |text: &str| text.len() == HASH_LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut parts = name.split('[');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((hash, rest)) if is_hash(hash) => plain.push_str(rest),
            _ => plain.extend(["[", part]),
        }
    }
    if let Some((before, hash)) = plain.rsplit_once("::h")
        && is_hash(hash)
    {
        plain.truncate(before.len());
    }
    plain
}

fn replace(module: &mut Module, id: FunctionId, body: Body) {
    let kind = module.types.get(module.funcs.get(id).ty());
    let (params, results) = (kind.params().to_vec(), kind.results().to_vec());
    let mut builder = FunctionBuilder::new(&mut module.types, &params, &results);
    match body {
        Body::Trap => _ = builder.func_body().unreachable(),
        Body::WriteNothing => _ = builder.func_body().i32_const(0),
    }
    let arguments = params.iter().map(|param| module.locals.add(*param)).collect();
    module.funcs.get_mut(id).kind = FunctionKind::Local(builder.local_func(arguments));
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: &str = "core[c5930c85a12de822]::panicking::panic_fmt";
    const SHOWN: &str = "<str as core[c5930c85a12de822]::fmt::Debug>::fmt";
    const STREAM: &str = "wasm_streams::readable::pull::hd2ae71ccb0f13cfa";

    /// Adds a function with these parameters that calls an import, and then traps or returns.
    fn function(module: &mut Module, name: &str, params: &[ValType], results: &[ValType], traps: bool) -> FunctionId {
        let kind = module.types.add(&[], &[]);
        let (called, _) = module.add_import_func("x", "called", kind);
        let mut builder = FunctionBuilder::new(&mut module.types, params, results);
        let mut code = builder.func_body();
        code.call(called);
        results.iter().for_each(|_| _ = code.i32_const(1));
        if traps {
            code.unreachable();
        }
        let arguments = params.iter().map(|param| module.locals.add(*param)).collect();
        let id = builder.finish(arguments, &mut module.funcs);
        module.funcs.get_mut(id).name = Some(name.to_owned());
        id
    }

    fn calls(module: &Module, id: FunctionId) -> bool {
        let FunctionKind::Local(local) = &module.funcs.get(id).kind else {
            panic!("a local function")
        };
        let mut code = local.block(local.entry_block()).instrs.iter();
        code.any(|(instruction, _)| matches!(instruction, Instr::Call(_)))
    }

    #[test]
    fn messages_and_debug_are_emptied_and_nothing_else() {
        let two = [ValType::I32; 2];
        let mut module = Module::default();
        let message = function(&mut module, MESSAGE, &two, &[], true);
        let returns = function(&mut module, MESSAGE, &two, &[], false);
        let shown = function(&mut module, SHOWN, &two, &[ValType::I32], false);
        let other = function(&mut module, "app::show", &two, &[ValType::I32], false);
        let stream = function(&mut module, STREAM, &two, &[], false);
        prune(&mut module, true);
        let still_calls = [message, returns, shown, other, stream].map(|id| calls(&module, id));
        assert_eq!(still_calls, [false, true, false, true, true]);
        prune(&mut module, false);
        assert!(!calls(&module, stream) && calls(&module, other));
        // The result is a valid module.
        Module::from_buffer(&module.emit_wasm()).unwrap();
    }

    #[test]
    fn names_are_compared_without_hashes() {
        assert_eq!(plain(MESSAGE), "core::panicking::panic_fmt");
        assert_eq!(plain(SHOWN), "<str as core::fmt::Debug>::fmt");
        assert_eq!(
            plain("<[T] as core::fmt::Debug>::fmt::h0123456789abcdef"),
            "<[T] as core::fmt::Debug>::fmt"
        );
        assert_eq!(plain("app::[1]::held"), "app::[1]::held");
    }
}
