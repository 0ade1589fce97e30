//! A view of the pool node for simulations: the decisions of the commit under way, and how much of
//! the stored state this node knows. The product does not use it.

use admission::pool::{LineIndex, PoolConfig, PoolStep, SessionReport};
use admission::{Batch, Now, Run, Sequence};
use store_values::Generation;

use super::{PoolNode, Stage};
use crate::answer::Replies;

/// The decisions that a commit makes if it succeeds.
#[derive(Debug, Clone)]
pub struct CommitDecisions {
    /// The settings by which it was planned.
    pub config: PoolConfig,
    /// The time as of which it was planned.
    pub now: Now,
    /// One batch per line.
    pub batches: Vec<Batch>,
    /// Reports about sessions.
    pub reports: Vec<SessionReport>,
    /// The engine's decisions.
    pub step: PoolStep,
}

impl<R: Replies> PoolNode<R> {
    /// The decisions of the commit under way; `None` if none is under way.
    #[must_use]
    pub fn commit_under_way(&self) -> Option<CommitDecisions> {
        let Stage::Committing(attempt, _) = &self.stage else {
            return None;
        };
        Some(CommitDecisions {
            config: attempt.config.clone(),
            now: attempt.now,
            batches: attempt.proposal.lines.clone(),
            reports: attempt.proposal.reports.clone(),
            step: attempt.step.clone(),
        })
    }

    /// The generation of the stored state that this node knows.
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.replica.generation()
    }

    /// Whether the state here may lack answers that visitors got. True until a commit recovers the
    /// pool or reports this node's memory.
    #[must_use]
    pub fn is_recovering(&self) -> bool {
        self.replica.is_recovering()
    }

    /// The places that this node considers silent and that no commit has reported yet.
    pub fn silent_places(&self) -> impl Iterator<Item = (LineIndex, Run, Sequence)> {
        self.lines.iter().flatten().flat_map(|line| {
            let run = line.published.snapshot.run();
            line.silent.iter().map(move |sequence| (line.at, run, *sequence))
        })
    }
}
