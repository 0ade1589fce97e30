//! What goes into a store and what comes out.

use crate::bounds::{
    Excess, LEDGER_BYTES_MAX, Measure, PAGE_BYTES_MAX, PAGE_RECORDS_MAX, VALUE_BYTES_MAX, WRITE_BYTES_MAX,
    WRITE_RECORDS_MAX, at_most,
};
use crate::{Generation, RecordKey};

/// All that one commit changes: the pool's new ledger and some of its records.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Write {
    /// The ledger from now on; empty is a value like any other.
    pub ledger: Vec<u8>,
    /// Records to put (`Some`) or to delete (`None`); the last mention of a key counts. Deleting
    /// what is not there is no error.
    pub records: Vec<(RecordKey, Option<Vec<u8>>)>,
    /// The committer was told that the pool is [recovering](Newest::recovering) and has allowed for
    /// it. A pool that is recovering refuses any other write as a conflict. Or the pool is empty,
    /// and the committer knows that it was not: on a store that is
    /// [shared](crate::Store::is_shared) no generation of before is made again.
    pub recovers: bool,
}

impl Write {
    /// Refuses what is larger than any store takes.
    pub(crate) fn check(&self) -> Result<(), Excess> {
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
    /// A write of the ledger alone.
    #[must_use]
    pub fn new(ledger: impl Into<Vec<u8>>) -> Self {
        Self {
            ledger: ledger.into(),
            records: Vec::new(),
            recovers: false,
        }
    }

    /// Also for a pool that is recovering, where it is known to be.
    #[must_use]
    pub fn recovering(mut self, recovers: bool) -> Self {
        self.recovers = recovers;
        self
    }

    /// Also puts a record.
    #[must_use]
    pub fn put(mut self, key: RecordKey, value: impl Into<Vec<u8>>) -> Self {
        self.records.push((key, Some(value.into())));
        self
    }

    /// Also deletes a record.
    #[must_use]
    pub fn delete(mut self, key: RecordKey) -> Self {
        self.records.push((key, None));
        self
    }
}

/// A pool's ledger and the records asked for, all of one generation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Loaded {
    /// What the next commit has to expect.
    pub generation: Generation,
    /// `None` exactly when the generation is 0.
    pub ledger: Option<Vec<u8>>,
    /// One a key, in the order asked; `None` where there is no such record.
    pub records: Vec<Option<Vec<u8>>>,
    /// As [`Newest::recovering`].
    pub recovering: bool,
}

/// A pool's ledger as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Newest {
    /// What the next commit has to expect.
    pub generation: Generation,
    /// `None` exactly when the generation is 0.
    pub ledger: Option<Vec<u8>>,
    /// Another server keeps the store than the one that took the pool's last commit: commits that
    /// were acknowledged may be missing, even where the generation is higher than one that was seen
    /// before. So it stays until a commit [recovers](Write::recovers) the pool.
    pub recovering: bool,
}

/// A commit that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Committed {
    /// The generation it made.
    pub generation: Generation,
    /// Somebody who had no luck [asks the others](crate::Store::ask_for_a_turn) to skip a turn.
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

/// Records with their values, in the order of their keys, byte by byte.
pub type Records = Vec<(RecordKey, Vec<u8>)>;

/// A run of records in the order of their keys, all of one generation.
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
    /// Fills a page from `records`, which are sorted, until it is full or they end.
    pub(crate) fn fill<E>(
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
