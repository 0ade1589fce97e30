//! Making, opening and recognising the file.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use redb::{Builder, Database, DatabaseError, ReadableDatabase, TableError};

use super::tables::{FORMAT, FORMAT_KEY, Tables};
use crate::OpenError;

/// Number of the only format this version reads and writes.
pub const FORMAT_VERSION: u64 = 1;
/// Most memory, in bytes, that pages of the file may take.
pub const CACHE_BYTES_MAX: usize = 64 * 1024 * 1024;

const FILE_NAME: &str = "anteroom.redb";

/// Opens the file in `folder`; makes both if they are missing.
pub(super) fn create(folder: &Path) -> Result<Database, OpenError> {
    let unusable = |source| OpenError::Folder {
        path: folder.to_owned(),
        source,
    };
    let made = make_folder(folder).map_err(unusable)?;
    let path = folder.join(FILE_NAME);
    let database = unbroken(&path, || {
        let database = builder().create(&path).map_err(|error| not_opened(&path, error))?;
        recognise(&database, &path, true)?;
        Ok(database)
    })?;
    for folder in made {
        sync_folder(&folder).map_err(unusable)?;
    }
    Ok(database)
}

/// Opens a file that was open before. Never makes one: a file that went missing must not come back empty,
/// because numbers would be given twice.
pub(super) fn reopen(folder: &Path) -> Result<Database, String> {
    let path = folder.join(FILE_NAME);
    let open = || {
        let database = builder().open(&path).map_err(|error| not_opened(&path, error))?;
        recognise(&database, &path, false)?;
        Ok(database)
    };
    unbroken(&path, open).map_err(|error| error.to_string())
}

/// Refuses a file in whose damage the library itself gets lost: it checks much of what it reads, and panics over the rest.
fn unbroken(path: &Path, open: impl FnOnce() -> Result<Database, OpenError>) -> Result<Database, OpenError> {
    catch_unwind(AssertUnwindSafe(open)).unwrap_or_else(|_| {
        Err(OpenError::Unreadable {
            path: path.to_owned(),
            cause: "the file is damaged; take a copy of an earlier day".to_owned(),
        })
    })
}

/// The settings of every database of ours.
pub(super) fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES_MAX);
    builder
}

fn not_opened(path: &Path, error: DatabaseError) -> OpenError {
    let path = path.to_owned();
    match error {
        DatabaseError::DatabaseAlreadyOpen => OpenError::InUse { path },
        error => OpenError::Unreadable {
            path,
            cause: error.to_string(),
        },
    }
}

/// Makes sure that the database is of our format; gives it to one that has no tables yet, where allowed.
pub(super) fn recognise(database: &Database, path: &Path, create: bool) -> Result<(), OpenError> {
    let unreadable = |error: redb::Error| OpenError::Unreadable {
        path: path.to_owned(),
        cause: error.to_string(),
    };
    match found(database).map_err(unreadable)? {
        Found::Format(FORMAT_VERSION) => Ok(()),
        Found::Format(found) => Err(OpenError::Format {
            path: path.to_owned(),
            found,
        }),
        Found::Nothing if create => found_format(database).map_err(unreadable),
        Found::Nothing | Found::Foreign => Err(OpenError::Foreign { path: path.to_owned() }),
    }
}

enum Found {
    Format(u64),
    Nothing,
    Foreign,
}

fn found(database: &Database) -> Result<Found, redb::Error> {
    let snapshot = database.begin_read()?;
    let tables = snapshot.list_tables()?.count() + snapshot.list_multimap_tables()?.count();
    if tables == 0 {
        return Ok(Found::Nothing);
    }
    match snapshot.open_table(FORMAT) {
        Ok(table) => Ok(redb::ReadableTable::get(&table, FORMAT_KEY)?
            .map_or(Found::Foreign, |version| Found::Format(version.value()))),
        Err(TableError::Storage(error)) => Err(error.into()),
        Err(_) => Ok(Found::Foreign),
    }
}

/// Makes all tables and names the format, in one transaction.
fn found_format(database: &Database) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    transaction.open_table(FORMAT)?.insert(FORMAT_KEY, FORMAT_VERSION)?;
    drop(Tables::open(&transaction)?);
    Ok(transaction.commit()?)
}

/// Makes the folder, readable by its owner alone (a ledger may hold secrets), and returns the folders whose
/// lists of names have to reach the disk: it and all above it up to the first that was there before.
fn make_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let changed = folder
        .ancestors()
        .scan(false, |existed, folder| {
            let more = !*existed;
            *existed = folder.exists();
            more.then(|| folder.to_owned())
        })
        .collect();
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    Ok(changed)
}

/// A new file survives a power cut only once its name in the folder does.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    let here = Path::new(".");
    File::open(if folder == Path::new("") { here } else { folder })?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
