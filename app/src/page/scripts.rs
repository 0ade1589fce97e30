//! The page's two inline scripts, both under the content security policy's nonce.
//!
//! The module imports the island's glue and hydrates every `<leptos-island>`, then marks the page
//! (`data-hydrated` on `<html>`); it is Leptos' own island script without nested islands, which
//! this page has not. The other one takes over when the island is not alive [`WAIT_FOR_WASM_MS`]
//! after the page's load: it reloads the page at the interval that was told, until the island
//! lives.

use leptos::prelude::*;

use super::{ClientScript, html};
use crate::hole::Hole;

/// How long after the page's load the island may take before the page refreshes itself,
/// milliseconds.
const WAIT_FOR_WASM_MS: u32 = 4_000;

/// The scripts for the end of `<body>`. Policy needed: `script-src 'nonce-…' 'strict-dynamic'
/// 'wasm-unsafe-eval'`.
#[must_use]
pub fn page_scripts(script: &ClientScript) -> String {
    let (module, fallback) = (module(script), fallback());
    html(move || {
        view! {
            <script type="module" nonce=Hole::Nonce.marker() inner_html=module></script>
            <script nonce=Hole::Nonce.marker() inner_html=fallback></script>
        }
    })
}

fn module(script: &ClientScript) -> String {
    let (js, wasm) = (quoted(&script.js_path), quoted(&script.wasm_path));
    format!(
        "import({js}).then(async m=>{{await m.default({{module_or_path:{wasm}}});m.hydrate();\
         for(const e of document.querySelectorAll('leptos-island'))m[e.dataset.component](e);\
         document.documentElement.dataset.hydrated=true}})"
    )
}

fn fallback() -> String {
    format!(
        "addEventListener('load',()=>setTimeout(()=>{{const d=document.documentElement.dataset,\
         again=()=>d.hydrated||location.reload();\
         d.hydrated||setTimeout(again,Math.max(0,{seconds}*1000-{WAIT_FOR_WASM_MS}))}},{WAIT_FOR_WASM_MS}))",
        seconds = Hole::RefreshSeconds.marker(),
    )
}

/// A JavaScript string that cannot end the script element.
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.replace('<', "\\u003c")
}
