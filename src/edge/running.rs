//! The configuration in force: the file's, with what the book says over it; and how a node follows what was changed, here or on another node.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use store::AnyStore;
use tokio::sync::Mutex;

use super::Edge;
use super::host::Hosts;
use crate::book::{Book, Documents, LOOK_MS};
use crate::check::unknown_themes;
use crate::config::{Config, EntryProblem, HostName, host_fields};
use crate::looks::brands_beside;
use crate::room::{KeepError, OpenRoomsError};
use crate::tls::Certificates;

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

    /// The file's configuration, without the book.
    #[must_use]
    pub fn file(&self) -> &Config {
        &self.file
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
    /// What a configuration names that this node does not have: themes, logos, certificates for hosts. The configuration's own rules are checked already.
    pub(super) fn unmet(&self, candidate: &Config) -> Vec<EntryProblem> {
        let current = self.running.config();
        let mut problems = unknown_themes(candidate, self.pages.themes());
        problems.extend(brands_beside(candidate, &self.pages.brands()).1);
        if hosts(candidate) != hosts(&current) {
            problems.extend(Certificates::problems(candidate));
        }
        problems.into_iter().map(|problem| candidate.place(problem)).collect()
    }

    /// Puts in force what the book says, unless that is so already. One at a time; it may be asked for again at any moment.
    pub async fn keep_up(&self) {
        let mut revision = self.running.revision.lock().await;
        let documents = self.running.book.documents();
        let config = match documents.revision() == *revision {
            true if !self.rooms.is_due().await => return,
            true => self.running.config(),
            false => match self.running.candidate(&documents) {
                Ok(config) => Arc::new(config),
                // Another node has another file.
                Err(problems) => {
                    tracing::error!(fault = %lines(&problems), "what was changed on another node does not fit this node's file");
                    *revision = documents.revision();
                    return;
                }
            },
        };
        match self.put_in_force(config).await {
            Ok(()) => *revision = documents.revision(),
            Err(error) => tracing::warn!(fault = %error, "the configuration is not wholly in force yet"),
        }
    }

    /// Looks first, so that no room is shown in one that is not there; then rooms, then the addresses that lead to them.
    async fn put_in_force(&self, config: Arc<Config>) -> Result<(), OpenRoomsError> {
        let current = self.running.config();
        let (brands, problems) = brands_beside(&config, &self.pages.brands());
        problems
            .iter()
            .for_each(|problem| tracing::error!(fault = %problem, "a room's look is not here"));
        if brands != self.pages.brands() {
            self.assets.renew(self.pages.wear(brands).await);
        }
        if hosts(&config) != hosts(&current) {
            let reopened = self.certificates.reopen(&config).err().unwrap_or_default();
            reopened
                .iter()
                .for_each(|problem| tracing::error!(fault = %problem, "a host's certificate is not here"));
        }
        let followed = self.rooms.follow(&config).await;
        self.pages.forget();
        self.hosts.store(Arc::new(Hosts::of(&config)));
        self.running.config.store(config);
        followed
    }

    /// Looks once whether another node changed something, and puts it in force.
    pub async fn look_at_book(&self) {
        match self.running.book.refresh().await {
            Ok(_) => self.keep_up().await,
            Err(error) => tracing::debug!(fault = %error, "the book cannot be read now"),
        }
    }

    /// Follows what other nodes change until the task is dropped.
    pub async fn follow(self: Arc<Self>) {
        loop {
            tokio::time::sleep(Duration::from_millis(LOOK_MS)).await;
            self.look_at_book().await;
        }
    }
}

/// Hosts of customers and rooms, and where they lead.
fn hosts(config: &Config) -> Vec<(String, &HostName)> {
    host_fields(&config.customers, &config.rooms).collect()
}

/// A line a problem.
pub(super) fn lines(problems: &[EntryProblem]) -> String {
    let lines = problems.iter().map(|problem| match &problem.entry {
        Some(id) => format!("{id} {}: {}", problem.pointer, problem.message),
        None => problem.message.clone(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
