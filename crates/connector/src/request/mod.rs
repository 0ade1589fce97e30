//! The facts of a request: its URL as the browser saw it, its peer, its visitor.

#[cfg(feature = "axum")]
mod axum_extensions;
pub(super) mod browser_url;
pub(super) mod proxies;
pub(super) mod visit;
pub(super) mod visitor;
