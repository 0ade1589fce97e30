//! Tests of the simulator: its reports must be correct, and broken invariants must be detected.

mod estimates;
mod oracles;
mod plan;
mod pools;
mod proofs;
mod reasons;
mod scenarios;
mod schema;
mod site;
mod storms;

use mimalloc::MiMalloc;

/// The server's allocator: with the C library's allocator, a storm spends a fifth of its time on
/// allocations.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
