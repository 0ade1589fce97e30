//! After a failover of the store: commits that were acknowledged may be missing. What is decided
//! about that is in [`admission::recovery`].

use admission::recovery::{Memory, Recovery};
use admission::{NodeId, Now, State};
use store::{Generation, Newest};

use super::{CommitAttempt, CommitProposal, Replica};
use crate::rooms::change_log::ChangeLog;
use crate::rooms::records::StoredPool;

impl Replica {
    /// Whether what is stored may lack commits that this node knows: it is not of the chain of
    /// commits that the state here is of.
    pub(super) fn is_another_chain(&self, newest: &Newest, stored: &StoredPool) -> bool {
        let ledgers = stored.seats.iter().map(|(_, ledger)| ledger);
        let known = self.state.lines.iter().map(|line| &line.ledger);
        newest.recovering
            || self.is_begun_anew(newest, stored)
            || known
                .zip(ledgers)
                .any(|(known, stored)| known.chain() != stored.chain())
    }

    /// Whether a node that had just started took an empty store for a new one, before anybody who
    /// knew better told it.
    pub(super) fn is_begun_anew(&self, newest: &Newest, stored: &StoredPool) -> bool {
        let ledgers = stored.seats.iter().map(|(_, ledger)| ledger);
        let known = self.memory.as_ref().filter(|_| self.recovering).unwrap_or(&self.state);
        let known = known.lines.iter().map(|line| &line.ledger);
        !newest.recovering && known.zip(ledgers).any(|(known, stored)| stored.is_begun_anew(known))
    }

    /// What that node stored is not gone on from: the next commit writes what is known here over
    /// it. Whoever was given a place meanwhile has somebody else's number.
    pub(super) fn undo_beginning(
        &mut self,
        generation: Generation,
        stored: Vec<(String, State)>,
        change_log: ChangeLog,
    ) {
        self.all_is_lost();
        for (line, (_, stored)) in self.state.lines.iter_mut().zip(stored) {
            if line.ledger.run == stored.ledger.run {
                (line.marks, line.unnumbered) = (stored.marks, stored.unnumbered);
            }
        }
        self.generation = generation;
        self.change_log = change_log;
    }

    /// Keeps what is known here, before what is stored takes its place. What was kept before and
    /// nobody has been told of is older, and was lost as well. What began apart from what is stored
    /// has other people's numbers, and is kept by nobody.
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

    /// Nothing is stored. Where something was, as this node knows, the store came back empty, and
    /// does not say so: all that is known here was lost, and the next commit recovers the pool from
    /// that.
    pub(super) fn all_is_lost(&mut self) {
        if self.generation == Generation::NONE {
            return;
        }
        // What is not yet recovered here is older than what is remembered; what others have
        // recovered is newer.
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

    /// Whether the recovery is better left to others for a moment: this node has followed nothing
    /// since it started, so that it would have to take the whole window for spent, and others
    /// committed lately who know better.
    pub(in crate::rooms) fn leaves_recovery(&self, own: NodeId, now: Now) -> bool {
        self.recovering && self.heard.is_none() && self.nodes(own, now) > 1
    }

    /// Adds to what is asked that the pool is to be recovered, and what this node remembers.
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

    /// Says in the log what a recovery that was made has skipped and taken for spent: operators
    /// find numbers left out, and for a while nobody let in.
    pub(super) fn say_recovered(&self, attempt: &CommitAttempt) {
        for ((room, step), batch) in self.seats.iter().zip(&attempt.step.steps).zip(&attempt.proposal.lines) {
            let ledger = &step.state.ledger;
            let recovered = ledger.recovered.filter(|_| batch.recovery.is_some());
            let Some((from, to)) = recovered.map(|recovered| recovered.skipped) else {
                continue;
            };
            tracing::warn!(
                room = %room,
                numbers.skipped = to.0 - from.0,
                permits.presumed_spent = step.presumed_spent.min(ledger.outflow.bound()),
                "a recovery: the store was started again or failed over, and may lack the last commits"
            );
        }
    }
}
