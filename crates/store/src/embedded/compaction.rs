//! Keeps the file small: giving room back to the disk that nothing in the file needs any more.
//!
//! The library reuses the pages that a commit frees, so a store whose content changes without
//! growing has a file that stops growing, too; but of the file itself it gives back little. So it
//! is compacted when it takes more than [`FILE_FACTOR_MAX`] times what is live and
//! [`FILE_BYTES_FREE`] besides: at the start, and after the commit that made it so. Compacting
//! moves all that is live, 60 MB a second where it was measured, and needs the file alone: commits
//! and reads wait for it. So a running store with more than [`COMPACTED_LIVE_BYTES_MAX`] waits for
//! its next start.
//!
//! The library makes every step of it a commit: a crash in the middle loses nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use redb::Database;

use super::backing::FileState;
use super::state::{Size, State};

/// The file may take so many times the bytes that are live.
pub const FILE_FACTOR_MAX: u64 = 4;
/// The file may take so many bytes besides.
pub const FILE_BYTES_FREE: u64 = 16 * 1024 * 1024;
/// A store with more bytes in it is not compacted while it runs: it would stand still for longer
/// than half a second or so.
pub const COMPACTED_LIVE_BYTES_MAX: u64 = 32 * 1024 * 1024;

impl Size {
    /// The most that a file of so many live bytes takes.
    #[must_use]
    pub fn file_bytes_max(&self) -> u64 {
        self.live_bytes
            .saturating_mul(FILE_FACTOR_MAX)
            .saturating_add(FILE_BYTES_FREE)
    }
}

/// How many bytes keys and values take; reads the whole file.
pub(super) fn live_bytes(database: &Database) -> Result<u64, redb::Error> {
    let transaction = database.begin_write()?;
    let bytes = transaction.stats()?.stored_bytes();
    transaction.abort()?;
    Ok(bytes)
}

/// Compacts a file that was opened just now, however much is in it, if that is worthwhile; returns
/// how much that is.
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

/// Whether compacting a running store was of use.
#[derive(Debug, Default)]
pub(super) struct Compaction {
    /// What was left when it was not, or when it failed.
    in_vain: Option<Size>,
}

impl Compaction {
    fn is_due(&self, size: Size) -> bool {
        let changed = |left: Size| size.file_bytes > 2 * left.file_bytes || size.live_bytes < left.live_bytes / 2;
        size.file_bytes > size.file_bytes_max()
            && size.live_bytes <= COMPACTED_LIVE_BYTES_MAX
            && self.in_vain.is_none_or(changed)
    }

    /// Compacts the file if it is due; whoever comes meanwhile waits. After a failure the next
    /// caller opens the file anew.
    pub(super) fn run_if_due(&mut self, state: &State) {
        if !self.is_due(state.size()) {
            return;
        }
        let Some(database) = state.take() else { return };
        let _alone = state.nobody_reads();
        let mut database =
            Arc::into_inner(database).expect("readers let go of it before they are done, and the writer has");
        // A panic may leave it half changed, but then it is not used again.
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
