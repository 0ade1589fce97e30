//! Tests that drive the whole server through its router, with real rooms, a real store, real pages,
//! and a clock that the tests move.
//!
//! There is one module per surface. The tests know no internals of the server: they send requests,
//! read answers, and check the bound with the grants that the admin API reports. `support` contains
//! the house, the visitors and the crowd.

mod support;

mod admin;
mod audit;
mod away;
mod brief;
mod cancel;
mod claims;
mod clients;
mod connections;
mod debug;
mod deploy;
mod display;
mod door;
mod draw;
mod entries;
mod entry;
mod errors;
mod explain;
mod filling;
mod hidden;
mod holding;
mod hosts;
mod identifiers;
mod integration;
mod invites;
mod javascript_queue;
mod joining;
mod life;
mod link;
mod logs;
mod malformed;
mod moving;
mod nodes;
mod openapi;
mod operations;
mod outflow;
mod pages;
mod pool;
mod proxies;
mod public;
mod reconcile;
mod restart;
mod secrets;
mod security;
mod skipping;
mod snippet;
mod status;
mod tenants;
mod themes;
mod tls;
mod tokens;
mod transport;
mod widgets;
