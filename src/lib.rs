//! Anteroom: a self-hosted virtual waiting room.
//!
//! This crate is the server: the HTTP edge, the rooms at run time, configuration and the command line; the only place that knows every other crate.

pub mod backup;
pub mod book;
pub mod check;
pub mod clock;
pub mod config;
pub mod designer;
pub mod diagnostics;
pub mod draws;
pub mod edge;
pub mod evaluate;
pub mod explain;
pub mod gallery;
pub mod integration;
pub mod listen;
pub mod log;
pub mod looks;
pub mod pages;
pub mod reconcile;
pub mod remote;
pub mod room;
pub mod serve;
pub mod simulate;
pub mod snippet;
pub mod target;
pub mod text;
pub mod theme;
pub mod tls;
pub mod verify_draw;
pub mod watch;
