//! The stores under test, and short constructors for their arguments.

use std::sync::atomic::{AtomicU64, Ordering};

use store::{AnyStore, OpenError, PoolId, RecordKey};
use tempfile::TempDir;

use crate::redis::server::Server;

/// The kind of store that a test runs on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Memory,
    Embedded,
    Redis,
}

/// The place of the store's data.
enum Place {
    Nowhere,
    Folder(TempDir),
    Server(Server),
}

/// A store with its own place for data.
pub(crate) struct Fixture {
    pub(crate) store: AnyStore,
    place: Place,
}

impl Fixture {
    pub(crate) fn new(kind: Kind) -> Self {
        let place = match kind {
            Kind::Memory => Place::Nowhere,
            Kind::Embedded => Place::Folder(TempDir::new().unwrap()),
            Kind::Redis => Place::Server(Server::durable()),
        };
        let store = open(&address(&place)).unwrap();
        Self { store, place }
    }

    /// Closes the store and opens it again. A memory store would lose everything, so it stays open.
    pub(crate) fn reopen(self) -> Self {
        let Self { store, place } = self;
        if matches!(place, Place::Nowhere) {
            return Self { store, place };
        }
        drop(store);
        let store = open(&address(&place)).unwrap();
        Self { store, place }
    }
}

/// Opens a store as a committer of its own.
pub(crate) fn open(url: &str) -> Result<AnyStore, OpenError> {
    static COMMITTERS: AtomicU64 = AtomicU64::new(0);
    store::open(url, || COMMITTERS.fetch_add(1, Ordering::Relaxed))
}

fn address(place: &Place) -> String {
    match place {
        Place::Nowhere => "memory:".to_owned(),
        Place::Folder(folder) => format!("embedded:{}", folder.path().display()),
        Place::Server(server) => server.url(),
    }
}

pub(crate) fn pool(text: &str) -> PoolId {
    PoolId::new(text).unwrap()
}

pub(crate) fn key(bytes: &(impl AsRef<[u8]> + ?Sized)) -> RecordKey {
    RecordKey::new(bytes.as_ref()).unwrap()
}
