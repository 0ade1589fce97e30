//! Recovery: the first commit after the store failed over to a server that may lack acknowledged
//! commits.
//!
//! A store that replicates asynchronously can lose its last commits. Visitors have already received
//! the results of these commits: numbers, turns, redirects. None of these may be given to another
//! visitor, and no window may hold more grants than its bound, including the grants of lost
//! commits. `plan/recovery.rs` therefore does the following:
//!
//! - **A node's memory is restored.** The recovering node continues from its own state if that
//!   state is later than the stored one ([`Memory`]): nothing that the node knew is lost, including
//!   pauses, resets, draws and ended windows. Every other node sends its memory once. Its marks and
//!   holders are added to the stored ones (bits are never cleared), and its knowledge of the
//!   operator's orders and of draws applies unless a newer decision was made since.
//! - **Numbers are skipped**: as many as arrived in the busiest minute of the run, and at least
//!   [`SKIPPED_MIN`]. A visitor who was given one of them in a lost commit keeps it; no other
//!   visitor ever gets it. Skipped places are uncounted from the start: nearly all of them are
//!   empty, and a thousand empty places that delayed a line of twenty for three minutes would be
//!   worse than one visitor who is served in turn but not counted. So no number of people ahead
//!   rises, no ratio includes the skipped places, and the serving line passes over them.
//! - **Permits that may have been spent count as spent**, at the moment of the recovery, in the
//!   window and in the pace: all that could have become due since the node last knew the newest
//!   state, or since the stored state where that is later than everything the node knew. The period
//!   is measured by the node's own clock ([`Recovery::heard`]) plus [`LAG_MS`], because that clock
//!   may lag behind another node's. A node that has not followed the pool since it started has no
//!   such clock, so the whole window counts as spent (60.4 s without grants), because even the age
//!   of the stored grants is unknown. Where visitors pass unseen, which is not paced, everything
//!   that is left in the window counts as spent, unless the node of a pool knows that no other node
//!   can have spent it ([`crate::pool::roster`]). Where sessions are counted, each of those permits
//!   counts as one session until it would have ended, beside those that a node remembers
//!   (`capacity/pool/recovery.rs`).
//! - **Leases** that lost commits gave count as spent until they end: the permits that become due
//!   until then are set aside ([`crate::lease`]), and a pause is confirmed after that.
//! - **Runs**: resets in lost commits may have given ids of the next runs. The next reset therefore
//!   skips [`recovered::RUNS_LEFT_OUT`] run numbers for every recovery of this run.
//!
//! Apart from this, recovery does not cover facts that were only in lost commits and that no
//! running node knew. A cancel that only a dead node knew is undone. A voucher spent in a lost
//! commit can be spent again. If a place was let through a second time, only the first time is
//! remembered. A fairness window that closed without any running node's knowledge is drawn again.
//! More arrivals than in the busiest minute, and arrivals since a recovery that was itself lost,
//! are not covered. A rate above every rate in the stored ledger and configuration is not
//! considered, except where the whole window counts as spent.

pub(crate) mod lost;
pub mod recovered;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ledger::Ledger;
use crate::redirects::Redirects;
use crate::state::State;
use crate::time::FlowMs;
use crate::units::Number;

/// The least number of sequences that a recovery skips.
pub const SKIPPED_MIN: u64 = 1_000;
/// How far a node's flow time can lag behind another node's just after it heard from that node, in
/// milliseconds: one slow commit and one slow answer.
pub const LAG_MS: u64 = 3_000;
/// While a node hears nothing, its flow time can lose another 1/`DRIFT_PART` of the elapsed time.
pub const DRIFT_PART: u64 = 50;
/// The most side records of each kind that are restored from one memory, so that a commit stays
/// bounded.
pub const RECORDS_AGAIN_MAX: usize = 4_096;

/// Makes a commit a recovery: the first commit on a server that may lack acknowledged commits. Only
/// one commit may be a recovery. A node that meets a conflict and finds the pool recovered leaves
/// this out and sends only its [`Memory`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recovery {
    /// When, by its own flow clock, the node last knew that the state in its [`Memory`] was the
    /// newest, because it had committed it or read the store. `None` for a node that has not
    /// followed the pool since it started.
    pub heard: Option<FlowMs>,
}

/// A node's memory of a line from before a failover. Sent with the recovery, or else once with the
/// node's first commit after the failover.
#[derive(Debug, Clone)]
pub struct Memory {
    /// The line as of the last commit that the node knew.
    pub state: Arc<State>,
    /// Redirect records of the last minutes, as far as the node knows them; they belong to the run
    /// of `state`.
    pub redirects: BTreeMap<Number, Redirects>,
}

impl Memory {
    /// Creates a memory of a state.
    #[must_use]
    pub fn new(state: State, redirects: BTreeMap<Number, Redirects>) -> Self {
        Self {
            state: Arc::new(state),
            redirects,
        }
    }

    /// Returns whether the remembered state comes from commits that followed the stored one and
    /// were lost.
    #[must_use]
    pub fn is_later_than(&self, stored: &Ledger) -> bool {
        let known = &self.state.ledger;
        let chain = stored.chain();
        let same = known.chain() == chain && known.commits > stored.commits;
        let recovered = known.recovered.filter(|recovered| recovered.before == chain);
        same || (known.chain() != chain && recovered.is_some_and(|recovered| stored.commits <= recovered.from))
    }
}

/// Equal only if the states are the same allocation, not merely equal in value.
impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.state, &other.state) && self.redirects == other.redirects
    }
}

impl Eq for Memory {}
