//! Tests of a real axum site behind the connector, with a clock that only tests move.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod ajax;
mod anything;
mod cancelling;
mod counting;
mod debugging;
mod downloading;
mod entering;
mod failing;
mod integration;
mod proxies;
mod refusing;
mod replaying;
mod sessions;
mod site;
mod timing;
mod vectors;
