//! Invariant 15, liveness: a request that a node took is answered in time ([`answers`]), a visitor
//! who was told that it is their turn, and asks as told, is let in in time ([`turns`]), what pages
//! say of the turn is not taken back without a cause ([`said_turns`]), and permits are used while
//! such visitors are there ([`permit_use`]).

mod answers;
mod due_permits;
mod front_visitors;
mod granted_minute;
mod interruptions;
mod permit_use;
mod said_turns;
mod turns;

pub(crate) use answers::LateAnswersOracle;
pub(super) use permit_use::PermitUseOracle;
pub(super) use said_turns::SaidTurnsOracle;
pub(super) use turns::TurnsOracle;

/// The number of the invariant.
pub(super) const INVARIANT: u8 = 15;
/// How long nodes wait for the visitors in front after an interruption, in milliseconds.
const RETURN_MS: u64 = 4_500;
const MINUTE_MS: u64 = 60_000;
/// A grant can count in the minute for this much longer, in milliseconds.
const COUNTED_LATE_MS: u64 = 1_000;
