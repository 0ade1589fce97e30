//! Tests that drive the whole server through its router, with real rooms, a real store, real pages,
//! and a clock that the tests move.
//!
//! There is one folder per subject and one module per surface. The tests know no internals of the
//! server: they send requests, read answers, and check the bound with the grants that the admin API
//! reports. `support` contains the server, the visitors and the crowd.

mod support;

mod admin;
mod http;
mod operations;
mod rooms;
mod sites;
mod visitor;
