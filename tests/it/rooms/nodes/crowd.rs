//! Many visitors and three nodes: the guarantees of one node hold for all of them together.

use crate::support::{TestCrowd, most_in_any_minute};

use super::SharedNodes;

#[tokio::test]
async fn bound_order_and_use_hold_over_three_nodes_together() {
    let nodes = SharedNodes::sale(3, 60).await;
    let mut crowd = TestCrowd::enter(&nodes.0[0], 300).await;
    let started = nodes.0[0].now_ms();
    crowd.wait_before(&nodes.all(), 300_000).await;
    nodes.second().await;
    let grants = nodes.0[1].grants().await;
    assert!(most_in_any_minute(&grants) <= 60, "{}", most_in_any_minute(&grants));
    let later = grants.iter().filter(|grant| grant.granted_at > started + 90_000);
    let used = later.filter(|grant| grant.granted_at <= started + 290_000).count();
    assert!(used * 100 >= 200 * 99, "{used} of 200");
    crowd.assert_fair(&grants);
    for node in &nodes.0 {
        assert_eq!(node.grants().await, grants, "every node knows the whole log");
    }
}

#[tokio::test]
async fn a_node_that_dies_takes_nobody_with_it() {
    let mut nodes = SharedNodes::sale(3, 60).await;
    let mut crowd = TestCrowd::enter(&nodes.0[2], 60).await;
    crowd.wait_before(&nodes.all(), 20_000).await;
    crowd.adrift().await;
    // Dropping the last handle stops its pool nodes, at any moment of their work.
    drop(nodes.0.pop());
    crowd.move_to(&nodes.0[0]);
    crowd.wait_before(&nodes.all(), 60_000).await;
    assert_eq!(crowd.through().len(), 60);
    let grants = nodes.0[0].grants().await;
    assert_eq!(grants.len(), 60, "once each");
    assert!(most_in_any_minute(&grants) <= 60);
}

#[tokio::test]
async fn newcomers_at_twenty_nodes_at_once_get_a_number_each() {
    let nodes = SharedNodes::sale(20, 0).await;
    let mut visitors: Vec<_> = (0..100).map(|index| nodes.0[index % 20].visitor()).collect();
    let entered = visitors.iter_mut().map(|visitor| visitor.enter());
    let pages = futures_util::future::join_all(entered).await;
    let mut numbers: Vec<u64> = pages
        .iter()
        .map(|page| page.slot("number").parse().expect("a number"))
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=100).collect::<Vec<_>>());
    nodes.second().await;
    for node in &nodes.0 {
        assert_eq!(node.room("sale").published().snapshot.waiting(), 100);
    }
}
