//! A replica that must have every commit before it is acknowledged (`replicas=1`), and one that
//! need not.

use testkit::{Redis, Service, TestRoom, VisitorCrowd};

use crate::support::{CROWD, RATE, binary, crowd_before, judged, let_in_again, settled_redirects};

struct ReplicaPair {
    primary: Redis,
    replica: Redis,
    service: Service,
}

/// Starts two nodes on a primary with a replica, and a crowd so large that visitors still wait when
/// the replica fails; `options` belongs to the URL.
async fn pair(options: &str) -> (ReplicaPair, VisitorCrowd) {
    let primary = Redis::start().await.expect("Redis starts");
    let replica = Redis::replica_of(primary.address()).await.expect("a replica starts");
    let url = format!("{}{options}", primary.url());
    let service = Service::start(binary(), &url, 2, &TestRoom::of(RATE))
        .await
        .expect("the service starts");
    let crowd = crowd_before(&service, 2 * CROWD).await;
    let pair = ReplicaPair {
        primary,
        replica,
        service,
    };
    (pair, crowd)
}

#[tokio::test]
async fn nothing_is_acknowledged_before_a_slow_replica_has_it() {
    let (mut all, crowd) = pair("?replicas=1").await;
    crowd.until_more_are_through(5).await.unwrap();
    all.replica.process.freeze().unwrap();
    for node in &mut all.service.nodes {
        node.until_it_is("degraded").await.unwrap();
    }
    let before = settled_redirects(&crowd).await;
    assert_eq!(
        settled_redirects(&crowd).await,
        before,
        "the primary has it, the replica has not: nobody is told"
    );
    all.replica.process.thaw().unwrap();
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn a_replica_that_nobody_waits_for_is_not_missed() {
    let (mut all, crowd) = pair("").await;
    crowd.until_more_are_through(5).await.unwrap();
    all.replica.process.kill().await.unwrap();
    crowd.until_through().await.unwrap();
    let verdict = judged(&all.service, crowd).await;
    verdict.must_hold_unseen().unwrap();
    assert_eq!(verdict.held, 0);
}

#[tokio::test]
async fn a_replica_that_is_configured_as_the_primary_is_reported() {
    let primary = Redis::start().await.unwrap();
    let replica = Redis::replica_of(primary.address()).await.unwrap();
    let mut service = Service::launch(binary(), &replica.url(), 1, &TestRoom::of(RATE)).unwrap();
    let node = &mut service.nodes[0];
    // Whether the node gives up or waits for a better primary, it serves no visitors and reports
    // the problem.
    testkit::until("the node says what is wrong", || async {
        node.process.log().to_lowercase().contains("replica").then_some(())
    })
    .await
    .unwrap();
    assert!(node.health().await.is_none_or(|(status, _)| status == 503));
}

#[tokio::test]
async fn a_replica_that_lost_everything_gets_it_again() {
    let (mut all, crowd) = pair("?replicas=1").await;
    crowd.until_more_are_through(5).await.unwrap();
    all.replica.process.kill().await.unwrap();
    all.replica.lose_everything().unwrap();
    all.replica.restart().await.unwrap();
    all.replica.until_it_follows().await.unwrap();
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
    let keys = [
        all.primary.ask(&["DBSIZE"]).await.unwrap(),
        all.replica.ask(&["DBSIZE"]).await.unwrap(),
    ];
    assert_eq!(keys[0], keys[1]);
}

#[tokio::test]
async fn a_replica_that_comes_back_ends_the_wait() {
    let (mut all, crowd) = pair("?replicas=1").await;
    crowd.until_more_are_through(5).await.unwrap();
    all.replica.process.kill().await.unwrap();
    all.service.nodes[0].until_it_is("degraded").await.unwrap();
    all.replica.restart().await.unwrap();
    let_in_again(&crowd).await;
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}
