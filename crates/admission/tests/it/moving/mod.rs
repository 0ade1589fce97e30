//! Places that move between devices: by a naive model, whatever the order of asks, races, crashes
//! and restarts; and the cases that matter one by one.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking")]

mod cases;
mod properties;
