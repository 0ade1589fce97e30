//! Keeps the file small by returning unused space to the disk.
//!
//! The library reuses the pages that a commit frees, so the file of a store whose content changes
//! without growing stops growing, too; but the library rarely shortens the file. The file is
//! therefore compacted when its size exceeds [`FILE_FACTOR_MAX`] times the live bytes plus
//! [`FILE_BYTES_FREE`]: when it is opened, and after the commit that crosses this bound. Compaction
//! moves all live data (measured at 60 MB per second) and needs exclusive access to the file:
//! commits and reads wait. A running store with more than [`COMPACTED_LIVE_BYTES_MAX`] is therefore
//! not compacted until its next start.
//!
//! The library performs every step of a compaction as a commit, so a crash in the middle loses
//! nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use redb::Database;

use super::backing::FileState;
use super::state::{Size, State};

/// The file may take this many times the live bytes.
pub const FILE_FACTOR_MAX: u64 = 4;
/// The file may take this many bytes in addition.
pub const FILE_BYTES_FREE: u64 = 16 * 1024 * 1024;
/// A store with more live bytes is not compacted while it runs, because it would stop for more than
/// about half a second.
pub const COMPACTED_LIVE_BYTES_MAX: u64 = 32 * 1024 * 1024;

impl Size {
    /// Returns the largest size that the bound allows for this many live bytes.
    #[must_use]
    pub fn file_bytes_max(&self) -> u64 {
        self.live_bytes
            .saturating_mul(FILE_FACTOR_MAX)
            .saturating_add(FILE_BYTES_FREE)
    }
}

/// Returns how many bytes keys and values take. Reads the whole file.
pub(super) fn live_bytes(database: &Database) -> Result<u64, redb::Error> {
    let transaction = database.begin_write()?;
    let bytes = transaction.stats()?.stored_bytes();
    transaction.abort()?;
    Ok(bytes)
}

/// Compacts a file that was just opened, of any size, if that is worthwhile. Returns the number of
/// live bytes.
pub(super) fn at_start(database: &mut Database, known: &FileState) -> Result<u64, redb::Error> {
    let size = Size {
        file_bytes: known.length(),
        live_bytes: live_bytes(database)?,
    };
    if size.file_bytes > size.file_bytes_max() {
        database.compact()?;
    }
    Ok(size.live_bytes)
}

/// Remembers whether compacting a running store was useless.
#[derive(Debug, Default)]
pub(super) struct Compaction {
    /// The size after a compaction that failed or did not bring the file within its bound.
    in_vain: Option<Size>,
}

impl Compaction {
    fn is_due(&self, size: Size) -> bool {
        let changed = |left: Size| size.file_bytes > 2 * left.file_bytes || size.live_bytes < left.live_bytes / 2;
        size.file_bytes > size.file_bytes_max()
            && size.live_bytes <= COMPACTED_LIVE_BYTES_MAX
            && self.in_vain.is_none_or(changed)
    }

    /// Compacts the file if that is due; other callers wait meanwhile. After a failure the next
    /// caller opens the file again.
    pub(super) fn run_if_due(&mut self, state: &State) {
        if !self.is_due(state.size()) {
            return;
        }
        let Some(database) = state.take() else { return };
        let _alone = state.nobody_reads();
        let mut database =
            Arc::into_inner(database).expect("readers let go of it before they are done, and the writer has");
        // A panic may leave the database half changed, but then it is not used again.
        let compacted = catch_unwind(AssertUnwindSafe(move || {
            let done = database.compact();
            done.is_ok().then_some(database)
        }));
        let compacted = compacted
            .ok()
            .flatten()
            .map(|database| state.replace(Arc::new(database)));
        let left = state.size();
        self.in_vain = (compacted.is_none() || left.file_bytes > left.file_bytes_max()).then_some(left);
    }
}
