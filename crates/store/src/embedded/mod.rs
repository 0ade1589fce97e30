//! A store in one file on this machine, based on `redb`.
//!
//! Commits go to one writer thread (`writer`), which puts all waiting commits, of all pools, into
//! one transaction and answers them after its fsync: the disk's latency is paid once per group.
//! Reads use a snapshot of the last durable state on tokio's blocking threads and do not wait for
//! commits.
//!
//! When the file fails (a full disk, an I/O error), the store closes it, because the library's
//! memory may then differ from what a reader finds on the disk later. The next call opens it again.
//! Until that succeeds, calls return `Unavailable`.
//!
//! The file is checked whole when it is opened (`file`), upgraded (`format`), compacted when it is
//! much larger than its content (`compaction`), and copied for backups (`copy`).
//!
//! This store is not shared: a second process that opens the same folder is refused.

mod backing;
mod compaction;
mod copy;
#[cfg(test)]
mod disk;
mod file;
mod format;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use redb::{ReadTransaction, ReadableDatabase};
use tokio::sync::{mpsc, oneshot};

use self::file::StoreFolder;
use self::state::{Reopen, State};
use self::writer::{Request, Writer};
use crate::{CommitError, Committed, Generation, Loaded, OpenError, Page, PoolId, RecordKey, Store, StoreError, Write};
use store_values::check_keys;

pub use self::compaction::{COMPACTED_LIVE_BYTES_MAX, FILE_BYTES_FREE, FILE_FACTOR_MAX};
pub use self::copy::{CopyError, restore};
pub use self::file::CACHE_BYTES_MAX;
pub use self::state::Size;
pub use self::tables::FORMAT_VERSION;
pub use self::writer::COMMITS_WAITING_MAX;

/// Most times that a read waits for the file to be opened, each time after another closing.
const READ_ATTEMPTS_MAX: u32 = 16;

const WRITER_STOPPED: &str = "the writer has stopped";

/// A store in the file `anteroom.redb` of a folder. Clones share the store; dropping the last one
/// waits for the commits in progress and closes the file.
///
/// Its methods must run on a tokio runtime.
#[derive(Debug, Clone)]
pub struct EmbeddedStore {
    shared: Arc<EmbeddedInner>,
}

#[derive(Debug)]
struct EmbeddedInner {
    state: Arc<State>,
    /// `None` only during drop.
    requests: Option<mpsc::Sender<Request>>,
    /// `None` only during drop.
    writer: Option<JoinHandle<()>>,
}

impl EmbeddedStore {
    /// Opens the store in `folder`; creates both if they are missing. Blocks, longer after a crash.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let place = StoreFolder::new(folder);
        let (mut database, known) = (place.create()?, place.known.clone());
        let live_bytes = compaction::at_start(&mut database, &known).map_err(|error| place.unreadable(error))?;
        let state = State::new(database, known, live_bytes);
        Self::start(state, Box::new(move || place.reopen())).map_err(|source| OpenError::Thread { source })
    }

    /// Starts the writer on an open database; `reopen` opens it again after a failure.
    fn start(state: State, reopen: Reopen) -> std::io::Result<Self> {
        let state = Arc::new(state);
        let (requests, waiting) = mpsc::channel(COMMITS_WAITING_MAX);
        let writer = Writer::new(state.clone(), reopen, waiting);
        let writer = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || writer.run())?;
        let shared = EmbeddedInner {
            state,
            requests: Some(requests),
            writer: Some(writer),
        };
        Ok(Self {
            shared: Arc::new(shared),
        })
    }

    /// Returns the sizes of the file and of its live content.
    #[must_use]
    pub fn size(&self) -> Size {
        self.shared.state.size()
    }

    /// Writes a copy of the present content to the file `path` and replaces an existing file, while
    /// commits and reads continue. Blocks, and calls `may` between steps to learn whether to
    /// continue.
    ///
    /// # Errors
    /// Returns an error if the store fails meanwhile, or the copy cannot be written.
    pub fn copy_to(&self, path: &Path, may: impl Fn() -> bool) -> Result<(), CopyError> {
        let state = &self.shared.state;
        let failed = |cause: String| CopyError::Store { cause };
        let database = state.current().ok_or_else(|| failed("it is closed".into()))?;
        let snapshot = database.begin_read().map_err(|error| failed(error.to_string()))?;
        copy::copy(&snapshot, path, || may() && state.is_current(&database))
    }

    /// Sends a request to the writer; returns `false` when the writer has stopped.
    async fn send(&self, request: Request) -> bool {
        let requests = self.shared.requests.as_ref().expect("only dropping takes the sender");
        requests.send(request).await.is_ok()
    }

    /// Asks the writer to open the file if it is closed, because it failed or is being compacted.
    async fn reopen(&self) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        if !self.send(Request::Reopen(answer)).await {
            return Err(unavailable(WRITER_STOPPED));
        }
        match answered.await {
            Ok(opened) => opened.map_err(unavailable),
            Err(_) => Err(unavailable(WRITER_STOPPED)),
        }
    }

    /// Runs `read` on a snapshot, off the async threads, because a page may have to come from the
    /// disk.
    async fn read<T: Send + 'static>(
        &self,
        mut read: impl FnOnce(&ReadTransaction) -> Result<T, redb::Error> + Send + 'static,
    ) -> Result<T, StoreError> {
        for _ in 0..READ_ATTEMPTS_MAX {
            let state = self.shared.state.clone();
            let ended = tokio::task::spawn_blocking(move || state.read(read)).await;
            match ended.map_err(|ended| unavailable(ended.to_string()))? {
                Ok(done) => return done.map_err(unavailable),
                Err(unused) => read = unused,
            }
            self.reopen().await?;
        }
        Err(unavailable("the file closed again and again"))
    }
}

fn unavailable(cause: impl Into<String>) -> StoreError {
    StoreError::Unavailable { cause: cause.into() }
}

impl Store for EmbeddedStore {
    async fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> Result<Loaded, StoreError> {
        check_keys(keys)?;
        let (pool, keys) = (pool.clone(), keys.to_vec());
        self.read(move |snapshot| tables::load(snapshot, &pool, &keys)).await
    }

    async fn scan_page(&self, pool: &PoolId, prefix: &[u8], after: Option<&RecordKey>) -> Result<Page, StoreError> {
        let (pool, prefix, after) = (pool.clone(), prefix.to_vec(), after.cloned());
        self.read(move |snapshot| tables::page(snapshot, &pool, &prefix, after.as_ref()))
            .await
    }

    async fn commit(&self, pool: &PoolId, expected: Generation, write: Write) -> Result<Committed, CommitError> {
        write.check()?;
        let (answer, answered) = oneshot::channel();
        let commit = writer::Commit {
            pool: pool.clone(),
            expected,
            write,
            answer,
        };
        if !self.send(Request::Commit(commit)).await {
            return Err(CommitError::Unavailable {
                cause: WRITER_STOPPED.into(),
            });
        }
        // A writer that stopped while handling the request may have written the commit.
        answered.await.unwrap_or_else(|_| {
            Err(CommitError::Unknown {
                cause: WRITER_STOPPED.into(),
            })
        })
    }

    /// Another process cannot open the same file.
    fn is_shared(&self) -> bool {
        false
    }

    async fn pools(&self) -> Result<Vec<PoolId>, StoreError> {
        self.read(tables::pools).await
    }
}

impl Drop for EmbeddedInner {
    /// Joins the writer before the file closes, so that the next process that opens the folder
    /// finds it free.
    fn drop(&mut self) {
        drop(self.requests.take());
        if let Some(writer) = self.writer.take() {
            // The panic hook has already reported a panic of the writer.
            let _ = writer.join();
        }
    }
}
