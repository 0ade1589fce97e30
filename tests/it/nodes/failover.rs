//! The store fails over to a server that lacks acknowledged commits, under several nodes.

use std::collections::BTreeSet;

use store::{AnyStore, MemoryStore};

use super::Nodes;
use crate::support::{Crowd, House, Visitor, most_in_any_minute};

fn memory(house: &House) -> MemoryStore {
    match &house.memory {
        Some(AnyStore::Memory(store)) => store.clone(),
        _ => panic!("a house in memory"),
    }
}

async fn entered(house: &House, count: usize) -> Vec<Visitor> {
    let mut visitors = Vec::new();
    for _ in 0..count {
        let mut visitor = house.visitor();
        visitor.enter().await;
        visitors.push(visitor);
    }
    visitors
}

#[tokio::test]
async fn whoever_was_told_something_keeps_it_and_nobody_else_is_told_the_same() {
    let nodes = Nodes::sale(3, 0).await;
    let mut visitors = entered(&nodes.0[0], 5).await;
    nodes.second().await;
    let store = memory(&nodes.0[0]);
    let replica = store.replica();
    visitors.extend(entered(&nodes.0[1], 3).await);
    let mut left = visitors.remove(1);
    left.get("/cancel/demo/sale").await;
    nodes.0[2].act("pause").await;
    nodes.second().await;
    store.fail_over(&replica);
    nodes.second().await;

    let newcomers = [entered(&nodes.0[0], 2).await, entered(&nodes.0[2], 2).await].concat();
    let mut numbers = BTreeSet::new();
    for (at, visitor) in visitors.iter().chain(&newcomers).enumerate() {
        let page = visitor.clone().move_to(&nodes.0[at % 3]).load().await;
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
async fn a_crowd_passes_once_each_and_within_the_bound() {
    let nodes = Nodes::sale(3, 60).await;
    let mut crowd = Crowd::enter(&nodes.0[0], 120).await;
    let store = memory(&nodes.0[0]);
    crowd.wait_before(&nodes.all(), 40_000).await;
    let replica = store.replica();
    crowd.wait_before(&nodes.all(), 1_500).await;
    store.fail_over(&replica);
    crowd.wait_before(&nodes.all(), 200_000).await;
    assert_eq!(crowd.through().len(), 120);
    let grants = nodes.0[1].grants().await;
    assert_eq!(grants.len(), 120, "once each");
    assert!(most_in_any_minute(&grants) <= 60, "{}", most_in_any_minute(&grants));
}
