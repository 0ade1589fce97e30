//! Anteroom: a self-hosted virtual waiting room.
//!
//! This crate is the server: the HTTP edge, the rooms at run time, configuration and the command
//! line; the only place that knows every other crate.

pub mod admin_store;
pub mod backup;
pub mod branding;
pub mod check;
pub mod clock;
pub mod config;
pub mod diagnostics;
pub mod draws;
pub mod evaluate;
pub mod explain;
pub mod http;
pub mod integration;
pub mod listen;
pub mod log;
pub mod page_samples;
pub mod pages;
pub mod reconcile;
pub mod remote;
pub mod rooms;
pub mod serve;
pub mod simulate;
pub mod snippet;
pub mod store_monitor;
pub mod target;
pub mod text;
pub mod theme;
pub mod theme_tool;
pub mod tls;
pub mod verify_draw;
