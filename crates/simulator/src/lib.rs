//! A simulated world in virtual time around the shipped pool node, to predict the behaviour of a
//! room and to find faults.
//!
//! A [`Scenario`] describes the arrivals, the visitors' behaviour, the operator's orders and the
//! faults. [`run`] plays it from a seed with the shipped pool node ([`node::PoolNode`], several of
//! them where a scenario has several nodes) on a store with the semantics of the real ones. The
//! [`oracle`]s check every event, independently of the engine. The same scenario and seed produce
//! the same output, byte for byte.
//!
//! - [`scenario`]: the file and its schema.
//! - `world`: the store, its faults, people.
//! - [`machine`]: a pool node with the parts around it.
//! - [`oracle`]: invariants 1 to 17.
//! - [`report`]: JSON and an HTML page.
//! - [`seeds`]: many seeds, and the shortest prefix of a run that still fails.
//! - [`storm`], [`site_storm`], [`pool_storm`], [`unseen_pool_storm`], [`code_storm`],
//!   [`group_storm`], [`attack_storm`], [`screened_storm`], [`proof_storm`],
//!   [`attacked_pool_storm`]: a generated scenario with many failures for every seed, with one
//!   room, a site behind it, several rooms, rooms whose newcomers pass unseen, priority groups and
//!   their codes, groups that networks join in a room with a capacity, attackers, rules for
//!   addresses and scores against them, proofs of work and patience that others steal in a room
//!   with a capacity, or the same in several rooms; [`calm_storm`]: one without failures, in which
//!   permits have to be used.
//! - [`plan`]: capacity planning.
//! - [`quality`]: the figures that the project promises.
//!
//! The simulator has no HTTP, no tokens and no pages; the root package tests those.

mod attack_storm;
mod calm_storm;
mod code_storm;
mod group_storm;
pub mod machine;
pub mod oracle;
pub mod plan;
mod pool_storm;
mod proof_storm;
pub mod quality;
pub mod report;
mod run;
pub mod scenario;
mod screened_storm;
pub mod seeds;
mod sim_rng;
mod storm;
mod world;

pub use attack_storm::attack_storm;
pub use calm_storm::calm_storm;
pub use code_storm::code_storm;
pub use group_storm::group_storm;
pub use pool_storm::{pool_storm, unseen_pool_storm};
pub use proof_storm::{attacked_pool_storm, proof_storm};
pub use run::{RunOutcome, run};
pub use scenario::{Scenario, ScenarioError};
pub use screened_storm::screened_storm;
pub use seeds::{Failure, RunCounts, Seeds, run_each, run_seeds};
pub use storm::{site_storm, storm};
