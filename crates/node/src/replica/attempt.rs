//! A commit: its requests, its plan, and its outcome.

use std::collections::BTreeMap;

use admission::autotune::Evidence;
use admission::occupancy::SessionRecord;
use admission::pool::{LineIndex, PlaceKey, PoolConfig, PoolStep, SessionReport};
use admission::presence::FrontNews;
use admission::{Batch, BatchNumber, NodeId, Now, Number, Redirects, Step};
use protocol::QueueId;
use store_values::RecordKey;

use super::ReadResult;
use crate::change_log::ChangeLog;
use crate::error::StateError;
use crate::grants::Granted;
use crate::presence::Flush;
use crate::records;
use crate::store_call::ReadProgress;

/// The requests for one commit of a pool.
#[derive(Debug, Clone)]
pub(crate) struct CommitProposal {
    /// The node that commits, and its number for this attempt.
    pub(crate) node: NodeId,
    pub(crate) batch: BatchNumber,
    /// One batch per line.
    pub(crate) lines: Vec<Batch>,
    /// By line, whether its visitors are about to ask.
    pub(crate) waited_for: Vec<bool>,
    /// Reports about sessions.
    pub(crate) reports: Vec<SessionReport>,
    /// The side records of sessions.
    pub(crate) sessions: BTreeMap<PlaceKey, Option<SessionRecord>>,
    /// Page timings.
    pub(crate) timings: Evidence,
    /// News of visitors in front for other nodes, one list per line.
    pub(crate) front: Vec<Vec<FrontNews>>,
    /// Redirects that this node knows, one map per line; empty except after a failover.
    pub(crate) redirected: Vec<BTreeMap<Number, Redirects>>,
    /// The flush for other nodes, about all other visitors who were heard.
    pub(crate) heard: Option<Flush>,
}

/// A commit that is planned, on its way, or made.
#[derive(Debug)]
pub(crate) struct CommitAttempt {
    /// The settings by which it was planned.
    pub(crate) config: PoolConfig,
    pub(crate) now: Now,
    pub(crate) proposal: CommitProposal,
    pub(crate) step: PoolStep,
    pub(crate) grants: Vec<(LineIndex, Granted)>,
    /// The change log after this commit.
    pub(super) change_log: ChangeLog,
    /// The keys of the grant records that this commit deletes.
    pub(super) outdated: Vec<RecordKey>,
}

/// The outcome of an attempt.
#[derive(Debug)]
pub(crate) enum CommitResult {
    /// The commit is durable.
    Made {
        attempt: Box<CommitAttempt>,
        /// Whether another node requested commit priority.
        others_wait: bool,
    },
    /// Another commit came first, or the outcome is unknown: a read follows. The proposal counts as
    /// not carried out, unless the read shows that an attempt was made.
    Unsettled {
        proposal: CommitProposal,
        read: ReadProgress<ReadResult>,
    },
    /// The store is unavailable or cannot be used. No part of the proposal may reach visitors. The
    /// commit may have been made nevertheless; a visitor who asks again then gets its result.
    Failed(StateError, CommitProposal),
}

impl CommitAttempt {
    pub(super) fn grants_key(&self) -> RecordKey {
        records::grants_key(self.now.wall, self.proposal.node, self.proposal.batch)
    }
}

/// The grants of a step, with their queue ids.
pub(super) fn granted(
    step: &PoolStep,
    name: impl Fn(LineIndex, &Step, Number) -> Option<QueueId>,
) -> Vec<(LineIndex, Granted)> {
    let mut grants = Vec::new();
    for (line, step) in (0..).map(LineIndex).zip(&step.steps) {
        let named = step.grants.iter().filter_map(|grant| {
            let queue_id = name(line, step, grant.number)?;
            Some((line, Granted::new(*grant, step.outcome.run, &queue_id)))
        });
        grants.extend(named);
    }
    grants
}
