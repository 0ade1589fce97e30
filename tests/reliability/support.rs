//! Shared functions of the tests.

use std::path::Path;
use std::time::Duration;

use testkit::{Bound, Redis, Service, TestRoom, Verdict, VisitorCrowd, now};

/// Returns the path of the server under test.
pub(crate) fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_anteroom"))
}

/// Grants a minute: ten a second.
pub(crate) const RATE: u32 = 600;
/// The number of visitors in most tests: the grants of six seconds.
pub(crate) const CROWD: usize = 60;

/// Starts one node with a folder of its own, and a crowd in line.
pub(crate) async fn embedded() -> (Service, VisitorCrowd) {
    let service = Service::start(binary(), "embedded:", 1, &TestRoom::of(RATE)).await;
    let service = service.expect("the service starts");
    let crowd = crowd_before(&service, CROWD).await;
    (service, crowd)
}

/// Three nodes and their Redis.
pub(crate) struct Three {
    pub(crate) service: Service,
    pub(crate) redis: Redis,
}

/// Starts three nodes on one Redis, and a crowd in line.
pub(crate) async fn three() -> (Three, VisitorCrowd) {
    let redis = Redis::start().await.expect("Redis starts");
    let service = Service::start(binary(), &redis.url(), 3, &TestRoom::of(RATE)).await;
    let service = service.expect("the service starts");
    let crowd = crowd_before(&service, CROWD).await;
    (Three { service, redis }, crowd)
}

/// Returns this number of visitors with places.
pub(crate) async fn crowd_before(service: &Service, count: usize) -> VisitorCrowd {
    VisitorCrowd::enter(service.balancer(), count)
        .await
        .expect("everybody has a place")
}

/// Ends all visitors, and compares their records with the room's log.
pub(crate) async fn judged(service: &Service, crowd: VisitorCrowd) -> Verdict {
    let seen = crowd.leave().await.expect("no visitor panicked");
    let operator = service.operator(0);
    let bound = Bound {
        max_outflow: service.max_outflow(),
    };
    // Another node's grants appear in this node's log within a second, not at once.
    let verdict = testkit::until("the log has every redirect", || async {
        let grants = operator.grants().await.ok()?;
        let verdict = Verdict::on(&seen, &grants, bound);
        verdict.unlogged.is_empty().then_some(verdict)
    });
    let verdict = verdict.await.expect("every redirect is in the log");
    println!("{verdict}");
    verdict
}

/// Returns the number of redirected visitors once all visitors granted so far have learned of it: a
/// visitor who lost the reply asks again within a poll interval.
pub(crate) async fn settled_redirects(crowd: &VisitorCrowd) -> usize {
    lasts(2_500).await;
    crowd.redirected()
}

/// Returns how many grants a node knows once it has learned of all present grants of the others.
pub(crate) async fn granted(service: &Service, node: usize) -> usize {
    lasts(1_000).await;
    let grants = service.operator(node).grants().await;
    grants.expect("the log can be read").len()
}

/// Prints how long something took, without asserting it.
pub(crate) fn report(what: &str, took: Duration) {
    println!("{what}: {} ms", took.as_millis());
}

/// Waits until one more visitor is let in, and prints how long that took.
pub(crate) async fn let_in_again(crowd: &VisitorCrowd) {
    let back = now();
    crowd.until_more_are_through(1).await.expect("the line goes on");
    report("somebody is let in again after", now() - back);
}

/// Waits in real time while a fault lasts.
pub(crate) async fn lasts(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}
