//! Whether the file is open, shared between the readers and the writer.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock, Weak};

use redb::Database;

/// Opens the same database again after it failed; the text says why it could not.
pub(super) type Reopen = Box<dyn Fn() -> Result<Database, String> + Send>;

/// The open database, or nothing after a failure.
pub(super) struct State {
    open: RwLock<Option<Arc<Database>>>,
}

impl State {
    pub(super) fn new(database: Database) -> Self {
        Self {
            open: RwLock::new(Some(Arc::new(database))),
        }
    }

    pub(super) fn current(&self) -> Option<Arc<Database>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes `failed` away from those who come next, unless another is in its place by now, and hands it out:
    /// dropping it may panic or wait for the disk, so the caller says where that happens.
    pub(super) fn close(&self, failed: &Weak<Database>) -> Option<Arc<Database>> {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.take_if(|database| Weak::as_ptr(failed) == Arc::as_ptr(database))
    }

    /// Puts a database that was opened anew into place.
    pub(super) fn replace(&self, database: Database) -> Arc<Database> {
        let database = Arc::new(database);
        *self.open.write().unwrap_or_else(PoisonError::into_inner) = Some(database.clone());
        database
    }
}

impl Drop for State {
    /// Closes the file. Over a damaged one the library may panic even now; there is nothing left that it could spoil.
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
