//! Anteroom: a self-hosted virtual waiting room.
//!
//! This crate is the server: the HTTP layer, the rooms at run time, the configuration and the
//! command line. It joins the engine, the protocol, the store and the pages.

// The futures of calls that wait for the store are nested deeper than 128 types.
#![recursion_limit = "256"]

pub mod admin_store;
pub mod announcement;
pub mod beacon_relays;
pub mod branding;
pub mod cli;
pub mod clock;
pub mod config;
pub mod diagnostics;
pub mod draws;
pub mod email;
mod embedded;
pub mod entropy;
pub mod explain;
pub mod http;
pub mod integration;
mod line_number;
pub mod log;
pub mod oidc;
pub mod order_passes;
pub mod outgoing;
pub mod page_samples;
pub mod pages;
pub mod preflight;
pub mod push;
pub mod reminders;
pub mod rooms;
pub mod server;
pub mod target;
pub mod text;
pub mod theme;
mod theme_check;
pub mod traffic;
pub mod uploaded_themes;
mod value_cipher;

pub use screening::firewall;
