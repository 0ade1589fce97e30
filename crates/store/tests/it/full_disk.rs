//! Tests on a disk that is really full: a small file system in memory.

use std::fs;
use std::path::Path;
use std::process::Command;

use store::{AnyStore, CommitError, Committed, Generation, Store, Write};
use tempfile::TempDir;

use crate::fixture::{key, open, pool};

const MOUNTED: &str = "size=12m";

/// A file system of 12 MB, unmounted on drop.
struct Small(TempDir);

impl Small {
    /// Mounts the file system; returns `None` if this process may not mount, which needs a
    /// superuser.
    fn mount() -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mut mount = Command::new("mount");
        let mounted = mount
            .args(["-t", "tmpfs", "-o", MOUNTED, "anteroom-test"])
            .arg(folder.path())
            .status();
        mounted.is_ok_and(|status| status.success()).then(|| Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("--lazy").arg(self.path()).status());
    }
}

/// Commits generation `n + 1` with its number as the ledger and a new record of 30 kB.
async fn commit(store: &AnyStore, n: u64) -> Result<Committed, CommitError> {
    let write = Write::new(n.to_string()).put(key(&n.to_be_bytes()), vec![n as u8; 30_000]);
    store.commit(&pool("a"), Generation(n), write).await
}

/// Checks that the store holds all acknowledged commits and nothing else.
async fn holds(store: &AnyStore, generation: u64) {
    let (found, records) = store.scan(&pool("a"), b"").await.unwrap();
    assert_eq!(found, Generation(generation));
    let expected: Vec<_> = (0..generation)
        .map(|n| (key(&n.to_be_bytes()), vec![n as u8; 30_000]))
        .collect();
    assert_eq!(records, expected);
}

#[tokio::test]
async fn a_full_disk_refuses_commits_and_resumes_by_itself() {
    let Some(disk) = Small::mount() else {
        eprintln!("SKIPPED: this process may not mount a small disk");
        return;
    };
    let ballast = disk.path().join("ballast");
    fs::write(&ballast, vec![1; 3_000_000]).unwrap();
    let store = open(&format!("embedded:{}", disk.path().join("data").display())).unwrap();
    let mut n = 0;
    let error = loop {
        match commit(&store, n).await {
            Ok(committed) => n = committed.generation.0,
            Err(error) => break error,
        }
        assert!(n < 1_000, "30 MB on a disk of 12");
    };
    assert!(
        matches!(error, CommitError::Unknown { .. } | CommitError::Unavailable { .. }),
        "{error:?}"
    );

    for _ in 0..3 {
        holds(&store, n).await;
        let error = commit(&store, n).await.unwrap_err();
        assert!(
            matches!(error, CommitError::Unknown { .. } | CommitError::Unavailable { .. }),
            "{error:?}"
        );
    }

    fs::remove_file(ballast).unwrap();
    for more in n..n + 10 {
        assert_eq!(commit(&store, more).await, Ok(Generation(more + 1).into()));
    }
    drop(store);
    let store = open(&format!("embedded:{}", disk.path().join("data").display())).unwrap();
    holds(&store, n + 10).await;
}

/// A server that is started on a full disk reports it and leaves nothing that makes a later start
/// fail.
#[tokio::test]
async fn a_store_cannot_be_made_on_a_full_disk_and_can_be_later() {
    let Some(disk) = Small::mount() else {
        eprintln!("SKIPPED: this process may not mount a small disk");
        return;
    };
    let (folder, ballast) = (disk.path().join("data"), disk.path().join("ballast"));
    fs::create_dir(&folder).unwrap();
    drop(fs::write(&ballast, vec![1; 20_000_000]));
    let error = open(&format!("embedded:{}", folder.display())).unwrap_err();
    assert!(error.to_string().starts_with(folder.to_str().unwrap()), "{error}");
    assert!(error.to_string().contains("No space left on device"), "{error}");
    fs::remove_file(ballast).unwrap();
    let store = open(&format!("embedded:{}", folder.display())).unwrap();
    assert_eq!(commit(&store, 0).await, Ok(Generation(1).into()));
}
