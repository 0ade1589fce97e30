//! The configuration in force: the file's, with what the admin store says over it; and how a node
//! follows what was changed, here or on another node.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use store::{AnyStore, StoreError, Warning};
use tokio::sync::Mutex;

use crate::admin_store::{AdminStore, Documents, LOOK_MS};
use crate::branding::brands_beside;
use crate::config::{Config, EntryProblem, HostName, host_fields};
use crate::http::Edge;
use crate::http::host::Hosts;
use crate::preflight::unknown_themes;
use crate::rooms::{KeepError, OpenRoomsError};
use crate::server::tls::Certificates;

/// Why a node cannot go into service.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// The store's clock cannot be read.
    #[error("the store's clock cannot be read: {0}")]
    Clock(#[from] StoreError),
    /// The store failed.
    #[error("the changes made by the admin API cannot be read: {0}")]
    AdminStore(#[from] KeepError),
    /// File and book do not fit.
    #[error(
        "the file does not fit what was changed through the admin API; put it right, or put it back and change that first:\n{}",
        lines(.0)
    )]
    Unfit(Vec<EntryProblem>),
    /// What the two come to names what is not here.
    #[error("what was changed through the admin API names what this node does not have:\n{}", lines(.0))]
    Unmet(Vec<EntryProblem>),
    /// The rooms cannot be opened.
    #[error(transparent)]
    Rooms(#[from] OpenRoomsError),
}

impl BeginError {
    /// Whether the store is away: trying again may do. Anything else needs somebody.
    #[must_use]
    pub fn is_away(&self) -> bool {
        match self {
            Self::Clock(_) => true,
            Self::AdminStore(error) => error.is_away(),
            Self::Rooms(error) => error.is_away(),
            Self::Unfit(_) | Self::Unmet(_) => false,
        }
    }
}

/// The configuration in force.
#[derive(Debug)]
pub struct Running {
    file: Config,
    admin_store: AdminStore,
    config: ArcSwap<Config>,
    /// The admin store's revision that is in force.
    revision: Mutex<u64>,
}

impl Running {
    /// A file's configuration, before the admin store of this store was read.
    #[must_use]
    pub fn new(file: Config, store: AnyStore) -> Self {
        Self {
            config: ArcSwap::from_pointee(file.clone()),
            admin_store: AdminStore::unread(store, &file.server.master_key),
            file,
            revision: Mutex::default(),
        }
    }

    /// The configuration in force.
    #[must_use]
    pub fn config(&self) -> Arc<Config> {
        self.config.load_full()
    }

    /// The file's configuration, without the admin store.
    #[must_use]
    pub fn file(&self) -> &Config {
        &self.file
    }

    /// The admin store.
    #[must_use]
    pub fn admin_store(&self) -> &AdminStore {
        &self.admin_store
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
    /// Goes into service: reads the admin store, opens the rooms of what file and book come to, and
    /// says so. Asked again after an error it does what is left.
    ///
    /// # Errors
    /// If the store is away, or what it holds does not fit or cannot be read.
    pub async fn begin(&self) -> Result<(), BeginError> {
        self.watch.dial.set(&self.store, &self.clock).await?;
        let mut revision = self.running.revision.lock().await;
        self.running.admin_store.refresh().await?;
        let documents = self.running.admin_store.documents();
        let config = self.running.candidate(&documents).map_err(BeginError::Unfit)?;
        let unmet = self.unmet(&config);
        if !unmet.is_empty() {
            return Err(BeginError::Unmet(unmet));
        }
        self.rooms.begin(&config).await?;
        self.put_in_force(Arc::new(config)).await?;
        *revision = documents.revision();
        self.readiness.serve();
        Ok(())
    }

    /// What a configuration names that this node does not have: themes, logos, certificates for
    /// hosts. The configuration's own rules are checked already.
    pub(super) fn unmet(&self, candidate: &Config) -> Vec<EntryProblem> {
        let current = self.running.config();
        let mut problems = unknown_themes(candidate, self.pages.themes());
        problems.extend(brands_beside(candidate, &self.pages.brands()).1);
        if hosts(candidate) != hosts(&current) {
            problems.extend(Certificates::problems(candidate));
        }
        problems.into_iter().map(|problem| candidate.place(problem)).collect()
    }

    /// Puts in force what the admin store says, unless that is so already. One at a time; it may be
    /// asked for again at any moment.
    pub async fn keep_up(&self) {
        let mut revision = self.running.revision.lock().await;
        let documents = self.running.admin_store.documents();
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

    /// Looks first, so that no room is shown in one that is not there; then rooms, then the
    /// addresses that lead to them.
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
    pub async fn look_at_admin_store(&self) {
        match self.running.admin_store.refresh().await {
            Ok(_) => self.keep_up().await,
            Err(error) => tracing::debug!(fault = %error, "the admin store cannot be read now"),
        }
    }

    /// What of the store's own settings endangers what is kept, in words for the operator.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn check_store(&self) -> Result<Vec<Warning>, StoreError> {
        self.store.check().await
    }

    /// Keeps wall time that of the store's clock, until the task is dropped.
    pub async fn follow_clock(&self) {
        self.watch.dial.follow(&self.store, &self.clock).await;
    }

    /// Follows what other nodes change until the task is dropped.
    pub async fn follow(&self) {
        loop {
            tokio::time::sleep(Duration::from_millis(LOOK_MS)).await;
            self.look_at_admin_store().await;
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
