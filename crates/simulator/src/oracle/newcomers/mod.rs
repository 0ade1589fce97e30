//! Newcomers: the proofs that they bring for a place, the prices that they are asked for, and the
//! lane of those who wait instead of working ([`proofs`], [`prices`], [`patience`], invariant 16);
//! the most people of a room ([`capacity`], invariant 17).

mod capacity;
mod patience;
mod prices;
mod proofs;

pub(super) use capacity::CapacityOracle;
pub(crate) use patience::LaneMoment;
pub(crate) use proofs::{KnownProof, PaidPlace, ProofBearer, ProofWorth, ProofsOracle};

/// The number of the invariant about proofs, prices and patience.
const INVARIANT: u8 = 16;
/// The number of the invariant about the most people of a room.
pub(super) const CAPACITY_INVARIANT: u8 = 17;
