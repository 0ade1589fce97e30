//! Whether the file is open and how large it is, shared between the readers and the writer.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use redb::{Database, ReadTransaction, ReadableDatabase};

use super::backing::FileState;

/// Opens the same database again after it failed; the text says why it could not.
pub(super) type Reopen = Box<dyn Fn() -> Result<Database, String> + Send>;

/// How much room a store takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The file.
    pub file_bytes: u64,
    /// Keys and values in it.
    pub live_bytes: u64,
}

/// The open database, or nothing after a failure.
pub(super) struct State {
    open: RwLock<Option<Arc<Database>>>,
    /// Held for as long as a snapshot is read; whoever compacts the file has to be alone.
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

    /// Notes that keys and values became more, or less. Only the writer does.
    pub(super) fn grow(&self, bytes: i64) {
        let live = self.live_bytes.load(Ordering::Relaxed);
        self.live_bytes
            .store(live.saturating_add_signed(bytes), Ordering::Relaxed);
    }

    /// Reads a snapshot, or gives `read` back if there is no open database. After a failure, which
    /// the text explains, it is closed: what it believes need not be what the disk holds.
    pub(super) fn read<T, R>(&self, read: R) -> Result<Result<T, String>, R>
    where
        R: FnOnce(&ReadTransaction) -> Result<T, redb::Error>,
    {
        let _reading = self.reading.read().unwrap_or_else(PoisonError::into_inner);
        let Some(database) = self.current() else {
            return Err(read);
        };
        // A panic may leave the handle half changed, but it is retired right after.
        let done = catch_unwind(AssertUnwindSafe(|| read(&database.begin_read()?)));
        let cause = match done {
            Ok(Ok(value)) => return Ok(Ok(value)),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "reading panicked".to_owned(),
        };
        self.retire(database);
        Ok(Err(cause))
    }

    /// Closes a database that failed. The library may panic when it is dropped after a panic of its
    /// own; the caller has to outlive both.
    pub(super) fn retire(&self, failed: Arc<Database>) {
        let shared = self.close(&failed);
        let _ = catch_unwind(AssertUnwindSafe(move || drop((shared, failed))));
    }

    /// Waits until nobody reads and no reader holds the database; whoever comes next waits until
    /// the guard is gone.
    pub(super) fn nobody_reads(&self) -> RwLockWriteGuard<'_, ()> {
        self.reading.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the database away: whoever comes asks the writer for it, and waits.
    pub(super) fn take(&self) -> Option<Arc<Database>> {
        self.open.write().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether a database is still the one that is open.
    pub(super) fn is_current(&self, database: &Arc<Database>) -> bool {
        self.current().is_some_and(|current| Arc::ptr_eq(&current, database))
    }

    pub(super) fn current(&self) -> Option<Arc<Database>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes `failed` away from those who come next, unless another is in its place by now.
    fn close(&self, failed: &Arc<Database>) -> Option<Arc<Database>> {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.take_if(|database| Arc::ptr_eq(failed, database))
    }

    /// Puts a database that was opened anew, or taken away, into place.
    pub(super) fn replace(&self, database: Arc<Database>) -> Arc<Database> {
        *self.open.write().unwrap_or_else(PoisonError::into_inner) = Some(database.clone());
        database
    }
}

impl Drop for State {
    /// Closes the file. Over a damaged one the library may panic even now; there is nothing left
    /// that it could spoil.
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
