//! Failovers of the store to a server that lacks acknowledged commits, with several nodes.

use std::collections::BTreeSet;

use store::{AnyStore, MemoryStore};

use super::SharedNodes;
use crate::support::{TestCrowd, TestServer, Visitor, most_in_any_minute};

fn memory(server: &TestServer) -> MemoryStore {
    match &server.memory {
        Some(AnyStore::Memory(store)) => store.clone(),
        _ => panic!("a server in memory"),
    }
}

async fn entered(server: &TestServer, count: usize) -> Vec<Visitor> {
    let mut visitors = Vec::new();
    for _ in 0..count {
        let mut visitor = server.visitor();
        visitor.enter().await;
        visitors.push(visitor);
    }
    visitors
}

/// Returns the content that remains after a failover.
type Left = fn(&MemoryStore) -> MemoryStore;

/// Everything except the last commits remains.
const MOST: Left = MemoryStore::replica;
/// Nothing remains, because a server without a disk was restarted.
const NOTHING: Left = |_| MemoryStore::new();

async fn everybody_keeps_what_they_were_told(left: Left) {
    let mut nodes = SharedNodes::sale(3, 0).await;
    let mut visitors = entered(&nodes.0[0], 5).await;
    nodes.second().await;
    let store = memory(&nodes.0[0]);
    let replica = left(&store);
    visitors.extend(entered(&nodes.0[1], 3).await);
    let mut left = visitors.remove(1);
    left.post("/cancel/demo/sale", "").await;
    nodes.0[2].act("pause").await;
    nodes.second().await;
    store.fail_over(&replica);
    nodes.second().await;

    let newcomers = [entered(&nodes.0[0], 2).await, entered(&nodes.0[2], 2).await].concat();
    // This node knows only the stored state.
    let late = nodes.0[0].beside().await;
    nodes.0.push(late);
    let mut numbers = BTreeSet::new();
    for (at, visitor) in visitors.iter().chain(&newcomers).enumerate() {
        let page = visitor.clone().move_to(&nodes.0[at % 4]).load().await;
        assert_eq!(page.status, 200, "{}", page.text());
        let number: u64 = page.slot("number").replace(',', "").parse().expect("a number");
        assert!(numbers.insert(number), "{number} twice");
        match visitors.len() > at {
            true => assert!(number <= 8, "{number}"),
            false => assert!(number > 1_000, "{number}"),
        }
    }
    nodes.advance(11_000).await;
    for node in &nodes.0 {
        let page = left.clone().move_to(node).load().await;
        assert_eq!(page.status, 410, "a cancel that was told: {}", page.text());
        assert_eq!(node.stats().await["paused"], true, "and so is a pause");
    }
}

#[tokio::test]
async fn numbers_that_were_shown_stay_and_are_given_to_nobody_else() {
    everybody_keeps_what_they_were_told(MOST).await;
}

#[tokio::test]
async fn nodes_restore_what_they_remember_to_a_store_that_comes_back_empty() {
    everybody_keeps_what_they_were_told(NOTHING).await;
}

#[tokio::test]
async fn a_node_that_takes_an_empty_store_for_a_new_one_is_put_right() {
    let mut nodes = SharedNodes::sale(2, 0).await;
    let visitors = entered(&nodes.0[0], 5).await;
    nodes.second().await;
    let store = memory(&nodes.0[0]);
    store.set_away(true);
    store.fail_over(&MemoryStore::new());
    nodes.second().await;
    let ignorant = nodes.0[0].beside_on(store.with_own_connection()).await;
    nodes.0.push(ignorant);
    // No connected node could report that these numbers were given.
    let mut early = entered(&nodes.0[2], 3).await.remove(2);
    early.post("/cancel/demo/sale", "").await;
    store.set_away(false);
    nodes.second().await;
    nodes.second().await;

    let newcomers = entered(&nodes.0[2], 2).await;
    let late = nodes.0[0].beside().await;
    nodes.0.push(late);
    nodes.advance(11_000).await;
    for node in &nodes.0 {
        let mut numbers = Vec::new();
        for visitor in visitors.iter().chain(&newcomers) {
            let page = visitor.clone().move_to(node).load().await;
            assert_eq!(page.status, 200, "{}", page.text());
            let number: u64 = page.slot("number").replace(',', "").parse().expect("a number");
            numbers.push(number);
        }
        assert_eq!(numbers[..5], [1, 2, 3, 4, 5]);
        assert!(numbers[5] > 1_000 && numbers[6] > numbers[5], "{numbers:?}");
    }
}

async fn a_crowd_passes(left: Left) {
    let nodes = SharedNodes::sale(3, 60).await;
    let mut crowd = TestCrowd::enter(&nodes.0[0], 120).await;
    let store = memory(&nodes.0[0]);
    crowd.wait_before(&nodes.all(), 40_000).await;
    let replica = left(&store);
    crowd.wait_before(&nodes.all(), 1_500).await;
    store.fail_over(&replica);
    crowd.wait_before(&nodes.all(), 200_000).await;
    assert_eq!(crowd.through().len(), 120);
    let grants = nodes.0[1].grants().await;
    assert_eq!(grants.len(), 120, "once each");
    assert!(most_in_any_minute(&grants) <= 60, "{}", most_in_any_minute(&grants));
}

#[tokio::test]
async fn a_crowd_passes_once_each_and_within_the_bound() {
    a_crowd_passes(MOST).await;
}

#[tokio::test]
async fn a_crowd_passes_once_each_and_within_the_bound_though_the_store_lost_all() {
    a_crowd_passes(NOTHING).await;
}

/// Lets time pass until the next grant; returns how long that took, in milliseconds.
async fn until_the_next_grant(nodes: &[&TestServer], crowd: &mut TestCrowd) -> u64 {
    let (started, before) = (nodes[0].now_ms(), crowd.through().len());
    while crowd.through().len() == before {
        assert!(nodes[0].now_ms() < started + 120_000, "the line never goes on");
        crowd.wait_before(nodes, 500).await;
    }
    nodes[0].now_ms() - started
}

/// Returns three nodes, the last of which has a separate connection to the store, a crowd that has
/// filled the window, and the two connections.
async fn three_of_which_one_can_be_cut_off() -> (SharedNodes, TestCrowd, [MemoryStore; 2]) {
    let mut nodes = SharedNodes::sale(2, 60).await;
    let store = memory(&nodes.0[0]);
    let own = store.with_own_connection();
    let third = nodes.0[0].beside_on(own.clone()).await;
    nodes.0.push(third);
    let mut crowd = TestCrowd::enter(&nodes.0[0], 200).await;
    crowd.wait_before(&nodes.all(), 70_000).await;
    (nodes, crowd, [store, own])
}

/// The time that a recovery counts as spent if nothing is lost, plus a second without grants, in
/// milliseconds.
const LITTLE_MS: u64 = 10_000;

#[tokio::test]
async fn a_node_that_missed_a_recovery_holds_nobody_up_longer_than_the_others_would() {
    let (nodes, mut crowd, [store, own]) = three_of_which_one_can_be_cut_off().await;
    own.set_away(true);
    store.fail_over(&store.replica());
    let others = [&nodes.0[0], &nodes.0[1]];
    let took = until_the_next_grant(&others, &mut crowd).await;
    assert!(took <= LITTLE_MS, "{took} ms");
    crowd.wait_before(&others, 10_000).await;
    store.set_away(true);
    store.fail_over(&store.replica());
    own.set_away(false);
    nodes.second().await;
    store.set_away(false);
    nodes.second().await;
    let took = until_the_next_grant(&nodes.all(), &mut crowd).await;
    assert!(took <= LITTLE_MS, "{took} ms");
    crowd.wait_before(&nodes.all(), 70_000).await;
    let grants = nodes.0[1].grants().await;
    assert!(most_in_any_minute(&grants) <= 60, "{}", most_in_any_minute(&grants));
}

/// Returns nodes after a failover that only the last node noticed, which has just started; the
/// others are disconnected.
async fn met_by_a_newcomer() -> (SharedNodes, TestCrowd, [MemoryStore; 2]) {
    let (mut nodes, crowd, lines) = three_of_which_one_can_be_cut_off().await;
    let [store, own] = &lines;
    own.set_away(true);
    store.set_away(true);
    store.fail_over(&store.replica());
    let newcomer = nodes.0[0].beside_on(store.with_own_connection()).await;
    nodes.0.push(newcomer);
    (nodes, crowd, lines)
}

#[tokio::test]
async fn a_node_that_starts_in_a_failover_leaves_the_recovery_to_those_who_remember() {
    let (nodes, mut crowd, [store, _]) = met_by_a_newcomer().await;
    nodes.second().await;
    nodes.second().await;
    store.set_away(false);
    nodes.second().await;
    let met = [&nodes.0[0], &nodes.0[1], &nodes.0[3]];
    let took = until_the_next_grant(&met, &mut crowd).await;
    assert!(took <= LITTLE_MS, "{took} ms");
}

#[tokio::test]
async fn a_node_that_starts_in_a_failover_recovers_the_pool_itself_where_nobody_else_does() {
    let (nodes, mut crowd, _) = met_by_a_newcomer().await;
    let newcomer = &nodes.0[3];
    crowd.move_to(newcomer);
    let took = until_the_next_grant(&[newcomer], &mut crowd).await;
    assert!((60_000..=75_000).contains(&took), "{took} ms");
    crowd.wait_before(&[newcomer], 70_000).await;
    let grants = newcomer.grants().await;
    assert!(most_in_any_minute(&grants) <= 60, "{}", most_in_any_minute(&grants));
}
