//! The configuration in force: the file's, with what the book says over it; and how a node follows what was changed, here or on another node.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use store::AnyStore;
use tokio::sync::Mutex;

use super::Edge;
use crate::book::{Book, Documents, LOOK_MS};
use crate::config::{Config, EntryProblem};
use crate::room::KeepError;

/// Why what was changed at run time cannot be put in force at the start.
#[derive(Debug, thiserror::Error)]
pub enum OpenRunningError {
    /// The store failed.
    #[error("the changes made by the admin API cannot be read: {0}")]
    Book(#[from] KeepError),
    /// File and book do not fit.
    #[error(
        "the file does not fit what was changed through the admin API; put it right, or put it back and change that first:\n{}",
        lines(.0)
    )]
    Unfit(Vec<EntryProblem>),
}

/// The configuration in force.
#[derive(Debug)]
pub struct Running {
    file: Config,
    book: Book,
    config: ArcSwap<Config>,
    /// The book's revision that is in force.
    revision: Mutex<u64>,
}

impl Running {
    /// A file's configuration, with what the book of this store says.
    ///
    /// # Errors
    /// If the book cannot be read, or the two do not fit.
    pub async fn open(file: Config, store: AnyStore) -> Result<Self, OpenRunningError> {
        let book = Book::open(store).await?;
        let documents = book.documents();
        let config = file.merged(&documents.changes()).map_err(OpenRunningError::Unfit)?;
        Ok(Self {
            file,
            book,
            config: ArcSwap::from_pointee(config),
            revision: Mutex::new(documents.revision()),
        })
    }

    /// The configuration in force.
    #[must_use]
    pub fn config(&self) -> Arc<Config> {
        self.config.load_full()
    }

    /// The book.
    #[must_use]
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The configuration that documents come to.
    ///
    /// # Errors
    /// Every problem of it.
    pub fn candidate(&self, documents: &Documents) -> Result<Config, Vec<EntryProblem>> {
        self.file.merged(&documents.changes())
    }
}

impl Edge {
    /// Puts in force what the book says, unless that is so already. One at a time; it may be asked for again at any moment.
    pub async fn keep_up(&self) {
        let mut revision = self.running.revision.lock().await;
        let documents = self.running.book.documents();
        if documents.revision() == *revision {
            return;
        }
        match self.running.candidate(&documents) {
            Ok(config) => {
                let config = Arc::new(config);
                self.rooms.follow(&config).await;
                self.running.config.store(config);
            }
            // Another node has another file.
            Err(problems) => {
                tracing::error!(fault = %lines(&problems), "what was changed on another node does not fit this node's file");
            }
        }
        *revision = documents.revision();
    }

    /// Follows what other nodes change until the task is dropped.
    pub async fn follow(self: Arc<Self>) {
        loop {
            tokio::time::sleep(Duration::from_millis(LOOK_MS)).await;
            match self.running.book.refresh().await {
                Ok(_) => self.keep_up().await,
                Err(error) => tracing::debug!(fault = %error, "the book cannot be read now"),
            }
        }
    }
}

/// A line a problem.
pub(super) fn lines(problems: &[EntryProblem]) -> String {
    let lines = problems.iter().map(|problem| match &problem.entry {
        Some(id) => format!("{id} {}: {}", problem.pointer, problem.message),
        None => problem.message.clone(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
