//! What a node may do while the store does not answer, and commits of which nobody knows whether
//! they were made.

use admission::{Lease, LeasedGrant, Now, Number, RoomConfig, State};

use super::{Asker, Commit, Node};

/// With a lease and claims that wait for it, it is looked no more often than that, milliseconds.
const LEASE_LOOK_MS: u64 = 10;

impl Node {
    /// Whether the last commit failed.
    pub(crate) fn is_away(&self) -> bool {
        self.away
    }

    /// A commit may have been kept: until that is known only what it and the one before leased
    /// alike is sure.
    pub(crate) fn not_known(&mut self, commit: &Commit) {
        self.lease = self.lease.both(&self.lease_by(commit));
        self.open.push((commit.batch.batch, commit.batch.leased.len()));
    }

    /// The newest state says what became of commits that nobody knew of.
    pub(crate) fn know_outcomes(&mut self) {
        let (id, ledger) = (self.id, &self.keeper.state.ledger);
        if let Some((_, recorded)) = self.open.iter().find(|(batch, _)| ledger.holds(id, *batch)) {
            self.leased.drain(..*recorded);
            self.open.clear();
        }
    }

    /// The lease that this node has once a commit is made.
    pub(super) fn lease_by(&self, commit: &Commit) -> Lease {
        commit.step.state.ledger.outflow.lease_of(self.id)
    }

    /// What may be granted alone now: the lowest claims that nobody was let through for, as far as
    /// this node knows.
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

    /// Lets somebody through alone.
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

    /// When the lease has to be looked at again.
    pub(super) fn lease_wake_ms(&self, now_ms: u64) -> Option<u64> {
        if !self.away || self.held.is_empty() {
            return None;
        }
        let flow = self.flow(now_ms);
        let due = self.lease.next_due(flow)?;
        Some(now_ms + due.since(flow).max(LEASE_LOOK_MS))
    }
}
