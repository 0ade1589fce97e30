//! What people see: the waiting page's components, its one island, and the server function that the
//! island polls. Knows plain view types only; neither the engine nor a store reaches the browser.
//!
//! Built twice: natively with `ssr` (the server renders and answers polls), for the browser with
//! `hydrate` (the island alone).

pub mod hole;
pub mod live;
#[cfg(feature = "ssr")]
pub mod page;
pub mod status;
pub mod texts;
pub mod view;

/// The browser's entry: makes ready for islands, which the page's script then hydrates one by one.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
