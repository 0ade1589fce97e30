//! Tests of the simulator: its reports must be correct, and broken invariants must be detected.

mod estimates;
mod oracles;
mod plan;
mod pools;
mod scenarios;
mod schema;
mod site;
mod storms;

use mimalloc::MiMalloc;

/// The server's allocator: a fifth of a storm's time in the C library's is allocations.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
