//! Newcomers: the proofs that they bring for a place, the prices that they are asked for, and the
//! lane of those who wait instead of working ([`proofs`], [`prices`], [`patience`], invariant 16);
//! the most people of a room ([`capacity`], [`room_capacity`], invariant 17).

mod capacity;
mod patience;
mod prices;
mod proofs;
mod room_capacity;

pub(super) use capacity::CapacityOracle;
pub(crate) use patience::LaneMoment;
pub(crate) use proofs::{KnownProof, PaidPlace, ProofBearer, ProofWorth, ProofsOracle};
pub(crate) use room_capacity::RoomNewcomers;

/// The number of the invariant about proofs, prices and patience.
const INVARIANT: u8 = 16;
/// The number of the invariant about the most people of a room.
pub(crate) const CAPACITY_INVARIANT: u8 = 17;
