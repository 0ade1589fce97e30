//! The server is killed or stopped, and returns with or without its data.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use store::{AnyStore, CommitError, Generation, Newest, Store, StoreError, Write};

use super::commit_up_to;
use super::server::Server;
use crate::fixture::{key, open, pool};

const ROUNDS: u64 = 5;

/// Commits until the store fails; returns the last acknowledged generation.
async fn commit_until_it_fails(store: AnyStore, from: Generation) -> Generation {
    let mut now = from;
    loop {
        let write = Write::new(now.next().to_string()).put(key(&now.next().0.to_be_bytes()), "x");
        match store.commit(&pool("a"), now, write).await {
            Ok(committed) => now = committed.generation,
            Err(_) => return now,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_takes_no_acknowledged_commit() {
    let mut server = Server::durable();
    let store = open(&server.url()).unwrap();
    let mut random = StdRng::seed_from_u64(1);
    let mut from = Generation::NONE;
    for round in 0..ROUNDS {
        let committer = tokio::spawn(commit_until_it_fails(store.clone(), from));
        let enough = Generation(from.0 + random.random_range(1..200));
        while store.load(&pool("a"), &[]).await.unwrap().generation < enough {}
        server.kill();
        let acknowledged = committer.await.unwrap();
        server.restart();
        let found = store.load(&pool("a"), &[]).await.unwrap();
        let next = acknowledged.next();
        assert!(
            [acknowledged, next].contains(&found.generation),
            "round {round}: {acknowledged}, found {found:?}"
        );
        assert_eq!(found.ledger, Some(found.generation.to_string().into_bytes()));
        assert!(found.recovering, "another process has it now");
        let (generation, records) = store.scan(&pool("a"), b"").await.unwrap();
        assert_eq!(generation, found.generation);
        assert!(records.iter().any(|(k, _)| *k == key(&generation.0.to_be_bytes())));
        let recovers = Write::new("recovered").recovering(true);
        from = store.commit(&pool("a"), generation, recovers).await.unwrap().generation;
        assert!(
            from.0 >= generation.0 + (1 << 30),
            "a new era: {from} after {generation}"
        );
    }
}

#[tokio::test]
async fn on_a_server_that_lost_all_whoever_knows_begins_an_era() {
    let server = Server::durable();
    let store = open(&server.url()).unwrap();
    commit_up_to(&store, 2).await;
    server.ask(&["FLUSHALL"]);
    let a = pool("a");
    assert_eq!(
        store.load_newer(&a, Generation(2)).await.unwrap(),
        Some(Newest::default())
    );
    let unaware = store.commit(&a, Generation(2), Write::new("3")).await;
    assert_eq!(
        unaware,
        Err(CommitError::Conflict {
            newest: Newest::default()
        })
    );
    let recovers = Write::new("recovered").recovering(true).put(key(b"k"), "v");
    let made = store.commit(&a, Generation::NONE, recovers).await.unwrap().generation;
    assert!(made > Generation(1 << 30), "none of the lost generations: {made}");
    let found = store.load(&a, &[key(b"k")]).await.unwrap();
    assert_eq!((found.generation, found.recovering), (made, false));
    assert_eq!(found.records, [Some(b"v".to_vec())]);
    let next = store.commit(&a, made, Write::new("on")).await.unwrap();
    assert_eq!(next.generation, made.next());
}

#[tokio::test]
async fn after_a_restart_only_who_knows_of_it_commits() {
    let mut server = Server::durable();
    let store = open(&server.url()).unwrap();
    commit_up_to(&store, 3).await;
    server.kill();
    server.restart();
    let newest = Newest {
        generation: Generation(3),
        ledger: Some(b"3".to_vec()),
        recovering: true,
    };
    let a = pool("a");
    assert_eq!(store.load_newer(&a, Generation(3)).await, Ok(Some(newest.clone())));
    // The first call after a restart may meet the broken connection.
    let refused = loop {
        match store.commit(&a, Generation(3), Write::new("unaware")).await {
            Err(CommitError::Unknown { .. }) => {
                assert_eq!(store.load(&a, &[]).await.unwrap().generation, Generation(3))
            }
            answer => break answer,
        }
    };
    assert_eq!(refused, Err(CommitError::Conflict { newest }));
    let recovered = store
        .commit(&a, Generation(3), Write::new("aware").recovering(true))
        .await
        .unwrap();
    assert_eq!(store.load_newer(&a, recovered.generation).await, Ok(None));
    let next = store
        .commit(&a, recovered.generation, Write::new("on").recovering(true))
        .await
        .unwrap();
    assert_eq!(next.generation, recovered.generation.next(), "nothing to recover from");
}

#[tokio::test]
async fn an_unavailable_server_is_reported_and_found_again() {
    let mut server = Server::durable();
    let store = open(&server.url()).unwrap();
    commit_up_to(&store, 1).await;
    server.kill();
    assert!(matches!(
        store.load(&pool("a"), &[]).await,
        Err(StoreError::Unavailable { .. })
    ));
    assert!(matches!(store.pools().await, Err(StoreError::Unavailable { .. })));
    assert!(matches!(store.wall_ms().await, Err(StoreError::Unavailable { .. })));
    assert!(matches!(store.check().await, Err(StoreError::Unavailable { .. })));
    // The connection broke, which cannot be distinguished from a lost reply.
    let broken = store.commit(&pool("a"), Generation(1), Write::new("")).await;
    assert!(
        matches!(
            broken,
            Err(CommitError::Unknown { .. } | CommitError::Unavailable { .. })
        ),
        "{broken:?}"
    );
    let away = store.commit(&pool("a"), Generation(1), Write::new("")).await;
    assert!(matches!(away, Err(CommitError::Unavailable { .. })), "{away:?}");
    server.restart();
    assert_eq!(store.load(&pool("a"), &[]).await.unwrap().generation, Generation(1));
}

#[tokio::test]
async fn a_server_that_hangs_holds_nobody_up() {
    let server = Server::durable();
    let store = open(&server.url()).unwrap();
    commit_up_to(&store, 1).await;
    server.signal("STOP");
    let hung = store.commit(&pool("a"), Generation(1), Write::new("2")).await;
    assert!(matches!(hung, Err(CommitError::Unknown { .. })), "{hung:?}");
    assert!(matches!(
        store.load(&pool("a"), &[]).await,
        Err(StoreError::Unavailable { .. })
    ));
    server.signal("CONT");
    // The commit had been sent, and takes effect now that the server continues.
    let found = store.load(&pool("a"), &[]).await.unwrap();
    assert_eq!((found.generation, found.recovering), (Generation(2), false));
}

#[tokio::test]
async fn a_server_that_lost_everything_starts_anew() {
    let mut server = Server::durable();
    let store = open(&server.url()).unwrap();
    commit_up_to(&store, 3).await;
    server.kill();
    std::fs::remove_dir_all(server.folder().join("appendonlydir")).unwrap();
    server.restart();
    let a = pool("a");
    assert_eq!(store.load_newer(&a, Generation(3)).await, Ok(Some(Newest::default())));
    assert_eq!(store.pools().await, Ok(vec![]));
    commit_up_to(&store, 1).await;
    assert_eq!(
        store.pools().await,
        Ok(vec![a]),
        "listed again by a store that had listed it"
    );
}
