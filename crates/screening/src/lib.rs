//! The treatment of newcomers by their address and their score, as pure functions: the server's
//! gates call them, and so does the simulator.
//!
//! - [`firewall`]: the rule of an operator that decides about an address.
//! - [`suspects`]: a room's action for newcomers with a high score.
//! - [`soft_blocks`]: addresses that a score blocks softly for an hour.
//! - [`newcomer`]: all of it together, for one newcomer.
//!
//! This crate does not compute scores or the room's own price of a place ([`admission::price`]).

pub mod firewall;
pub mod newcomer;
pub mod soft_blocks;
pub mod suspects;

pub use newcomer::{AddressVerdict, Proven, Screening, SoftBlock, SpentProofs};
pub use soft_blocks::SoftBlocks;
pub use suspects::{SUSPECT_FROM, SuspectAction, SuspectPolicy};
