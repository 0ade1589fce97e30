//! The network between nodes and Redis. Each node has a link of its own; the fault affects the
//! first node's link, or all links.

use std::ffi::OsString;
use std::time::Duration;

use testkit::{Link, Proxy, Redis, Service, TestRoom, VisitorCrowd, now};

use crate::support::{CROWD, RATE, binary, crowd_before, judged, lasts, report};

struct Linked {
    links: Vec<Proxy>,
    service: Service,
    _redis: Redis,
}

/// Starts three nodes, each with a link of its own to Redis, and a crowd.
async fn linked() -> (Linked, VisitorCrowd) {
    let redis = Redis::start().await.expect("Redis starts");
    let mut links = Vec::new();
    for _ in 0..3 {
        links.push(Proxy::before(redis.address()).await.expect("a proxy starts"));
    }
    let environments = links.iter().map(|link| {
        let store = format!("redis://{}", link.address());
        vec![(OsString::from("ANTEROOM_SERVER_STORE"), OsString::from(store))]
    });
    let environments: Vec<_> = environments.collect();
    let service = Service::launch_with(binary(), "memory:", &environments, &TestRoom::of(RATE));
    let mut service = service.expect("the service starts");
    for node in &mut service.nodes {
        node.until_it_is("ok").await.expect("each node is ready");
    }
    let crowd = crowd_before(&service, CROWD).await;
    let linked = Linked {
        links,
        service,
        _redis: redis,
    };
    (linked, crowd)
}

#[tokio::test]
async fn a_slow_link_makes_everything_later_and_nothing_wrong() {
    let (all, crowd) = linked().await;
    for link in &all.links {
        link.make(Link::Slow(Duration::from_millis(60)));
    }
    let late = crowd_before(&all.service, 20).await;
    late.until_through().await.unwrap();
    crowd.until_through().await.unwrap();
    judged(&all.service, late).await.must_hold_unseen().unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn a_node_that_is_cut_off_keeps_its_people_while_the_others_go_on() {
    let (mut all, crowd) = linked().await;
    crowd.until_more_are_through(5).await.unwrap();
    all.links[0].make(Link::Silent);
    all.service.nodes[0].until_it_is("degraded").await.unwrap();
    let alone = now();
    crowd.until_more_are_through(10).await.unwrap();
    crowd.until_served_since(alone).await.unwrap();
    all.links[0].make(Link::Whole);
    all.service.nodes[0].until_it_is("ok").await.unwrap();
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn a_commit_whose_reply_is_lost_is_made_once() {
    let (all, mut crowd) = linked().await;
    for _ in 0..3 {
        crowd.until_more_are_through(3).await.unwrap();
        for link in &all.links {
            link.make(Link::RepliesLost);
        }
        // These visitors ask for places, and the answers to their commits are lost.
        crowd.come(10, Duration::from_millis(10));
        lasts(700).await;
        for link in &all.links {
            link.make(Link::Whole);
        }
    }
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn connections_that_are_cut_are_made_anew() {
    let (all, crowd) = linked().await;
    for round in 0..6 {
        let link = &all.links[round % 3];
        link.make(Link::Cut);
        lasts(150).await;
        link.make(Link::Whole);
        crowd.until_more_are_through(2).await.unwrap();
    }
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn commands_that_arrive_late_when_the_link_heals_change_nothing() {
    let (all, mut crowd) = linked().await;
    crowd.until_more_are_through(5).await.unwrap();
    for link in &all.links {
        link.make(Link::Silent);
    }
    crowd.come(10, Duration::ZERO);
    lasts(3_000).await;
    for link in &all.links {
        link.make(Link::Whole);
    }
    let healed = now();
    crowd.until_more_are_through(1).await.unwrap();
    report("somebody is let in again after", now() - healed);
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}
