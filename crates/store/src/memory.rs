//! A store that forgets: for tests and for trying things out.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::bounds::{check_keys, check_write};
use crate::{CommitError, Generation, Loaded, Newest, Page, PoolId, RecordKey, Store, StoreError, Write};

/// Keeps everything in maps behind one lock. Clones share what is stored.
#[derive(Debug, Clone, Default)]
pub struct MemoryStore {
    pools: Arc<Mutex<BTreeMap<PoolId, Pool>>>,
}

#[derive(Debug, Default)]
struct Pool {
    newest: Newest,
    records: BTreeMap<RecordKey, Vec<u8>>,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing that runs under the lock can panic half way, so a poisoned lock guards whole data.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<PoolId, Pool>> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    fn load(&self, keys: &[RecordKey]) -> Loaded {
        Loaded {
            generation: self.newest.generation,
            ledger: self.newest.ledger.clone(),
            records: keys.iter().map(|key| self.records.get(key).cloned()).collect(),
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

    fn write(&mut self, write: Write) -> Generation {
        for (key, value) in write.records {
            match value {
                Some(value) => self.records.insert(key, value),
                None => self.records.remove(&key),
            };
        }
        let generation = self.newest.generation.next();
        self.newest = Newest {
            generation,
            ledger: Some(write.ledger),
        };
        generation
    }
}

impl Store for MemoryStore {
    async fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> Result<Loaded, StoreError> {
        check_keys(keys)?;
        let pools = self.lock();
        Ok(pools
            .get(pool)
            .map_or_else(|| Pool::default().load(keys), |pool| pool.load(keys)))
    }

    async fn scan_page(&self, pool: &PoolId, prefix: &[u8], after: Option<&RecordKey>) -> Result<Page, StoreError> {
        Ok(self
            .lock()
            .get(pool)
            .map_or_else(Page::default, |pool| pool.page(prefix, after)))
    }

    async fn commit(&self, pool: &PoolId, expected: Generation, write: Write) -> Result<Generation, CommitError> {
        check_write(&write)?;
        let mut pools = self.lock();
        let newest = pools.get(pool).map(|pool| pool.newest.clone()).unwrap_or_default();
        if newest.generation != expected {
            return Err(CommitError::Conflict { newest });
        }
        Ok(pools.entry(pool.clone()).or_default().write(write))
    }

    async fn pools(&self) -> Result<Vec<PoolId>, StoreError> {
        Ok(self.lock().keys().cloned().collect())
    }
}
