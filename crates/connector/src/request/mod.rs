//! The facts of a request: its URL as the browser saw it, its peer, its visitor.

pub(super) mod browser_url;
pub(super) mod proxies;
pub(super) mod visit;
pub(super) mod visitor;
