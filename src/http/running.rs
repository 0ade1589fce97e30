//! The configuration in force: the file merged with the changes in the admin store. Also applies
//! changes that this node or another node makes.
//!
//! Until [`AppState::begin`] has read the store, visitors get the holding page: a store that is
//! away neither ends the process nor lets anybody in.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use store::{AnyStore, StoreError, Warning};
use tokio::sync::{Mutex, MutexGuard};

use crate::admin_store::{AdminStore, Documents, REFRESH_INTERVAL_MS};
use crate::branding::brands_beside;
use crate::config::{Branding, Config, EntryProblem, HostName, host_fields};
use crate::entropy::Entropy;
use crate::http::AppState;
use crate::http::crowdhandler::Directory;
use crate::http::host::Hosts;
use crate::preflight::{unknown_pastimes, unknown_themes};
use crate::rooms::{OpenRoomsError, StateError};
use crate::server::tls::Certificates;
use crate::theme::{Brand, Themes};
use crate::uploaded_themes::UploadedThemes;

/// The reason why a node cannot go into service.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// The store's clock cannot be read.
    #[error("the store's clock cannot be read: {0}")]
    Clock(#[from] StoreError),
    /// The admin store cannot be read.
    #[error("the changes made by the admin API cannot be read: {0}")]
    AdminStore(#[from] StateError),
    /// The file and the changes in the admin store contradict each other.
    #[error(
        "the file contradicts what was changed through the admin API; correct the file, or restore it and revert those changes first:\n{}",
        lines(.0)
    )]
    Unfit(Vec<EntryProblem>),
    /// The merged configuration names something that this node does not have.
    #[error("what was changed through the admin API refers to something that this node does not have:\n{}", lines(.0))]
    MissingReferences(Vec<EntryProblem>),
    /// The rooms cannot be opened.
    #[error(transparent)]
    Rooms(#[from] OpenRoomsError),
}

impl BeginError {
    /// Returns whether the store is unavailable, so that a retry can succeed. All other errors need
    /// an operator.
    #[must_use]
    pub fn is_away(&self) -> bool {
        match self {
            Self::Clock(_) => true,
            Self::AdminStore(error) => error.is_away(),
            Self::Rooms(error) => error.is_away(),
            Self::Unfit(_) | Self::MissingReferences(_) => false,
        }
    }
}

/// The configuration in force.
#[derive(Debug)]
pub struct RunningConfig {
    file: Config,
    admin_store: AdminStore,
    config: ArcSwap<Config>,
    /// The uploaded themes in which this node shows pages.
    uploaded_themes: ArcSwap<UploadedThemes>,
    /// The admin store's revision that is in force.
    revision: Mutex<u64>,
    /// When this node last looked for a file that it did not have, monotonic milliseconds.
    last_file_lookup_ms: Mutex<Option<u64>>,
}

impl RunningConfig {
    /// Creates the state from a file's configuration, before the admin store has been read.
    #[must_use]
    pub fn new(file: Config, store: AnyStore, entropy: Entropy) -> Self {
        Self {
            config: ArcSwap::from_pointee(file.clone()),
            admin_store: AdminStore::unread(store, &file.server.master_key, entropy),
            file,
            uploaded_themes: ArcSwap::default(),
            revision: Mutex::default(),
            last_file_lookup_ms: Mutex::default(),
        }
    }

    /// The configuration in force.
    #[must_use]
    pub fn config(&self) -> Arc<Config> {
        self.config.load_full()
    }

    /// The uploaded themes in which this node shows pages.
    #[must_use]
    pub fn uploaded_themes(&self) -> Arc<UploadedThemes> {
        self.uploaded_themes.load_full()
    }

    /// Notes the uploaded themes in which this node shows pages from now on.
    pub(super) fn set_uploaded_themes(&self, themes: UploadedThemes) {
        self.uploaded_themes.store(Arc::new(themes));
    }

    /// When this node last looked for a file that it did not have, monotonic milliseconds. The
    /// guard is held during a look.
    pub(super) async fn last_file_lookup_ms(&self) -> MutexGuard<'_, Option<u64>> {
        self.last_file_lookup_ms.lock().await
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

    /// Merges the admin store's documents into the file's configuration.
    ///
    /// # Errors
    /// Returns every problem of the merged configuration.
    pub fn candidate(&self, documents: &Documents) -> Result<Config, Vec<EntryProblem>> {
        self.file.merged(&documents.changes())
    }
}

impl AppState {
    /// Starts the service: reads the admin store, opens the rooms of the merged configuration, and
    /// reports the node ready. Calling it again after an error does the remaining steps.
    ///
    /// # Errors
    /// Returns an error if the store is away, or if its content cannot be read or does not fit the
    /// file.
    pub async fn begin(&self) -> Result<(), BeginError> {
        self.store_monitor.clock_sync.set(&self.store, &self.clock).await?;
        let mut revision = self.running.revision.lock().await;
        self.running.admin_store.refresh().await?;
        let documents = self.running.admin_store.documents();
        self.follow_themes(&documents).await?;
        let config = self.running.candidate(&documents).map_err(BeginError::Unfit)?;
        let missing_references = self.missing_references(&config);
        if !missing_references.is_empty() {
            return Err(BeginError::MissingReferences(missing_references));
        }
        self.rooms.begin(&config).await?;
        self.put_in_force(Arc::new(config)).await?;
        *revision = documents.revision();
        self.readiness.serve();
        Ok(())
    }

    /// Returns a problem for everything that a configuration names and this node lacks: themes,
    /// pastimes, logos, certificates for hosts. Expects a configuration that has passed its own
    /// checks.
    pub(super) fn missing_references(&self, candidate: &Config) -> Vec<EntryProblem> {
        let current = self.running.config();
        let themes = self.pages.themes();
        let mut problems = unknown_themes(candidate, &themes);
        problems.extend(unknown_pastimes(candidate, &themes));
        problems.extend(brands_beside(candidate, &self.pages.brands()).1);
        if hosts(candidate) != hosts(&current) {
            problems.extend(Certificates::problems(candidate));
        }
        problems
            .into_iter()
            .map(|problem| candidate.entry_problem(problem))
            .collect()
    }

    /// Applies the admin store's documents, unless they are in force. Calls run one at a time;
    /// repeating a call is harmless.
    pub async fn apply_changes(&self) {
        let mut revision = self.running.revision.lock().await;
        let documents = self.running.admin_store.documents();
        if documents.revision() != *revision
            && let Err(error) = self.follow_themes(&documents).await
        {
            tracing::warn!(fault = %error, "the uploaded themes cannot be read yet");
            return;
        }
        let config = match documents.revision() == *revision {
            true if !self.rooms.is_due().await => return,
            true => self.running.config(),
            false => match self.running.candidate(&documents) {
                Ok(config) => Arc::new(config),
                // The other node has a different file.
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

    /// Applies brands first, so that no room refers to a missing one; then rooms; then the hosts
    /// that lead to them. Themes are in force already.
    async fn put_in_force(&self, config: Arc<Config>) -> Result<(), OpenRoomsError> {
        let current = self.running.config();
        let (brands, problems) = brands_beside(&config, &self.pages.brands());
        problems
            .iter()
            .for_each(|problem| tracing::error!(fault = %problem, "cannot read a room's logo"));
        if brands != self.pages.brands() {
            self.set_themes(self.pages.themes(), brands).await;
        }
        if hosts(&config) != hosts(&current) {
            let reopened = self.certificates.reopen(&config).err().unwrap_or_default();
            reopened
                .iter()
                .for_each(|problem| tracing::error!(fault = %problem, "cannot open a host's certificate"));
        }
        let followed = self.rooms.follow(&config).await;
        self.pages.forget();
        self.hosts.store(Arc::new(Hosts::of(&config)));
        self.directory.store(Arc::new(Directory::of(&config)));
        self.running.config.store(config);
        followed
    }

    /// Shows pages in these themes and brands from now on.
    pub(super) async fn set_themes(&self, themes: Arc<Themes>, brands: HashMap<Branding, Brand>) {
        let wanted: Vec<Brand> = brands.values().cloned().collect();
        let plain = themes.clone();
        // Rendering stylesheets takes too long for an async task.
        let branded = tokio::task::spawn_blocking(move || Arc::new(themes.with_brands(&wanted))).await;
        // The panic is already reported; rooms fall back to the themes without new brands.
        let branded = branded.unwrap_or(plain);
        self.assets.replace_themes(&branded);
        self.pages.set_themes(branded, brands);
    }

    /// Reads once what other nodes changed in the admin store, and applies it.
    pub async fn refresh_admin_store(&self) {
        match self.running.admin_store.refresh().await {
            Ok(_) => self.apply_changes().await,
            Err(error) => tracing::debug!(fault = %error, "the admin store cannot be read now"),
        }
    }

    /// Returns warnings for the operator about settings of the store that endanger its data.
    ///
    /// # Errors
    /// Returns an error if the store is away.
    pub async fn check_store(&self) -> Result<Vec<Warning>, StoreError> {
        self.store.check().await
    }

    /// Keeps wall time in step with the store's clock, until the task is dropped.
    pub async fn follow_clock(&self) {
        self.store_monitor.clock_sync.follow(&self.store, &self.clock).await;
    }

    /// Applies what other nodes change, until the task is dropped.
    pub async fn follow(&self) {
        loop {
            tokio::time::sleep(Duration::from_millis(REFRESH_INTERVAL_MS)).await;
            self.refresh_admin_store().await;
        }
    }
}

/// Returns the hosts of customers and rooms, each with the configuration field that names it.
fn hosts(config: &Config) -> Vec<(String, &HostName)> {
    host_fields(&config.customers, &config.rooms).collect()
}

/// Joins problems into a text, one line for each.
pub(super) fn lines(problems: &[EntryProblem]) -> String {
    let lines = problems.iter().map(|problem| match &problem.entry {
        Some(id) => format!("{id} {}: {}", problem.pointer, problem.message),
        None => problem.message.clone(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
