//! Recovery: the first commit after the store failed over to a server that may lack acknowledged
//! commits.
//!
//! A store that replicates asynchronously may lose its last commits. Visitors were told of them:
//! numbers, turns, redirects. Nothing of that may be told again to somebody else, and no window may
//! hold more grants than its bound, those of lost commits included. What is done about it, in
//! `plan/recovery.rs`:
//!
//! - **What a node remembers comes back.** The node that recovers goes on from its own state where
//!   that is a later one than what is stored ([`Memory`]): nothing that it knew is lost, neither a
//!   pause nor a reset, a draw or a window's end. Every other node sends once what it remembers;
//!   marks and holders are added to what is stored (bits are never cleared), and what it alone knew
//!   of the operator's orders and of draws holds unless something newer was decided since.
//! - **Numbers are skipped**: as many as arrived in the busiest minute of the run, and at least
//!   [`SKIPPED_MIN`]. Whoever was given one of them in a lost commit keeps it; nobody else ever
//!   gets it. Skipped places are not counted among people ahead from the start: nearly all of them
//!   are nobody's, and a thousand that hold up a line of twenty for three minutes would be worse
//!   than one who is served in turn, uncounted. So nobody's people ahead rise, no ratio learns of
//!   them, and the line goes over them.
//! - **Permits that may have been spent count as spent**, at the moment of the recovery, in the
//!   window and in the pace: all that could have fallen due since the node last knew the newest
//!   state, or since what is stored where that is later than all the node knew, by its own clock
//!   ([`Recovery::heard`]) and [`LAG_MS`] more, for its clock may lag behind another's. A node that
//!   has followed nothing since it started has no such clock: then the whole window is spent, for
//!   not even the age of stored grants is known, 60.4 s without grants. Where people pass unseen,
//!   which is not paced, it is what the window has left. Where sessions are counted, each of those
//!   permits counts as one, until it would have ended.
//! - **Leases** that lost commits gave are spent for as long as they may last: what falls due until
//!   then is set aside ([`crate::lease`]), and a pause is confirmed after it.
//! - **Runs**: resets that only lost commits knew may have given ids of the next runs. The next
//!   reset after it leaves out [`recovered::RUNS_LEFT_OUT`] numbers of a run for every recovery.
//!
//! Not covered: what only lost commits and no living node knew, beyond the above. A cancel of which
//! only a dead node heard is undone; a voucher spent in a lost commit can be spent again; of a
//! place let through a second time only the first is remembered; a window of the dial that closed
//! unknown to everybody is drawn again; more arrivals than the busiest minute had, or those since a
//! recovery that was itself lost. A rate above every rate that stored ledger and configuration know
//! is not reckoned with, except where the whole window is spent.

pub(crate) mod lost;
pub mod recovered;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ledger::Ledger;
use crate::redirects::Redirects;
use crate::state::State;
use crate::time::FlowMs;
use crate::units::Number;

/// So many sequences a recovery skips at least.
pub const SKIPPED_MIN: u64 = 1_000;
/// A node's flow time may lag so far behind another's when it has just heard of it, milliseconds: a
/// slow commit, and a slow answer.
pub const LAG_MS: u64 = 3_000;
/// And falls behind by one part in so many while it hears nothing.
pub const DRIFT_PART: u64 = 50;
/// Side records of each kind that come back with a memory at most: a commit is bounded.
pub const RECORDS_AGAIN_MAX: usize = 4_096;

/// Makes a commit a recovery: the first one on a server that may lack acknowledged commits. Only
/// one commit may be; whoever meets a conflict and finds the pool recovered leaves it out, and
/// sends its [`Memory`] alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recovery {
    /// When, by its own flow clock, the node knew for the last time that the state in its
    /// [`Memory`] was the newest: it committed it, or looked. `None` for a node that has not
    /// followed the pool since it started.
    pub heard: Option<FlowMs>,
}

/// What a node remembers of a line from before a failover. Sent with the recovery, or else once
/// with the first commit after the node met it.
#[derive(Debug, Clone)]
pub struct Memory {
    /// The line as of the last commit that the node knew.
    pub state: Arc<State>,
    /// Redirect records of the last minutes, as far as the node knows them; of the memory's run.
    pub redirects: BTreeMap<Number, Redirects>,
}

impl Memory {
    /// Remembers a state.
    #[must_use]
    pub fn new(state: State, redirects: BTreeMap<Number, Redirects>) -> Self {
        Self {
            state: Arc::new(state),
            redirects,
        }
    }

    /// Whether the remembered state came of commits that followed on what is stored, and were lost.
    #[must_use]
    pub fn is_later_than(&self, stored: &Ledger) -> bool {
        let known = &self.state.ledger;
        let chain = stored.chain();
        let same = known.chain() == chain && known.commits > stored.commits;
        let recovered = known.recovered.filter(|recovered| recovered.before == chain);
        same || (known.chain() != chain && recovered.is_some_and(|recovered| stored.commits <= recovered.from))
    }
}

/// The same memory, not one like it.
impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.state, &other.state) && self.redirects == other.redirects
    }
}

impl Eq for Memory {}
