//! The embedded store on a disk that fails.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use redb::Database;

use super::disk::{Disk, DiskFault};
use super::writer::{WriteOutcome, write_group};
use super::*;
use crate::{Newest, VALUE_BYTES_MAX};

fn pool(text: &str) -> PoolId {
    PoolId::new(text).unwrap()
}

fn key(text: &str) -> RecordKey {
    RecordKey::new(text.as_bytes()).unwrap()
}

/// Makes a commit whose answer is ignored.
fn commit(text: &str, expected: u64, ledger: &str) -> writer::Commit {
    let (answer, _) = oneshot::channel();
    writer::Commit {
        pool: pool(text),
        expected: Generation(expected),
        write: Write::new(ledger),
        answer,
    }
}

fn group(database: &Database, group: &[writer::Commit]) -> Vec<WriteOutcome> {
    write_group(database, group).unwrap().outcomes
}

#[test]
fn a_group_is_judged_in_order_and_synced_once() {
    let disk = Disk::default();
    let database = disk.create();
    let before = disk.syncs();
    group(&database, &[commit("z", 0, "")]);
    let syncs_of_one = disk.syncs() - before;

    let before = disk.syncs();
    let commits = [
        commit("a", 0, "1"),
        commit("a", 1, "2"),
        commit("a", 1, "late"),
        commit("b", 0, ""),
    ];
    let newest = Newest {
        generation: Generation(2),
        ledger: Some(b"2".to_vec()),
        recovering: false,
    };
    let expected = [
        WriteOutcome::Committed(Generation(1)),
        WriteOutcome::Committed(Generation(2)),
        WriteOutcome::Conflict(newest),
        WriteOutcome::Committed(Generation(1)),
    ];
    assert_eq!(group(&database, &commits), expected);
    assert_eq!(disk.syncs() - before, syncs_of_one);
}

#[test]
fn a_group_of_conflicts_costs_no_sync() {
    let disk = Disk::default();
    let database = disk.create();
    let before = disk.syncs();
    assert_eq!(
        group(&database, &[commit("a", 1, "")]),
        [WriteOutcome::Conflict(Newest::default())]
    );
    assert_eq!(disk.syncs(), before);
}

/// Breaks the disk during a commit, checks that nothing is acknowledged while the disk is broken,
/// and that the store continues by itself when the disk works again.
async fn survives(fault: DiskFault) {
    let (disk, a) = (Disk::default(), pool("a"));
    let store = disk.store();
    store.commit(&a, Generation(0), Write::new("before")).await.unwrap();

    disk.set(fault);
    let write = Write::new("during").put(key("during"), vec![1; VALUE_BYTES_MAX]);
    let maybe_written = match store.commit(&a, Generation(1), write).await {
        Err(CommitError::Unknown { .. }) => true,
        Err(CommitError::Unavailable { .. }) => false,
        other => panic!("{fault:?}: {other:?}"),
    };
    disk.set(DiskFault::None);

    let loaded = store.load(&a, &[key("during")]).await.unwrap();
    match loaded.generation {
        Generation(1) => {
            assert_eq!((loaded.ledger, loaded.records), (Some(b"before".to_vec()), vec![None]));
        }
        Generation(2) => {
            assert!(maybe_written, "what was called not written is there");
            assert_eq!(loaded.ledger, Some(b"during".to_vec()));
            assert_eq!(loaded.records, [Some(vec![1; VALUE_BYTES_MAX])]);
        }
        other => panic!("{fault:?}: generation {other}"),
    }
    let next = store.commit(&a, loaded.generation, Write::new("after")).await;
    assert_eq!(next, Ok(loaded.generation.next().into()), "{fault:?}");
}

#[tokio::test]
async fn a_failed_sync_is_reported_and_survived() {
    survives(DiskFault::Sync).await;
}

#[tokio::test]
async fn a_sync_that_loses_data_is_reported_and_survived() {
    survives(DiskFault::SyncForgets).await;
}

/// After a failed sync an operating system may show data that the disk does not hold, and let later
/// syncs succeed. All values that the store has returned since then must survive a power cut.
#[tokio::test]
async fn nothing_is_acknowledged_that_a_failed_sync_left_in_memory() {
    let (a, mut random) = (pool("a"), StdRng::seed_from_u64(5));
    for round in 0..20 {
        let disk = Disk::default();
        let store = disk.store();
        commit_number(&store, &a, 0).await.unwrap();
        disk.set(DiskFault::SyncForgets);
        let unknown = commit_number(&store, &a, 1).await;
        assert!(matches!(unknown, Err(CommitError::Unknown { .. })), "{unknown:?}");
        disk.set(DiskFault::None);

        let answered = store.load(&a, &[]).await.unwrap();
        let left = disk.cut(&mut random).store().load(&a, &[]).await.unwrap();
        assert_eq!(left, answered, "round {round}");
        let next = commit_number(&store, &a, answered.generation.0).await.unwrap();
        let store = disk.cut(&mut random).store();
        assert_eq!(
            store.load(&a, &[]).await.unwrap().generation,
            next.generation,
            "round {round}"
        );
        let (_, records) = store.scan(&a, b"").await.unwrap();
        assert_eq!(records.len() as u64, next.generation.0, "round {round}");
    }
}

#[tokio::test]
async fn a_failed_write_is_reported_and_survived() {
    survives(DiskFault::Write).await;
}

#[tokio::test]
async fn a_panic_in_the_writer_is_reported_and_survived() {
    survives(DiskFault::PanicInWrite).await;
}

#[tokio::test]
async fn a_disk_that_stays_broken_is_unavailable() {
    let (disk, a) = (Disk::default(), pool("a"));
    let store = disk.store();
    disk.set(DiskFault::Sync);
    let first = store.commit(&a, Generation(0), Write::new("")).await;
    assert!(matches!(first, Err(CommitError::Unknown { .. })), "{first:?}");
    for _ in 0..3 {
        let loaded = store.load(&a, &[]).await;
        assert!(matches!(loaded, Err(StoreError::Unavailable { .. })), "{loaded:?}");
        let committed = store.commit(&a, Generation(0), Write::new("")).await;
        assert!(
            matches!(committed, Err(CommitError::Unavailable { .. })),
            "{committed:?}"
        );
    }
}

#[tokio::test]
async fn a_failed_read_is_reported_and_survived() {
    let (disk, a) = (Disk::default(), pool("a"));
    let write = Write::new("").put(key("k"), vec![1; VALUE_BYTES_MAX]);
    disk.store().commit(&a, Generation(0), write).await.unwrap();

    let store = disk.store();
    disk.set(DiskFault::Read);
    let loaded = store.load(&a, &[key("k")]).await;
    assert!(matches!(loaded, Err(StoreError::Unavailable { .. })));
    disk.set(DiskFault::None);
    let loaded = store.load(&a, &[key("k")]).await.unwrap();
    assert_eq!(loaded.records, [Some(vec![1; VALUE_BYTES_MAX])]);
}

/// Cuts the power at seeded moments while the next commit is being written.
#[tokio::test]
async fn a_power_cut_takes_no_acknowledged_commit() {
    let (a, mut random) = (pool("a"), StdRng::seed_from_u64(20));
    for round in 0..60 {
        let disk = Disk::default();
        let store = disk.store();
        let acknowledged = random.random_range(1..8);
        for n in 0..acknowledged {
            commit_number(&store, &a, n).await.unwrap();
        }
        // Because the sync fails, the disk does not yet hold this commit.
        disk.set(DiskFault::Sync);
        assert!(matches!(
            commit_number(&store, &a, acknowledged).await,
            Err(CommitError::Unknown { .. })
        ));

        let store = disk.cut(&mut random).store();
        let loaded = store.load(&a, &[]).await.unwrap();
        let found = loaded.generation.0;
        assert!(
            found == acknowledged || found == acknowledged + 1,
            "round {round}: {found} of {acknowledged}"
        );
        assert_eq!(loaded.ledger, Some(found.to_string().into_bytes()), "round {round}");
        let (_, records) = store.scan(&a, b"").await.unwrap();
        let expected = (1..=found).map(|n| (key(&n.to_string()), vec![7; 5_000]));
        assert_eq!(records, expected.collect::<Vec<_>>(), "round {round}");
    }
}

/// Makes the disk fail at every sync of a compaction in turn, and cuts the power there.
#[tokio::test]
async fn a_power_cut_while_compacting_takes_nothing() {
    let (a, mut random) = (pool("a"), StdRng::seed_from_u64(21));
    for syncs in 0.. {
        let disk = Disk::default();
        let store = disk.store();
        for n in 0..30 {
            commit_number(&store, &a, n).await.unwrap();
        }
        for n in 30..50 {
            let gone = Write::new("51").delete(key(&(n - 29).to_string()));
            store.commit(&a, Generation(n), gone).await.unwrap();
        }
        let before = store.scan(&a, b"").await.unwrap();
        drop(store);
        let mut database = disk.create();
        disk.fail_after(syncs);
        let compacted = database.compact();
        let left = disk.cut(&mut random).store();
        assert_eq!(left.scan(&a, b"").await.unwrap(), before, "after {syncs} syncs");
        drop(catch_unwind(AssertUnwindSafe(|| drop(database))));
        if compacted.is_ok() {
            assert!(syncs > 3, "it was done after {syncs} syncs");
            return;
        }
    }
}

/// Commits generation `expected + 1` with its number as the ledger and one new record.
async fn commit_number(store: &EmbeddedStore, pool: &PoolId, expected: u64) -> Result<Committed, CommitError> {
    let number = (expected + 1).to_string();
    let write = Write::new(number.as_bytes()).put(key(&number), vec![7; 5_000]);
    store.commit(pool, Generation(expected), write).await
}
