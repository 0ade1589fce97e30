//! A server that is stopped and restarted on the same folder: visitors do not notice.

use std::collections::BTreeSet;

use crate::support::{TestCrowd, TestServer, most_in_any_minute, room};

#[tokio::test]
async fn places_numbers_grants_and_the_bound_outlive_a_restart() {
    let server = TestServer::durable(&room("sale", "max_outflow = 60")).await;
    let mut crowd = TestCrowd::enter(&server, 90).await;
    crowd.wait(&server, 50_000).await;
    let before = server.grants().await;
    assert!(before.len() >= 48, "{}", before.len());
    let last = crowd.members[89].visitor.clone();
    let answer = server.poll(&last).await.json();
    drop(last);

    crowd.adrift().await;
    // No wall time passes, so only flow time enforces the bound.
    let server = server.restart(0).await;
    crowd.move_to(&server);
    assert_eq!(server.grants().await, before, "the log is kept");
    let again = server.poll(&crowd.members[89].visitor.clone()).await.json();
    assert_eq!(again["ticket"]["queueNumber"], 90);
    assert_eq!(
        again["ticket"]["usersInLineAheadOfYou"],
        answer["ticket"]["usersInLineAheadOfYou"]
    );
    let mut newcomer = server.visitor();
    assert_eq!(newcomer.enter().await.slot("number"), "91", "numbers go on");

    crowd.wait(&server, 60_000).await;
    assert_eq!(crowd.through().len(), 90);
    let grants = server.grants().await;
    assert!(most_in_any_minute(&grants) <= 60, "{}", most_in_any_minute(&grants));
    let ids: BTreeSet<&str> = grants.iter().map(|grant| grant.queue_id.as_str()).collect();
    assert_eq!((ids.len(), grants.len()), (90, 90), "each once");
}

#[tokio::test]
async fn a_place_is_the_same_after_a_day_and_a_pause_is_still_one() {
    let server = TestServer::durable(&room("sale", "max_outflow = 60")).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    server.act("pause").await;
    visitor = visitor.adrift();
    let server = server.restart(24 * 3_600_000).await;
    visitor = visitor.move_to(&server);
    let page = visitor.load().await;
    assert_eq!(
        (page.html("data-state").as_str(), page.slot("number").as_str()),
        ("paused", "1")
    );
    server.act("resume").await;
    server.pass(&visitor).await;
}

#[tokio::test]
async fn a_cancelled_place_stays_cancelled() {
    let server = TestServer::durable(&room("sale", "max_outflow = 60")).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let query = visitor.query.clone();
    visitor.open(&format!("/cancel/demo/sale/{}", visitor.queue_id())).await;
    drop(visitor);
    let server = server.restart(1_000).await;
    let page = server.visitor().at(&query).load().await;
    assert_eq!(page.status, 410);
}
