//! Files changed by something other than the store: a broken disk, a truncated copy.
//!
//! A file that was closed properly was synced completely, so any missing or different byte is
//! damage: the store refuses the file and never treats it as an earlier state or as empty. A file
//! whose process was killed must hold only the data of the last acknowledged commit.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use store::{AnyStore, Generation, Loaded, OpenError, Store, Write};
use tempfile::TempDir;

use crate::fixture::{key, open, pool};

const COMMITS: u64 = 40;

struct Victim {
    folder: TempDir,
    /// The file after [`COMMITS`] commits, closed properly.
    closed: Vec<u8>,
    /// The file at the same moment, as a kill leaves it.
    killed: Vec<u8>,
}

impl Victim {
    async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("anteroom.redb");
        let store = open(&format!("embedded:{}", folder.path().display())).unwrap();
        for n in 0..COMMITS {
            let write = Write::new(n.to_string()).put(key(&n.to_be_bytes()), vec![7; 3_000]);
            store.commit(&pool("a"), Generation(n), write).await.unwrap();
        }
        let killed = fs::read(&file).unwrap();
        drop(store);
        let closed = fs::read(&file).unwrap();
        Self { folder, closed, killed }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("anteroom.redb")
    }

    fn open(&self, content: &[u8]) -> Result<AnyStore, OpenError> {
        fs::write(self.file(), content).unwrap();
        self.open_again()
    }

    fn open_again(&self) -> Result<AnyStore, OpenError> {
        open(&format!("embedded:{}", self.folder.path().display()))
    }
}

async fn holds_all(store: &AnyStore, what: &str) {
    let Loaded { generation, ledger, .. } = store.load(&pool("a"), &[]).await.unwrap();
    assert_eq!(generation, Generation(COMMITS), "{what}");
    assert_eq!(ledger, Some((COMMITS - 1).to_string().into_bytes()), "{what}");
    let (_, records) = store.scan(&pool("a"), b"").await.unwrap();
    let expected: Vec<_> = (0..COMMITS).map(|n| (key(&n.to_be_bytes()), vec![7; 3_000])).collect();
    assert_eq!(records, expected, "{what}");
}

/// Opens `content` and checks that the store is complete, or refused each time with an error that
/// tells the operator what to do. Returns whether it was refused.
async fn whole_or_refused(victim: &Victim, content: &[u8], what: &str) -> bool {
    let error = match victim.open(content) {
        Ok(store) => {
            holds_all(&store, what).await;
            return false;
        }
        Err(error) => error,
    };
    assert!(
        matches!(
            error,
            OpenError::Damaged { .. } | OpenError::Unreadable { .. } | OpenError::Layout { .. }
        ),
        "{what}: {error:?}"
    );
    assert!(victim.open_again().is_err(), "{what}: refused at first and then taken");
    true
}

#[tokio::test]
async fn a_closed_file_cut_short_anywhere_is_refused() {
    let (victim, mut random) = (Victim::new().await, StdRng::seed_from_u64(1));
    let whole = victim.closed.len();
    let ends =
        (0..40)
            .map(|_| random.random_range(0..whole))
            .chain([0, 1, 319, 4_096, 8_192, whole - 4_096, whole - 1]);
    for end in ends {
        let refused = whole_or_refused(&victim, &victim.closed[..end], &format!("{end} of {whole} bytes")).await;
        assert!(refused || end + 4_096 > whole, "{end} of {whole} bytes are no store");
    }
}

#[tokio::test]
async fn a_killed_processs_file_cut_short_is_whole_or_refused() {
    let (victim, mut random) = (Victim::new().await, StdRng::seed_from_u64(2));
    let mut grown = victim.killed.clone();
    let whole = grown.len();
    // The file had grown, and the power failed before any write to the new part.
    grown.resize(2 * whole, 0);
    for end in (0..60).map(|_| random.random_range(0..2 * whole)) {
        let what = format!("{end} bytes of {whole}, grown to double that");
        let refused = whole_or_refused(&victim, &grown[..end], &what).await;
        assert!(!refused || end < whole, "{what}: nothing is missing");
    }
}

#[tokio::test]
async fn a_tail_of_garbage_is_no_part_of_the_file() {
    let (victim, mut random) = (Victim::new().await, StdRng::seed_from_u64(3));
    for length in [1, 511, 4_095, 4_096, 5_000, 100_000] {
        let mut longer = victim.killed.clone();
        longer.extend((0..length).map(|_| random.random::<u8>()));
        let store = victim.open(&longer).unwrap();
        holds_all(&store, &format!("{length} bytes more")).await;
    }
}

/// Changes bytes of every page in turn; returns how many changes were refused.
async fn overwritten(victim: &Victim, content: &[u8], length: Range<usize>, random: &mut StdRng) -> usize {
    let mut refused = 0;
    for page in 0..content.len() / 4_096 {
        let from = page * 4_096 + random.random_range(0..4_096 - length.end);
        let mut changed = content.to_vec();
        changed[from..from + random.random_range(length.clone())]
            .iter_mut()
            .for_each(|byte| *byte ^= random.random_range(1..=255_u8));
        refused += usize::from(whole_or_refused(victim, &changed, &format!("changed at {from}")).await);
    }
    refused
}

#[tokio::test]
async fn a_change_in_the_middle_is_never_read() {
    let (victim, mut random) = (Victim::new().await, StdRng::seed_from_u64(4));
    let closed = overwritten(&victim, &victim.closed, 1..200, &mut random).await;
    assert!(closed > 20, "{closed} changes of the closed file were noticed");
}

#[tokio::test]
async fn a_changed_header_is_never_misread() {
    let victim = Victim::new().await;
    let mut refused = 0;
    for at in (0..320).step_by(3) {
        let mut changed = victim.closed.clone();
        changed[at] ^= 0xff;
        refused += usize::from(whole_or_refused(&victim, &changed, &format!("changed at {at}")).await);
    }
    assert!(refused > 20, "{refused} of 107 changes of the header were noticed");
}

#[test]
fn an_empty_file_is_no_new_store() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("anteroom.redb");
    fs::write(&file, "").unwrap();
    let error = open(&format!("embedded:{}", folder.path().display())).unwrap_err();
    let message =
        "is damaged: it is empty. Move it away and restore a backup; with an empty folder everybody's place is lost";
    assert_eq!(error.to_string(), format!("{} {message}", file.display()));
}

/// A power cut while a store is created leaves a file with the temporary name; the next start
/// creates the store again.
#[tokio::test]
async fn a_store_that_was_never_finished_is_made_again() {
    for left in [&b""[..], &[7; 10_000]] {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("anteroom.redb.new"), left).unwrap();
        let store = open(&format!("embedded:{}", folder.path().display())).unwrap();
        assert_eq!(store.pools().await.unwrap(), []);
        assert!(!folder.path().join("anteroom.redb.new").exists());
    }
}
