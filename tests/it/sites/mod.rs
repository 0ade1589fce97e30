//! What other sites, their pages and their apps ask and bring.

mod clients;
mod debug;
mod identifiers;
mod javascript_queue;
pub(crate) mod joining;
mod skipping;
mod snippet;
mod widgets;
