//! Copies of the file: a backup of a running store, and bringing one back.
//!
//! A copy holds what one snapshot held, so it is of one moment in all its pools. It is numbered one
//! higher than what it was made of ([`COPY_KEY`](super::tables::COPY_KEY)), so that whatever opens
//! it knows that acknowledged commits may be missing; bringing a copy back makes a copy of it, so
//! the same holds for files that were copied by other means. It gets its name when it is whole and
//! on the disk.
//!
//! A running store goes on meanwhile; its file grows, since pages that the snapshot needs are not
//! reused, and it is not compacted.

use std::path::{Path, PathBuf};

use redb::ReadTransaction;

use super::file::{self, StoreFolder};
use super::tables::TableCopy;
use crate::OpenError;

/// So many bytes of keys and values go into one transaction.
const STEP_BYTES: usize = 16 * 1024 * 1024;

/// Why there is no copy. What was begun is removed or written over by the next.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A store is there already.
    #[error("{} exists already; move it away first", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// What is to be copied cannot be opened.
    #[error(transparent)]
    From(#[from] OpenError),
    /// The store failed, or its file was closed.
    #[error("the store cannot be read now: {cause}")]
    Store {
        /// For the log.
        cause: String,
    },
    /// The copy cannot be written.
    #[error("{} cannot be written: {cause}", path.display())]
    To {
        /// The file.
        path: PathBuf,
        /// What went wrong underneath.
        cause: String,
    },
}

/// Brings a copy back: makes the store of `folder` out of the file `from`, which stays as it is.
///
/// Whoever opens that store is told that commits may be missing, until they have allowed for it.
///
/// # Errors
/// If the folder holds a store, or a file cannot be read or written.
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

/// Writes a copy of `snapshot` to `path`, over what is there. `may` is asked now and then whether
/// to go on.
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
