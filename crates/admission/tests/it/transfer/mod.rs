//! Tests of transfers between devices: a naive model for any order of requests, races,
//! crashes and restarts, and single cases.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking")]

mod cases;
mod properties;
