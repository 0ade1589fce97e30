//! The replica's part in a recovery after a failover of the store, when acknowledged commits may be
//! missing. [`admission::recovery`] makes the decisions.
//!
//! A node that finds the store on another chain of commits keeps the state that it knew as its
//! memory, and its next commit, made at once, reports that memory. Until that commit is durable,
//! the node publishes nothing of the newer state, which may lack answers that visitors got. A store
//! that comes back without any data does not report this; a node that knows commits of the pool
//! recovers it nevertheless, and writes back everything that it knows (`handle_empty_store`). A
//! node that has just started does not know how much was lost, and leaves the recovery to other
//! nodes for a moment (`leaves_recovery`).

use admission::pool::{self, LineIndex};
use admission::recovery::{Memory, Recovery};
use admission::{NodeId, Now, State};
use store_values::{Generation, Newest};

use super::{CommitAttempt, CommitProposal, Replica};
use crate::change_log::ChangeLog;
use crate::records::StoredPool;

impl Replica {
    /// Whether the stored state may lack commits that this node knows, because it belongs to
    /// another chain of commits than the state here.
    pub(super) fn is_another_chain(&self, newest: &Newest, stored: &StoredPool) -> bool {
        let ledgers = stored.lines.iter().map(|(_, ledger)| ledger);
        let known = self.state.lines.iter().map(|line| &line.ledger);
        newest.recovering
            || self.is_begun_anew(newest, stored)
            || known
                .zip(ledgers)
                .any(|(known, stored)| known.chain() != stored.chain())
    }

    /// Whether a node that had just started took an empty store for a new one, before a node with
    /// knowledge of the earlier state could recover it.
    pub(super) fn is_begun_anew(&self, newest: &Newest, stored: &StoredPool) -> bool {
        let ledgers = stored.lines.iter().map(|(_, ledger)| ledger);
        let known = self.memory.as_ref().filter(|_| self.recovering).unwrap_or(&self.state);
        let known = known.lines.iter().map(|line| &line.ledger);
        !newest.recovering && known.zip(ledgers).any(|(known, stored)| stored.is_begun_anew(known))
    }

    /// Discards the state that the other node began: the next commit overwrites it with the state
    /// known here. Visitors who were given a place in the meantime hold numbers that belong to
    /// others.
    pub(super) fn undo_beginning(
        &mut self,
        generation: Generation,
        stored: Vec<(String, State)>,
        change_log: ChangeLog,
    ) {
        self.handle_empty_store();
        for (line, (_, stored)) in self.state.lines.iter_mut().zip(stored) {
            if line.ledger.run == stored.ledger.run {
                (line.marks, line.unnumbered) = (stored.marks, stored.unnumbered);
            }
        }
        self.generation = generation;
        self.change_log = change_log;
    }

    /// Saves the state known here before the stored state replaces it. An earlier memory that no
    /// commit has reported yet stays, because it was lost as well. A state that began apart from
    /// the stored one contains other visitors' numbers and is not saved.
    pub(super) fn remember<'a>(&mut self, mut stored: impl Iterator<Item = &'a State>) {
        let mut known = self.state.lines.iter().map(|line| &line.ledger);
        let apart = known.any(|known| {
            stored
                .next()
                .is_some_and(|stored| known.began_apart_from(&stored.ledger))
        });
        if self.memory.is_none() && self.generation != Generation::NONE && !apart {
            self.memory = Some(self.state.clone());
        }
    }

    /// Handles an empty store. If this node knows of commits, the store lost everything without
    /// reporting it, and the next commit recovers the pool from the state known here.
    pub(super) fn handle_empty_store(&mut self) {
        if self.generation == Generation::NONE {
            return;
        }
        // While this node has a recovery to make, the state here is older than the memory; once
        // another node has recovered the pool, the state here is newer.
        if self.memory.is_none() || !self.recovering {
            self.memory = Some(self.state.clone());
        }
        for line in &mut self.state.lines {
            *line = line.unstored();
        }
        self.generation = Generation::NONE;
        self.logged.clear();
        self.recovering = true;
    }

    /// Whether permits may have been spent that the state here does not contain, because the
    /// outcome of an attempt is unknown or the pool is to be recovered.
    pub(crate) fn may_lack_grants(&self) -> bool {
        self.recovering || !self.unknown.is_empty()
    }

    /// Whether this node should leave the recovery to others for a moment: it has not followed the
    /// pool since it started, so it would have to count the whole window as spent, and other nodes
    /// that know more have committed recently.
    pub(crate) fn leaves_recovery(&self, own: NodeId, now: Now) -> bool {
        self.recovering && self.heard.is_none() && self.nodes(own, now) > 1
    }

    /// Adds the recovery and this node's memory to a proposal.
    pub(super) fn recover(&self, proposal: &mut CommitProposal) {
        let recovery = self.recovering.then_some(Recovery { heard: self.heard });
        let mut redirected = std::mem::take(&mut proposal.redirected).into_iter();
        for (at, batch) in proposal.lines.iter_mut().enumerate() {
            batch.recovery = recovery;
            let redirects = redirected.next().unwrap_or_default();
            let memory = self.memory.as_ref().and_then(|memory| memory.lines.get(at));
            batch.memory = memory.map(|state| Memory::new(state.clone(), redirects));
        }
    }

    /// Logs the numbers that a completed recovery skipped, and when visitors can be let in again,
    /// because operators notice both.
    pub(super) fn log_recovery(&self, attempt: &CommitAttempt) {
        if attempt.proposal.lines.iter().all(|batch| batch.recovery.is_none()) {
            return;
        }
        let state = attempt.step.clone().into_state();
        let (config, now) = (&attempt.config, attempt.now);
        let rooms = (0..).map(LineIndex).zip(&self.line_names).zip(&attempt.step.steps);
        for ((line, room), step) in rooms {
            let Some((from, to)) = step.state.ledger.recovered.map(|recovered| recovered.skipped) else {
                continue;
            };
            let next_in_ms = match pool::permits(&state, config, now, line) {
                0 => pool::next_due(&state, config, line).map(|due| due.since(now.flow)),
                _ => Some(0),
            };
            let pool_rate = state.ledger.rate().map_or(u64::MAX, |rate| u64::from(rate.0));
            let bound = step.state.ledger.outflow.bound().min(pool_rate);
            tracing::warn!(
                room = %room,
                numbers.skipped = to.0 - from.0,
                permits.counted_spent = step.presumed_spent.min(bound),
                permits.next_in_ms = next_in_ms,
                "a recovery: the store was started again or failed over, and may lack the last commits"
            );
        }
    }
}
