//! A pool's state and its way to the store and back. Decides nothing: it carries out
//! [`admission::pool::PoolStep`]s.
//!
//! A commit is one *attempt*, with a batch number of its own. It is made, or overtaken by somebody
//! else's commit, or nobody knows: then the attempt is kept until another generation is seen. All
//! attempts of one generation expect that generation, so one of them was made at most, and the
//! ledger says which. Whatever comes of it, the state here is what is stored, as far as it was
//! seen.

mod error;
mod follow;
mod moved;
mod recovery;
mod reload;
#[cfg(test)]
mod tests;
mod vouchers;
mod write;

use std::collections::{BTreeMap, BTreeSet};

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

/// So many outdated grant records are deleted with one commit at most.
const FORGET_MAX: usize = 64;

/// What a pool's state was last, and where it is kept.
#[derive(Debug)]
pub(super) struct Replica {
    store: AnyStore,
    pool: PoolId,
    generation: Generation,
    /// Acknowledged commits may be missing: the next one recovers the pool.
    recovering: bool,
    /// What was known before a failover, until a commit has said so.
    memory: Option<PoolState>,
    /// When, by this node's flow time, the state here was known to be the newest.
    heard: Option<FlowMs>,
    /// Another node's flow time lies behind, or this one's does, and only a commit shows it:
    /// without one a node that started while all was quiet would count grants as older than they
    /// are, as soon as it learned the time.
    untold_flow: bool,
    /// Rooms in the order of their seats.
    seats: Vec<String>,
    pub(super) state: PoolState,
    change_log: ChangeLog,
    /// Stored grant records, oldest first.
    logged: BTreeSet<RecordKey>,
    /// Attempts at the generation here of which nobody knows whether they were made.
    unknown: Vec<CommitAttempt>,
}

/// One commit's asks of a pool.
#[derive(Debug, Clone)]
pub(super) struct CommitProposal {
    /// Who commits, and under which number.
    pub(super) node: NodeId,
    pub(super) batch: BatchNumber,
    /// A batch a seat.
    pub(super) lines: Vec<Batch>,
    /// Lines whose people are about to ask.
    pub(super) waited_for: Vec<bool>,
    /// News of sessions.
    pub(super) reports: Vec<SessionReport>,
    /// Their side records.
    pub(super) sessions: BTreeMap<PlaceKey, Option<SessionRecord>>,
    /// What is told to other nodes of those in front, a list a seat.
    pub(super) front: Vec<Vec<FrontNews>>,
    /// Redirects that this node knows of, a map a seat; empty but after a failover.
    pub(super) redirected: Vec<BTreeMap<Number, Redirects>>,
    /// What is told to them of all others who were heard.
    pub(super) heard: Option<Flush>,
}

/// A commit that is planned, on its way, or made.
#[derive(Debug)]
pub(super) struct CommitAttempt {
    pub(super) now: Now,
    pub(super) proposal: CommitProposal,
    pub(super) step: PoolStep,
    pub(super) grants: Vec<(LineIndex, Granted)>,
    /// Grant records that it deletes.
    outdated: Vec<RecordKey>,
}

/// What became of an attempt.
#[derive(Debug)]
pub(super) enum CommitResult {
    /// It is durable.
    Made {
        attempt: Box<CommitAttempt>,
        /// Somebody asked for a turn.
        others_wait: bool,
    },
    /// Other commits were seen. Nothing of what was asked is done, unless the news say that an
    /// attempt had landed.
    Overtaken { proposal: CommitProposal, news: CommitNews },
    /// Nobody knows yet. It may be tried again at once: one of the attempts will have been made, or
    /// none.
    Unknown(CommitProposal),
}

impl Replica {
    /// The rooms that have a seat in a stored pool, and how many wait in each.
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

    /// Loads a pool and gives those rooms a seat that have none; also the grants still logged, by
    /// seat.
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

    /// Where it is kept.
    pub(super) fn kept(&self) -> (AnyStore, PoolId) {
        (self.store.clone(), self.pool.clone())
    }

    /// Whether other nodes may commit, too.
    pub(super) fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// Whether the store is so far away that nodes leave one another room.
    pub(super) fn is_paced(&self) -> bool {
        self.store.is_remote()
    }

    /// Whether the store failed over: a commit is due at once that recovers the pool, or says what
    /// this node remembers. Until it is made the state here may lack what people were told.
    pub(super) fn is_recovering(&self) -> bool {
        self.recovering || self.memory.is_some()
    }

    /// Whether a commit is due at once for the sake of the flow time alone.
    pub(super) fn has_untold_flow(&self) -> bool {
        self.untold_flow
    }

    /// The state here was the newest at this flow time.
    pub(super) fn heard(&mut self, flow: FlowMs) {
        self.heard = Some(flow);
    }

    /// Nodes that committed lately, and this one.
    pub(super) fn nodes(&self, own: NodeId, now: Now) -> u32 {
        self.change_log.nodes(own, now.flow)
    }

    /// What the last commits told of those in front, as far back as the change log reaches.
    pub(super) fn told_before(&self) -> Vec<NewCommit> {
        self.change_log.all()
    }

    /// Asks other nodes to skip a turn.
    pub(super) async fn ask_for_a_turn(&self) {
        self.store.ask_for_a_turn(&self.pool).await;
    }

    /// Redirect records of places.
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

    /// Session records of places.
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

    /// Of whatever generation: if that is not the one here, the commit they are for is overtaken.
    async fn records(&self, keys: Vec<RecordKey>) -> Result<Vec<Option<Vec<u8>>>, KeepError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.store.load(&self.pool, &keys).await?.records)
    }

    /// Applies a batch a line to the state here; `name` gives a grant its queue id for the log.
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
    /// With what was asked, if the store is away or cannot be read: nothing of it may be told. It
    /// may have been made all the same; whoever asks again finds that out.
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

    /// What a node may spend alone for sure: what the state here leases to it, and every attempt as
    /// well of which nobody knows.
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

    /// Whether the store answers; asked beside everything else.
    pub(super) fn probe(&self) -> impl Future<Output = bool> + Send + use<> {
        let (store, pool, generation) = (self.store.clone(), self.pool.clone(), self.generation);
        async move { store.look(&pool, generation).await.is_ok() }
    }

    /// Nobody waits for the outcome of attempts any more. One that lands later is seen as anybody's
    /// commit.
    pub(super) fn give_up(&mut self) {
        self.unknown.clear();
    }

    /// The state is that of a commit of ours.
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
        // They expected a generation that is past.
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

    /// Takes over what is stored, a line a seat. Rooms that were given a seat here and are not
    /// stored yet keep it.
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

    /// Whether stored seats are those here. Whoever stands before this replica's lines would take
    /// one for another.
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
