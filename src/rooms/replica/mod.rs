//! The replica: a pool's state at this node, and its way to the store and back. It decides nothing;
//! it carries out [`admission::pool::PoolStep`]s.
//!
//! A commit is one *attempt* with its own batch number. It is made, or overtaken by another node's
//! commit, or its outcome is unknown; then the attempt is kept until another generation is seen.
//! All attempts of one generation expect that generation, so at most one of them was made, and the
//! ledger says which. In each case the state here is the stored one, as far as this node has seen
//! it.

mod error;
mod follow;
mod recovery;
mod reload;
#[cfg(test)]
mod tests;
mod transfers;
mod vouchers;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use admission::autotune::Evidence;
use admission::occupancy::SessionRecord;
use admission::pool::{
    self, LineIndex, PlaceKey, PoolBatch, PoolConfig, PoolLedger, PoolState, PoolStep, SessionReport,
};
use admission::presence::FrontNews;
use admission::{
    Batch, BatchNumber, FlowMs, Lease, Ledger, NodeId, Now, Number, Redirects, RoomConfig, State, Step, WallMs,
};
use protocol::QueueId;
use store::{AnyStore, CommitError, Generation, Newest, PoolId, RecordKey, Store};

use super::change_log::{ChangeLog, NewCommit};
use super::grants::{Granted, LOG_MS};
use super::presence::Flush;
use super::records::{self, StoredPool};

pub use error::KeepError;
pub(super) use follow::CommitNews;

/// The most outdated grant records that one commit deletes.
const FORGET_MAX: usize = 64;

/// The last known state of a pool, and where the pool is stored.
#[derive(Debug)]
pub(super) struct Replica {
    store: AnyStore,
    pool: PoolId,
    generation: Generation,
    /// Whether acknowledged commits may be missing, so that the next one recovers the pool.
    recovering: bool,
    /// The state known before a failover, until a commit has reported it.
    memory: Option<PoolState>,
    /// This node's flow time at which the state here was last known to be the newest.
    heard: Option<FlowMs>,
    /// Whether another node's flow time lags, or this node's does, and only a commit reveals it.
    /// Without one, a node that started while all was quiet would count grants as older than they
    /// are as soon as it learned the time.
    untold_flow: bool,
    /// Rooms in the order of their seats.
    seats: Vec<String>,
    pub(super) state: PoolState,
    change_log: ChangeLog,
    /// The keys of the stored grant records, oldest first.
    logged: BTreeSet<RecordKey>,
    /// Attempts of unknown outcome at the generation here.
    unknown: Vec<CommitAttempt>,
}

/// The requests for one commit of a pool.
#[derive(Debug, Clone)]
pub(super) struct CommitProposal {
    /// The node that commits, and its number for this attempt.
    pub(super) node: NodeId,
    pub(super) batch: BatchNumber,
    /// One batch per seat.
    pub(super) lines: Vec<Batch>,
    /// Whether visitors of a line are about to ask, by seat.
    pub(super) waited_for: Vec<bool>,
    /// Reports about sessions.
    pub(super) reports: Vec<SessionReport>,
    /// The side records of sessions.
    pub(super) sessions: BTreeMap<PlaceKey, Option<SessionRecord>>,
    /// Page timings.
    pub(super) timings: Evidence,
    /// News of visitors in front for other nodes, one list per seat.
    pub(super) front: Vec<Vec<FrontNews>>,
    /// Redirects that this node knows, one map per seat; empty except after a failover.
    pub(super) redirected: Vec<BTreeMap<Number, Redirects>>,
    /// The flush for other nodes, about all other visitors who were heard.
    pub(super) heard: Option<Flush>,
}

/// A commit that is planned, on its way, or made.
#[derive(Debug)]
pub(super) struct CommitAttempt {
    pub(super) now: Now,
    pub(super) proposal: CommitProposal,
    pub(super) step: PoolStep,
    pub(super) grants: Vec<(LineIndex, Granted)>,
    /// The keys of the grant records that this commit deletes.
    outdated: Vec<RecordKey>,
}

/// The outcome of an attempt.
#[derive(Debug)]
pub(super) enum CommitResult {
    /// The commit is durable.
    Made {
        attempt: Box<CommitAttempt>,
        /// Whether another node asked for a turn.
        others_wait: bool,
    },
    /// Other commits were seen. Nothing of the proposal is done, unless the news say that an
    /// attempt landed.
    Overtaken { proposal: CommitProposal, news: CommitNews },
    /// The outcome is unknown. The proposal can be retried at once: at most one of the attempts is
    /// made.
    Unknown(CommitProposal),
}

impl Replica {
    /// The rooms with a seat in a stored pool, and how many people wait in each.
    pub(super) async fn seated(store: &AnyStore, pool: &PoolId) -> Result<Vec<(String, u64)>, KeepError> {
        let mut replica = Self::new(store.clone(), pool.clone());
        replica.reload().await?;
        let lines = replica.seats.iter().zip(&replica.state.lines);
        let waiting = |line: &State| line.ledger.next.0 - line.marks.uncounted() - line.unnumbered.uncounted();
        Ok(lines.map(|(seat, line)| (seat.clone(), waiting(line))).collect())
    }

    fn new(store: AnyStore, pool: PoolId) -> Self {
        Self {
            store,
            pool,
            generation: Generation::NONE,
            recovering: false,
            memory: None,
            heard: None,
            untold_flow: false,
            seats: Vec::new(),
            state: PoolState::default(),
            change_log: ChangeLog::default(),
            logged: BTreeSet::new(),
            unknown: Vec::new(),
        }
    }

    /// Loads a pool and gives a seat to each of `rooms` that has none. Also returns the grants
    /// still logged, by seat.
    pub(super) async fn open(
        store: AnyStore,
        pool: PoolId,
        rooms: &BTreeMap<String, RoomConfig>,
        wall: WallMs,
    ) -> Result<(Self, Vec<(LineIndex, Granted)>), KeepError> {
        let mut replica = Self::new(store, pool);
        replica.reload().await?;
        for (name, config) in rooms {
            if !replica.seats.contains(name) {
                replica.seats.push(name.clone());
                replica.state.lines.push(State::new(Ledger::new(config, wall)));
            }
        }
        let grants = replica.read_log().await?;
        replica.untold_flow = replica.is_shared() && replica.generation != Generation::NONE;
        Ok((replica, grants))
    }

    /// Rooms in the order of their seats.
    pub(super) fn seats(&self) -> &[String] {
        &self.seats
    }

    /// The state of a line.
    pub(super) fn line(&self, line: LineIndex) -> &State {
        &self.state.lines[usize::from(line.0)]
    }

    /// The store and the pool of this replica.
    pub(super) fn kept(&self) -> (AnyStore, PoolId) {
        (self.store.clone(), self.pool.clone())
    }

    /// Whether other nodes can commit too.
    pub(super) fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// Whether the store is remote, so that nodes must pace their commits.
    pub(super) fn is_paced(&self) -> bool {
        self.store.is_remote()
    }

    /// Whether the store failed over, so that a commit is due at once that recovers the pool or
    /// reports what this node remembers. Until then the state here may lack what visitors were
    /// told.
    pub(super) fn is_recovering(&self) -> bool {
        self.recovering || self.memory.is_some()
    }

    /// Whether a commit is due at once only because of the flow time.
    pub(super) fn has_untold_flow(&self) -> bool {
        self.untold_flow
    }

    /// Records that the state here was the newest at this flow time.
    pub(super) fn heard(&mut self, flow: FlowMs) {
        self.heard = Some(flow);
    }

    /// The number of nodes that committed lately, this one included.
    pub(super) fn nodes(&self, own: NodeId, now: Now) -> u32 {
        self.change_log.nodes(own, now.flow)
    }

    /// The news of visitors in front in the last commits, as far back as the change log reaches.
    pub(super) fn told_before(&self) -> Vec<NewCommit> {
        self.change_log.all()
    }

    /// Asks other nodes to skip a turn.
    pub(super) async fn ask_for_a_turn(&self) {
        self.store.ask_for_a_turn(&self.pool).await;
    }

    /// Loads the redirect records of places.
    pub(super) async fn redirects(
        &self,
        line: LineIndex,
        numbers: Vec<Number>,
    ) -> Result<BTreeMap<Number, Redirects>, KeepError> {
        let run = self.line(line).ledger.run;
        let keys = numbers.iter().map(|number| records::redirects_key(line, run, *number));
        let loaded = self.records(keys.collect()).await?;
        let found = numbers.into_iter().zip(loaded);
        Ok(found
            .filter_map(|(number, value)| Some((number, records::decode(&value?)?)))
            .collect())
    }

    /// Loads the session records of places.
    pub(super) async fn sessions(
        &self,
        places: Vec<PlaceKey>,
    ) -> Result<BTreeMap<PlaceKey, Option<SessionRecord>>, KeepError> {
        let key = |(line, number): &PlaceKey| records::session_key(*line, self.line(*line).ledger.run, *number);
        let loaded = self.records(places.iter().map(key).collect()).await?;
        let found = places.into_iter().zip(loaded);
        Ok(found
            .map(|(place, value)| (place, value.and_then(|value| records::decode(&value))))
            .collect())
    }

    /// Loads records of any generation: if it is not the one here, the commit that needs them will
    /// be overtaken.
    async fn records(&self, keys: Vec<RecordKey>) -> Result<Vec<Option<Vec<u8>>>, KeepError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.store.load(&self.pool, &keys).await?.records)
    }

    /// Plans a commit by applying one batch per line to the state here. `name` returns the queue id
    /// of a grant for the log.
    pub(super) fn plan(
        &self,
        config: &PoolConfig,
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
            again: self.memory.as_ref().map(|memory| &memory.ledger),
        };
        let step = pool::apply(&self.state, config, now, &batch);
        CommitAttempt {
            grants: granted(&step, &name),
            outdated: self.outdated(now.wall),
            step,
            now,
            proposal,
        }
    }

    /// Makes a planned commit durable.
    ///
    /// # Errors
    /// If the store is unavailable or cannot be read; the error contains the proposal. Nothing of
    /// it may be told to visitors. The commit may have been made nevertheless, which a visitor who
    /// asks again finds out.
    pub(super) async fn commit(&mut self, attempt: CommitAttempt) -> Result<CommitResult, (KeepError, CommitProposal)> {
        let (write, change_log) = self.write(&attempt);
        match self.store.commit(&self.pool, self.generation, write).await {
            Ok(committed) => {
                self.adopt(committed.generation, &attempt, change_log);
                Ok(CommitResult::Made {
                    attempt: Box::new(attempt),
                    others_wait: committed.others_wait,
                })
            }
            Err(CommitError::Conflict { newest }) => match self.catch_up(newest).await {
                Ok(news) => Ok(CommitResult::Overtaken {
                    proposal: attempt.proposal,
                    news,
                }),
                Err(error) => Err((error, attempt.proposal)),
            },
            Err(CommitError::Unknown { .. }) => {
                let proposal = attempt.proposal.clone();
                self.unknown.push(attempt);
                match self.follow().await {
                    Ok(Some(news)) => Ok(CommitResult::Overtaken { proposal, news }),
                    Ok(None) => Ok(CommitResult::Unknown(proposal)),
                    Err(error) => Err((error, proposal)),
                }
            }
            Err(error) => Err((error.into(), attempt.proposal)),
        }
    }

    /// The lease that a node can certainly spend on its own: what both the state here and every
    /// attempt of unknown outcome lease to it.
    pub(super) fn sure_lease(&self, line: LineIndex, node: NodeId) -> Lease {
        let lease = self.line(line).ledger.outflow.lease_of(node);
        let steps = self
            .unknown
            .iter()
            .filter_map(|attempt| attempt.step.steps.get(usize::from(line.0)));
        steps.fold(lease, |lease, step| {
            lease.both(&step.state.ledger.outflow.lease_of(node))
        })
    }

    /// Returns whether the store answers. The future does not borrow the replica, so that the pool
    /// node can go on meanwhile.
    pub(super) fn probe(&self) -> impl Future<Output = bool> + Send + use<> {
        let (store, pool, generation) = (self.store.clone(), self.pool.clone(), self.generation);
        async move { store.look(&pool, generation).await.is_ok() }
    }

    /// Drops the attempts of unknown outcome, because nobody waits for them any more. One that
    /// lands later counts as another node's commit.
    pub(super) fn give_up(&mut self) {
        self.unknown.clear();
    }

    /// Adopts the state of this node's own commit.
    fn adopt(&mut self, generation: Generation, attempt: &CommitAttempt, change_log: ChangeLog) {
        self.say_recovered(attempt);
        self.generation = generation;
        self.recovering = false;
        if attempt.proposal.lines.iter().any(|batch| batch.memory.is_some()) {
            self.memory = None;
        }
        self.state = attempt.step.clone().into_state();
        self.change_log = change_log;
        for key in &attempt.outdated {
            self.logged.remove(key);
        }
        if !attempt.grants.is_empty() {
            self.logged.insert(attempt.grants_key());
        }
        self.untold_flow = false;
        // The attempts of unknown outcome expected a generation that is past.
        self.unknown.clear();
    }

    fn outdated(&self, now: WallMs) -> Vec<RecordKey> {
        let old = |key: &&RecordKey| records::granted_at(key).is_none_or(|at| at.0 + LOG_MS < now.0);
        self.logged.iter().take_while(old).take(FORGET_MAX).cloned().collect()
    }

    fn decode(&self, newest: &Newest) -> Result<Option<StoredPool>, KeepError> {
        let decoded = newest
            .ledger
            .as_ref()
            .map(|bytes| records::decode_pool(bytes))
            .transpose();
        decoded.map_err(|reason| self.damaged(&reason))
    }

    fn damaged(&self, reason: &str) -> KeepError {
        KeepError::Damaged {
            pool: self.pool.as_str().to_owned(),
            reason: reason.to_owned(),
        }
    }

    /// Adopts the stored state, one line per seat. Rooms that have a seat here and are not stored
    /// yet keep it.
    fn take_over(
        &mut self,
        generation: Generation,
        ledger: PoolLedger,
        stored: Vec<(String, State)>,
        change_log: ChangeLog,
    ) {
        let (seats, lines): (Vec<String>, Vec<State>) = stored.into_iter().unzip();
        let mine = std::mem::replace(&mut self.seats, seats).into_iter();
        let state = std::mem::replace(&mut self.state, PoolState { ledger, lines });
        for (seat, line) in mine.zip(state.lines) {
            if !self.seats.contains(&seat) {
                self.seats.push(seat);
                self.state.lines.push(line);
            }
        }
        self.generation = generation;
        self.change_log = change_log;
    }

    /// Checks that the stored seats are those of this replica; otherwise a caller would take one
    /// line for another.
    fn check_seats<T>(&self, stored: &[(String, T)]) -> Result<(), KeepError> {
        let mine = self
            .seats
            .iter()
            .filter(|seat| stored.iter().all(|(other, _)| other != *seat));
        if !self.seats.is_empty() && !stored.iter().map(|(seat, _)| seat).chain(mine).eq(&self.seats) {
            return Err(KeepError::Reseated);
        }
        Ok(())
    }
}

impl CommitAttempt {
    fn grants_key(&self) -> RecordKey {
        records::grants_key(self.now.wall, self.proposal.node, self.proposal.batch)
    }
}

fn granted(step: &PoolStep, name: impl Fn(LineIndex, &Step, Number) -> Option<QueueId>) -> Vec<(LineIndex, Granted)> {
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
