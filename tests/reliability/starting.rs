//! Nodes that are started while their Redis is down.

use std::time::Duration;

use testkit::{Redis, Service, TestRoom, VisitorCrowd, now, until};

use crate::support::{RATE, binary, judged, lasts, report};

#[tokio::test]
async fn nodes_started_before_their_redis_hold_everybody_and_then_let_them_join() {
    let mut redis = Redis::start().await.unwrap();
    redis.process.kill().await.unwrap();
    let mut service = Service::launch(binary(), &redis.url(), 2, &TestRoom::of(RATE)).unwrap();
    for node in &mut service.nodes {
        node.until_it_is("starting").await.unwrap();
        assert_eq!(node.health().await.map(|(status, _)| status), Some(503));
    }
    // No node is ready, but a holding page of a node is better than an error page of the balancer.
    let mut crowd = VisitorCrowd::before(service.balancer());
    crowd.come(20, Duration::from_millis(20));
    until("all are put off", || async {
        crowd.seen().iter().all(|seen| seen.held > 0).then_some(())
    })
    .await
    .unwrap();
    redis.restart().await.unwrap();
    let back = now();
    for node in &mut service.nodes {
        node.until_it_is("ok").await.unwrap();
    }
    report("in service after", now() - back);
    crowd.until_through().await.unwrap();
    report("all are through after", now() - back);
    // The first node's log contains the other node's grants within a second.
    lasts(1_000).await;
    judged(&service, crowd).await.must_hold_unseen().unwrap();
}
