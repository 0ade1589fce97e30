//! The whole server driven through its router: real rooms, real store, real pages, and a clock that
//! the tests move.
//!
//! A folder a subject, one module a surface. Nothing here knows the inside of the server: requests
//! go in, answers come out, and the bound is judged on what the admin API says was granted.
//! `support` holds the house, the visitors and the crowd.

mod support;

mod admin;
mod http;
mod operations;
mod rooms;
mod sites;
mod visitor;
