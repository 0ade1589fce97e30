//! The layer between the database and its file. It ensures that data which the disk could not make
//! durable is never treated as durable.
//!
//! After a failed sync the operating system may mark the pages that it could not write as clean:
//! readers see them, a later sync has nothing to do and succeeds, and a power cut then loses them.
//! [`FileState`] therefore records all writes since the last successful sync, for longer than one
//! open database lives. After a failure [`FileState::settle`] writes the same bytes to the same
//! places again before anybody reads them, and syncs.
//!
//! This is not a journal. The library decides the order of writes and the content after a crash.

use std::io;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::{BackendError, StorageBackend};

/// Most byte ranges that are recorded; beyond that the whole file counts as one range.
const STRETCHES_MAX: usize = 65_536;
/// Number of bytes that are read and written again at once.
const SETTLE_BYTES: usize = 64 * 1024;

/// Facts about a file that outlive an open database. Clones refer to the same file.
#[derive(Debug, Clone, Default)]
pub(super) struct FileState(Arc<Mutex<Content>>);

#[derive(Debug, Default)]
struct Content {
    length: u64,
    /// Byte ranges that are not synced yet: the first byte and the one after the last.
    written: Vec<(u64, u64)>,
    /// Whether a sync failed, and [`FileState::settle`] has not succeeded since.
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
    /// No code that runs under the lock can panic halfway.
    fn lock(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the length of the file in bytes.
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

    /// Makes the data durable that a failed sync may not have written; does nothing if no sync
    /// failed. Must be called before the database is opened again.
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

/// A disk that records writes until they are synced.
#[derive(Debug)]
pub(super) struct Backing<D> {
    disk: D,
    known: FileState,
}

impl<D: StorageBackend> Backing<D> {
    /// Settles an earlier failure, then wraps `disk`.
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
