//! The replica: a pool's state at this node, with its reads and writes of the store. It makes no
//! decisions; it carries out [`admission::pool::PoolStep`]s. Its calls to the store are values:
//! each read or write is a [`StoreCall`], and the caller passes the store's reply to
//! [`Replica::resume`] or, for a commit, to [`Replica::settle`].
//!
//! A commit is one *attempt* with its own batch number. It is made, or overtaken by another node's
//! commit, or its outcome is unknown. An attempt of unknown outcome is kept until another
//! generation is seen. All attempts of one generation expect that generation, so at most one of
//! them was made, and the ledger shows which. In each case, the state here is the last stored state
//! that this node has seen.

mod attempt;
mod learned;
mod loaded;
mod read_changes;
mod recovery;
mod reload;
#[cfg(test)]
mod tests;
pub(crate) mod transfers;
mod unsettled;
pub(crate) mod vouchers;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use admission::pool::{self, LineIndex, PoolBatch, PoolConfig, PoolLedger, PoolState};
use admission::{FlowMs, Ledger, NodeId, Now, Number, RoomConfig, State, Step, WallMs};
use protocol::QueueId;
use store_values::{CommitError, Committed, Generation, Newest, PoolId, RecordKey};

use crate::change_log::{ChangeLog, NewCommit};
use crate::error::StateError;
use crate::grants::LOG_MS;
use crate::records::{self, StoredPool};
use crate::store_call::{ReadProgress, StoreCall, StoreReply};

pub(crate) use attempt::{CommitAttempt, CommitProposal, CommitResult};
use learned::EarlierGrants;
pub(crate) use loaded::{LoadedRecords, RecordLoad};
use read_changes::ChangeLogRead;
pub use read_changes::CommitNews;
use reload::WholeRead;

/// The most outdated grant records that one commit deletes.
const FORGET_MAX: usize = 64;

/// Where a pool is stored.
#[derive(Debug, Clone)]
pub struct PoolStore {
    /// The pool.
    pub pool: PoolId,
    /// Whether other nodes can commit to the store too.
    pub is_shared: bool,
    /// Whether the store is remote, so that nodes must pace their commits.
    pub is_remote: bool,
}

/// The result of a read of the store: the news of other nodes' commits, if there are any.
pub type ReadResult = Result<Option<CommitNews>, StateError>;

/// The last known state of a pool.
#[derive(Debug)]
pub struct Replica {
    place: PoolStore,
    generation: Generation,
    /// Whether acknowledged commits may be missing, so that the next one recovers the pool.
    recovering: bool,
    /// The state known before a failover, until a commit has reported it.
    memory: Option<PoolState>,
    /// This node's flow time at which the state here was last known to be the newest.
    heard: Option<FlowMs>,
    /// Whether the flow time of this node or of another node lags, or may lag because the node has
    /// just started, so that a commit is needed to show it. Without that commit, a node that
    /// started in a quiet time would count grants as older than they are as soon as it learned the
    /// time.
    needs_flow_commit: bool,
    /// The nodes that are known in the state here.
    known_nodes: Vec<NodeId>,
    /// The lines' names, in the order in which they came.
    line_names: Vec<String>,
    pub(crate) state: PoolState,
    /// The grants that were known before the state here was adopted, until this node's clock gives
    /// the time at which it learned of the others.
    earlier_grants: Option<EarlierGrants>,
    change_log: ChangeLog,
    /// The keys of the stored grant records, oldest first.
    logged: BTreeSet<RecordKey>,
    /// Attempts of unknown outcome at the generation here.
    unknown: Vec<CommitAttempt>,
    /// The read that is under way, and the generation here when it began.
    reading: Option<(Reading, Generation)>,
}

/// A read of the store that waits for a reply.
#[derive(Debug)]
enum Reading {
    /// Checks for other nodes' commits.
    NewerState,
    /// The records that the change log names.
    ChangeLog(ChangeLogRead),
    /// The whole state.
    Whole(WholeRead),
    /// The grants that are still logged.
    GrantLog,
}

/// One step of a read.
#[derive(Debug)]
enum Read {
    /// The read continues with the reply to a call.
    More(Reading, StoreCall),
    /// Nothing has changed.
    Nothing,
    /// The stored state was adopted.
    News(CommitNews),
}

impl Replica {
    /// A replica that has not read the store yet.
    #[must_use]
    pub fn new(place: PoolStore) -> Self {
        Self {
            place,
            generation: Generation::NONE,
            recovering: false,
            memory: None,
            heard: None,
            needs_flow_commit: false,
            known_nodes: Vec::new(),
            line_names: Vec::new(),
            state: PoolState::default(),
            earlier_grants: None,
            change_log: ChangeLog::default(),
            logged: BTreeSet::new(),
            unknown: Vec::new(),
            reading: None,
        }
    }

    /// Adds a line for each of `rooms` that has none, after the first read.
    pub fn add_lines(&mut self, rooms: &BTreeMap<String, RoomConfig>, wall: WallMs) {
        for (name, config) in rooms {
            if !self.line_names.contains(name) {
                self.line_names.push(name.clone());
                self.state.lines.push(State::new(Ledger::new(config, wall)));
            }
        }
        self.needs_flow_commit = self.is_shared() && self.generation != Generation::NONE;
    }

    /// The lines' names, and how many people wait in each.
    #[must_use]
    pub fn waiting(&self) -> Vec<(String, u64)> {
        let lines = self.line_names.iter().zip(&self.state.lines);
        let waiting = |line: &State| line.ledger.next.0 - line.marks.uncounted() - line.unnumbered.uncounted();
        lines.map(|(name, line)| (name.clone(), waiting(line))).collect()
    }

    /// Continues a read.
    pub fn resume(&mut self, reply: StoreReply) -> ReadProgress<ReadResult> {
        let Some((reading, before)) = self.reading.take() else {
            unreachable!("a reply without a read");
        };
        let read = match (reading, reply) {
            (Reading::NewerState, StoreReply::LoadedNewer(found)) => match found {
                Ok(Some(newest)) => self.read_change_log(newest, &BTreeMap::new(), 0),
                Ok(None) => Ok(Read::Nothing),
                Err(error) => Err(error.into()),
            },
            (Reading::ChangeLog(read), StoreReply::Loaded(loaded)) => match loaded {
                Ok(loaded) => self.take_change_log(read, loaded),
                Err(error) => Err(error.into()),
            },
            (Reading::Whole(whole), StoreReply::Loaded(loaded)) => match loaded {
                Ok(loaded) => self.take_ledger(whole, loaded),
                Err(error) => Err(error.into()),
            },
            (Reading::Whole(whole), StoreReply::Scanned(scanned)) => match scanned {
                Ok(scanned) => self.take_records(whole, scanned),
                Err(error) => Err(error.into()),
            },
            (Reading::GrantLog, StoreReply::Scanned(scanned)) => match scanned {
                Ok(scanned) => self.take_log(scanned),
                Err(error) => Err(error.into()),
            },
            _ => unreachable!("a reply to another call"),
        };
        self.go_on(read, before)
    }

    /// Turns the result of one step of a read into progress of the read.
    fn go_on(&mut self, read: Result<Read, StateError>, before: Generation) -> ReadProgress<ReadResult> {
        match read {
            Ok(Read::More(reading, call)) => {
                self.reading = Some((reading, before));
                ReadProgress::Call(call)
            }
            Ok(Read::Nothing) => ReadProgress::Done(Ok(None)),
            Ok(Read::News(news)) => ReadProgress::Done(Ok(Some(self.caught_up(news, before)))),
            Err(error) => ReadProgress::Done(Err(error)),
        }
    }

    /// The lines' names, in the order in which they came.
    #[must_use]
    pub fn line_names(&self) -> &[String] {
        &self.line_names
    }

    /// The state of a line.
    #[must_use]
    pub fn line(&self, line: LineIndex) -> &State {
        &self.state.lines[usize::from(line.0)]
    }

    /// Whether other nodes can commit too.
    pub(crate) fn is_shared(&self) -> bool {
        self.place.is_shared
    }

    /// Whether nodes must pace their commits.
    pub(crate) fn is_paced(&self) -> bool {
        self.place.is_remote
    }

    /// The generation of the state here.
    pub(crate) fn generation(&self) -> Generation {
        self.generation
    }

    /// Whether the store failed over, so that a commit is due at once that recovers the pool or
    /// reports this node's memory. Until then, the state here may lack answers that visitors got.
    pub(crate) fn is_recovering(&self) -> bool {
        self.recovering || self.memory.is_some()
    }

    /// Whether a commit is due at once only because of the flow time.
    pub(crate) fn needs_flow_commit(&self) -> bool {
        self.needs_flow_commit
    }

    /// Records that the state here was the newest at this flow time.
    pub(crate) fn record_newest(&mut self, flow: FlowMs) {
        self.heard = Some(flow);
    }

    /// Records that the first commits that this node knows came at this flow time. Before them, its
    /// own clock was not flow time, and only a commit reveals by how much it lags now.
    pub(crate) fn begin_to_follow(&mut self, flow: FlowMs) {
        self.heard = Some(flow);
        self.needs_flow_commit = true;
    }

    /// The number of nodes that committed lately, this one included.
    pub(crate) fn nodes(&self, own: NodeId, now: Now) -> u32 {
        match self.is_shared() {
            true => self.change_log.nodes(own, now.flow),
            false => 1,
        }
    }

    /// The news of visitors in front in the last commits, as far back as the change log reaches.
    pub(crate) fn recent_commits(&self) -> Vec<NewCommit> {
        self.change_log.all()
    }

    /// Plans a commit by applying one batch per line to the state here. `name` returns the queue id
    /// of a grant for the log.
    pub(crate) fn plan(
        &self,
        config: PoolConfig,
        now: Now,
        mut proposal: CommitProposal,
        name: impl Fn(LineIndex, &Step, Number) -> Option<QueueId>,
    ) -> CommitAttempt {
        self.recover(&mut proposal);
        let batch = PoolBatch {
            lines: &proposal.lines,
            waited_for: &proposal.waited_for,
            reports: &proposal.reports,
            sessions: Some(&proposal.sessions),
            timings: proposal.timings,
            memory: self.memory.as_ref().map(|memory| &memory.ledger),
        };
        let step = pool::apply(&self.state, &config, now, &batch);
        CommitAttempt {
            grants: attempt::granted(&step, &name),
            change_log: ChangeLog::default(),
            outdated: self.outdated(now.wall),
            step,
            config,
            now,
            proposal,
        }
    }

    /// The call that makes a planned commit durable.
    pub(crate) fn commit(&self, attempt: &mut CommitAttempt) -> StoreCall {
        let (write, change_log) = self.write(attempt);
        attempt.change_log = change_log;
        StoreCall::Commit {
            expected: self.generation,
            write,
        }
    }

    /// Takes the store's reply to a commit.
    pub(crate) fn settle(
        &mut self,
        mut attempt: Box<CommitAttempt>,
        reply: Result<Committed, CommitError>,
    ) -> CommitResult {
        match reply {
            Ok(committed) => {
                let change_log = std::mem::take(&mut attempt.change_log);
                self.adopt(committed.generation, &attempt, change_log);
                CommitResult::Made {
                    attempt,
                    others_wait: committed.others_wait,
                }
            }
            Err(CommitError::Conflict { newest }) => {
                let before = self.generation;
                let read = self.read_change_log(newest, &BTreeMap::new(), 0);
                CommitResult::Unsettled {
                    proposal: attempt.proposal,
                    read: self.go_on(read, before),
                }
            }
            Err(CommitError::Unknown { .. }) => {
                let proposal = attempt.proposal.clone();
                self.unknown.push(*attempt);
                CommitResult::Unsettled {
                    proposal,
                    read: self.read_changes(),
                }
            }
            Err(error) => CommitResult::Failed(error.into(), attempt.proposal),
        }
    }

    fn known_nodes(&self) -> Vec<NodeId> {
        let ledger = self.state.lines.first().map(|line| &line.ledger);
        let marks = ledger.into_iter().flat_map(|ledger| &ledger.nodes);
        marks.map(|mark| mark.node).collect()
    }

    /// Adopts the state of this node's own commit.
    fn adopt(&mut self, generation: Generation, attempt: &CommitAttempt, change_log: ChangeLog) {
        self.log_recovery(attempt);
        self.generation = generation;
        self.recovering = false;
        if attempt.proposal.lines.iter().any(|batch| batch.memory.is_some()) {
            self.memory = None;
        }
        self.save_earlier_grants();
        self.state = attempt.step.clone().into_state();
        self.change_log = change_log;
        for key in &attempt.outdated {
            self.logged.remove(key);
        }
        if !attempt.grants.is_empty() {
            self.logged.insert(attempt.grants_key());
        }
        self.needs_flow_commit = false;
        self.known_nodes = self.known_nodes();
        // The attempts of unknown outcome expected a generation that is past.
        self.unknown.clear();
    }

    fn outdated(&self, now: WallMs) -> Vec<RecordKey> {
        let old = |key: &&RecordKey| records::granted_at(key).is_none_or(|at| at.0 + LOG_MS < now.0);
        self.logged.iter().take_while(old).take(FORGET_MAX).cloned().collect()
    }

    fn decode(&self, newest: &Newest) -> Result<Option<StoredPool>, StateError> {
        let decoded = newest
            .ledger
            .as_ref()
            .map(|bytes| records::decode_pool(bytes))
            .transpose();
        decoded.map_err(|reason| self.damaged(&reason))
    }

    pub(crate) fn damaged(&self, reason: &str) -> StateError {
        StateError::Damaged {
            pool: self.place.pool.as_str().to_owned(),
            reason: reason.to_owned(),
        }
    }

    /// Adopts the stored state. Lines that are known here but not stored yet come after the stored
    /// ones.
    fn take_over(
        &mut self,
        generation: Generation,
        ledger: PoolLedger,
        stored: Vec<(String, State)>,
        change_log: ChangeLog,
    ) {
        // The node's clock starts with the state on which it opened the pool, so it gives the right
        // age for earlier grants.
        if self.generation != Generation::NONE || self.memory.is_some() {
            self.save_earlier_grants();
        }
        let (names, lines): (Vec<String>, Vec<State>) = stored.into_iter().unzip();
        let mine = std::mem::replace(&mut self.line_names, names).into_iter();
        let state = std::mem::replace(&mut self.state, PoolState { ledger, lines });
        for (name, line) in mine.zip(state.lines) {
            if !self.line_names.contains(&name) {
                self.line_names.push(name);
                self.state.lines.push(line);
            }
        }
        self.generation = generation;
        self.change_log = change_log;
    }

    /// Checks that the stored lines are those of this replica; otherwise callers would confuse
    /// lines.
    fn check_line_names<T>(&self, stored: &[(String, T)]) -> Result<(), StateError> {
        let mine = self
            .line_names
            .iter()
            .filter(|name| stored.iter().all(|(other, _)| other != *name));
        if !self.line_names.is_empty() && !stored.iter().map(|(name, _)| name).chain(mine).eq(&self.line_names) {
            return Err(StateError::OtherLines);
        }
        Ok(())
    }
}
