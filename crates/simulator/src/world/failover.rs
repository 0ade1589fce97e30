//! Failovers of the store: another server continues with older data, or with none, and nodes that
//! remember more meet it.
//!
//! Until every running node has sent its memory, or one node with complete memory has, the oracles
//! do not judge state that a recovery can restore with a delay ([`Fact::FailedOver`] to
//! [`Fact::Recovered`]). They always judge the bound and the uniqueness of numbers, over all grants
//! and places, including lost ones. One recovery completes before the next failover; a failover
//! that loses a recovery is neither covered nor simulated.
//!
//! A store that comes back without any data has nothing but what running nodes remember
//! ([`Fact::Emptied`]). That can happen at any moment, also while a commit or its reply is on its
//! way, and while running nodes lag: commits that none of them knows are lost as in a failover. But
//! a node has to go on, and the last recovery has to be complete; and until its own recovery is
//! complete, nodes neither crash nor end, and none starts before another one has written back what
//! it knows. Other cases are not covered (`docs/reliability.md`).

use admission::pool::LineIndex;
use admission::{Batch, Ledger, Phase, Step};
use node::pool_node::CommitDecisions;
use store::{Generation, MemoryStore, Newest, Store, at_once};

use super::World;
use super::agenda::WorldEvent;
use crate::oracle::{Fact, InvariantViolation};

/// The time after which a store that cannot be emptied yet is emptied, in milliseconds.
const EMPTY_AGAIN_MS: u64 = 100;

/// The failovers of a run.
#[derive(Debug, Default)]
pub(super) struct Failovers {
    replicas: Vec<(u64, MemoryStore)>,
    /// The moment of the last failover.
    failed_over_at: Option<u64>,
    /// By line, the number of commits in the newest ledger before the failover, until the recovery
    /// is complete.
    lost: Option<Vec<u64>>,
    /// By line, the number of commits in the last durable ledger.
    commits: Vec<u64>,
    /// The lines whose recovery from the last failover is reported.
    recovered: Vec<LineIndex>,
    /// Whether the last failover was to a server without any data.
    is_emptied: bool,
    /// Whether the store is to be emptied while the reply to the next commit is on its way.
    empties_amid_commit: bool,
    /// The generation of each durable commit since the last failover, and when it was made; empty
    /// unless the store is to be emptied.
    made: Vec<(Generation, u64)>,
}

impl Failovers {
    pub(super) fn is_under_way(&self) -> bool {
        self.lost.is_some()
    }

    /// Returns whether the store came back without any data and the recovery is not complete.
    pub(super) fn is_emptied(&self) -> bool {
        self.is_emptied && self.is_under_way()
    }

    /// Returns when the commit that followed this generation was made; `None` if none did.
    fn followed_at(&self, known: Generation) -> Option<u64> {
        let next = self.made.partition_point(|(generation, _)| *generation <= known);
        self.made.get(next).map(|(_, made_at)| *made_at)
    }
}

/// Returns the era of a generation; the generations of one era belong to one chain of commits.
fn era(generation: Generation) -> u64 {
    generation.0 >> 36
}

impl World<'_> {
    /// Returns the content of the store.
    fn stored(&self) -> Option<Newest> {
        at_once(self.store.load_newer(&self.setup.pool, Generation::NONE)).expect("memory is always there")
    }

    /// Copies the present data to the replica that will take over, unless nothing is stored yet, or
    /// the recovery from the previous failover is not complete.
    pub(super) fn replicate(&mut self, loses_ms: u64) {
        let is_ready = self.stored().is_some_and(|newest| !newest.recovering);
        if self.failovers.is_under_way() || !is_ready {
            return;
        }
        let replica = self.failovers.replicas.len();
        self.failovers.replicas.push((self.now, self.store.replica()));
        self.agenda.at(self.now + loses_ms, WorldEvent::FailOver { replica });
    }

    /// Lets a server without any data take over as soon as the last recovery is complete;
    /// `amid_commit`: while the reply to the next commit is on its way.
    pub(super) fn empty(&mut self, amid_commit: bool) -> Result<(), InvariantViolation> {
        if amid_commit {
            self.failovers.empties_amid_commit = true;
            return Ok(());
        }
        self.empty_now(false)
    }

    /// Lets a server without any data take over, or plans it anew if the last recovery is not
    /// complete; `amid_commit`: the reply to a commit is on its way.
    pub(super) fn empty_now(&mut self, amid_commit: bool) -> Result<(), InvariantViolation> {
        let Some(stored) = self.stored() else {
            return Ok(());
        };
        let known: Vec<Generation> = (0..self.slots.len())
            .filter(|at| self.slots[*at].machine.is_some())
            .map(|at| self.machine(at).node.generation())
            .collect();
        let goes_on = |at: &usize| self.serves(*at) && !self.is_stopped(*at);
        let mut going_on = (0..self.slots.len()).filter(goes_on);
        let is_remembered = going_on.any(|at| !self.machine(at).node.is_recovering());
        let is_unready = self.failovers.is_under_way() || stored.recovering;
        let is_behind = |known: &Generation| *known == Generation::NONE || era(*known) != era(stored.generation);
        if is_unready || !is_remembered || known.iter().any(is_behind) {
            match amid_commit {
                true => self.failovers.empties_amid_commit = true,
                false => self
                    .agenda
                    .at(self.now + EMPTY_AGAIN_MS, WorldEvent::Empty { amid_commit }),
            }
            return Ok(());
        }
        // The node that recovers the pool can be the one that knows least.
        let followed = known.iter().filter_map(|known| self.failovers.followed_at(*known));
        let kept_ms = followed.min().unwrap_or(self.now);
        let is_amid_commit = self.calls.has_unheard_commit(|node, boot| self.is_up(node, boot));
        self.record.emptied(is_amid_commit);
        let running = self.slots.iter().filter(|slot| slot.machine.is_some());
        let failed_over_at = self.failovers.failed_over_at;
        let started_at = running.map(|slot| slot.started_at);
        let lacks_grants = started_at.filter(|at| failed_over_at.is_some_and(|failed_at| failed_at <= *at));
        let counted_from_ms = lacks_grants.max().unwrap_or(0);
        self.tell_all(&Fact::Emptied { counted_from_ms })?;
        self.take_over(&MemoryStore::new(), kept_ms)?;
        self.failovers.is_emptied = true;
        Ok(())
    }

    /// Empties the store now if it is to be emptied before a node learns of a commit just made.
    pub(super) fn empty_amid_commit(&mut self) {
        if std::mem::take(&mut self.failovers.empties_amid_commit) {
            self.agenda.at(self.now, WorldEvent::EmptyAmidCommit);
        }
    }

    /// Returns whether the store came back without any data and no node has written to it since.
    pub(super) fn is_store_bare(&self) -> bool {
        self.failovers.is_emptied() && self.stored().is_none()
    }

    pub(super) fn fail_over(&mut self, replica: usize) -> Result<(), InvariantViolation> {
        let (kept_ms, store) = self.failovers.replicas[replica].clone();
        if self.failovers.is_under_way() || self.failovers.failed_over_at.is_some_and(|at| at >= kept_ms) {
            return Ok(());
        }
        self.take_over(&store, kept_ms)
    }

    fn take_over(&mut self, store: &MemoryStore, kept_ms: u64) -> Result<(), InvariantViolation> {
        self.lose_uses(store);
        self.store.fail_over(store);
        self.failovers.failed_over_at = Some(self.now);
        self.failovers.lost = Some(self.failovers.commits.clone());
        self.failovers.recovered.clear();
        self.failovers.made.clear();
        self.failovers.is_emptied = false;
        self.record.failed_over();
        let fact = Fact::FailedOver { kept_ms };
        self.tell_pool(0, &fact)?;
        self.tell_all(&fact)
    }

    /// Ends the recovery when every running node has met the other server and has nothing to add.
    pub(super) fn look_for_failover(&mut self) -> Result<(), InvariantViolation> {
        // The first generations of all belong to the era of a store without data.
        if !self.failovers.is_under_way() || self.is_store_bare() {
            return Ok(());
        }
        let stored = self.stored().unwrap_or_default();
        let up: Vec<usize> = (0..self.slots.len())
            .filter(|at| self.slots[*at].machine.is_some())
            .collect();
        let is_settled = |at: &usize| {
            let node = &self.machine(*at).node;
            era(node.generation()) == era(stored.generation) && !node.is_recovering() && !self.is_stopped(*at)
        };
        if stored.recovering || up.is_empty() || !up.iter().all(is_settled) {
            return Ok(());
        }
        let Some(newest) = self.newest() else { return Ok(()) };
        let shown = self.machine(newest).all_shown();
        let ledgers = shown.map(|(line, shown)| (line, shown.published.snapshot.ledger().clone()));
        for (line, ledger) in ledgers.collect::<Vec<_>>() {
            if !self.failovers.recovered.contains(&line) {
                self.got_over(line, false, &ledger)?;
            }
        }
        Ok(())
    }

    fn got_over(&mut self, line: LineIndex, known: bool, ledger: &Ledger) -> Result<(), InvariantViolation> {
        self.failovers.recovered.push(line);
        if self.failovers.recovered.len() == self.lines.len() {
            self.failovers.lost = None;
        }
        let lifecycle = ledger.lifecycle;
        let recovered = Fact::Recovered {
            known,
            paused: lifecycle.is_paused(),
            disabled: lifecycle.is_disabled(),
            ended: lifecycle.phase() == Phase::PostQueue,
            granted: ledger.granted,
        };
        self.report_fact(line, ledger.flow.0, &recovered)
    }

    /// Reports the places that a recovery skips; they have no holders, or were given in lost
    /// commits.
    pub(super) fn tell_skipped(
        &mut self,
        line: LineIndex,
        (batch, step): (&Batch, &Step),
    ) -> Result<(), InvariantViolation> {
        let ledger = &step.state.ledger;
        let flow = ledger.flow.0;
        let Some(recovered) = ledger.recovered.filter(|_| batch.recovery.is_some()) else {
            return Ok(());
        };
        let (from, to) = (recovered.skipped.0.0, recovered.skipped.1.0);
        self.report_fact(line, flow, &Fact::Skipped { from, to })?;
        (from..to).try_for_each(|place| self.report_fact(line, flow, &Fact::Uncounted { place }))
    }

    /// Reports the recovery if the commit came from a node that knew everything.
    pub(super) fn tell_recovered(
        &mut self,
        line: LineIndex,
        (batch, step): (&Batch, &Step),
    ) -> Result<(), InvariantViolation> {
        let lost = self.failovers.lost.as_ref();
        let lost = lost.and_then(|lost| lost.get(usize::from(line.0)).copied());
        let Some(lost) = lost.filter(|_| !self.failovers.recovered.contains(&line)) else {
            return Ok(());
        };
        let memory = batch.memory.as_ref();
        let known = memory.is_some_and(|memory| memory.state.ledger.commits >= lost);
        if known {
            self.got_over(line, true, &step.state.ledger)
        } else {
            Ok(())
        }
    }

    /// Counts a durable commit.
    pub(super) fn commit_counted(&mut self, commit: &CommitDecisions, generation: Generation) {
        if !self.scenario.faults.emptied.is_empty() {
            self.failovers.made.push((generation, self.now));
        }
        let steps = commit.step.steps.iter();
        self.failovers.commits = steps.map(|step| step.state.ledger.commits).collect();
    }
}
