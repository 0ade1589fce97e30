//! Sentinels that name the primary, and another one after a failover.

use store::{AnyStore, CommitError, Generation, Newest, Store, Write};

use super::commit_up_to;
use super::server::{DURABLE, Server, free_port, until};
use crate::fixture::{open, pool};

/// Servers and sentinels have the same user with different passwords.
const USER: &[&str] = &["--user", "me", "on", ">pw", "~*", "&*", "+@all"];

/// Starts a sentinel that considers a primary down after 300 ms without an answer.
fn sentinel(primary: &Server) -> Server {
    Server::sentinel(&format!(
        "user watch on >spw ~* &* +@all\n\
         sentinel monitor main 127.0.0.1 {} 2\n\
         sentinel down-after-milliseconds main 300\n\
         sentinel failover-timeout main 2000\n",
        primary.port
    ))
}

/// Retries a commit until a server takes it, ignoring all errors before that.
async fn commit_at_last(store: &AnyStore, from: Generation) -> (Newest, Generation) {
    let a = pool("a");
    loop {
        let Ok(Some(newest)) = store.load_newer(&a, from).await else {
            continue;
        };
        let write = Write::new("recovered").recovering(newest.recovering);
        match store.commit(&a, newest.generation, write).await {
            Ok(committed) => return (newest, committed.generation),
            Err(CommitError::Conflict { .. } | CommitError::Unknown { .. } | CommitError::Unavailable { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_one_that_sentinels_promote_is_found() {
    let mut primary = Server::start(&[DURABLE, USER].concat());
    let replica = primary.replica_with(USER);
    let sentinels = [(); 3].map(|()| sentinel(&primary));
    until("the sentinels know each other and the replica", || {
        sentinels.iter().all(|sentinel| {
            let info = sentinel.ask(&["INFO", "sentinel"]);
            info.contains("status=ok") && info.contains("slaves=1,sentinels=3")
        })
    });
    // One of the sentinels does not exist, and the store asks it like the others.
    let ports: Vec<String> = [free_port()]
        .into_iter()
        .chain(sentinels.iter().map(|sentinel| sentinel.port))
        .map(|port| format!("127.0.0.1:{port}"))
        .collect();
    let url = format!(
        "redis-sentinel://me:pw@{}/main?sentinel_user=watch&sentinel_password=spw",
        ports.join(",")
    );
    // Acknowledged commits are on the replica.
    commit_up_to(&open(&format!("{url}&replicas=1&wait_ms=5000")).unwrap(), 3).await;
    let store = open(&url).unwrap();
    assert_eq!(store.check().await, Ok(vec![]));

    primary.kill();
    let (found, recovered) = commit_at_last(&store, Generation(3)).await;
    assert_eq!(found.generation, Generation(3), "nothing is lost");
    assert!(found.recovering, "another server has it");
    assert!(recovered > Generation(1 << 30), "{recovered}");
    let (a, direct) = (
        pool("a"),
        open(&format!("redis://me:pw@127.0.0.1:{}", replica.port)).unwrap(),
    );
    assert_eq!(direct.load(&a, &[]).await.unwrap().generation, recovered);

    // The old primary returns with its data, and no client uses it.
    primary.restart();
    let fresh = open(&url).unwrap();
    assert_eq!(fresh.load(&a, &[]).await.unwrap().generation, recovered);
}

#[tokio::test]
async fn a_master_that_nobody_knows_is_not_available() {
    let primary = Server::durable();
    let sentinel = sentinel(&primary);
    let store = open(&format!("redis-sentinel://127.0.0.1:{}/other", sentinel.port)).unwrap();
    let refused = store.load(&pool("a"), &[]).await;
    assert!(
        matches!(refused, Err(store::StoreError::Unavailable { .. })),
        "{refused:?}"
    );
}
