//! The pool node, which surrounds the engine. It collects the commands of the visitors and
//! operators of a pool's rooms, commits them in batches, follows the commits of other nodes, and
//! answers.
//!
//! It is a state machine: `(state, event, now, entropy) → effects`. [`PoolNode::handle`] takes an
//! [`Event`](effect::Event), the time and a source of random numbers; [`PoolNode::poll_effect`]
//! returns the effects to carry out: a call to the store, an answer, a state to publish. Nothing
//! here does IO, is async, or reads a clock, so tests run the shipped pool node in virtual time.
//!
//! - [`pool_node`]: the machine. [`command`], [`answer`]: the commands of a room to the pool node,
//!   and the answers to them.
//! - [`replica`]: a pool's state and its way to the store; [`store_call`]: calls as values.
//! - [`records`], [`change_log`]: a pool's records in the store, and the changes of commits for
//!   other nodes to catch up on.
//! - [`held_claims`]: claims that wait for a permit.
//! - [`presence`]: the places heard by any node; [`presence::aside`]: visitors who step aside.
//! - [`shared_line`]: the parts that a line's pool node and its requests both use: the log of
//!   grants ([`grants`]), the memory of sessions ([`session_memory`]), queue ids ([`place`]).
//! - [`settings`], [`published`]: the settings that a pool's rooms share, and the state that
//!   requests read; [`shown_turns`]: the visitors whose redirect is at hand, and the turns that
//!   pages have shown.
//! - [`observer`]: the readings of a pool node in memory that requests write, for a recording;
//!   [`handles`]: layers between the callers and a pool node.
//! - [`pace`], [`heartbeat`], [`page_timings`]: when to commit.
//! - [`priority`]: the uses of a code, and the steps of a move to a priority group's line.

pub mod answer;
pub mod change_log;
pub mod command;
pub mod effect;
pub mod error;
pub mod grants;
pub mod heartbeat;
pub mod held_claims;
pub mod pace;
pub mod page_timings;
pub mod place;
pub mod pool_node;
pub mod presence;
pub mod priority;
pub mod published;
mod recording;
pub mod records;
pub mod replica;
pub mod session_memory;
pub mod settings;
pub mod shared_line;
pub mod shown_turns;
pub mod store_call;

pub use command::Command;
pub use pool_node::PoolNode;
pub use recording::{handles, observer};
