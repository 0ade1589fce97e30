//! Selects the store that the configuration names.

use std::path::Path;
use std::sync::Arc;

use crate::{
    CommitError, Committed, EmbeddedStore, Generation, Loaded, MemoryStore, Meter, Metered, Newest, OpenError, Page,
    PoolId, RecordKey, RedisStore, Store, StoreError, Warning, Write,
};

/// One of the stores, chosen when the server starts. Clones share the stored content.
#[derive(Debug, Clone)]
pub enum AnyStore {
    /// `memory:`
    Memory(MemoryStore),
    /// `embedded:PATH`
    Embedded(EmbeddedStore),
    /// `redis://HOST` and the other forms that [`RedisStore`] accepts.
    Redis(RedisStore),
    /// Any of the above, with a [`Meter`] that observes each call.
    Metered(Arc<Metered<Self>>),
}

/// Opens the store that `url` names: `memory:`, `embedded:PATH` with the folder that holds the
/// file, or `redis://HOST` and its variants. A missing folder is created. A Redis is not connected
/// to until the first call.
///
/// `committer` draws a random number, by which this process is told from others that commit to the
/// same store; it is called only for a store that processes can share.
///
/// Blocks while a file is opened, longer after a crash; call it at start-up. The error is written
/// for the operator. For an address of an unknown kind it contains only the scheme, because the
/// rest may be a password.
pub fn open(url: &str, committer: impl FnOnce() -> u64) -> Result<AnyStore, OpenError> {
    match url.split_once(':') {
        Some(("memory", "")) => Ok(AnyStore::Memory(MemoryStore::new())),
        Some(("memory", _)) => Err(OpenError::PathInMemory),
        Some(("embedded", "")) => Err(OpenError::NoPath),
        Some(("embedded", path)) => EmbeddedStore::open(Path::new(path)).map(AnyStore::Embedded),
        Some((scheme, rest)) => match RedisStore::open(scheme, rest, committer) {
            Some(store) => store.map(AnyStore::Redis),
            None => Err(OpenError::UnknownScheme {
                scheme: scheme.to_owned(),
            }),
        },
        None => Err(OpenError::NoScheme),
    }
}

impl AnyStore {
    /// Wraps the store so that `meter` observes its calls.
    #[must_use]
    pub fn metered(self, meter: Arc<dyn Meter>) -> Self {
        Self::Metered(Arc::new(Metered::new(self, meter)))
    }

    /// Returns whether every call crosses the network. A committer to such a store leaves pauses in
    /// which other committers can commit.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        match self {
            Self::Memory(_) | Self::Embedded(_) => false,
            Self::Redis(_) => true,
            Self::Metered(store) => store.inner().is_remote(),
        }
    }

    /// Returns the store in a file, if this is one; [`EmbeddedStore::copy_to`] copies such a store.
    #[must_use]
    pub fn embedded(&self) -> Option<&EmbeddedStore> {
        match self {
            Self::Embedded(store) => Some(store),
            Self::Memory(_) | Self::Redis(_) => None,
            Self::Metered(store) => store.inner().embedded(),
        }
    }

    /// Checks whether the store is set up as it should be and returns warnings for the log. A store
    /// on this machine has none.
    ///
    /// # Errors
    ///
    /// Returns an error if the store cannot be reached.
    pub async fn check(&self) -> Result<Vec<Warning>, StoreError> {
        match self {
            Self::Memory(_) | Self::Embedded(_) => Ok(Vec::new()),
            Self::Redis(store) => Box::pin(store.check()).await,
            // The meter does not observe this call, because no room makes it.
            Self::Metered(store) => Box::pin(store.inner().check()).await,
        }
    }
}

/// The futures of the Redis store are boxed. They are large, because they hold all that a
/// connection may need, and every caller's future would otherwise contain them.
impl Store for AnyStore {
    async fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> Result<Loaded, StoreError> {
        match self {
            Self::Memory(store) => store.load(pool, keys).await,
            Self::Embedded(store) => store.load(pool, keys).await,
            Self::Metered(store) => store.load(pool, keys).await,
            Self::Redis(store) => Box::pin(store.load(pool, keys)).await,
        }
    }

    async fn scan_page(&self, pool: &PoolId, prefix: &[u8], after: Option<&RecordKey>) -> Result<Page, StoreError> {
        match self {
            Self::Memory(store) => store.scan_page(pool, prefix, after).await,
            Self::Embedded(store) => store.scan_page(pool, prefix, after).await,
            Self::Metered(store) => store.scan_page(pool, prefix, after).await,
            Self::Redis(store) => Box::pin(store.scan_page(pool, prefix, after)).await,
        }
    }

    async fn load_newer(&self, pool: &PoolId, known: Generation) -> Result<Option<Newest>, StoreError> {
        match self {
            Self::Memory(store) => store.load_newer(pool, known).await,
            Self::Embedded(store) => store.load_newer(pool, known).await,
            Self::Metered(store) => store.load_newer(pool, known).await,
            Self::Redis(store) => Box::pin(store.load_newer(pool, known)).await,
        }
    }

    async fn commit(&self, pool: &PoolId, expected: Generation, write: Write) -> Result<Committed, CommitError> {
        match self {
            Self::Memory(store) => store.commit(pool, expected, write).await,
            Self::Embedded(store) => store.commit(pool, expected, write).await,
            Self::Metered(store) => store.commit(pool, expected, write).await,
            Self::Redis(store) => Box::pin(store.commit(pool, expected, write)).await,
        }
    }

    async fn request_commit_priority(&self, pool: &PoolId) {
        match self {
            Self::Memory(store) => store.request_commit_priority(pool).await,
            Self::Embedded(store) => store.request_commit_priority(pool).await,
            Self::Metered(store) => store.request_commit_priority(pool).await,
            Self::Redis(store) => Box::pin(store.request_commit_priority(pool)).await,
        }
    }

    fn is_shared(&self) -> bool {
        match self {
            Self::Memory(store) => store.is_shared(),
            Self::Embedded(store) => store.is_shared(),
            Self::Metered(store) => store.is_shared(),
            Self::Redis(store) => store.is_shared(),
        }
    }

    async fn wall_ms(&self) -> Result<Option<u64>, StoreError> {
        match self {
            Self::Memory(store) => store.wall_ms().await,
            Self::Embedded(store) => store.wall_ms().await,
            Self::Metered(store) => store.wall_ms().await,
            Self::Redis(store) => Box::pin(store.wall_ms()).await,
        }
    }

    async fn pools(&self) -> Result<Vec<PoolId>, StoreError> {
        match self {
            Self::Memory(store) => store.pools().await,
            Self::Embedded(store) => store.pools().await,
            Self::Metered(store) => store.pools().await,
            Self::Redis(store) => Box::pin(store.pools()).await,
        }
    }
}
