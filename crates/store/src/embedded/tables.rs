//! The layout of the file in format [`super::FORMAT_VERSION`].
//!
//! | table | key | value |
//! | --- | --- | --- |
//! | `format` | `"version"` | number of the format |
//! | `format` | `"copy"` | number of the copy: 0, and in each copy one more than in its source |
//! | `pools` | pool | generation, number of the copy, ledger |
//! | `records` | pool, record key | value |
//!
//! A copy lacks the commits that its source acknowledged later. A pool whose ledger names another
//! copy than the file does is therefore [recovering](crate::Newest::recovering) until a commit
//! recovers it.

use std::ops::Bound;

use redb::{Database, ReadOnlyTable, ReadTransaction, ReadableTable, Table, TableDefinition, WriteTransaction};

use crate::{Generation, Loaded, Newest, Page, PoolId, RecordKey, Write};

/// Number of the format that this version writes.
pub const FORMAT_VERSION: u64 = 2;
pub(super) const FORMAT: TableDefinition<'_, &str, u64> = TableDefinition::new("format");
pub(super) const FORMAT_KEY: &str = "version";
pub(super) const COPY_KEY: &str = "copy";

/// Generation, number of the copy it was committed to, ledger.
type LedgerRow = (u64, u64, &'static [u8]);
type Key = (&'static str, &'static [u8]);

const POOLS: TableDefinition<'_, &str, LedgerRow> = TableDefinition::new("pools");
const RECORDS: TableDefinition<'_, Key, &[u8]> = TableDefinition::new("records");
/// The table of format 1 that [`POOLS`] replaces.
const LEDGERS_1: TableDefinition<'_, &str, (u64, &[u8])> = TableDefinition::new("ledgers");

/// Upgrades format 1 to 2.
pub(super) fn ledgers_name_their_copy(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    {
        let ledgers = transaction.open_table(LEDGERS_1)?;
        let mut pools = transaction.open_table(POOLS)?;
        for stored in ledgers.iter()? {
            let (pool, ledger) = stored?;
            let (generation, ledger) = ledger.value();
            pools.insert(pool.value(), (generation, 0, ledger))?;
        }
        transaction.open_table(FORMAT)?.insert(COPY_KEY, 0)?;
    }
    transaction.delete_table(LEDGERS_1)?;
    Ok(())
}

fn copy_of(format: &impl ReadableTable<&'static str, u64>) -> Result<u64, redb::Error> {
    let copy = format.get(COPY_KEY)?.map(|copy| copy.value());
    copy.ok_or_else(|| redb::Error::Corrupted("the number of the copy is missing".into()))
}

/// The tables that commits change, open in one transaction.
pub(super) struct OpenTables<'t> {
    copy: u64,
    pools: Table<'t, &'static str, LedgerRow>,
    records: Table<'t, Key, &'static [u8]>,
    /// Change of the total size of keys and values, in bytes.
    pub(super) grown_bytes: i64,
}

impl<'t> OpenTables<'t> {
    /// Opens the tables; creates missing ones.
    pub(super) fn open(transaction: &'t WriteTransaction) -> Result<Self, redb::Error> {
        Ok(Self {
            copy: copy_of(&transaction.open_table(FORMAT)?)?,
            pools: transaction.open_table(POOLS)?,
            records: transaction.open_table(RECORDS)?,
            grown_bytes: 0,
        })
    }

    /// Returns the pool as this transaction sees it.
    pub(super) fn newest(&self, pool: &PoolId) -> Result<Newest, redb::Error> {
        newest(&self.pools, pool, self.copy)
    }

    /// Writes a commit whose expected generation was checked, on top of the state `before`.
    pub(super) fn write(&mut self, pool: &PoolId, before: &Newest, write: &Write) -> Result<Generation, redb::Error> {
        let generation = match before.recovering {
            // The lower bits suffice: copies that one file descends from are numbered
            // consecutively.
            true => before.generation.of_recovery(self.copy as u32),
            false => before.generation.next(),
        };
        let name = pool.as_str();
        let ledger = (generation.0, self.copy, write.ledger.as_slice());
        let replaced = self.pools.insert(name, ledger)?.map(|old| old.value().2.len());
        self.grown_bytes += grown(name.len(), replaced, Some(write.ledger.len()));
        for (key, value) in &write.records {
            let stored = (name, key.as_bytes());
            let replaced = match value {
                Some(value) => self.records.insert(stored, value.as_slice())?,
                None => self.records.remove(stored)?,
            };
            let replaced = replaced.map(|old| old.value().len());
            self.grown_bytes += grown(
                name.len() + key.as_bytes().len(),
                replaced,
                value.as_ref().map(Vec::len),
            );
        }
        Ok(generation)
    }
}

/// Returns by how many bytes a record grows.
fn grown(key: usize, before: Option<usize>, after: Option<usize>) -> i64 {
    let bytes = |value: Option<usize>| value.map_or(0, |value| (key + value) as i64);
    bytes(after) - bytes(before)
}

fn newest(
    pools: &impl ReadableTable<&'static str, LedgerRow>,
    pool: &PoolId,
    copy: u64,
) -> Result<Newest, redb::Error> {
    let Some(stored) = pools.get(pool.as_str())? else {
        return Ok(Newest::default());
    };
    let (generation, committed_to, ledger) = stored.value();
    Ok(Newest {
        generation: Generation(generation),
        ledger: Some(ledger.to_vec()),
        recovering: committed_to != copy,
    })
}

fn newest_in(snapshot: &ReadTransaction, pool: &PoolId) -> Result<Newest, redb::Error> {
    let copy = copy_of(&snapshot.open_table(FORMAT)?)?;
    newest(&snapshot.open_table(POOLS)?, pool, copy)
}

pub(super) fn load(snapshot: &ReadTransaction, pool: &PoolId, keys: &[RecordKey]) -> Result<Loaded, redb::Error> {
    let Newest {
        generation,
        ledger,
        recovering,
    } = newest_in(snapshot, pool)?;
    let table = snapshot.open_table(RECORDS)?;
    let mut records = Vec::with_capacity(keys.len());
    for key in keys {
        let value = table.get((pool.as_str(), key.as_bytes()))?;
        records.push(value.map(|value| value.value().to_vec()));
    }
    Ok(Loaded {
        generation,
        ledger,
        records,
        recovering,
    })
}

pub(super) fn page(
    snapshot: &ReadTransaction,
    pool: &PoolId,
    prefix: &[u8],
    after: Option<&RecordKey>,
) -> Result<Page, redb::Error> {
    let generation = newest_in(snapshot, pool)?.generation;
    let table = snapshot.open_table(RECORDS)?;
    Page::fill(generation, records(&table, pool, prefix, after)?)
}

/// Iterates over the records after `after` whose keys start with `prefix`, in order.
fn records<'t>(
    table: &'t ReadOnlyTable<Key, &'static [u8]>,
    pool: &PoolId,
    prefix: &[u8],
    after: Option<&RecordKey>,
) -> Result<impl Iterator<Item = Result<(RecordKey, Vec<u8>), redb::Error>> + 't, redb::Error> {
    let pool = pool.clone();
    let prefix = prefix.to_vec();
    let from = match after.map(RecordKey::as_bytes) {
        Some(after) if after >= prefix.as_slice() => Bound::Excluded((pool.as_str(), after)),
        _ => Bound::Included((pool.as_str(), prefix.as_slice())),
    };
    let rest = table.range::<(&str, &[u8])>((from, Bound::Unbounded))?;
    Ok(rest.map_while(move |record| {
        record
            .map_err(redb::Error::from)
            .and_then(|(key, value)| {
                let (found, key) = key.value();
                if found != pool.as_str() || !key.starts_with(&prefix) {
                    return Ok(None);
                }
                Ok(Some((stored_key(key)?, value.value().to_vec())))
            })
            .transpose()
    }))
}

/// Copies the content of a snapshot to another database in steps. The format is written last, so
/// that an unfinished copy is not recognised as a store.
pub(super) struct TableCopy<'s> {
    snapshot: &'s ReadTransaction,
    pools: bool,
    /// The last record that was copied.
    after: Option<(String, Vec<u8>)>,
}

impl<'s> TableCopy<'s> {
    pub(super) fn new(snapshot: &'s ReadTransaction) -> Self {
        Self {
            snapshot,
            pools: false,
            after: None,
        }
    }

    /// Copies about `bytes` bytes of keys and values; returns `false` when everything is copied.
    pub(super) fn step(&mut self, database: &Database, bytes: usize) -> Result<bool, redb::Error> {
        let transaction = database.begin_write()?;
        if !self.pools {
            let mut pools = transaction.open_table(POOLS)?;
            for stored in self.snapshot.open_table(POOLS)?.iter()? {
                let (pool, ledger) = stored?;
                pools.insert(pool.value(), ledger.value())?;
            }
            self.pools = true;
        }
        let more = self.put_records(&mut transaction.open_table(RECORDS)?, bytes)?;
        if !more {
            let copy = copy_of(&self.snapshot.open_table(FORMAT)?)? + 1;
            let mut format = transaction.open_table(FORMAT)?;
            format.insert(FORMAT_KEY, FORMAT_VERSION)?;
            format.insert(COPY_KEY, copy)?;
        }
        transaction.commit()?;
        Ok(more)
    }

    fn put_records(&mut self, into: &mut Table<'_, Key, &'static [u8]>, bytes: usize) -> Result<bool, redb::Error> {
        let table = self.snapshot.open_table(RECORDS)?;
        let from = match &self.after {
            Some((pool, key)) => Bound::Excluded((pool.as_str(), key.as_slice())),
            None => Bound::Unbounded,
        };
        let (mut put, mut last) = (0, None);
        for record in table.range::<(&str, &[u8])>((from, Bound::Unbounded))? {
            let (key, value) = record?;
            into.insert(key.value(), value.value())?;
            put += key.value().1.len() + value.value().len();
            last = Some(key);
            if put >= bytes {
                break;
            }
        }
        self.after = last.map(|key| (key.value().0.to_owned(), key.value().1.to_owned()));
        Ok(self.after.is_some() && put >= bytes)
    }
}

pub(super) fn pools(snapshot: &ReadTransaction) -> Result<Vec<PoolId>, redb::Error> {
    let pools = snapshot.open_table(POOLS)?;
    pools.iter()?.map(|entry| stored_pool(entry?.0.value())).collect()
}

/// Only checked keys are written, so an invalid one is damage.
fn stored_key(bytes: &[u8]) -> Result<RecordKey, redb::Error> {
    RecordKey::new(bytes).map_err(|error| redb::Error::Corrupted(error.to_string()))
}

/// Like [`stored_key`], for a pool id.
fn stored_pool(text: &str) -> Result<PoolId, redb::Error> {
    PoolId::new(text).map_err(|error| redb::Error::Corrupted(error.to_string()))
}
