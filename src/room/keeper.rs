//! A pool's state and its way to the store and back. Decides nothing: it carries out [`admission::pool::PoolStep`]s.

mod moved;
mod vouchers;

use std::collections::{BTreeMap, VecDeque};

use admission::marks::ChunkIndex;
use admission::occupancy::SessionRecord;
use admission::pool::{
    self, LineIndex, PlaceKey, PoolBatch, PoolConfig, PoolLedger, PoolState, PoolStep, SessionReport,
};
use admission::{Batch, Ledger, Marks, Now, Number, Redirects, RoomConfig, Run, State, Step, WallMs};
use protocol::QueueId;
use store::{AnyStore, CommitError, Generation, PoolId, RecordKey, SCAN_ATTEMPTS_MAX, Store, StoreError, Write};

use super::grants::{Granted, LOG_MS};
use super::records;

/// A conflict or an unknown outcome is tried again so often.
const ATTEMPTS_MAX: u32 = 5;
/// So many outdated grant records are deleted with one commit at most.
const FORGET_MAX: usize = 64;

/// What a pool's state was last, and where it is kept.
#[derive(Debug)]
pub(super) struct Keeper {
    store: AnyStore,
    pool: PoolId,
    generation: Generation,
    /// Rooms in the order of their seats.
    seats: Vec<String>,
    pub(super) state: PoolState,
    /// Stored grant records, oldest first.
    logged: VecDeque<RecordKey>,
}

/// Why a pool's state could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The store does not answer, or refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A commit did not succeed.
    #[error("the commit did not succeed: {0}")]
    Commit(#[from] CommitError),
    /// Another node gave rooms a seat that this one does not know yet.
    #[error("the pool has other rooms than this node knows")]
    Reseated,
    /// What is stored cannot be read.
    #[error("stored state of {pool} cannot be read: {reason}")]
    Damaged {
        /// Which pool.
        pool: String,
        /// What is wrong.
        reason: String,
    },
}

impl KeepError {
    /// Whether the store is away: trying again may do.
    #[must_use]
    pub fn is_away(&self) -> bool {
        match self {
            Self::Store(error) => !matches!(error, StoreError::TooLarge(_)),
            Self::Commit(error) => matches!(error, CommitError::Unavailable { .. } | CommitError::Unknown { .. }),
            Self::Reseated | Self::Damaged { .. } => false,
        }
    }
}

/// One commit's asks of a pool.
#[derive(Debug)]
pub(super) struct Asked {
    /// A batch a seat.
    pub(super) lines: Vec<Batch>,
    /// Lines whose people are about to ask.
    pub(super) waited_for: Vec<bool>,
    /// News of sessions.
    pub(super) reports: Vec<SessionReport>,
    /// Their side records.
    pub(super) sessions: BTreeMap<PlaceKey, Option<SessionRecord>>,
}

impl Keeper {
    /// The rooms that have a seat in a stored pool, and how many wait in each.
    pub(super) async fn seated(store: &AnyStore, pool: &PoolId) -> Result<Vec<(String, u64)>, KeepError> {
        let mut keeper = Self::new(store.clone(), pool.clone());
        keeper.reload().await?;
        let lines = keeper.seats.iter().zip(&keeper.state.lines);
        let waiting = |line: &State| line.ledger.next.0 - line.marks.uncounted() - line.early.uncounted();
        Ok(lines.map(|(seat, line)| (seat.clone(), waiting(line))).collect())
    }

    fn new(store: AnyStore, pool: PoolId) -> Self {
        Self {
            store,
            pool,
            generation: Generation::NONE,
            seats: Vec::new(),
            state: PoolState::default(),
            logged: VecDeque::new(),
        }
    }

    /// Loads a pool and gives those rooms a seat that have none; also the grants still logged, by seat.
    pub(super) async fn open(
        store: AnyStore,
        pool: PoolId,
        rooms: &BTreeMap<String, RoomConfig>,
        wall: WallMs,
    ) -> Result<(Self, Vec<(LineIndex, Granted)>), KeepError> {
        let mut keeper = Self::new(store, pool);
        keeper.reload().await?;
        for (name, config) in rooms {
            if !keeper.seats.contains(name) {
                keeper.seats.push(name.clone());
                keeper.state.lines.push(State::new(Ledger::new(config, wall)));
            }
        }
        let (_, stored) = keeper.store.scan(&keeper.pool, &records::grants_prefix()).await?;
        let mut grants = Vec::new();
        for (key, value) in stored {
            let decoded = records::decode_grants(&value).ok_or_else(|| keeper.damaged("a grant record"))?;
            grants.extend(decoded);
            keeper.logged.push_back(key);
        }
        Ok((keeper, grants))
    }

    /// Rooms in the order of their seats.
    pub(super) fn seats(&self) -> &[String] {
        &self.seats
    }

    /// The state of a line.
    pub(super) fn line(&self, line: LineIndex) -> &State {
        &self.state.lines[usize::from(line.0)]
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

    async fn records(&self, keys: Vec<RecordKey>) -> Result<Vec<Option<Vec<u8>>>, KeepError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.store.load(&self.pool, &keys).await?.records)
    }

    /// Applies a batch a line and makes it durable, again on the newer state after a conflict; `name` gives a grant its queue id for the log.
    pub(super) async fn commit(
        &mut self,
        config: &PoolConfig,
        now: Now,
        asked: &mut Asked,
        name: impl Fn(LineIndex, &Step, Number) -> Option<QueueId>,
    ) -> Result<(PoolStep, Vec<(LineIndex, Granted)>), KeepError> {
        let mut attempt = 0;
        loop {
            let batch = PoolBatch {
                lines: &asked.lines,
                waited_for: &asked.waited_for,
                reports: &asked.reports,
                sessions: Some(&asked.sessions),
                again: None,
            };
            let step = pool::apply(&self.state, config, now, &batch);
            let grants = granted(&step, &name);
            let outdated = self.outdated(now.wall);
            let write = self.write(&step, &grants, now, asked, &outdated);
            match self.store.commit(&self.pool, self.generation, write).await {
                Ok(committed) => {
                    self.adopt(
                        committed.generation,
                        &step,
                        !grants.is_empty(),
                        now,
                        asked,
                        outdated.len(),
                    );
                    return Ok((step, grants));
                }
                Err(CommitError::Unknown { .. }) if self.holds(asked).await? => {
                    // Not the one it is at now: somebody else may have committed since.
                    let ours = self.generation.next();
                    self.adopt(ours, &step, !grants.is_empty(), now, asked, outdated.len());
                    return Ok((step, grants));
                }
                Err(CommitError::Conflict { .. } | CommitError::Unknown { .. }) if attempt < ATTEMPTS_MAX => {
                    attempt += 1;
                    self.reload().await?;
                    self.reload_moves(&mut asked.lines).await?;
                    self.reload_vouchers(&mut asked.lines).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Whether a batch whose outcome is not known was committed.
    async fn holds(&self, asked: &Asked) -> Result<bool, KeepError> {
        let loaded = self.store.load(&self.pool, &[]).await?;
        let Some(bytes) = loaded.ledger else { return Ok(false) };
        let (_, lines) = self.decode(&bytes)?;
        let first = lines.first().zip(asked.lines.first());
        Ok(first.is_some_and(|((_, ledger), batch)| ledger.holds(batch.node, batch.batch)))
    }

    /// Reads what is stored, all of one generation: a ledger with the generation of somebody else's later commit would undo that commit.
    async fn reload(&mut self) -> Result<(), KeepError> {
        for _ in 0..SCAN_ATTEMPTS_MAX {
            if self.reload_once().await? {
                return Ok(());
            }
        }
        Err(StoreError::Changing.into())
    }

    /// Whether nobody committed while it was read.
    async fn reload_once(&mut self) -> Result<bool, KeepError> {
        let loaded = self.store.load(&self.pool, &[]).await?;
        let generation = loaded.generation;
        let Some(bytes) = loaded.ledger else { return Ok(true) };
        let (ledger, stored) = self.decode(&bytes)?;
        ledger.check().map_err(|error| self.damaged(&error.to_string()))?;
        let (mut seats, mut lines) = (Vec::new(), Vec::new());
        for (line, (seat, ledger)) in (0..).map(LineIndex).zip(stored) {
            let (marks_at, marks) = self.marks(&records::marks_prefix(line, ledger.run)).await?;
            let (early_at, early) = match ledger.order.unnumbered_from() {
                Some(window) => self.marks(&records::early_prefix(line, ledger.run, window)).await?,
                None => (generation, Marks::default()),
            };
            let (holders_at, holders) = self.holders(line, ledger.run).await?;
            if [marks_at, early_at, holders_at] != [generation; 3] {
                return Ok(false);
            }
            ledger
                .check(&marks, &early)
                .map_err(|error| self.damaged(&error.to_string()))?;
            seats.push(seat);
            let mut state = State {
                ledger,
                marks,
                early,
                holders,
            };
            state.make_room_for_moves();
            lines.push(state);
        }
        let mine = self.seats.iter().filter(|seat| !seats.contains(seat));
        if !self.seats.is_empty() && !seats.iter().chain(mine).eq(&self.seats) {
            // Whoever stands before this keeper's lines would take one for another.
            return Err(KeepError::Reseated);
        }
        self.generation = generation;
        let mine = std::mem::replace(&mut self.seats, seats).into_iter();
        let state = std::mem::replace(&mut self.state, PoolState { ledger, lines });
        // Rooms that were given a seat here and are not stored yet keep it.
        for (seat, line) in mine.zip(state.lines) {
            if !self.seats.contains(&seat) {
                self.seats.push(seat);
                self.state.lines.push(line);
            }
        }
        Ok(true)
    }

    fn decode(&self, bytes: &[u8]) -> Result<(PoolLedger, Vec<(String, Ledger)>), KeepError> {
        records::decode_pool(bytes).map_err(|reason| self.damaged(&reason))
    }

    /// The marks under a prefix, and the generation at which they were read.
    async fn marks(&self, prefix: &[u8]) -> Result<(Generation, Marks), KeepError> {
        let (generation, chunks) = self.store.scan(&self.pool, prefix).await?;
        let chunks = chunks
            .into_iter()
            .filter_map(|(key, value)| Some((records::chunk_of(&key)?, value)));
        let marks = Marks::decode(chunks).map_err(|error| self.damaged(&error.to_string()))?;
        Ok((generation, marks))
    }

    fn write(
        &self,
        step: &PoolStep,
        grants: &[(LineIndex, Granted)],
        now: Now,
        asked: &Asked,
        outdated: &[RecordKey],
    ) -> Write {
        let ledgers = step.steps.iter().map(|line| &line.state.ledger);
        let mut write = Write::new(records::encode_pool(&step.ledger, self.seats.iter().zip(ledgers)));
        for (line, step) in (0..).map(LineIndex).zip(&step.steps) {
            write = write_line(write, line, step);
        }
        for ((line, number), session) in &step.sessions {
            let key = records::session_key(*line, run_of(step, *line), *number);
            write = write.put(key, records::encode(session));
        }
        if !grants.is_empty() {
            write = write.put(
                records::grants_key(now.wall, asked.lines[0].batch),
                records::encode_grants(grants),
            );
        }
        outdated.iter().fold(write, |write, key| write.delete(key.clone()))
    }

    fn adopt(&mut self, generation: Generation, step: &PoolStep, granted: bool, now: Now, asked: &Asked, gone: usize) {
        self.generation = generation;
        self.state = step.clone().into_state();
        self.logged.drain(..gone);
        if granted {
            self.logged
                .push_back(records::grants_key(now.wall, asked.lines[0].batch));
        }
    }

    fn outdated(&self, now: WallMs) -> Vec<RecordKey> {
        let old = |key: &&RecordKey| records::granted_at(key).is_none_or(|at| at.0 + LOG_MS < now.0);
        self.logged.iter().take_while(old).take(FORGET_MAX).cloned().collect()
    }

    fn damaged(&self, reason: &str) -> KeepError {
        KeepError::Damaged {
            pool: self.pool.as_str().to_owned(),
            reason: reason.to_owned(),
        }
    }
}

fn run_of(step: &PoolStep, line: LineIndex) -> Run {
    step.steps[usize::from(line.0)].state.ledger.run
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

fn write_line(mut write: Write, line: LineIndex, step: &Step) -> Write {
    let (run, state) = (step.state.ledger.run, &step.state);
    for chunk in &step.changed {
        write = write.put(records::marks_key(line, run, *chunk), state.marks.encode_chunk(*chunk));
    }
    if let Some(window) = state.ledger.order.unnumbered_from() {
        for chunk in &step.early_changed {
            let key = records::early_key(line, run, window, *chunk);
            write = write.put(key, state.early.encode_chunk(*chunk));
        }
    }
    if let Some((window, chunks)) = step.early_gone {
        for chunk in (0..chunks).map(ChunkIndex) {
            write = write.delete(records::early_key(line, run, window, chunk));
        }
    }
    for (number, redirects) in &step.redirects {
        let key = records::redirects_key(line, run, *number);
        write = write.put(key, records::encode(redirects));
    }
    write = moved::write(write, line, run, &step.moved);
    vouchers::write(write, line, run, &step.vouchers)
}
