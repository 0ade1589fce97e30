//! A room's state and its way to the store and back. Decides nothing: it carries out [`admission::Step`]s.

use std::collections::{BTreeMap, VecDeque};

use admission::marks::ChunkIndex;
use admission::{Batch, Ledger, Marks, Now, Number, Redirects, RoomConfig, State, Step, WallMs, apply};
use store::{AnyStore, CommitError, Generation, PoolId, RecordKey, Store, StoreError, Write};

use super::grants::{Granted, LOG_MS};
use super::records;

/// A conflict or an unknown outcome is tried again so often.
const ATTEMPTS_MAX: u32 = 5;
/// So many outdated grant records are deleted with one commit at most.
const FORGET_MAX: usize = 64;

/// What a room's state was last, and where it is kept.
#[derive(Debug)]
pub(super) struct Keeper {
    store: AnyStore,
    pool: PoolId,
    generation: Generation,
    pub(super) state: State,
    /// Stored grant records, oldest first.
    logged: VecDeque<RecordKey>,
}

/// Why a room's state could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The store does not answer, or refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A commit did not succeed.
    #[error("the commit did not succeed: {0}")]
    Commit(#[from] CommitError),
    /// What is stored cannot be read.
    #[error("stored state of {pool} cannot be read: {reason}")]
    Damaged {
        /// Which pool.
        pool: String,
        /// What is wrong.
        reason: String,
    },
}

impl Keeper {
    /// Loads a room, or begins it; also the grants still logged.
    pub(super) async fn open(
        store: AnyStore,
        pool: PoolId,
        config: &RoomConfig,
        wall: WallMs,
    ) -> Result<(Self, Vec<Granted>), KeepError> {
        let state = State::new(Ledger::new(config, wall));
        let mut keeper = Self {
            store,
            pool,
            generation: Generation::NONE,
            state,
            logged: VecDeque::new(),
        };
        keeper.reload().await?;
        let (_, stored) = keeper.store.scan(&keeper.pool, &records::grants_prefix()).await?;
        let mut grants = Vec::new();
        for (key, value) in stored {
            grants.extend(records::decode_grants(&value).ok_or_else(|| keeper.damaged("a grant record"))?);
            keeper.logged.push_back(key);
        }
        Ok((keeper, grants))
    }

    /// Redirect records of places.
    pub(super) async fn redirects(
        &self,
        numbers: impl IntoIterator<Item = Number>,
    ) -> Result<BTreeMap<Number, Redirects>, KeepError> {
        let numbers: Vec<Number> = numbers.into_iter().collect();
        if numbers.is_empty() {
            return Ok(BTreeMap::new());
        }
        let run = self.state.ledger.run;
        let keys: Vec<RecordKey> = numbers
            .iter()
            .map(|number| records::redirects_key(run, *number))
            .collect();
        let loaded = self.store.load(&self.pool, &keys).await?;
        let found = numbers.into_iter().zip(loaded.records);
        Ok(found
            .filter_map(|(number, value)| Some((number, records::decode_redirects(&value?)?)))
            .collect())
    }

    /// Applies a batch and makes it durable, again on the newer state after a conflict; `name` gives a grant its queue id for the log.
    pub(super) async fn commit(
        &mut self,
        config: &RoomConfig,
        now: Now,
        batch: &Batch,
        name: impl Fn(&Step, Number) -> Option<protocol::QueueId>,
    ) -> Result<(Step, Vec<Granted>), KeepError> {
        let mut attempt = 0;
        loop {
            let step = apply(&self.state, config, now, batch);
            let grants: Vec<Granted> = step
                .grants
                .iter()
                .filter_map(|grant| Some(Granted::new(*grant, step.outcome.run, &name(&step, grant.number)?)))
                .collect();
            let outdated = self.outdated(now.wall);
            let write = self.write(&step, &grants, now, batch, &outdated);
            match self.store.commit(&self.pool, self.generation, write).await {
                Ok(generation) => {
                    self.adopt(generation, &step, &grants, now, batch, outdated.len());
                    return Ok((step, grants));
                }
                Err(CommitError::Unknown { .. }) if self.holds(batch).await? => {
                    self.adopt(self.generation, &step, &grants, now, batch, outdated.len());
                    return Ok((step, grants));
                }
                Err(CommitError::Conflict { .. } | CommitError::Unknown { .. }) if attempt < ATTEMPTS_MAX => {
                    attempt += 1;
                    self.reload().await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Whether a batch whose outcome is not known was committed; its generation is then ours.
    async fn holds(&mut self, batch: &Batch) -> Result<bool, KeepError> {
        let loaded = self.store.load(&self.pool, &[]).await?;
        let Some(bytes) = loaded.ledger else { return Ok(false) };
        let ledger = Ledger::decode(&bytes).map_err(|error| self.damaged(&error.to_string()))?;
        let holds = ledger.holds(batch.node, batch.batch);
        if holds {
            self.generation = loaded.generation;
        }
        Ok(holds)
    }

    async fn reload(&mut self) -> Result<(), KeepError> {
        let loaded = self.store.load(&self.pool, &[]).await?;
        let Some(bytes) = loaded.ledger else { return Ok(()) };
        let ledger = Ledger::decode(&bytes).map_err(|error| self.damaged(&error.to_string()))?;
        let (generation, marks) = self.marks(&records::marks_prefix(ledger.run)).await?;
        let early = match ledger.order.unnumbered_from() {
            Some(window) => self.marks(&records::early_prefix(ledger.run, window)).await?.1,
            None => Marks::default(),
        };
        ledger
            .check(&marks, &early)
            .map_err(|error| self.damaged(&error.to_string()))?;
        self.generation = generation;
        self.state = State { ledger, marks, early };
        Ok(())
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

    fn write(&self, step: &Step, grants: &[Granted], now: Now, batch: &Batch, outdated: &[RecordKey]) -> Write {
        let run = step.state.ledger.run;
        let mut write = Write::new(step.state.ledger.encode());
        for chunk in &step.changed {
            write = write.put(records::marks_key(run, *chunk), step.state.marks.encode_chunk(*chunk));
        }
        if let Some(window) = step.state.ledger.order.unnumbered_from() {
            for chunk in &step.early_changed {
                let key = records::early_key(run, window, *chunk);
                write = write.put(key, step.state.early.encode_chunk(*chunk));
            }
        }
        for (number, redirects) in &step.redirects {
            write = write.put(
                records::redirects_key(run, *number),
                records::encode_redirects(redirects),
            );
        }
        if !grants.is_empty() {
            write = write.put(
                records::grants_key(now.wall, batch.batch),
                records::encode_grants(grants),
            );
        }
        if let Some((window, chunks)) = step.early_gone {
            for chunk in (0..chunks).map(ChunkIndex) {
                write = write.delete(records::early_key(run, window, chunk));
            }
        }
        outdated.iter().fold(write, |write, key| write.delete(key.clone()))
    }

    fn adopt(&mut self, generation: Generation, step: &Step, grants: &[Granted], now: Now, batch: &Batch, gone: usize) {
        self.generation = generation;
        self.state = step.state.clone();
        self.logged.drain(..gone);
        if !grants.is_empty() {
            self.logged.push_back(records::grants_key(now.wall, batch.batch));
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
