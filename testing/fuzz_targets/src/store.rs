//! The store's file with changed bytes.

use std::sync::OnceLock;

use store::{EmbeddedStore, Generation, PoolId, RecordKey, Store, Write};
use tokio::runtime::Runtime;

const FILE: &str = "anteroom.redb";

/// Changes a valid file: repeatedly four bytes of offset and one byte to write there. The store
/// opens or refuses the file, and then returns or refuses every read.
pub(crate) fn store_file(data: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = good_file().clone();
    for change in data.chunks_exact(5) {
        let at = u32::from_le_bytes([change[0], change[1], change[2], change[3]]) as usize;
        let length = file.len();
        file[at % length] = change[4];
    }
    std::fs::write(folder.path().join(FILE), file).expect("a file");
    runtime().block_on(async {
        let Ok(store) = EmbeddedStore::open(folder.path()) else {
            return false;
        };
        let Ok(pools) = store.pools().await else {
            return false;
        };
        for pool in pools {
            let _ = store.load(&pool, &[key()]).await;
            let _ = store.scan_page(&pool, &[], None).await;
        }
        true
    })
}

fn key() -> RecordKey {
    RecordKey::new(*b"key").expect("a key")
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime")
}

/// Returns the file of a store with some content.
fn good_file() -> &'static Vec<u8> {
    static GOOD: OnceLock<Vec<u8>> = OnceLock::new();
    GOOD.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        runtime().block_on(async {
            let store = EmbeddedStore::open(folder.path()).expect("a new store");
            let pool = PoolId::new("pool").expect("an id");
            let write = Write::new(vec![1; 2_000]).put(key(), vec![2; 1_000]);
            store.commit(&pool, Generation::NONE, write).await.expect("a commit");
        });
        std::fs::read(folder.path().join(FILE)).expect("the file")
    })
}
