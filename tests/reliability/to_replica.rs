//! The network between a primary and a replica that must have every commit before it is
//! acknowledged (`replicas=1`).

use std::time::Duration;

use testkit::{Link, Proxy, Redis, Service, TestRoom, VisitorCrowd, now};

use crate::support::{CROWD, RATE, binary, crowd_before, judged, lasts, report, settled_redirects};

struct DelayedPair {
    link: Proxy,
    service: Service,
    replica: Redis,
    _primary: Redis,
}

/// Starts two nodes on a primary whose replica follows over a link, and a crowd of this size.
async fn pair(people: usize) -> (DelayedPair, VisitorCrowd) {
    let primary = Redis::start().await.expect("Redis starts");
    let link = Proxy::before(primary.address()).await.expect("a proxy starts");
    let replica = Redis::replica_of(link.address()).await.expect("a replica starts");
    let url = format!("{}?replicas=1", primary.url());
    let service = Service::start(binary(), &url, 2, &TestRoom::of(RATE))
        .await
        .expect("the service starts");
    let crowd = crowd_before(&service, people).await;
    let pair = DelayedPair {
        link,
        service,
        replica,
        _primary: primary,
    };
    (pair, crowd)
}

#[tokio::test]
async fn a_slow_link_to_the_replica_makes_everything_later() {
    let (all, crowd) = pair(CROWD).await;
    all.link.make(Link::Slow(Duration::from_millis(80)));
    let late = crowd_before(&all.service, 20).await;
    crowd.until_through().await.unwrap();
    late.until_through().await.unwrap();
    judged(&all.service, late).await.must_hold_unseen().unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

/// The size of a crowd of which some still wait when the fault begins, even on a slow machine:
/// without waiting visitors there are no commits, and a node cannot notice that a commit would
/// fail.
const MANY: usize = 4 * CROWD;
/// The number of health checks sent to each node during the fault, 25 ms apart.
const SAMPLES: usize = 100;

/// Checks a node's health `times` times; returns how many times it was good.
async fn answers(service: &Service, times: usize) -> usize {
    let mut healthy = 0;
    for _ in 0..times {
        for node in &service.nodes {
            healthy += usize::from(node.health().await.is_some_and(|(_, word)| word == "ok"));
        }
        lasts(25).await;
    }
    healthy
}

#[tokio::test]
async fn nothing_is_acknowledged_while_the_replica_cannot_be_reached() {
    let (mut all, crowd) = pair(MANY).await;
    crowd.until_more_are_through(5).await.unwrap();
    all.link.make(Link::Silent);
    for node in &mut all.service.nodes {
        node.until_it_is("degraded").await.unwrap();
    }
    let (before, healthy) = tokio::join!(settled_redirects(&crowd), answers(&all.service, SAMPLES));
    assert_eq!(
        healthy, 0,
        "a node says that it is well while no commit can be acknowledged"
    );
    assert_eq!(settled_redirects(&crowd).await, before);
    all.link.make(Link::Whole);
    let healed = now();
    crowd.until_more_are_through(1).await.unwrap();
    report("somebody is let in again after", now() - healed);
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn a_replica_whose_connection_breaks_follows_again() {
    let (mut all, crowd) = pair(CROWD).await;
    for _ in 0..2 {
        crowd.until_more_are_through(5).await.unwrap();
        all.link.make(Link::Cut);
        lasts(100).await;
        all.link.make(Link::Whole);
        all.replica.until_it_follows().await.unwrap();
    }
    crowd.until_through().await.unwrap();
    all.service.nodes[0].until_it_is("ok").await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}
