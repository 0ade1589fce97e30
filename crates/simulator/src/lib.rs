//! A world in virtual time around the real admission engine: to see what a room would do, and to
//! break it before others do.
//!
//! A [`Scenario`] says who comes, how they behave, what the operator does and what goes wrong.
//! [`run`] plays it from a seed with the shipped engine ([`admission::apply`], its snapshots,
//! front, presence and flow clock) and the real store trait; every event is followed by the
//! [`oracle`]s, which know no engine. The same scenario and seed give the same bytes of output.
//!
//! - [`scenario`]: the file and its schema. - `world`: nodes, store, people. - [`oracle`]:
//!   invariants 1 to 6. - [`report`]: JSON and an HTML page.
//! - [`seeds`]: many seeds, and the shortest story that still fails. - [`storm`]: a nasty story of
//!   every seed. - [`plan`]: capacity. - [`quality`]: what is promised in figures.
//!
//! What it is not: it knows no HTTP, no tokens and no pages; those are tested in the root package.

mod dice;
pub mod oracle;
pub mod plan;
pub mod quality;
pub mod report;
mod run;
pub mod scenario;
pub mod seeds;
mod storm;
mod world;

pub use run::{RunOutcome, run};
pub use scenario::{Scenario, ScenarioError};
pub use seeds::{Failure, Seeds, run_each, run_seeds};
pub use storm::storm;
