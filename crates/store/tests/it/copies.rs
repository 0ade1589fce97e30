//! Copies of a running store, and stores restored from copies.

use std::fs;
use std::path::Path;

use store::{CommitError, CopyError, EmbeddedStore, Generation, Loaded, Store, Write, restore};
use tempfile::TempDir;

use crate::fixture::{key, pool};

fn write(n: u64) -> Write {
    Write::new(n.to_string()).put(key(&n.to_be_bytes()), vec![n as u8; 50_000])
}

async fn commit(store: &EmbeddedStore, n: u64) {
    store.commit(&pool("a"), Generation(n), write(n)).await.unwrap();
}

/// Checks that the store holds the ledger of one generation and the records up to it.
async fn is_of_one_moment(store: &EmbeddedStore) -> Loaded {
    let (generation, records) = store.scan(&pool("a"), b"").await.unwrap();
    let expected: Vec<_> = (0..generation.0)
        .map(|n| (key(&n.to_be_bytes()), vec![n as u8; 50_000]))
        .collect();
    assert_eq!(records, expected);
    let loaded = store.load(&pool("a"), &[]).await.unwrap();
    assert_eq!(loaded.ledger, Some((generation.0 - 1).to_string().into_bytes()));
    loaded
}

fn restored(file: &Path) -> (TempDir, EmbeddedStore) {
    let folder = TempDir::new().unwrap();
    restore(file, folder.path()).unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    (folder, store)
}

/// 40 MB, so that a copy takes more than one step.
const COMMITS: u64 = 800;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_of_one_moment_while_commits_go_on() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    for n in 0..COMMITS {
        commit(&store, n).await;
    }
    let file = folder.path().join("copy.redb");
    let (copied, to) = (store.clone(), file.clone());
    let copying = tokio::task::spawn_blocking(move || copied.copy_to(&to, || true));
    let mut n = COMMITS;
    while !copying.is_finished() {
        commit(&store, n).await;
        n += 1;
    }
    copying.await.unwrap().unwrap();

    let (_folder, copy) = restored(&file);
    let found = is_of_one_moment(&copy).await;
    assert!((COMMITS..=n).contains(&found.generation.0), "{}", found.generation);
    assert_eq!(
        is_of_one_moment(&store).await.generation,
        Generation(n),
        "and what it was made of goes on"
    );
}

#[tokio::test]
async fn opening_a_copy_reports_that_commits_may_be_missing() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    commit(&store, 0).await;
    commit(&store, 1).await;
    let file = folder.path().join("copy.redb");
    store.copy_to(&file, || true).unwrap();
    commit(&store, 2).await;
    drop(store);

    let (restored_folder, copy) = restored(&file);
    let found = is_of_one_moment(&copy).await;
    assert_eq!((found.generation, found.recovering), (Generation(2), true));
    let unaware = copy.commit(&pool("a"), Generation(2), write(2)).await;
    assert!(
        matches!(unaware, Err(CommitError::Conflict { ref newest }) if newest.recovering),
        "{unaware:?}"
    );
    let recovered = copy
        .commit(&pool("a"), Generation(2), write(2).recovering(true))
        .await
        .unwrap();
    assert!(
        recovered.generation > Generation(1 << 36),
        "another era than the lost commit's"
    );
    let next = copy.commit(&pool("a"), recovered.generation, write(3)).await.unwrap();
    assert_eq!(next.generation, recovered.generation.next());

    drop(copy);
    let again = EmbeddedStore::open(restored_folder.path()).unwrap();
    assert!(!again.load(&pool("a"), &[]).await.unwrap().recovering, "once is enough");
    let new = again.commit(&pool("new"), Generation(0), Write::new("")).await;
    assert_eq!(
        new,
        Ok(Generation(1).into()),
        "a pool that is in no copy has lost nothing"
    );
}

/// A file that was copied while the server was stopped looks like the original; restoring it marks
/// it as a copy.
#[tokio::test]
async fn a_file_copied_by_other_means_is_known_for_one_once_it_is_brought_back() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    commit(&store, 0).await;
    drop(store);
    let (_folder, copy) = restored(&folder.path().join("anteroom.redb"));
    assert!(is_of_one_moment(&copy).await.recovering);
}

#[tokio::test]
async fn nothing_is_brought_back_over_a_store_or_out_of_a_damaged_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("anteroom.redb");
    let store = EmbeddedStore::open(folder.path()).unwrap();
    let copy = folder.path().join("copy");
    store.copy_to(&copy, || true).unwrap();
    let error = restore(&copy, folder.path()).unwrap_err();
    assert!(matches!(error, CopyError::Exists { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        format!("{} exists already; move it away first", file.display())
    );
    let other = TempDir::new().unwrap();
    let in_use = restore(&file, other.path()).unwrap_err();
    assert!(
        matches!(in_use, CopyError::From(store::OpenError::InUse { .. })),
        "{in_use:?}"
    );
    let content = fs::read(&copy).unwrap();
    fs::write(&copy, &content[..content.len() / 2]).unwrap();
    let damaged = restore(&copy, other.path()).unwrap_err();
    assert!(
        matches!(damaged, CopyError::From(store::OpenError::Damaged { .. })),
        "{damaged:?}"
    );
    assert!(!other.path().join("anteroom.redb").exists());
}

#[tokio::test]
async fn a_copy_that_may_not_go_on_leaves_nothing_that_looks_like_one() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    for n in 0..400 {
        commit(&store, n).await;
    }
    let copy = folder.path().join("copy");
    let error = store.copy_to(&copy, || false).unwrap_err();
    assert!(matches!(error, CopyError::Store { .. }), "{error:?}");
    assert!(!copy.exists());
    let unfinished = restore(&folder.path().join("copy.new"), &folder.path().join("restored")).unwrap_err();
    assert!(
        matches!(unfinished, CopyError::From(store::OpenError::Foreign { .. })),
        "{unfinished:?}"
    );
}

#[tokio::test]
async fn a_copy_that_cannot_be_written_leaves_the_store_alone() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    commit(&store, 0).await;
    let error = store
        .copy_to(&folder.path().join("no/such/folder/copy"), || true)
        .unwrap_err();
    assert!(error.to_string().contains("No such file"), "{error}");
    commit(&store, 1).await;
    is_of_one_moment(&store).await;
}
