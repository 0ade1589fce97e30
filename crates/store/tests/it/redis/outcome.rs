//! Lost replies, delayed scripts, and servers that take no writes.

use store::{AnyStore, CommitError, Generation, Newest, Store, StoreError, Write};

use super::commit_up_to;
use super::proxy::{Proxy, ProxyMode};
use super::server::{Server, until};
use crate::fixture::{key, open, pool};

fn newest(generation: u64, ledger: &str) -> Newest {
    Newest {
        generation: Generation(generation),
        ledger: Some(ledger.as_bytes().to_vec()),
        recovering: false,
    }
}

/// Returns how many scripts the server ran or refused.
fn scripts(server: &Server) -> u64 {
    let stats = server.ask(&["INFO", "commandstats"]);
    let line = stats
        .lines()
        .find_map(|line| line.strip_prefix("cmdstat_evalsha:calls="));
    line.and_then(|line| line.split(',').next())
        .map_or(0, |calls| calls.parse().unwrap())
}

#[tokio::test]
async fn a_lost_reply_leaves_the_batch_there_once() {
    let server = Server::durable();
    let proxy = Proxy::before(server.port).await;
    let (a, store) = (pool("a"), open(&proxy.url()).unwrap());
    commit_up_to(&store, 1).await;
    proxy.set(ProxyMode::RepliesLost);
    let write = Write::new("batch").put(key("k"), "v");
    let unknown = store.commit(&a, Generation(1), write.clone()).await;
    assert!(matches!(unknown, Err(CommitError::Unknown { .. })), "{unknown:?}");
    proxy.set(ProxyMode::Open);
    assert_eq!(store.load_newer(&a, Generation(1)).await, Ok(Some(newest(2, "batch"))));
    // A committer that sends the write again without loading gets a conflict, and the write is
    // stored only once.
    let again = store.commit(&a, Generation(1), write).await;
    assert_eq!(
        again,
        Err(CommitError::Conflict {
            newest: newest(2, "batch")
        })
    );
}

/// Sends the second commit of pool "a" to a server through a proxy that holds it; returns both, and
/// the store behind the proxy.
async fn with_a_held_commit(write: Write) -> (Server, Proxy, AnyStore) {
    let server = Server::durable();
    let proxy = Proxy::before(server.port).await;
    let slow = open(&proxy.url()).unwrap();
    commit_up_to(&slow, 1).await;
    proxy.set(ProxyMode::RequestsHeld);
    let unknown = slow.commit(&pool("a"), Generation(1), write).await;
    assert!(matches!(unknown, Err(CommitError::Unknown { .. })), "{unknown:?}");
    (server, proxy, slow)
}

/// Lets the held script through, and waits until the server has run it.
fn let_through(server: &Server, proxy: &Proxy) {
    let before = scripts(server);
    proxy.set(ProxyMode::Open);
    until("the late script comes", || scripts(server) > before);
}

// Waiting for the script blocks this thread, and the proxy needs another one.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_late_script_changes_nothing_that_was_committed_since() {
    // A store that is dropped closes the connection that the script comes by.
    let (server, proxy, _slow) = with_a_held_commit(Write::new("late").put(key("late"), "")).await;
    let a = pool("a");
    let quick = open(&server.url()).unwrap();
    assert_eq!(
        quick.load(&a, &[]).await.unwrap().generation,
        Generation(1),
        "it has not come yet"
    );
    quick.commit(&a, Generation(1), Write::new("quick")).await.unwrap();

    let_through(&server, &proxy);
    assert_eq!(quick.load_newer(&a, Generation(1)).await, Ok(Some(newest(2, "quick"))));
    assert_eq!(quick.scan(&a, b"").await, Ok((Generation(2), vec![])));
}

// Waiting for the script blocks this thread, and the proxy needs another one.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_late_script_that_is_still_expected_counts() {
    let (server, proxy, slow) = with_a_held_commit(Write::new("late")).await;
    let_through(&server, &proxy);
    assert_eq!(
        slow.load_newer(&pool("a"), Generation(1)).await,
        Ok(Some(newest(2, "late")))
    );
}

/// Tests a setting under which the server refuses writes, and one under which it accepts them
/// again.
async fn refuses(setting: &str, refusing: &str, taking: &str) {
    let server = Server::durable();
    let (a, store) = (pool("a"), open(&server.url()).unwrap());
    commit_up_to(&store, 1).await;
    assert_eq!(server.ask(&["CONFIG", "SET", setting, refusing]), "+OK\r\n");
    let refused = store.commit(&a, Generation(1), Write::new("2")).await;
    assert!(matches!(refused, Err(CommitError::Unavailable { .. })), "{refused:?}");
    assert_eq!(
        store.load_newer(&a, Generation(0)).await,
        Ok(Some(newest(1, "1"))),
        "it can be read"
    );
    assert_eq!(server.ask(&["CONFIG", "SET", setting, taking]), "+OK\r\n");
    store.commit(&a, Generation(1), Write::new("2")).await.unwrap();
    assert_eq!(store.load_newer(&a, Generation(1)).await, Ok(Some(newest(2, "2"))));
}

#[tokio::test]
async fn a_full_memory_refuses_commits_until_there_is_room() {
    refuses("maxmemory", "1", "0").await;
}

#[tokio::test]
async fn too_few_replicas_refuse_commits() {
    refuses("min-replicas-to-write", "1", "0").await;
}

#[tokio::test]
async fn a_request_for_commit_priority_is_seen_until_it_was_granted() {
    let server = Server::durable();
    let [busy, waiting] = [(); 2].map(|()| open(&server.url()).unwrap());
    let a = pool("a");
    commit_up_to(&busy, 1).await;
    waiting.request_commit_priority(&a).await;
    let commit = async |store: &store::AnyStore, expected| {
        let committed = store.commit(&a, Generation(expected), Write::new("")).await.unwrap();
        committed.others_wait
    };
    // The request for priority expires by the server's clock, so it is sent again.
    let mut now = 1;
    while !commit(&busy, now).await {
        now += 1;
        waiting.request_commit_priority(&a).await;
    }
    now += 1;
    waiting.request_commit_priority(&a).await;
    assert!(!commit(&waiting, now).await, "nobody waits but itself");
    assert!(!commit(&busy, now + 1).await, "it had its commit");
}

#[tokio::test]
async fn many_callers_share_one_attempt_to_connect() {
    let server = Server::durable();
    let store = open(&server.url()).unwrap();
    server.signal("STOP");
    let calls: Vec<_> = (0..64)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.load(&pool("a"), &[]).await })
        })
        .collect();
    for call in calls {
        assert!(matches!(call.await.unwrap(), Err(StoreError::Unavailable { .. })));
    }
    server.signal("CONT");
    assert_eq!(store.load(&pool("a"), &[]).await.unwrap().generation, Generation::NONE);
}
