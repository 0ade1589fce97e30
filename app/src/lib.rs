//! The visitors' part of Anteroom: the waiting page's components, its one island, and the server
//! function that the island polls. The crate knows plain view types only; neither the engine nor a
//! store reaches the browser.
//!
//! The crate is built twice: natively with `ssr` (the server renders pages and answers polls), and
//! for the browser with `hydrate` (the island alone).

#[cfg(any(test, not(feature = "ssr")))]
mod entry_times;
pub mod hole;
pub mod live;
pub mod minutes;
#[cfg(feature = "ssr")]
pub mod page;
pub mod status;
pub mod texts;
pub mod view;

/// Prepares the browser for islands, which the page's script then hydrates one by one.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
