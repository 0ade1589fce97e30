//! Failovers of the store: another server continues with older data, and nodes that remember more
//! meet it.
//!
//! Until every running node has sent what it remembers, or one node that knew everything has, the
//! oracles do not judge what a recovery may restore with a delay ([`Fact::FailedOver`] to
//! [`Fact::Recovered`]). The bound, and that no number is given twice, are always judged, over
//! everything that was ever granted or given, whether lost or not. One recovery completes before
//! the next failover; a failover that loses a recovery is neither covered nor simulated.

use store::MemoryStore;

use super::World;
use super::agenda::Event;
use super::keeper::Keeper;
use super::node::Commit;
use crate::oracle::{Fact, InvariantViolation};

/// The failovers of a run.
#[derive(Debug, Default)]
pub(super) struct Failovers {
    replicas: Vec<(u64, MemoryStore)>,
    /// The moment of the last failover.
    failed_over_at: Option<u64>,
    /// The number of commits in the newest ledger before the failover, until the recovery is
    /// complete.
    lost: Option<u64>,
    /// The number of commits in the last durable ledger.
    commits: u64,
}

impl Failovers {
    pub(super) fn is_under_way(&self) -> bool {
        self.lost.is_some()
    }
}

impl World<'_> {
    /// Copies the present data to the replica that will take over.
    pub(super) fn replicate(&mut self, loses_ms: u64) {
        let Some(store) = self
            .shelf
            .replica(&Keeper::pool())
            .filter(|_| !self.failovers.is_under_way())
        else {
            return;
        };
        let replica = self.failovers.replicas.len();
        self.failovers.replicas.push((self.now, store));
        self.agenda.at(self.now + loses_ms, Event::FailOver { replica });
    }

    pub(super) fn fail_over(&mut self, replica: usize) -> Result<(), InvariantViolation> {
        let (kept_ms, store) = &self.failovers.replicas[replica];
        let kept_ms = *kept_ms;
        if self.failovers.is_under_way() || self.failovers.failed_over_at.is_some_and(|at| at >= kept_ms) {
            return Ok(());
        }
        self.shelf.fail_over(store);
        self.failovers.failed_over_at = Some(self.now);
        self.failovers.lost = Some(self.failovers.commits);
        self.record.failed_over();
        self.tell(0, &Fact::FailedOver { kept_ms })
    }

    /// Lets nodes without a commit check the store, so that they meet the other server; ends the
    /// recovery when all nodes have.
    pub(super) fn look_for_failover(&mut self) -> Result<(), InvariantViolation> {
        if !self.failovers.is_under_way() {
            return Ok(());
        }
        let mut unsettled = self.slots.iter().all(|slot| slot.node.is_none());
        for at in 0..self.slots.len() {
            self.connect(at);
            let stopped = self.is_stopped(at);
            let Some(node) = self.slots[at].node.as_mut() else {
                continue;
            };
            if stopped {
                // The node sends what it remembers when its process continues.
                unsettled = true;
                continue;
            }
            let met = match node.commit {
                None => node.keeper.follow(&self.shelf),
                Some(_) => Ok(true),
            };
            let node_unsettled = !met.is_ok_and(|met| !met) || node.keeper.is_unsettled();
            unsettled |= node_unsettled;
            if node_unsettled {
                self.wake_at(at, self.now);
            }
        }
        let newest = self.slots.iter().filter_map(|slot| slot.node.as_ref());
        let newest = newest.max_by_key(|node| node.keeper.generation);
        match newest
            .map(|node| node.keeper.state.ledger.clone())
            .filter(|_| !unsettled)
        {
            Some(ledger) => self.got_over(false, &ledger),
            None => Ok(()),
        }
    }

    fn got_over(&mut self, known: bool, ledger: &admission::Ledger) -> Result<(), InvariantViolation> {
        self.failovers.lost = None;
        let lifecycle = ledger.lifecycle;
        self.tell(
            ledger.flow.0,
            &Fact::Recovered {
                known,
                paused: lifecycle.is_paused(),
                disabled: lifecycle.is_disabled(),
                ended: lifecycle.phase() == admission::Phase::PostQueue,
                granted: ledger.granted,
            },
        )
    }

    /// Reports the places that a recovery skips; nobody holds them, or they were given in lost
    /// commits.
    pub(super) fn tell_skipped(&mut self, flow: u64, commit: &Commit) -> Result<(), InvariantViolation> {
        let recovered = commit.step.state.ledger.recovered;
        let Some(recovered) = recovered.filter(|_| commit.batch.recovery.is_some()) else {
            return Ok(());
        };
        let (from, to) = (recovered.skipped.0.0, recovered.skipped.1.0);
        self.tell(flow, &Fact::Skipped { from, to })?;
        (from..to).try_for_each(|place| self.tell(flow, &Fact::Uncounted { place }))
    }

    /// Reports the recovery if the commit came from a node that knew everything.
    pub(super) fn tell_recovered(&mut self, commit: &Commit) -> Result<(), InvariantViolation> {
        let ledger = &commit.step.state.ledger;
        self.failovers.commits = ledger.commits;
        let Some(lost) = self.failovers.lost else {
            return Ok(());
        };
        let memory = commit.batch.memory.as_ref();
        let known = memory.is_some_and(|memory| memory.state.ledger.commits >= lost);
        if known { self.got_over(true, ledger) } else { Ok(()) }
    }
}
