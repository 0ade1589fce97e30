//! What lies where in the file, format [`super::FORMAT_VERSION`].
//!
//! | table | key | value |
//! | --- | --- | --- |
//! | `format` | `"version"` | number of the format |
//! | `ledgers` | pool | generation, ledger |
//! | `records` | pool, record key | value |

use std::ops::Bound;

use redb::{ReadOnlyTable, ReadTransaction, ReadableTable, Table, TableDefinition, WriteTransaction};

use crate::{Generation, Loaded, Newest, Page, PoolId, RecordKey, Write};

pub(super) const FORMAT: TableDefinition<'_, &str, u64> = TableDefinition::new("format");
pub(super) const FORMAT_KEY: &str = "version";

type Ledger = (u64, &'static [u8]);
type Key = (&'static str, &'static [u8]);

const LEDGERS: TableDefinition<'_, &str, Ledger> = TableDefinition::new("ledgers");
const RECORDS: TableDefinition<'_, Key, &[u8]> = TableDefinition::new("records");

/// The tables that commits change, open in one transaction.
pub(super) struct Tables<'t> {
    ledgers: Table<'t, &'static str, Ledger>,
    records: Table<'t, Key, &'static [u8]>,
}

impl<'t> Tables<'t> {
    /// Opens the tables; makes those that are missing.
    pub(super) fn open(transaction: &'t WriteTransaction) -> Result<Self, redb::Error> {
        Ok(Self {
            ledgers: transaction.open_table(LEDGERS)?,
            records: transaction.open_table(RECORDS)?,
        })
    }

    /// The pool as this transaction sees it so far.
    pub(super) fn newest(&self, pool: &PoolId) -> Result<Newest, redb::Error> {
        newest(&self.ledgers, pool)
    }

    /// Writes a commit that was found to be due.
    pub(super) fn write(&mut self, pool: &PoolId, generation: Generation, write: &Write) -> Result<(), redb::Error> {
        let pool = pool.as_str();
        self.ledgers.insert(pool, (generation.0, write.ledger.as_slice()))?;
        for (key, value) in &write.records {
            let key = (pool, key.as_bytes());
            match value {
                Some(value) => self.records.insert(key, value.as_slice())?,
                None => self.records.remove(key)?,
            };
        }
        Ok(())
    }
}

fn newest(ledgers: &impl ReadableTable<&'static str, Ledger>, pool: &PoolId) -> Result<Newest, redb::Error> {
    let Some(stored) = ledgers.get(pool.as_str())? else {
        return Ok(Newest::default());
    };
    let (generation, ledger) = stored.value();
    Ok(Newest {
        generation: Generation(generation),
        ledger: Some(ledger.to_vec()),
        recovering: false,
    })
}

pub(super) fn load(snapshot: &ReadTransaction, pool: &PoolId, keys: &[RecordKey]) -> Result<Loaded, redb::Error> {
    let Newest {
        generation,
        ledger,
        recovering,
    } = newest(&snapshot.open_table(LEDGERS)?, pool)?;
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
    let generation = newest(&snapshot.open_table(LEDGERS)?, pool)?.generation;
    let table = snapshot.open_table(RECORDS)?;
    Page::fill(generation, records(&table, pool, prefix, after)?)
}

/// The records behind `after` whose keys start with `prefix`, in order.
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

pub(super) fn pools(snapshot: &ReadTransaction) -> Result<Vec<PoolId>, redb::Error> {
    let ledgers = snapshot.open_table(LEDGERS)?;
    ledgers.iter()?.map(|entry| stored_pool(entry?.0.value())).collect()
}

/// Only checked keys go in, so one that does not pass is damage.
fn stored_key(bytes: &[u8]) -> Result<RecordKey, redb::Error> {
    RecordKey::new(bytes).map_err(|error| redb::Error::Corrupted(error.to_string()))
}

/// As [`stored_key`].
fn stored_pool(text: &str) -> Result<PoolId, redb::Error> {
    PoolId::new(text).map_err(|error| redb::Error::Corrupted(error.to_string()))
}
