//! What lies between the database and its file, so that what a disk could not make durable is never
//! taken for durable.
//!
//! Once a sync has failed, a system may call the pages it could not write clean: whoever reads them
//! finds them, a later sync has nothing to do and succeeds, and a power cut takes them after all.
//! So [`FileState`] remembers what was written since the last sync that succeeded, beyond the life
//! of one open database; after a failure [`FileState::settle`] writes the same bytes to the same
//! places again before anybody reads them, and syncs that.
//!
//! What it is not: a journal. The order of writes, and what a crash leaves, are the library's
//! business.

use std::io;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::{BackendError, StorageBackend};

/// Most stretches that are remembered; beyond that the whole file counts as one.
const STRETCHES_MAX: usize = 65_536;
/// So much is read and written again at once.
const SETTLE_BYTES: usize = 64 * 1024;

/// What is known of a file beyond the life of an open database. Clones are of the same file.
#[derive(Debug, Clone, Default)]
pub(super) struct FileState(Arc<Mutex<Content>>);

#[derive(Debug, Default)]
struct Content {
    length: u64,
    /// Stretches that were not synced yet: first byte and the one behind the last.
    written: Vec<(u64, u64)>,
    /// A sync failed, and nothing was settled since.
    failed: bool,
}

impl Content {
    fn add(&mut self, stretches: impl IntoIterator<Item = (u64, u64)>) {
        self.written.extend(stretches);
        if self.written.len() > STRETCHES_MAX {
            self.written = vec![(0, u64::MAX)];
        }
    }
}

impl FileState {
    /// Nothing that runs under the lock can panic half way.
    fn lock(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the file is, in bytes.
    pub(super) fn length(&self) -> u64 {
        self.lock().length
    }

    fn sync(&self, disk: &impl StorageBackend) -> io::Result<()> {
        let before = std::mem::take(&mut self.lock().written);
        disk.sync_data().inspect_err(|_| {
            let mut content = self.lock();
            content.add(before);
            content.failed = true;
        })
    }

    /// Makes durable what a failed sync left in doubt; does nothing if none failed. To be called
    /// before the database is opened again.
    pub(super) fn settle(&self, disk: &impl StorageBackend) -> io::Result<()> {
        let written = {
            let content = self.lock();
            if !content.failed {
                return Ok(());
            }
            content.written.clone()
        };
        let length = disk.len()?;
        for (from, to) in written {
            write_again(disk, from, to.min(length))?;
        }
        disk.sync_data()?;
        let mut content = self.lock();
        (content.written, content.failed) = (Vec::new(), false);
        Ok(())
    }
}

fn write_again(disk: &impl StorageBackend, mut from: u64, to: u64) -> io::Result<()> {
    let mut buffer = [0; SETTLE_BYTES];
    while from < to {
        let length = usize::try_from(to - from).map_or(SETTLE_BYTES, |left| left.min(SETTLE_BYTES));
        let bytes = &mut buffer[..length];
        disk.read(from, bytes)?;
        disk.write(from, bytes)?;
        from += length as u64;
    }
    Ok(())
}

/// A disk whose writes are remembered until they are synced.
#[derive(Debug)]
pub(super) struct Backing<D> {
    disk: D,
    known: FileState,
}

impl<D: StorageBackend> Backing<D> {
    /// Settles what an earlier failure left, and goes on from there.
    pub(super) fn new(disk: D, known: FileState) -> io::Result<Self> {
        known.settle(&disk)?;
        known.lock().length = disk.len()?;
        Ok(Self { disk, known })
    }
}

impl<D: StorageBackend> StorageBackend for Backing<D> {
    fn len(&self) -> io::Result<u64> {
        self.disk.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.disk.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.disk.set_len(len)?;
        self.known.lock().length = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        self.known.sync(&self.disk)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.disk.write(offset, data)?;
        self.known.lock().add([(offset, offset + data.len() as u64)]);
        Ok(())
    }

    fn close(&self) -> io::Result<()> {
        self.disk.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.disk.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.disk.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.disk.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.disk.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.disk.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.disk.query_lock_range(start, end)
    }
}
