//! The admission engine: one pure function decides who is next.
//!
//! [`apply`] takes the state of a room, its configuration, the time and a batch of requests from
//! visitors and operators, and returns the next state and an outcome for every request in the
//! batch. The engine reads no clock, draws no random numbers, does no IO and is not async:
//! production, tests, simulator and replay run the same code.
//!
//! - [`ledger`]: the small value that nodes commit by compare-and-set; [`marks`]: a few bits for
//!   each place.
//! - [`outflow`]: the 60-second bound and the even pace; [`window`]: the buckets in which the bound
//!   is counted; [`serving`]: the number up to which visitors are notified of their turn.
//! - [`lease`]: permits that a node can spend alone while the store is unavailable.
//! - [`pool`]: rooms and lanes that share a capacity; [`share`]: the rule by which they share it;
//!   [`occupancy`]: one in, one out.
//! - [`transfer`]: transfers of a place to another device; [`holders`]: which device holds a place.
//! - [`recovery`]: the guarantees of the engine after a failover that lost commits.
//! - [`state`], [`step`]: the state before and after a commit.
//! - [`voucher`]: tokens and keys that are valid for one place only.
//! - [`presence`]: which visitors are present; [`ratio`], [`estimate`], [`forecast`]: how long a
//!   visitor will wait; [`limited_rate`]: the rate for that, and why it fell; [`held_up`]: a window
//!   that is full; [`expected_ends`]: sessions that end soon; [`poll_interval`]: the time until the
//!   next poll.
//! - [`price`]: the price of a place; [`networks`], [`providers`]: the number of places that each
//!   network and each provider was given.
//! - [`snapshot`]: the view from which polls are answered without the store.
//!
//! The engine does not know HTTP, queue ids, tokens or the store. The folders `capacity`, `flow`,
//! `line` and `place` only sort files, and their modules are named from here: `crate::batch` is
//! `line/batch.rs`, and `crate::price` is `flow/price.rs`.

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

pub use ::units;
pub use ::units::{Ahead, BatchNumber, Holder, NodeId, Number, PerMinute, Run, Sequence};
pub use apply::apply;
pub use batch::{Batch, Claim, ClaimOutcome, Control, Grant};
pub use capacity::{occupancy, pool, share};
pub use config::{Opening, RoomConfig, Schedule, Visibility};
pub use flow::{
    autotune, estimate, expected_ends, forecast, held_up, lease, limited_rate, networks, outflow, passed,
    poll_interval, price, providers, rate_steps, ratio, rise, serving, window,
};
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
