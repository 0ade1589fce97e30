//! The stores under test, and short names for what they take.

use store::{AnyStore, PoolId, RecordKey, open};
use tempfile::TempDir;

/// Which store a test runs on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Memory,
    Embedded,
}

/// A store with a folder of its own.
pub(crate) struct Fixture {
    folder: TempDir,
    kind: Kind,
    pub(crate) store: AnyStore,
}

impl Fixture {
    pub(crate) fn new(kind: Kind) -> Self {
        let folder = TempDir::new().unwrap();
        let store = open_in(kind, &folder);
        Self { folder, kind, store }
    }

    /// Closes the store and opens it again; in memory this would lose everything, so there it does nothing.
    pub(crate) fn reopen(self) -> Self {
        let Self { folder, kind, store } = self;
        let store = match kind {
            Kind::Memory => store,
            Kind::Embedded => {
                drop(store);
                open_in(kind, &folder)
            }
        };
        Self { folder, kind, store }
    }
}

fn open_in(kind: Kind, folder: &TempDir) -> AnyStore {
    match kind {
        Kind::Memory => open("memory:").unwrap(),
        Kind::Embedded => open(&format!("embedded:{}", folder.path().display())).unwrap(),
    }
}

pub(crate) fn pool(text: &str) -> PoolId {
    PoolId::new(text).unwrap()
}

pub(crate) fn key(bytes: &(impl AsRef<[u8]> + ?Sized)) -> RecordKey {
    RecordKey::new(bytes.as_ref()).unwrap()
}
