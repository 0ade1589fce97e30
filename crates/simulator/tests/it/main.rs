//! Tests of the simulator: its reports must be correct, and broken invariants must be detected.

mod estimates;
mod oracles;
mod plan;
mod pools;
mod scenarios;
mod schema;
mod site;
mod storms;
