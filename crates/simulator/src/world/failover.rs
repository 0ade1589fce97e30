//! The store fails over: another server goes on with what it had a while before, and nodes that
//! know more meet it.
//!
//! Until every node that is up has sent what it remembers, or the one that knew everything has,
//! judges of what a recovery may take a moment to restore hold their peace ([`Fact::FailedOver`] to
//! [`Fact::Recovered`]). The bound, and that no number is given twice, are judged all the time,
//! over everything that was ever granted or given, lost or not. One failover is got over before the
//! next begins: what loses a recovery itself is not covered, and not tried.

use store::MemoryStore;

use super::World;
use super::agenda::Event;
use super::keeper::Keeper;
use super::node::Commit;
use crate::oracle::{Fact, InvariantViolation};

/// Failovers of a run.
#[derive(Debug, Default)]
pub(super) struct Failovers {
    replicas: Vec<(u64, MemoryStore)>,
    /// The last one.
    failed_over_at: Option<u64>,
    /// The commits of the newest ledger of before, while it is not got over.
    lost: Option<u64>,
    /// Of the last durable commit.
    commits: u64,
}

impl Failovers {
    pub(super) fn is_under_way(&self) -> bool {
        self.lost.is_some()
    }
}

impl World<'_> {
    /// What a replica has now it will have when it takes over.
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

    /// Nodes that commit nothing look, and so meet the other server; all of them may have by now.
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
                // What it remembers comes when it goes on.
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

    /// Places that a recovery leaves out are nobody's, or were given in lost commits.
    pub(super) fn tell_skipped(&mut self, flow: u64, commit: &Commit) -> Result<(), InvariantViolation> {
        let recovered = commit.step.state.ledger.recovered;
        let Some(recovered) = recovered.filter(|_| commit.batch.recovery.is_some()) else {
            return Ok(());
        };
        let (from, to) = (recovered.skipped.0.0, recovered.skipped.1.0);
        self.tell(flow, &Fact::Skipped { from, to })?;
        (from..to).try_for_each(|place| self.tell(flow, &Fact::Uncounted { place }))
    }

    /// The commit of the node that knew everything restores it.
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
