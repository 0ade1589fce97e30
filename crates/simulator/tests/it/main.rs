//! The simulator judged: what it shows must be so, and what is broken must be caught.

mod oracles;
mod plan;
mod scenarios;
mod schema;
mod storms;
