//! The network between visitors and a node: the behaviour of the visitor's page, and a second
//! attempt.

use std::time::Duration;

use testkit::{Link, Proxy, Service, TestRoom, VisitorCrowd, now};

use crate::support::{CROWD, RATE, binary, judged, lasts, report};

/// Starts one node that is reached through a link, and its crowd.
async fn behind_a_link() -> (Service, Proxy, VisitorCrowd) {
    let service = Service::start(binary(), "embedded:", 1, &TestRoom::of(RATE)).await;
    let mut service = service.expect("the service starts");
    let link = Proxy::before(service.nodes[0].address()).await.expect("a proxy starts");
    service.reach_through([link.address()]);
    let crowd = VisitorCrowd::enter(service.balancer(), CROWD)
        .await
        .expect("everybody has a place");
    (service, link, crowd)
}

#[tokio::test]
async fn a_slow_line_costs_nobody_a_turn() {
    let (service, link, crowd) = behind_a_link().await;
    link.make(Link::Slow(Duration::from_millis(300)));
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn visitors_who_cannot_reach_the_room_for_a_while_keep_the_place() {
    let (service, link, crowd) = behind_a_link().await;
    crowd.until_more_are_through(5).await.unwrap();
    link.make(Link::Silent);
    lasts(3_000).await;
    link.make(Link::Whole);
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold().unwrap();
}

#[tokio::test]
async fn a_redirect_that_never_arrived_is_repeated() {
    let (service, link, crowd) = behind_a_link().await;
    for _ in 0..2 {
        crowd.until_more_are_through(5).await.unwrap();
        link.make(Link::RepliesLost);
        // A visitor who is granted now never learns of it, and asks again.
        lasts(1_000).await;
        link.make(Link::Cut);
        lasts(100).await;
        link.make(Link::Whole);
    }
    crowd.until_through().await.unwrap();
    let verdict = judged(&service, crowd).await;
    verdict.must_hold().unwrap();
    assert_eq!(verdict.granted, CROWD, "one permit each");
}

#[tokio::test]
async fn connections_that_break_lose_no_place() {
    let (service, link, crowd) = behind_a_link().await;
    for _ in 0..5 {
        link.make(Link::Cut);
        lasts(100).await;
        link.make(Link::Whole);
        crowd.until_more_are_through(3).await.unwrap();
    }
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold().unwrap();
}

#[tokio::test]
async fn a_line_that_is_back_brings_no_rush() {
    let (service, link, crowd) = behind_a_link().await;
    crowd.until_more_are_through(5).await.unwrap();
    link.make(Link::Cut);
    // The permits of all this time have lapsed, because no visitors were there to take them.
    lasts(5_000).await;
    link.make(Link::Whole);
    let back = now();
    report("all served again after", crowd.until_served_since(back).await.unwrap());
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold().unwrap();
}
