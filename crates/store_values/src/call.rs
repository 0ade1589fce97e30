//! The calls to a store as values, and the store's replies: for a caller that performs no IO
//! itself.

use serde::{Deserialize, Serialize};

use crate::{CommitError, Committed, Generation, Loaded, Newest, RecordKey, Records, StoreError, Write};

/// A call to the store, about the pool of the caller.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum StoreCall {
    /// Reads the pool's ledger if the pool is not at this generation, or is recovering.
    LoadNewer {
        /// The generation that the caller knows.
        known: Generation,
    },
    /// Reads the ledger and these records, all at one generation.
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
        /// The content of the commit.
        write: Write,
    },
}

/// The answer of the store to a [`StoreCall`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum StoreReply {
    /// To a conditional read: `None` if nothing changed.
    LoadedNewer(Result<Option<Newest>, StoreError>),
    /// To a load.
    Loaded(Result<Loaded, StoreError>),
    /// To a scan: the records under each prefix, with the generation at which they were read.
    Scanned(Result<Vec<(Generation, Records)>, StoreError>),
    /// To a commit.
    Committed(Result<Committed, CommitError>),
}
