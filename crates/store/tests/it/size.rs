//! The file stays within its bound relative to the live bytes: under churn, after large deletions,
//! and from one start to the next.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use store::{EmbeddedStore, FILE_BYTES_FREE, FILE_FACTOR_MAX, Generation, Size, Store, VALUE_BYTES_MAX, Write};
use tempfile::TempDir;

use crate::fixture::{key, pool};

const BULK: u64 = 8;
const BULK_RECORDS: u64 = 100;

fn bulk(n: u64, value: Option<&[u8]>) -> Write {
    let mut write = Write::new("bulk");
    for record in 0..BULK_RECORDS {
        let key = key(&(n * BULK_RECORDS + record).to_be_bytes());
        write.records.push((key, value.map(<[u8]>::to_vec)));
    }
    write
}

/// Commits 50 MB in large records.
async fn fill(store: &EmbeddedStore, from: u64) {
    for n in 0..BULK {
        let write = bulk(n, Some(&vec![7; VALUE_BYTES_MAX]));
        store.commit(&pool("bulk"), Generation(from + n), write).await.unwrap();
    }
}

async fn empty(store: &EmbeddedStore, from: u64) {
    for n in 0..BULK {
        store
            .commit(&pool("bulk"), Generation(from + n), bulk(n, None))
            .await
            .unwrap();
    }
}

/// Waits until the writer has nothing left to do.
async fn idle(store: &EmbeddedStore) {
    let refused = store.commit(&pool("nobody"), Generation(1), Write::new("")).await;
    assert!(refused.is_err(), "{refused:?}");
}

/// Checks that the size is within the bound and equals the size of the file itself.
fn within_bound(store: &EmbeddedStore, folder: &Path) -> Size {
    let size = store.size();
    let file = folder.join("anteroom.redb").metadata().unwrap().len();
    assert_eq!(size.file_bytes, file);
    assert!(file <= FILE_FACTOR_MAX * size.live_bytes + FILE_BYTES_FREE, "{size:?}");
    size
}

#[tokio::test]
async fn churn_does_not_make_the_file_grow() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    let (a, mut random) = (pool("a"), StdRng::seed_from_u64(1));
    for n in 0..300 {
        let mut write = Write::new(vec![1; random.random_range(500..3_000)]);
        for _ in 0..40 {
            let chunk = random.random_range(0_u64..400);
            let value = random.random_bool(0.8).then(|| vec![7; random.random_range(0..20_000)]);
            write.records.push((key(&chunk.to_be_bytes()), value));
        }
        store.commit(&a, Generation(n), write).await.unwrap();
        if n % 20 == 0 {
            idle(&store).await;
            within_bound(&store, folder.path());
        }
    }
    let (_, records) = store.scan(&a, b"").await.unwrap();
    let live: usize = records
        .iter()
        .map(|(key, value)| 1 + key.as_bytes().len() + value.len())
        .sum();
    let reported = store.size().live_bytes;
    assert!(
        reported.abs_diff(live as u64) < 10_000,
        "{reported} bytes told, {live} there"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn room_is_given_back_while_running_and_no_reader_fails() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    store
        .commit(&pool("a"), Generation(0), Write::new("kept"))
        .await
        .unwrap();
    let ended = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> = (0..4)
        .map(|_| tokio::spawn(read_until(store.clone(), ended.clone())))
        .collect();
    let mut largest = 0;
    for round in 0..2 {
        fill(&store, round * 2 * BULK).await;
        largest = largest.max(store.size().file_bytes);
        empty(&store, round * 2 * BULK + BULK).await;
        idle(&store).await;
        within_bound(&store, folder.path());
    }
    ended.store(true, Ordering::Relaxed);
    for reader in readers {
        assert!(reader.await.unwrap() > 0);
    }
    assert!(largest > 50_000_000, "it was never large: {largest}");
}

async fn read_until(store: EmbeddedStore, ended: Arc<AtomicBool>) -> u64 {
    let mut reads = 0;
    while !ended.load(Ordering::Relaxed) {
        let loaded = store.load(&pool("a"), &[]).await.unwrap();
        assert_eq!(loaded.ledger.as_deref(), Some(&b"kept"[..]));
        reads += 1;
    }
    reads
}

/// A store with too many live bytes for compaction at run time is compacted at the next start.
#[tokio::test]
async fn room_is_given_back_at_the_start() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("anteroom.redb");
    let store = EmbeddedStore::open(folder.path()).unwrap();
    fill(&store, 0).await;
    drop(store);
    // The content of a file from a version that never compacted.
    let database = redb::Database::open(&file).unwrap();
    let transaction = database.begin_write().unwrap();
    let table: redb::TableDefinition<'_, (&str, &[u8]), &[u8]> = redb::TableDefinition::new("records");
    let mut records = 0_u64..;
    let mut kept = || records.next().unwrap() % 20 == 19;
    transaction.open_table(table).unwrap().retain(|_, _| kept()).unwrap();
    transaction.commit().unwrap();
    drop(database);
    let before = file.metadata().unwrap().len();
    assert!(before > 40_000_000, "{before}");

    let store = EmbeddedStore::open(folder.path()).unwrap();
    let size = within_bound(&store, folder.path());
    assert!(size.live_bytes > 2_000_000, "{size:?}");
    assert_eq!(store.scan(&pool("bulk"), b"").await.unwrap().1.len(), 40);
}
