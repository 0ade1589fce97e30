//! A node while the store does not answer, and commits with an unknown outcome.

use admission::{Lease, LeasedGrant, Now, Number, RoomConfig, State};

use super::{Asker, Commit, Node};

/// With a lease and waiting claims, the shortest interval between two looks, in milliseconds.
const LEASE_LOOK_MS: u64 = 10;

impl Node {
    /// Returns whether the last commit failed.
    pub(crate) fn is_away(&self) -> bool {
        self.away
    }

    /// Handles a commit with an unknown outcome: until the outcome is known, only grants that both
    /// this commit and the one before leased are safe.
    pub(crate) fn not_known(&mut self, commit: &Commit) {
        self.lease = self.lease.both(&self.lease_by(commit));
        self.open.push((commit.batch.batch, commit.batch.leased.len()));
    }

    /// Determines the outcome of commits with an unknown outcome from the newest state.
    pub(crate) fn know_outcomes(&mut self) {
        let (id, ledger) = (self.id, &self.keeper.state.ledger);
        if let Some((_, recorded)) = self.open.iter().find(|(batch, _)| ledger.holds(id, *batch)) {
            self.leased.drain(..*recorded);
            self.open.clear();
        }
    }

    /// Returns the lease of this node after a commit.
    pub(super) fn lease_by(&self, commit: &Commit) -> Lease {
        commit.step.state.ledger.outflow.lease_of(self.id)
    }

    /// Returns the claims that may be granted by lease now: the lowest ones that were not granted
    /// yet, as far as this node knows.
    pub(crate) fn by_lease(&self, now: Now, config: &RoomConfig) -> Vec<Number> {
        let State { ledger, marks, .. } = &self.keeper.state;
        let life = ledger.lifecycle.by_schedule(&config.schedule, now.wall);
        if !(ledger.flows() && life.flows()) || self.commit.is_some() {
            return Vec::new();
        }
        let most = usize::try_from(self.lease.due(now.flow)).unwrap_or(usize::MAX);
        let told = self.held.below(ledger.serving.told_to());
        told.filter(|number| !marks.settled(*number)).take(most).collect()
    }

    /// Grants a number by lease.
    pub(crate) fn grant_alone(&mut self, number: Number, now: Now) -> Option<Asker> {
        let slot = self.lease.spend(now.flow)?;
        let granted_at = now.wall;
        self.leased.push(LeasedGrant {
            run: self.run,
            number,
            granted_at,
            slot,
        });
        self.log.insert(number, granted_at);
        self.log_order.push_back((granted_at, number));
        self.dismiss(number)
    }

    /// Returns when the lease must be looked at again.
    pub(super) fn lease_wake_ms(&self, now_ms: u64) -> Option<u64> {
        if !self.away || self.held.is_empty() {
            return None;
        }
        let flow = self.flow(now_ms);
        let due = self.lease.next_due(flow)?;
        Some(now_ms + due.since(flow).max(LEASE_LOOK_MS))
    }
}
