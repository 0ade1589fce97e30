//! The page's three inline scripts, all under the nonce of the content security policy.
//!
//! The first one begins to load the island while the browser still reads the page.
//! The module script imports the island's glue, hydrates every `<leptos-island>`, then marks the
//! page (`data-hydrated` on `<html>`). It is Leptos' own island script without support for nested
//! islands, which this page does not have. Where figures stand in slots of their own
//! ([`super::figures`]), it puts them into the island before the hydration and back after it, in
//! one go, so that nobody sees it. The fallback script runs if the island has not started
//! [`WAIT_FOR_WASM_MS`] after the page's load: it reloads the page at the refresh interval until an
//! island starts.

use leptos::prelude::*;

use super::{ClientScript, Slot, figures::PLACED, html};
use crate::hole::Hole;

/// The time after the page's load at which the fallback starts without an island, milliseconds.
const WAIT_FOR_WASM_MS: u32 = 4_000;

/// Returns the script for `<head>`, behind the stylesheet: it adds links that load the island
/// early. As elements of the page itself, browsers without scripts would follow them too. A script
/// waits for a linked stylesheet before it, so the island does not compete for the line with what
/// the page needs to show itself. Behind a stylesheet in the page itself the script runs at once,
/// and asks for the island when the server has sent all of that already.
#[must_use]
pub fn preload_script(script: &ClientScript) -> String {
    let (js, wasm) = (quoted(&script.js_path), quoted(&script.wasm_path));
    let text = format!(
        "for(const l of[{{rel:'modulepreload',href:{js},nonce:document.currentScript.nonce}},\
         {{rel:'preload',as:'fetch',crossOrigin:'',href:{wasm}}}])\
         document.head.append(Object.assign(document.createElement('link'),l))"
    );
    html(move || view! { <script nonce=Hole::Nonce.marker() inner_html=text></script> })
}

/// Returns the scripts for the end of `<body>` of a page whose layout places these `figures`. They
/// need the policy `script-src 'nonce-…' 'strict-dynamic' 'wasm-unsafe-eval'`.
#[must_use]
pub fn page_scripts(script: &ClientScript, figures: &[Slot]) -> String {
    let (module, fallback) = (module(script, figures), fallback());
    html(move || {
        view! {
            <script type="module" nonce=Hole::Nonce.marker() inner_html=module></script>
            <script nonce=Hole::Nonce.marker() inner_html=fallback></script>
        }
    })
}

fn module(script: &ClientScript, figures: &[Slot]) -> String {
    let (js, wasm) = (quoted(&script.js_path), quoted(&script.wasm_path));
    let (gather, swap) = match figures {
        [] => (String::new(), ""),
        _ => (gather(), "placed.forEach(swap);"),
    };
    format!(
        "import({js}).then(async m=>{{await m.default({{module_or_path:{wasm}}});m.hydrate();{gather}{swap}\
         for(const e of document.querySelectorAll('leptos-island'))m[e.dataset.component](e);{swap}\
         document.documentElement.dataset.hydrated=true}})"
    )
}

/// Returns code that pairs each comment in the island with its figure, and exchanges the two of a
/// pair; Leptos' own comments are empty.
fn gather() -> String {
    format!(
        "const placed=[],walker=document.createTreeWalker(document.querySelector('leptos-island'),128),\
         swap=([a,b])=>{{const gap=new Comment();a.replaceWith(gap);b.replaceWith(a);gap.replaceWith(b)}};\
         while(walker.nextNode()){{const mark=walker.currentNode;\
         mark.data&&placed.push([mark,document.querySelector(`[{PLACED}=${{mark.data}}]`)])}}"
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

/// Returns a JavaScript string literal that cannot end the script element.
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.replace('<', "\\u003c")
}
