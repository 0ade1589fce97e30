//! Kills the process while it commits; every acknowledged commit must be stored afterwards.
//!
//! The child is this test binary. An environment variable makes it run [`child`], which commits to
//! a few pools without end and prints each acknowledged generation. The parent kills it after a
//! seeded number of acknowledgements. A kill does not lose data that was never synced; the power
//! cut tests beside the embedded store cover that.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use store::{AnyStore, Generation, OpenError, Store, Write};
use tempfile::TempDir;

use crate::fixture::{key, open, pool};

const FOLDER: &str = "ANTEROOM_STORE_CRASH_FOLDER";
const ROUNDS: u64 = 10;
const POOLS: [&str; 4] = ["a", "b", "c", "d"];
/// The number of generations that keep a record; each commit deletes the record that falls out.
const KEPT: u64 = 8;

fn address(folder: &Path) -> String {
    format!("embedded:{}", folder.display())
}

/// Returns the write of generation `n`: its number as the ledger, one record added and one deleted.
fn generation(n: u64) -> Write {
    let write = Write::new(n.to_string()).put(key(&n.to_be_bytes()), n.to_string().repeat(100));
    if n > KEPT {
        write.delete(key(&(n - KEPT).to_be_bytes()))
    } else {
        write
    }
}

async fn commit_without_end(store: AnyStore, name: &'static str) {
    let pool = pool(name);
    let mut now = store.load(&pool, &[]).await.unwrap().generation;
    loop {
        now = store
            .commit(&pool, now, generation(now.0 + 1))
            .await
            .unwrap()
            .generation;
        println!("ack {name} {now}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "runs only as the child of `a_kill_takes_no_acknowledged_commit`, and never ends"]
async fn child() {
    let folder = std::env::var(FOLDER).expect("only the parent runs this, and it names a folder");
    let store = open(&address(folder.as_ref())).unwrap();
    let tasks = POOLS.map(|name| tokio::spawn(commit_without_end(store.clone(), name)));
    for task in tasks {
        task.await.unwrap();
    }
}

/// The child process and the acknowledgements that it prints.
struct Committer {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
    acknowledged: BTreeMap<String, u64>,
}

impl Committer {
    fn start(folder: &Path) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "--nocapture", "crash::child"])
            .env(FOLDER, folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        Self {
            process,
            lines,
            acknowledged: BTreeMap::new(),
        }
    }

    /// Reads the next acknowledgement; returns `false` when the child has ended.
    fn acknowledgement(&mut self) -> bool {
        for line in self.lines.by_ref() {
            let line = line.unwrap();
            // The test harness prints lines of its own, one of them without a line end.
            let Some((_, words)) = line.split_once("ack ") else {
                continue;
            };
            let (name, generation) = words.split_once(' ').unwrap();
            self.acknowledged.insert(name.to_owned(), generation.parse().unwrap());
            return true;
        }
        false
    }

    /// Kills the child and returns the last generation of each pool that it acknowledged before.
    fn kill(mut self) -> BTreeMap<String, u64> {
        self.process.kill().unwrap();
        while self.acknowledgement() {}
        std::mem::take(&mut self.acknowledged)
    }
}

impl Drop for Committer {
    /// A child that outlived a failed test would commit for ever.
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

#[tokio::test]
async fn a_kill_takes_no_acknowledged_commit() {
    let folder = TempDir::new().unwrap();
    let mut random = StdRng::seed_from_u64(1);
    for round in 0..ROUNDS {
        let mut committer = Committer::start(folder.path());
        for _ in 0..random.random_range(1..200) {
            assert!(committer.acknowledgement(), "round {round}: the child ended by itself");
        }
        let acknowledged = committer.kill();
        let store = open(&address(folder.path())).unwrap();
        for (name, acknowledged) in acknowledged {
            check(&store, &name, acknowledged).await;
        }
    }
}

/// Checks that the pool is complete and at the last acknowledged generation or the next one.
async fn check(store: &AnyStore, name: &str, acknowledged: u64) {
    let pool = pool(name);
    let Generation(found) = store.load(&pool, &[]).await.unwrap().generation;
    assert!(
        (acknowledged..=acknowledged + 1).contains(&found),
        "{name}: {found}, told {acknowledged}"
    );
    let ledger = store.load(&pool, &[]).await.unwrap().ledger;
    assert_eq!(ledger, Some(found.to_string().into_bytes()), "{name}");
    let (_, records) = store.scan(&pool, b"").await.unwrap();
    let kept = (found.saturating_sub(KEPT) + 1)..=found;
    let expected: Vec<_> = kept
        .map(|n| (key(&n.to_be_bytes()), n.to_string().repeat(100).into_bytes()))
        .collect();
    assert_eq!(records, expected, "{name}");
}

#[test]
fn a_second_process_is_refused() {
    let folder = TempDir::new().unwrap();
    let mut committer = Committer::start(folder.path());
    assert!(committer.acknowledgement());
    let refused = open(&address(folder.path())).map(|_| ()).unwrap_err();
    committer.kill();
    assert!(matches!(refused, OpenError::InUse { .. }), "{refused:?}");
    assert!(open(&address(folder.path())).is_ok(), "a killed process holds nothing");
}
