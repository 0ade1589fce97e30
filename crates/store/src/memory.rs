//! A store in memory, for tests and for evaluation. It keeps nothing after the process ends.
//!
//! Tests can make it fail over like a replicated store: [`MemoryStore::replica`] copies the present
//! content, and [`MemoryStore::fail_over`] makes such a copy the content of the store, regardless
//! of the commits acknowledged since. They can disconnect it ([`MemoryStore::set_away`]), also for
//! a single handle with a connection of its own ([`MemoryStore::with_own_connection`]), lose
//! replies ([`MemoryStore::lose_reply`]), and give it a clock.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{CommitError, Committed, Generation, Loaded, Newest, Page, PoolId, RecordKey, Store, StoreError, Write};
use store_values::check_keys;

const AWAY: &str = "the test has it away";
/// The number of commits by others after which a request for commit priority ends.
const PRIORITY_COMMITS: u32 = 8;

/// Keeps everything in maps behind one lock. Clones share the content.
#[derive(Debug, Clone, Default)]
pub struct MemoryStore {
    pools: Arc<Mutex<BTreeMap<PoolId, MemoryPool>>>,
    line: Arc<MemoryConnection>,
}

/// The connection of a handle and its clones to the content.
#[derive(Debug, Default)]
struct MemoryConnection {
    is_away: AtomicBool,
    /// 0 for a store without a clock.
    wall_ms: AtomicU64,
    lost: Mutex<Option<LostReply>>,
    late: Mutex<Vec<(PoolId, Generation, Write)>>,
}

/// The fate of a commit whose reply is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostReply {
    /// The commit took effect.
    Made,
    /// The commit is delayed until [`MemoryStore::deliver`].
    Late,
}

#[derive(Debug, Clone, Default)]
struct MemoryPool {
    newest: Newest,
    /// The salt of the server that holds the pool now.
    salt: u32,
    records: BTreeMap<RecordKey, Vec<u8>>,
    priority: Option<RequestedCommitPriority>,
}

/// A request that others skip one of their commits.
#[derive(Debug, Clone, Copy)]
struct RequestedCommitPriority {
    /// The connection that asked.
    by: usize,
    /// The number of commits by others that still learn of the request.
    commits: u32,
}

impl MemoryStore {
    /// Creates an empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a store of its own with the present content.
    #[must_use]
    pub fn replica(&self) -> Self {
        let pools = self.lock().clone();
        Self {
            pools: Arc::new(Mutex::new(pools)),
            line: Arc::default(),
        }
    }

    /// Returns a handle on the same content with a connection of its own, which can be cut
    /// separately.
    #[must_use]
    pub fn with_own_connection(&self) -> Self {
        Self {
            pools: self.pools.clone(),
            line: Arc::default(),
        }
    }

    /// Makes every call of this handle and its clones fail without effect, or succeed again.
    pub fn set_away(&self, is_away: bool) {
        self.line.is_away.store(is_away, Ordering::SeqCst);
    }

    /// Loses the reply of the next commit over this connection.
    pub fn lose_reply(&self, lost: LostReply) {
        *unpoisoned(&self.line.lost) = Some(lost);
    }

    /// Cancels [`lose_reply`](Self::lose_reply).
    pub fn forget_loss(&self) {
        *unpoisoned(&self.line.lost) = None;
    }

    /// Delivers the delayed commits, each by compare-and-set as if it had just been sent.
    pub fn deliver(&self) {
        for (pool, expected, write) in std::mem::take(&mut *unpoisoned(&self.line.late)) {
            // The sender has stopped waiting.
            drop(self.compare_and_set(&pool, expected, write));
        }
    }

    fn compare_and_set(&self, pool: &PoolId, expected: Generation, write: Write) -> Result<Committed, CommitError> {
        let mut pools = self
            .reach()
            .map_err(|_| CommitError::Unavailable { cause: AWAY.into() })?;
        let newest = pools.get(pool).map(|pool| pool.newest.clone()).unwrap_or_default();
        if newest.generation != expected || (newest.recovering && !write.recovers) {
            return Err(CommitError::Conflict { newest });
        }
        let pool = pools.entry(pool.clone()).or_default();
        let others_wait = pool.commit_priority_is_requested(self.line.id());
        Ok(Committed {
            others_wait,
            ..pool.write(write)
        })
    }

    /// Gives the store a stopped clock, for this handle and its clones.
    pub fn set_wall_ms(&self, wall_ms: u64) {
        self.line.wall_ms.store(wall_ms, Ordering::SeqCst);
    }

    /// Replaces the content with that of a replica: later commits are lost, and every pool in the
    /// replica is recovering. A pool that the replica lacks is empty, as if it never had a commit.
    pub fn fail_over(&self, replica: &Self) {
        let mut pools = replica.lock().clone();
        let mut stored = self.lock();
        for id in stored.keys() {
            pools.entry(id.clone()).or_default();
        }
        for (id, pool) in &mut pools {
            pool.newest.recovering = pool.newest.generation != Generation::NONE;
            pool.salt = stored.get(id).map_or(0, |pool| pool.salt) + 1;
        }
        *stored = pools;
    }

    /// Locks the content, unless the store is away.
    fn reach(&self) -> Result<MutexGuard<'_, BTreeMap<PoolId, MemoryPool>>, StoreError> {
        match self.line.is_away.load(Ordering::SeqCst) {
            true => Err(StoreError::Unavailable { cause: AWAY.into() }),
            false => Ok(self.lock()),
        }
    }

    /// No code that runs under the lock can panic halfway, so a poisoned lock guards consistent
    /// data.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<PoolId, MemoryPool>> {
        unpoisoned(&self.pools)
    }
}

fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MemoryConnection {
    /// Returns a number that no other open connection has.
    fn id(self: &Arc<Self>) -> usize {
        Arc::as_ptr(self).addr()
    }
}

impl MemoryPool {
    /// Returns whether a connection other than the one that commits now requested commit priority.
    fn commit_priority_is_requested(&mut self, committer: usize) -> bool {
        let asked = self.priority.filter(|priority| priority.by != committer);
        self.priority = asked.and_then(|priority| {
            let commits = priority.commits - 1;
            (commits > 0).then_some(RequestedCommitPriority { commits, ..priority })
        });
        asked.is_some()
    }

    fn load(&self, keys: &[RecordKey]) -> Loaded {
        Loaded {
            generation: self.newest.generation,
            ledger: self.newest.ledger.clone(),
            records: keys.iter().map(|key| self.records.get(key).cloned()).collect(),
            recovering: self.newest.recovering,
        }
    }

    fn page(&self, prefix: &[u8], after: Option<&RecordKey>) -> Page {
        let start = after.map_or(Bound::Unbounded, |key| Bound::Excluded(key.clone()));
        let records = self
            .records
            .range((start, Bound::Unbounded))
            .filter(|(key, _)| key.as_bytes().starts_with(prefix))
            .map(|(key, value)| Ok::<_, Infallible>((key.clone(), value.clone())));
        match Page::fill(self.newest.generation, records) {
            Ok(page) => page,
            Err(never) => match never {},
        }
    }

    fn write(&mut self, write: Write) -> Committed {
        for (key, value) in write.records {
            match value {
                Some(value) => self.records.insert(key, value),
                None => self.records.remove(&key),
            };
        }
        let before = &self.newest;
        let is_lost = before.generation == Generation::NONE && write.recovers;
        let generation = match before.recovering || is_lost {
            true => before.generation.of_recovery(self.salt),
            false => before.generation.next(),
        };
        self.newest = Newest {
            generation,
            ledger: Some(write.ledger),
            recovering: false,
        };
        generation.into()
    }
}

impl Store for MemoryStore {
    async fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> Result<Loaded, StoreError> {
        check_keys(keys)?;
        let pools = self.reach()?;
        Ok(pools
            .get(pool)
            .map_or_else(|| MemoryPool::default().load(keys), |pool| pool.load(keys)))
    }

    async fn scan_page(&self, pool: &PoolId, prefix: &[u8], after: Option<&RecordKey>) -> Result<Page, StoreError> {
        Ok(self
            .reach()?
            .get(pool)
            .map_or_else(Page::default, |pool| pool.page(prefix, after)))
    }

    async fn commit(&self, pool: &PoolId, expected: Generation, write: Write) -> Result<Committed, CommitError> {
        write.check()?;
        let lost = unpoisoned(&self.line.lost).take();
        let cause = || "the test lost the reply".to_owned();
        if lost == Some(LostReply::Late) {
            unpoisoned(&self.line.late).push((pool.clone(), expected, write));
            return Err(CommitError::Unknown { cause: cause() });
        }
        let committed = self.compare_and_set(pool, expected, write);
        match lost {
            Some(_) => Err(CommitError::Unknown { cause: cause() }),
            None => committed,
        }
    }

    async fn request_commit_priority(&self, pool: &PoolId) {
        if let Some(pool) = self.lock().get_mut(pool) {
            let (by, commits) = (self.line.id(), PRIORITY_COMMITS);
            pool.priority.get_or_insert(RequestedCommitPriority { by, commits });
        }
    }

    /// Several nodes of one process can share the store in tests.
    fn is_shared(&self) -> bool {
        true
    }

    async fn pools(&self) -> Result<Vec<PoolId>, StoreError> {
        let stored = self.reach()?;
        let committed = stored
            .iter()
            .filter(|(_, pool)| pool.newest.generation != Generation::NONE);
        Ok(committed.map(|(id, _)| id.clone()).collect())
    }

    async fn wall_ms(&self) -> Result<Option<u64>, StoreError> {
        drop(self.reach()?);
        let wall_ms = self.line.wall_ms.load(Ordering::SeqCst);
        Ok((wall_ms > 0).then_some(wall_ms))
    }
}
