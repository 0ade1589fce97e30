//! Invariant 15, liveness: a request that a node took is answered in time ([`answers`]), and a
//! visitor who was told that it is their turn, and asks as told, is let in in time ([`turns`]).

mod answers;
mod turns;

pub(crate) use answers::LateAnswersOracle;
pub(super) use turns::TurnsOracle;

/// The number of the invariant.
pub(super) const INVARIANT: u8 = 15;
