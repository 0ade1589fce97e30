//! What goes into a store and what comes out.

use crate::bounds::{PAGE_BYTES_MAX, PAGE_RECORDS_MAX};
use crate::{Generation, RecordKey};

/// All that one commit changes: the pool's new ledger and some of its records.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Write {
    /// The ledger from now on; empty is a value like any other.
    pub ledger: Vec<u8>,
    /// Records to put (`Some`) or to delete (`None`); the last mention of a key counts. Deleting what
    /// is not there is no error.
    pub records: Vec<(RecordKey, Option<Vec<u8>>)>,
}

impl Write {
    /// A write of the ledger alone.
    #[must_use]
    pub fn new(ledger: impl Into<Vec<u8>>) -> Self {
        Self {
            ledger: ledger.into(),
            records: Vec::new(),
        }
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
}

/// A pool's ledger as a refused commit found it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Newest {
    /// The generation that the commit should have expected.
    pub generation: Generation,
    /// `None` exactly when the generation is 0.
    pub ledger: Option<Vec<u8>>,
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
