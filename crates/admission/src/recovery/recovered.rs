//! The part of a ledger that describes the last recovery of its line (see [`crate::recovery`]).

use serde::{Deserialize, Serialize};

use crate::lifecycle::Lifecycle;
use crate::units::{BatchNumber, NodeId, Sequence};

/// How many resets can be among the commits that one failover loses.
pub const RUNS_LEFT_OUT: u16 = 16;

/// The last recovery of a line, part of its ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recovered {
    /// The commit that recovered the line. Ledgers with the same value belong to the same chain of
    /// commits.
    pub by: (NodeId, BatchNumber),
    /// `by` of the recovery before.
    pub before: Option<(NodeId, BatchNumber)>,
    /// The commit count of the state that the recovery continued from. Later commits of the
    /// previous chain were lost.
    pub from: u64,
    /// The lifecycle of the room at that time. While it is unchanged, no newer decision was made.
    pub lifecycle: Lifecycle,
    /// The first sequence that was skipped, and one past the last.
    pub skipped: (Sequence, Sequence),
    /// How many recoveries this run had.
    pub in_run: u16,
}

impl Recovered {
    /// Returns how many run numbers the next reset skips, because lost resets may have given ids of
    /// those runs.
    pub(crate) fn runs_left_out(&self) -> u16 {
        self.in_run.saturating_mul(RUNS_LEFT_OUT)
    }
}
