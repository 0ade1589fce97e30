//! Copies of the file: backups of a running store, and their restoration.
//!
//! A copy holds the content of one snapshot, so it shows all pools at the same moment. Its copy
//! number is one higher than that of its source ([`COPY_KEY`](super::tables::COPY_KEY)), so that a
//! store that opens the copy knows that acknowledged commits may be missing. Restoring a copy makes
//! a further copy, so the same holds for files that were copied by other means. A copy is written
//! under a temporary name and renamed once it is complete and on the disk.
//!
//! A running store continues while it is copied. Its file grows, because pages that the snapshot
//! needs are not reused, and it is not compacted.

use std::path::{Path, PathBuf};

use redb::ReadTransaction;

use super::file::{self, StoreFolder};
use super::tables::TableCopy;
use crate::OpenError;

/// Number of bytes of keys and values in one transaction.
const STEP_BYTES: usize = 16 * 1024 * 1024;

/// The reason that there is no copy. An unfinished copy is removed, or overwritten by the next one.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The folder already holds a store.
    #[error("{} exists already; move it away first", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file to copy cannot be opened.
    #[error(transparent)]
    From(#[from] OpenError),
    /// The store failed, or its file was closed.
    #[error("the store cannot be read now: {cause}")]
    Store {
        /// The cause, for the log.
        cause: String,
    },
    /// The copy cannot be written.
    #[error("{} cannot be written: {cause}", path.display())]
    To {
        /// The file.
        path: PathBuf,
        /// The underlying error.
        cause: String,
    },
}

/// Restores a copy: makes the store of `folder` from the file `from`, which is not changed.
///
/// The restored store reports its pools as [recovering](crate::Newest::recovering), because commits
/// may be missing, until a commit recovers them.
///
/// # Errors
/// Returns an error if the folder holds a store, or a file cannot be read or written.
pub fn restore(from: &Path, folder: &Path) -> Result<(), CopyError> {
    let place = StoreFolder::new(folder);
    let made = place.make_folder()?;
    let path = place.path();
    if path.exists() {
        return Err(CopyError::Exists { path });
    }
    let database = place.open(from)?;
    let snapshot = redb::ReadableDatabase::begin_read(&database).map_err(|error| CopyError::Store {
        cause: error.to_string(),
    })?;
    copy(&snapshot, &path, || true)?;
    place.sync(made)?;
    Ok(())
}

/// Writes a copy of `snapshot` to `path` and replaces an existing file. Calls `may` between steps,
/// which returns whether to continue.
pub(super) fn copy(snapshot: &ReadTransaction, path: &Path, may: impl Fn() -> bool) -> Result<(), CopyError> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    let failed = |cause: String| CopyError::To {
        path: path.to_owned(),
        cause,
    };
    let database = file::new_database(&new)?;
    let mut filling = TableCopy::new(snapshot);
    while filling
        .step(&database, STEP_BYTES)
        .map_err(|error| failed(error.to_string()))?
    {
        if !may() {
            return Err(CopyError::Store {
                cause: "the file was closed".into(),
            });
        }
    }
    drop(database);
    let named = std::fs::rename(&new, path).and_then(|()| file::sync_folder(path.parent().unwrap_or(Path::new(""))));
    named.map_err(|error| failed(error.to_string()))
}
