//! An action of an operator or a visitor at one node takes effect on all nodes within a second.

use super::SharedNodes;
use crate::support::{TestCrowd, Visitor};

#[tokio::test]
async fn pause_resume_and_reset_act_on_all_nodes_within_a_second() {
    let nodes = SharedNodes::sale(3, 60).await;
    let mut visitor = nodes.0[0].visitor();
    visitor.enter().await;
    // There have been no requests for a long time, so the pool nodes are idle.
    for (action, paused) in [("pause", true), ("resume", false), ("pause", true)] {
        nodes.advance(60_000).await;
        nodes.0[0].act(action).await;
        nodes.second().await;
        for node in &nodes.0 {
            assert_eq!(node.stats().await["paused"], paused, "{action}");
        }
    }
    nodes.0[1].act("reset").await;
    nodes.second().await;
    for node in &nodes.0 {
        assert_eq!(node.room("sale").published().snapshot.waiting(), 0);
    }
}

#[tokio::test]
async fn a_pause_at_one_node_stops_claims_that_others_hold() {
    let nodes = SharedNodes::sale(3, 60).await;
    let mut crowd = TestCrowd::enter(&nodes.0[0], 60).await;
    crowd.wait_before(&nodes.all(), 10_000).await;
    nodes.0[2].act("pause").await;
    let before = nodes.0[2].grants().await.len();
    crowd.wait_before(&nodes.all(), 20_000).await;
    for node in &nodes.0 {
        assert_eq!(node.grants().await.len(), before, "nobody while paused");
    }
}

#[tokio::test]
async fn a_cancel_at_one_node_answers_a_claim_that_another_holds() {
    let nodes = SharedNodes::sale(2, 60).await;
    let mut visitors = Vec::new();
    for _ in 0..6 {
        let mut visitor = nodes.0[0].visitor();
        visitor.enter().await;
        visitors.push(visitor);
    }
    // All visitors learn that it is their turn and claim two seconds later: some are let through,
    // and some wait for a permit.
    let answer = visitors.iter().map(Visitor::poll).collect::<Vec<_>>();
    nodes.advance(2_000).await;
    assert!(answer.iter().all(|answer| answer.is_finished()));
    let mut claims = visitors.iter().map(Visitor::poll).collect::<Vec<_>>();
    nodes.advance(50).await;
    let waits = claims.iter().rposition(|claim| !claim.is_finished());
    let waits = waits.expect("somebody's claim is held");
    let mut elsewhere = visitors[waits].clone().move_to(&nodes.0[1]);
    elsewhere.post("/cancel/demo/sale", "").await;
    for _ in 0..6 {
        nodes.advance(50).await;
    }
    assert!(claims[waits].is_finished(), "answered before its permit falls due");
    let answer = claims.swap_remove(waits).await.expect("handlers do not panic");
    assert_eq!(answer.status, 410, "{}", answer.text());
}
