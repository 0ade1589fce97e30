//! The open database and its size, shared between the readers and the writer.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use redb::{Database, ReadTransaction, ReadableDatabase};

use super::backing::FileState;

/// Opens the same database again after a failure; the error text gives the cause.
pub(super) type Reopen = Box<dyn Fn() -> Result<Database, String> + Send>;

/// The sizes of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Size of the file, in bytes.
    pub file_bytes: u64,
    /// Size of the keys and values in the file, in bytes.
    pub live_bytes: u64,
}

/// The open database, or nothing after a failure.
pub(super) struct State {
    open: RwLock<Option<Arc<Database>>>,
    /// Read-locked while a snapshot is read; compaction takes the write lock.
    reading: RwLock<()>,
    known: FileState,
    live_bytes: AtomicU64,
}

impl State {
    pub(super) fn new(database: Database, known: FileState, live_bytes: u64) -> Self {
        Self {
            open: RwLock::new(Some(Arc::new(database))),
            reading: RwLock::new(()),
            known,
            live_bytes: AtomicU64::new(live_bytes),
        }
    }

    pub(super) fn size(&self) -> Size {
        Size {
            file_bytes: self.known.length(),
            live_bytes: self.live_bytes.load(Ordering::Relaxed),
        }
    }

    /// Adds to the number of live bytes; `bytes` may be negative. Only the writer calls this.
    pub(super) fn grow(&self, bytes: i64) {
        let live = self.live_bytes.load(Ordering::Relaxed);
        self.live_bytes
            .store(live.saturating_add_signed(bytes), Ordering::Relaxed);
    }

    /// Reads a snapshot, or returns `read` if no database is open. After a failure, described by
    /// the returned text, the database is closed, because its memory may differ from the disk.
    pub(super) fn read<T, R>(&self, read: R) -> Result<Result<T, String>, R>
    where
        R: FnOnce(&ReadTransaction) -> Result<T, redb::Error>,
    {
        let _reading = self.reading.read().unwrap_or_else(PoisonError::into_inner);
        let Some(database) = self.current() else {
            return Err(read);
        };
        // A panic may leave the handle half changed, but the handle is retired right afterwards.
        let done = catch_unwind(AssertUnwindSafe(|| read(&database.begin_read()?)));
        let cause = match done {
            Ok(Ok(value)) => return Ok(Ok(value)),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "reading panicked".to_owned(),
        };
        self.retire(database);
        Ok(Err(cause))
    }

    /// Closes a database that failed. The library may panic on drop after an earlier panic; this
    /// function catches that.
    pub(super) fn retire(&self, failed: Arc<Database>) {
        let shared = self.close(&failed);
        let _ = catch_unwind(AssertUnwindSafe(move || drop((shared, failed))));
    }

    /// Waits until no reader holds the database; new readers wait until the guard is dropped.
    pub(super) fn nobody_reads(&self) -> RwLockWriteGuard<'_, ()> {
        self.reading.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the database away. Later callers ask the writer to open it, and wait.
    pub(super) fn take(&self) -> Option<Arc<Database>> {
        self.open.write().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns whether `database` is the one that is open now.
    pub(super) fn is_current(&self, database: &Arc<Database>) -> bool {
        self.current().is_some_and(|current| Arc::ptr_eq(&current, database))
    }

    pub(super) fn current(&self) -> Option<Arc<Database>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Removes `failed`, unless another database has replaced it by now.
    fn close(&self, failed: &Arc<Database>) -> Option<Arc<Database>> {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.take_if(|database| Arc::ptr_eq(failed, database))
    }

    /// Sets the database that was opened again, or taken away.
    pub(super) fn replace(&self, database: Arc<Database>) -> Arc<Database> {
        *self.open.write().unwrap_or_else(PoisonError::into_inner) = Some(database.clone());
        database
    }
}

impl Drop for State {
    /// Closes the file. The library may panic when it closes a damaged file; nothing is left to
    /// protect.
    fn drop(&mut self) {
        let open = self.open.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let _ = catch_unwind(AssertUnwindSafe(move || drop(open)));
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("open", &self.current().is_some())
            .finish()
    }
}
