//! What a ledger keeps of the last recovery of its line; [`crate::recovery`] says what that is.

use serde::{Deserialize, Serialize};

use crate::lifecycle::Lifecycle;
use crate::units::{BatchNumber, NodeId, Sequence};

/// So many resets may be among the commits that one failover loses.
pub const RUNS_LEFT_OUT: u16 = 16;

/// The last recovery of a line, part of its ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recovered {
    /// Which commit it was: ledgers that name the same one are of one chain of commits.
    pub by: (NodeId, BatchNumber),
    /// The same of the recovery before.
    pub before: Option<(NodeId, BatchNumber)>,
    /// The commits of the state that was gone on from. What a node of the chain before knows beyond
    /// it was lost.
    pub from: u64,
    /// Where the room was in its life then: so long as it is there still, nobody has decided
    /// otherwise.
    pub lifecycle: Lifecycle,
    /// The first sequence that was left out, and one past the last.
    pub skipped: (Sequence, Sequence),
    /// Recoveries in this run.
    pub in_run: u16,
}

impl Recovered {
    /// So many numbers of a run the next reset leaves out: resets that were lost may have given ids
    /// of them.
    pub(crate) fn runs_left_out(&self) -> u16 {
        self.in_run.saturating_mul(RUNS_LEFT_OUT)
    }
}
