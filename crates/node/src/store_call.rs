//! The calls that a pool node makes to its store, as values, and what the store says.

use store_values::{CommitError, Committed, Generation, Loaded, Newest, RecordKey, Records, StoreError, Write};

/// A call to the store, about the pool of the caller.
#[derive(Debug, Clone)]
pub enum StoreCall {
    /// Reads the pool's ledger if the pool is not at this generation, or is recovering.
    Look {
        /// The generation that the caller knows.
        known: Generation,
    },
    /// Reads the ledger and these records, all of one generation.
    Load {
        /// The keys of the records.
        keys: Vec<RecordKey>,
    },
    /// Reads the records under each of these prefixes, one after another.
    Scan {
        /// The prefixes.
        prefixes: Vec<Vec<u8>>,
    },
    /// Commits.
    Commit {
        /// The generation that the commit follows.
        expected: Generation,
        /// What it writes.
        write: Write,
    },
}

/// What the store says to a [`StoreCall`].
#[derive(Debug, Clone)]
pub enum StoreReply {
    /// To a look: `None` if nothing changed.
    Looked(Result<Option<Newest>, StoreError>),
    /// To a load.
    Loaded(Result<Loaded, StoreError>),
    /// To a scan: the records under each prefix, with the generation at which they were read.
    Scanned(Result<Vec<(Generation, Records)>, StoreError>),
    /// To a commit.
    Committed(Result<Committed, CommitError>),
}

/// A piece of work that needs the store.
#[derive(Debug)]
pub enum ReadProgress<T> {
    /// The work goes on with the reply to this call.
    Call(StoreCall),
    /// The work is done.
    Done(T),
}

#[cfg(test)]
pub(crate) mod testing {
    //! Carries out calls on a store in memory.

    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use store::{MemoryStore, PoolId, Store};

    use super::{StoreCall, StoreReply};

    /// Returns the answer of a store in memory, which is ready at once.
    pub(crate) fn at_once<T>(answer: impl Future<Output = T>) -> T {
        match pin!(answer).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => answer,
            Poll::Pending => unreachable!("a store in memory never waits"),
        }
    }

    /// What a store says to a call.
    pub(crate) fn answered((store, pool): &(MemoryStore, PoolId), call: StoreCall) -> StoreReply {
        match call {
            StoreCall::Look { known } => StoreReply::Looked(at_once(store.look(pool, known))),
            StoreCall::Load { keys } => StoreReply::Loaded(at_once(store.load(pool, &keys))),
            StoreCall::Scan { prefixes } => {
                let scans = prefixes.iter().map(|prefix| at_once(store.scan(pool, prefix)));
                StoreReply::Scanned(scans.collect())
            }
            StoreCall::Commit { expected, write } => {
                StoreReply::Committed(at_once(store.commit(pool, expected, write)))
            }
        }
    }
}
