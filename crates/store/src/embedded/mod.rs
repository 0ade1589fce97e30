//! A store in one file on this machine, by `redb`.
//!
//! Commits go to one writer thread (`writer`), which puts all that wait, of whatever pools, into
//! one transaction and answers them after its fsync: the disk's latency is paid once a group. Reads
//! take a snapshot of the last durable state on tokio's blocking threads and wait for nobody.
//!
//! When the file fails (a full disk, an I/O error) the store closes it, since what the library then
//! holds in memory need not be what a reader finds later, and opens it anew on the next call. Until
//! that works, calls answer `Unavailable`.
//!
//! What it is not: shared. A second process on the same folder is refused.

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
use crate::bounds::check_keys;
use crate::{CommitError, Committed, Generation, Loaded, OpenError, Page, PoolId, RecordKey, Store, StoreError, Write};

pub use self::compaction::{COMPACTED_LIVE_BYTES_MAX, FILE_BYTES_FREE, FILE_FACTOR_MAX};
pub use self::copy::{CopyError, restore};
pub use self::file::CACHE_BYTES_MAX;
pub use self::state::Size;
pub use self::tables::FORMAT_VERSION;
pub use self::writer::COMMITS_WAITING_MAX;

/// A read waits so often for the file to be opened, each time for something else that closed it.
const READ_ATTEMPTS_MAX: u32 = 16;

const WRITER_STOPPED: &str = "the writer has stopped";

/// A store in the file `anteroom.redb` of a folder. Clones share it; the last one to go waits for
/// the commits under way and closes the file.
///
/// Its verbs need a tokio runtime to run on.
#[derive(Debug, Clone)]
pub struct EmbeddedStore {
    shared: Arc<EmbeddedInner>,
}

#[derive(Debug)]
struct EmbeddedInner {
    state: Arc<State>,
    /// `None` only while being dropped.
    requests: Option<mpsc::Sender<Request>>,
    /// `None` only while being dropped.
    writer: Option<JoinHandle<()>>,
}

impl EmbeddedStore {
    /// Opens the store in `folder`; makes both if they are missing. Blocks, longer after a crash.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let place = StoreFolder::new(folder);
        let (mut database, known) = (place.create()?, place.known.clone());
        let live_bytes = compaction::at_start(&mut database, &known).map_err(|error| place.unreadable(error))?;
        let state = State::new(database, known, live_bytes);
        Self::start(state, Box::new(move || place.reopen())).map_err(|source| OpenError::Thread { source })
    }

    /// Starts the writer over an open database; `reopen` opens it anew after a failure.
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

    /// How much room it takes.
    #[must_use]
    pub fn size(&self) -> Size {
        self.shared.state.size()
    }

    /// Writes a copy of all it holds at this moment to the file `path`, over what is there, while
    /// commits and reads go on. Blocks, and asks now and then whether it may go on.
    ///
    /// # Errors
    /// If the store fails meanwhile, or the copy cannot be written.
    pub fn copy_to(&self, path: &Path, may: impl Fn() -> bool) -> Result<(), CopyError> {
        let state = &self.shared.state;
        let failed = |cause: String| CopyError::Store { cause };
        let database = state.current().ok_or_else(|| failed("it is closed".into()))?;
        let snapshot = database.begin_read().map_err(|error| failed(error.to_string()))?;
        copy::copy(&snapshot, path, || may() && state.is_current(&database))
    }

    /// Hands a request to the writer; `false` when the writer is gone.
    async fn send(&self, request: Request) -> bool {
        let requests = self.shared.requests.as_ref().expect("only dropping takes the sender");
        requests.send(request).await.is_ok()
    }

    /// Has the file opened if it is not: it failed before, or the writer needs it for itself.
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

    /// Runs `read` over a snapshot, off the async threads: a page may have to come from the disk.
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
        // A writer that dies with the request in its hands may have written it.
        answered.await.unwrap_or_else(|_| {
            Err(CommitError::Unknown {
                cause: WRITER_STOPPED.into(),
            })
        })
    }

    /// A second process is refused.
    fn is_shared(&self) -> bool {
        false
    }

    async fn pools(&self) -> Result<Vec<PoolId>, StoreError> {
        self.read(tables::pools).await
    }
}

impl Drop for EmbeddedInner {
    /// Ends the writer before the file goes, so that whoever opens the folder next finds it free.
    fn drop(&mut self) {
        drop(self.requests.take());
        if let Some(writer) = self.writer.take() {
            // A panic in it was reported where it happened; there is nobody left to tell.
            let _ = writer.join();
        }
    }
}
