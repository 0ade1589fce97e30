//! Tests of all stores, and failure tests of the embedded store and of Redis.

#![expect(
    clippy::unwrap_used,
    reason = "these are tests, and most of their code is in helpers"
)]

mod bounds;
mod conformance;
mod copies;
mod crash;
mod damage;
mod failover;
mod fixture;
mod full_disk;
mod meter;
mod model;
mod opening;
mod redis;
mod size;
mod transact;
mod upgrade;
