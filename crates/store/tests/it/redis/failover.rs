//! A replica takes over, with all acknowledged commits or with fewer.

use store::{CommitError, Generation, Store, StoreError, Write};

use super::commit_up_to;
use super::server::{Server, until};
use crate::fixture::{open, pool};

/// Makes the replica a primary.
fn promote(replica: &Server) {
    assert_eq!(replica.ask(&["REPLICAOF", "NO", "ONE"]), "+OK\r\n");
}

#[tokio::test]
async fn commits_that_a_promoted_replica_never_had_are_reported_lost() {
    let server = Server::durable();
    let store = open(&server.url()).unwrap();
    commit_up_to(&store, 2).await;
    let mut replica = server.replica();
    replica.kill();
    commit_up_to(&store, 4).await;
    drop(server);
    replica.restart();
    promote(&replica);

    let (a, store) = (pool("a"), open(&replica.url()).unwrap());
    let found = store.load_newer(&a, Generation(2)).await.unwrap().unwrap();
    assert_eq!((found.generation, found.recovering), (Generation(2), true));
    let unaware = store.commit(&a, Generation(2), Write::new("3")).await;
    assert_eq!(unaware, Err(CommitError::Conflict { newest: found }));
    let recovers = Write::new("recovered").recovering(true);
    let recovered = store.commit(&a, Generation(2), recovers).await.unwrap().generation;
    assert!(
        recovered > Generation(1 << 30),
        "none of the lost generations: {recovered}"
    );
}

#[tokio::test]
async fn a_replica_is_neither_read_nor_written() {
    let server = Server::durable();
    commit_up_to(&open(&server.url()).unwrap(), 1).await;
    let replica = server.replica();
    let store = open(&replica.url()).unwrap();
    let read = store.load(&pool("a"), &[]).await;
    assert!(
        matches!(&read, Err(StoreError::Unavailable { cause }) if cause.contains("replica")),
        "{read:?}"
    );
    let written = store.commit(&pool("a"), Generation(1), Write::new("2")).await;
    assert!(matches!(written, Err(CommitError::Unavailable { .. })), "{written:?}");
    assert!(store.check().await.unwrap().contains(&store::Warning::Replica));
    promote(&replica);
    assert_eq!(store.load(&pool("a"), &[]).await.unwrap().generation, Generation(1));
}

#[tokio::test]
async fn a_commit_waits_for_its_replicas() {
    let server = Server::durable();
    let replica = server.replica();
    let store = open(&format!("{}?replicas=1&wait_ms=5000", server.url())).unwrap();
    commit_up_to(&store, 20).await;
    replica.signal("STOP");
    let impatient = open(&format!("{}?replicas=1&wait_ms=50", server.url())).unwrap();
    let a = pool("a");
    assert_eq!(
        impatient.load(&a, &[]).await.map(|loaded| loaded.generation),
        Err(StoreError::Unacknowledged {
            cause: "0 of 1 replicas acknowledged in time".to_owned()
        }),
        "it cannot know that they have it"
    );
    let unknown = impatient.commit(&a, Generation(20), Write::new("21")).await;
    assert!(
        matches!(
            unknown,
            Err(CommitError::Unavailable { .. } | CommitError::Unknown { .. })
        ),
        "{unknown:?}"
    );
    replica.signal("CONT");
    until("the replica catches up", || {
        replica.ask(&["INFO", "replication"]).contains("master_link_status:up")
    });
    commit_up_to(&store, 22).await;
    assert_eq!(store.load(&a, &[]).await.unwrap().generation, Generation(22));
}
