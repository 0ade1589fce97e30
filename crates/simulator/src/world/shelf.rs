//! A memory store whose commits fail on demand: refused, lost, or made with a lost answer.

use std::pin::pin;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, Waker};

use store::{
    CommitError, Committed, Generation, Loaded, MemoryStore, Page, PoolId, RecordKey, Store, StoreError, Write,
};

/// The fate of the next commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Fate {
    /// The store decides, and the node receives the answer.
    Heard = 0,
    /// The store refuses the commit.
    Refused = 1,
    /// The store decides, and the answer is lost.
    Unheard = 2,
    /// The commit is lost on its way to the store.
    Lost = 3,
}

/// The store.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    store: MemoryStore,
    fate: AtomicU8,
    away: AtomicU8,
}

impl Shelf {
    /// Sets the fate of the next commit.
    pub(crate) fn decide(&self, fate: Fate) {
        self.fate.store(fate as u8, Ordering::Relaxed);
    }

    /// Makes the store unavailable, or available again.
    pub(crate) fn set_away(&self, away: bool) {
        self.away.store(u8::from(away), Ordering::Relaxed);
    }

    /// Returns a replica of the present data; `None` if nothing is stored yet, or the recovery from
    /// the previous failover is not complete.
    pub(crate) fn replica(&self, pool: &PoolId) -> Option<MemoryStore> {
        let newest = at_once(self.store.look(pool, Generation::NONE)).expect("memory is always there")?;
        (!newest.recovering).then(|| self.store.replica())
    }

    /// Makes the replica the store.
    pub(crate) fn fail_over(&self, replica: &MemoryStore) {
        self.store.fail_over(replica);
    }

    fn is_away(&self) -> bool {
        self.away.load(Ordering::Relaxed) != 0
    }
}

const CAUSE: &str = "the scenario says so";

impl Store for Shelf {
    async fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> Result<Loaded, StoreError> {
        if self.is_away() {
            return Err(StoreError::Unavailable { cause: CAUSE.into() });
        }
        self.store.load(pool, keys).await
    }

    async fn scan_page(&self, pool: &PoolId, prefix: &[u8], after: Option<&RecordKey>) -> Result<Page, StoreError> {
        if self.is_away() {
            return Err(StoreError::Unavailable { cause: CAUSE.into() });
        }
        self.store.scan_page(pool, prefix, after).await
    }

    async fn commit(&self, pool: &PoolId, expected: Generation, write: Write) -> Result<Committed, CommitError> {
        let fate = self.fate.swap(Fate::Heard as u8, Ordering::Relaxed);
        if self.is_away() || fate == Fate::Refused as u8 {
            return Err(CommitError::Unavailable { cause: CAUSE.into() });
        }
        if fate == Fate::Lost as u8 {
            return Err(CommitError::Unknown { cause: CAUSE.into() });
        }
        let answer = self.store.commit(pool, expected, write).await;
        if fate == Fate::Unheard as u8 {
            return Err(CommitError::Unknown { cause: CAUSE.into() });
        }
        answer
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn pools(&self) -> Result<Vec<PoolId>, StoreError> {
        self.store.pools().await
    }
}

/// Returns the answer of a memory store, which is ready at once.
pub(crate) fn at_once<T>(answer: impl Future<Output = T>) -> T {
    match pin!(answer).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("a store in memory never waits"),
    }
}
