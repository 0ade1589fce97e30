//! The whole server driven through its router: real rooms, real store, real pages, and a clock that the tests move.
//!
//! One module a surface. Nothing here knows the inside of the server: requests go in, answers come out, and the bound is judged on what the admin
//! API says was granted. `support` holds the house, the visitors and the crowd.

mod support;

mod admin;
mod audit;
mod away;
mod brief;
mod cancel;
mod clients;
mod debug;
mod deploy;
mod draw;
mod entries;
mod entry;
mod errors;
mod explain;
mod holding;
mod hosts;
mod integration;
mod invites;
mod javascript_queue;
mod joining;
mod life;
mod link;
mod malformed;
mod moving;
mod nodes;
mod openapi;
mod operations;
mod outflow;
mod pages;
mod pool;
mod public;
mod reconcile;
mod restart;
mod security;
mod skipping;
mod status;
mod themes;
mod tls;
mod tokens;
mod widgets;
