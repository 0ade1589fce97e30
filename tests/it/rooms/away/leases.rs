//! Leases: a room with leases continues for ten seconds while the store is unavailable; a room
//! without leases stops.

use std::collections::BTreeSet;

use store::{AnyStore, MemoryStore};

use crate::support::{ShownGrant, TestCrowd, TestServer, most_in_any_minute, room};

const RATE: u64 = 120;

async fn server(memory: &MemoryStore, leases: bool) -> TestServer {
    let keys = format!("name = \"Summer sale\"\nmax_outflow = {RATE}\nleases = {leases}");
    TestServer::on(AnyStore::Memory(memory.clone()), &room("sale", &keys)).await
}

fn between(grants: &[ShownGrant], from_ms: u64, to_ms: u64) -> usize {
    let inside = |grant: &&ShownGrant| grant.granted_at > from_ms && grant.granted_at <= to_ms;
    grants.iter().filter(inside).count()
}

#[tokio::test]
async fn with_leases_people_go_on_in_order_for_ten_seconds_and_all_of_it_is_recorded() {
    let memory = MemoryStore::new();
    let server = server(&memory, true).await;
    let mut crowd = TestCrowd::enter(&server, 200).await;
    crowd.wait(&server, 20_000).await;
    memory.set_away(true);
    let away = server.now_ms();
    crowd.wait(&server, 10_500).await;
    let until = server.now_ms();
    let alone = between(&server.grants().await, away, until);
    assert!((12..=21).contains(&alone), "{alone} of 20");
    crowd.wait(&server, 15_000).await;
    let back = server.now_ms();
    assert_eq!(
        between(&server.grants().await, until, back),
        0,
        "after the last slot nobody"
    );

    memory.set_away(false);
    crowd.wait(&server, 70_000).await;
    let grants = server.grants().await;
    assert!(most_in_any_minute(&grants) <= RATE as usize);
    let places: BTreeSet<_> = grants.iter().map(|grant| grant.queue_id.clone()).collect();
    assert_eq!(places.len(), grants.len(), "nobody is let through twice");
    assert!(between(&grants, back, server.now_ms()) >= 80, "and it goes on");
    let stats = server.stats().await;
    assert_eq!(
        stats["redirectsTotal"].as_u64(),
        Some(grants.len() as u64),
        "what was granted alone is counted"
    );

    let other = server.beside().await;
    assert_eq!(
        other.grants().await.len(),
        grants.len(),
        "another node knows all of them"
    );
}

#[tokio::test]
async fn without_leases_nobody_is_let_through_while_the_store_is_away() {
    let memory = MemoryStore::new();
    let server = server(&memory, false).await;
    let mut crowd = TestCrowd::enter(&server, 100).await;
    crowd.wait(&server, 20_000).await;
    memory.set_away(true);
    let before = server.grants().await.len();
    assert!(before > 20, "{before}");
    crowd.wait(&server, 15_000).await;
    assert_eq!(server.grants().await.len(), before);
    memory.set_away(false);
    crowd.wait(&server, 15_000).await;
    assert!(server.grants().await.len() > before);
}
