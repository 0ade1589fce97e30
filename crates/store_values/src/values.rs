//! The values that a store takes and returns.

use serde::{Deserialize, Serialize};

use crate::bounds::{
    Excess, LEDGER_BYTES_MAX, Measure, PAGE_BYTES_MAX, PAGE_RECORDS_MAX, VALUE_BYTES_MAX, WRITE_BYTES_MAX,
    WRITE_RECORDS_MAX, at_most,
};
use crate::{Generation, RecordKey};

/// The content of one commit: the pool's new ledger and changes of its records.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Write {
    /// The new ledger. An empty ledger is a value like any other.
    pub ledger: Vec<u8>,
    /// Records to put (`Some`) or to delete (`None`); the last mention of a key counts. Deleting a
    /// record that does not exist is not an error.
    pub records: Vec<(RecordKey, Option<Vec<u8>>)>,
    /// Whether the committer knows that the pool is [recovering](Newest::recovering) and has
    /// allowed for it. A recovering pool refuses any other write as a conflict. On an empty pool,
    /// the flag says that the committer knows that the pool had content: a store that is
    /// shared between processes then issues none of the earlier generations again.
    pub recovers: bool,
}

impl Write {
    /// Checks that the write is within the bounds.
    ///
    /// # Errors
    /// Returns an error if it is not.
    pub fn check(&self) -> Result<(), Excess> {
        at_most(Measure::LedgerBytes, self.ledger.len(), LEDGER_BYTES_MAX)?;
        at_most(Measure::WriteRecords, self.records.len(), WRITE_RECORDS_MAX)?;
        let mut bytes = self.ledger.len();
        for (key, value) in &self.records {
            let value_bytes = value.as_ref().map_or(0, Vec::len);
            at_most(Measure::ValueBytes, value_bytes, VALUE_BYTES_MAX)?;
            bytes += key.as_bytes().len() + value_bytes;
        }
        at_most(Measure::WriteBytes, bytes, WRITE_BYTES_MAX)
    }
}

impl Write {
    /// Makes a write of the ledger alone.
    #[must_use]
    pub fn new(ledger: impl Into<Vec<u8>>) -> Self {
        Self {
            ledger: ledger.into(),
            records: Vec::new(),
            recovers: false,
        }
    }

    /// Sets whether the write recovers the pool.
    #[must_use]
    pub fn recovering(mut self, recovers: bool) -> Self {
        self.recovers = recovers;
        self
    }

    /// Adds a record to put.
    #[must_use]
    pub fn put(mut self, key: RecordKey, value: impl Into<Vec<u8>>) -> Self {
        self.records.push((key, Some(value.into())));
        self
    }

    /// Adds a record to delete.
    #[must_use]
    pub fn delete(mut self, key: RecordKey) -> Self {
        self.records.push((key, None));
        self
    }
}

/// A pool's ledger and the requested records, all of one generation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Loaded {
    /// The generation that the next commit must expect.
    pub generation: Generation,
    /// `None` exactly when the generation is 0.
    pub ledger: Option<Vec<u8>>,
    /// One entry per key, in the order of the request; `None` where there is no such record.
    pub records: Vec<Option<Vec<u8>>>,
    /// See [`Newest::recovering`].
    pub recovering: bool,
}

/// A pool's current ledger.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Newest {
    /// The generation that the next commit must expect.
    pub generation: Generation,
    /// `None` exactly when the generation is 0.
    pub ledger: Option<Vec<u8>>,
    /// Whether the server that holds the store differs from the one that took the pool's last
    /// commit. Acknowledged commits may then be missing, even if the generation is higher than one
    /// that was seen before. The flag stays set until a commit [recovers](Write::recovers) the
    /// pool.
    pub recovering: bool,
}

/// A commit that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Committed {
    /// The generation of the commit.
    pub generation: Generation,
    /// Whether another committer, after repeated conflicts, asks the others to skip a commit.
    pub others_wait: bool,
}

impl From<Generation> for Committed {
    fn from(generation: Generation) -> Self {
        Self {
            generation,
            others_wait: false,
        }
    }
}

/// Records with their values, in the byte order of their keys.
pub type Records = Vec<(RecordKey, Vec<u8>)>;

/// Consecutive records in the order of their keys, all of one generation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The pool's generation when the page was read.
    pub generation: Generation,
    /// At most [`PAGE_RECORDS_MAX`] records.
    pub records: Records,
    /// Whether records follow this page's last one.
    pub more: bool,
}

impl Page {
    /// Fills a page from the sorted `records` until it is full or they end.
    ///
    /// # Errors
    /// Returns the first error among the records.
    pub fn fill<E>(
        generation: Generation,
        records: impl Iterator<Item = Result<(RecordKey, Vec<u8>), E>>,
    ) -> Result<Self, E> {
        let mut page = Self {
            generation,
            ..Self::default()
        };
        let mut bytes = 0;
        for record in records {
            let (key, value) = record?;
            if page.records.len() == PAGE_RECORDS_MAX || bytes >= PAGE_BYTES_MAX {
                page.more = true;
                break;
            }
            bytes += key.as_bytes().len() + value.len();
            page.records.push((key, value));
        }
        Ok(page)
    }
}
