//! Three nodes on one Redis without sticky sessions: one of them stops, dies, acts on outdated
//! state, loses its state, or returns.

use std::time::Duration;

use testkit::now;

use crate::support::{crowd_before, granted, judged, lasts, report, three};

#[tokio::test]
async fn a_node_of_three_that_stands_still_keeps_nobody_from_the_others() {
    let (mut all, crowd) = three().await;
    crowd.until_more_are_through(5).await.unwrap();
    all.service.nodes[1].process.freeze().unwrap();
    let frozen = now();
    report(
        "all served by the others after",
        crowd.until_served_since(frozen).await.unwrap(),
    );
    all.service.nodes[1].process.thaw().unwrap();
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn a_node_of_three_that_is_killed_takes_nobodys_place() {
    let (mut all, mut crowd) = three().await;
    for node in [0, 1, 2] {
        crowd.come(10, Duration::from_millis(20));
        crowd.until_more_are_through(5).await.unwrap();
        all.service.nodes[node].process.kill().await.unwrap();
        let killed = now();
        report(
            "all served by the others after",
            crowd.until_served_since(killed).await.unwrap(),
        );
        all.service.nodes[node].process.restart().unwrap();
        all.service.nodes[node].until_it_is("ok").await.unwrap();
    }
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn a_node_that_slept_through_a_pause_wakes_and_lets_nobody_in() {
    let (mut all, crowd) = three().await;
    crowd.until_more_are_through(5).await.unwrap();
    all.service.nodes[1].process.freeze().unwrap();
    all.service.operator(0).must("pause").await.unwrap();
    let paused = granted(&all.service, 0).await;
    // The node assumes that the room is open and that permits have become due since. (It may still
    // report earlier grants.)
    all.service.nodes[1].process.thaw().unwrap();
    lasts(2_500).await;
    assert_eq!(
        granted(&all.service, 0).await,
        paused,
        "nobody is let in during a pause"
    );
    all.service.operator(1).must("resume").await.unwrap();
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn nodes_that_are_all_killed_at_once_know_every_place_again() {
    let (mut all, crowd) = three().await;
    crowd.until_more_are_through(5).await.unwrap();
    for node in &mut all.service.nodes {
        node.process.kill().await.unwrap();
    }
    for node in &mut all.service.nodes {
        node.process.restart().unwrap();
    }
    let back = now();
    report("all served again after", crowd.until_served_since(back).await.unwrap());
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold().unwrap();
}

#[tokio::test]
async fn a_rolling_restart_shows_nobody_an_error() {
    let (mut all, mut crowd) = three().await;
    for node in &mut all.service.nodes {
        crowd.come(10, Duration::from_millis(50));
        crowd.until_more_are_through(5).await.unwrap();
        let status = node.stop().await.unwrap();
        assert_eq!(status.code(), Some(0), "{}", node.process.log());
        node.process.restart().unwrap();
        node.until_it_is("ok").await.unwrap();
    }
    let late = crowd_before(&all.service, 10).await;
    late.until_through().await.unwrap();
    crowd.until_through().await.unwrap();
    judged(&all.service, late).await.must_hold_unseen().unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}
