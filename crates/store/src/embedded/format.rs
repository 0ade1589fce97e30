//! The number of the format, and the upgrade steps from each older format to the present one.
//!
//! Upgrade steps run when the file is opened, one after the other, each in one transaction together
//! with the number of the format it produces. A crash during or between steps leaves a file whose
//! upgrade the next opening continues. A file in a later format is refused and left unchanged.
//!
//! | format | what it changed |
//! | --- | --- |
//! | 1 | initial format |
//! | 2 | a pool's ledger names the [copy](super::tables::COPY_KEY) it was committed to |

use std::path::Path;

use redb::{Database, ReadableDatabase, TableError, WriteTransaction};

use super::tables::{self, COPY_KEY, FORMAT, FORMAT_KEY, FORMAT_VERSION, OpenTables};
use crate::OpenError;

type UpgradeStep = fn(&WriteTransaction) -> Result<(), redb::Error>;

/// The step at index `n` upgrades format `n + 1` to the next one.
const STEPS: [UpgradeStep; 1] = [tables::ledgers_name_their_copy];
const _: () = assert!(STEPS.len() as u64 + 1 == FORMAT_VERSION);

/// Checks that the database is one of ours, and upgrades it to the present format.
pub(super) fn check_and_upgrade(database: &Database, path: &Path) -> Result<(), OpenError> {
    let unreadable = |error: redb::Error| match error {
        redb::Error::Corrupted(cause) => OpenError::damaged(path, cause),
        error => OpenError::unreadable(path, error),
    };
    let found = stored(database).map_err(unreadable)?;
    let Some(found) = found else {
        return Err(OpenError::Foreign { path: path.to_owned() });
    };
    if found == 0 || found > FORMAT_VERSION {
        return Err(OpenError::Format {
            path: path.to_owned(),
            found,
        });
    }
    (found..FORMAT_VERSION)
        .try_for_each(|from| upgrade(database, from))
        .map_err(unreadable)
}

/// Returns the format number that the database contains, if any.
fn stored(database: &Database) -> Result<Option<u64>, redb::Error> {
    let snapshot = database.begin_read()?;
    match snapshot.open_table(FORMAT) {
        Ok(table) => Ok(redb::ReadableTable::get(&table, FORMAT_KEY)?.map(|version| version.value())),
        Err(TableError::Storage(error)) => Err(error.into()),
        Err(_) => Ok(None),
    }
}

fn upgrade(database: &Database, from: u64) -> Result<(), redb::Error> {
    let step = STEPS[usize::try_from(from).expect("formats are few") - 1];
    let transaction = database.begin_write()?;
    step(&transaction)?;
    transaction.open_table(FORMAT)?.insert(FORMAT_KEY, from + 1)?;
    Ok(transaction.commit()?)
}

/// Creates all tables and writes the format number, in one transaction.
pub(super) fn found(database: &Database) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    {
        let mut format = transaction.open_table(FORMAT)?;
        format.insert(FORMAT_KEY, FORMAT_VERSION)?;
        format.insert(COPY_KEY, 0)?;
    }
    drop(OpenTables::open(&transaction)?);
    Ok(transaction.commit()?)
}
