//! Whichever store the configuration names.

use std::path::Path;
use std::sync::Arc;

use crate::{
    CommitError, Committed, EmbeddedStore, Generation, Loaded, MemoryStore, Meter, Metered, Newest, OpenError, Page,
    PoolId, RecordKey, RedisStore, Store, StoreError, Warning, Write,
};

/// One of the stores, chosen when the server starts. Clones share what is stored.
#[derive(Debug, Clone)]
pub enum AnyStore {
    /// `memory:`
    Memory(MemoryStore),
    /// `embedded:PATH`
    Embedded(EmbeddedStore),
    /// `redis://HOST`, and what else [`RedisStore`] takes.
    Redis(RedisStore),
    /// Any of them, with somebody who is told of its calls.
    Metered(Arc<Metered<Self>>),
}

/// Opens the store that `url` names: `memory:`, `embedded:PATH` with the folder to keep it in,
/// which is made if it is missing, or `redis://HOST` and its like, to which nothing is connected
/// yet.
///
/// Blocks while a file is opened, longer after a crash; call it at start-up. The error is for the
/// operator and never repeats what stands behind the scheme of another store's address: that may be
/// a password.
pub fn open(url: &str) -> Result<AnyStore, OpenError> {
    match url.split_once(':') {
        Some(("memory", "")) => Ok(AnyStore::Memory(MemoryStore::new())),
        Some(("memory", _)) => Err(OpenError::PathInMemory),
        Some(("embedded", "")) => Err(OpenError::NoPath),
        Some(("embedded", path)) => EmbeddedStore::open(Path::new(path)).map(AnyStore::Embedded),
        Some((scheme, rest)) => match RedisStore::open(scheme, rest) {
            Some(store) => store.map(AnyStore::Redis),
            None => Err(OpenError::UnknownScheme {
                scheme: scheme.to_owned(),
            }),
        },
        None => Err(OpenError::NoScheme),
    }
}

impl AnyStore {
    /// The same store, whose calls somebody is told of.
    #[must_use]
    pub fn metered(self, meter: Arc<dyn Meter>) -> Self {
        Self::Metered(Arc::new(Metered::new(self, meter)))
    }

    /// Whether every verb is a way over the network. Whoever commits to such a store leaves others
    /// room.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        match self {
            Self::Memory(_) | Self::Embedded(_) => false,
            Self::Redis(_) => true,
            Self::Metered(store) => store.inner().is_remote(),
        }
    }

    /// The file in which it keeps everything, if it does; [`EmbeddedStore::copy_to`] copies that.
    #[must_use]
    pub fn embedded(&self) -> Option<&EmbeddedStore> {
        match self {
            Self::Embedded(store) => Some(store),
            Self::Memory(_) | Self::Redis(_) => None,
            Self::Metered(store) => store.inner().embedded(),
        }
    }

    /// Looks whether the store is set up as it should be, for the log; of a store on this machine
    /// there is nothing to say.
    ///
    /// # Errors
    ///
    /// If it cannot be reached.
    pub async fn check(&self) -> Result<Vec<Warning>, StoreError> {
        match self {
            Self::Memory(_) | Self::Embedded(_) => Ok(Vec::new()),
            Self::Redis(store) => Box::pin(store.check()).await,
            // Nobody is told: it is no call that a room makes.
            Self::Metered(store) => Box::pin(store.inner().check()).await,
        }
    }
}

/// What Redis answers is boxed: large with all that a connection may need, and every caller's
/// future would hold it.
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

    async fn look(&self, pool: &PoolId, known: Generation) -> Result<Option<Newest>, StoreError> {
        match self {
            Self::Memory(store) => store.look(pool, known).await,
            Self::Embedded(store) => store.look(pool, known).await,
            Self::Metered(store) => store.look(pool, known).await,
            Self::Redis(store) => Box::pin(store.look(pool, known)).await,
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

    async fn ask_for_a_turn(&self, pool: &PoolId) {
        match self {
            Self::Memory(store) => store.ask_for_a_turn(pool).await,
            Self::Embedded(store) => store.ask_for_a_turn(pool).await,
            Self::Metered(store) => store.ask_for_a_turn(pool).await,
            Self::Redis(store) => Box::pin(store.ask_for_a_turn(pool)).await,
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
