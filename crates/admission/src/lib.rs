//! The admission engine: one pure function decides who is next.
//!
//! [`apply`] takes the state of a room, its configuration, the time and a batch of what visitors
//! and operators asked for, and returns the next state and an outcome for everyone in the batch. No
//! clock, no randomness, no IO, no async: production, tests, simulator and replay run the same
//! code.
//!
//! - [`ledger`]: the small value that nodes commit by compare-and-set; [`marks`]: a few bits a
//!   place.
//! - [`outflow`]: the 60-second bound and the even pace; [`window`]: in which buckets it counts;
//!   [`serving`]: whom to tell that it is their turn.
//! - [`lease`]: permits that a node may spend alone while the store is away.
//! - [`pool`]: rooms and lanes that share a capacity; [`share`]: by which rule; [`occupancy`]: one
//!   in, one out; [`promotion`]: catch-all rooms.
//! - [`transfer`]: a place goes to another device; [`holders`]: which one holds it.
//! - [`recovery`]: what holds after a failover that lost commits.
//! - [`state`], [`step`]: what a commit starts from and leaves.
//! - [`voucher`]: what is good for one place alone.
//! - [`presence`]: who is there; [`ratio`], [`estimate`]: how long it will take.
//! - [`snapshot`]: what polls read, without the store.
//!
//! What it is not: it knows no HTTP, no queue ids, no tokens and no store.

pub mod apply;
mod capacity;
pub mod config;
mod flow;
mod line;
mod place;
mod plan;
pub mod presence;
pub mod recovery;
pub mod snapshot;
pub mod time;
pub mod units;

pub use apply::apply;
pub use batch::{Batch, Claim, ClaimOutcome, Control, Grant};
pub use capacity::{occupancy, pool, promotion, share};
pub use config::{Opening, RoomConfig, Schedule, Visibility};
pub use flow::{autotune, estimate, lease, outflow, ratio, serving, window};
pub use holders::{Device, Holders};
pub use lease::{Lease, LeasedGrant};
pub use ledger::Ledger;
pub use lifecycle::Phase;
pub use line::{batch, ledger, lifecycle, marks, opening, order, redirects, state, step, tally, validity};
pub use marks::Marks;
pub use place::{holders, made_codes, transfer, voucher};
pub use recovery::{Memory, Recovery};
pub use redirects::Redirects;
pub use snapshot::{PlaceStatus, Snapshot};
pub use state::State;
pub use step::Step;
pub use time::{FlowClock, FlowMs, Now, WallMs};
pub use units::{Ahead, BatchNumber, Holder, NodeId, Number, PerMinute, Run, Sequence};
