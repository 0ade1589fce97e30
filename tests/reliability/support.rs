//! What the cells stand on.

use std::path::Path;
use std::time::Duration;

use testkit::{Bound, Crowd, Redis, Rooms, Service, Verdict};

/// The server under test.
pub(crate) fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_anteroom"))
}

/// Grants a minute: ten a second.
pub(crate) const RATE: u32 = 600;
/// Visitors of most cells: six seconds' worth.
pub(crate) const CROWD: usize = 60;

/// One node on a folder of its own, and the crowd in line.
pub(crate) async fn embedded() -> (Service, Crowd) {
    let service = Service::start(binary(), "embedded:", 1, &Rooms::of(RATE)).await;
    let service = service.expect("the service starts");
    let crowd = crowd_before(&service, CROWD).await;
    (service, crowd)
}

/// Three nodes and their Redis.
pub(crate) struct Three {
    pub(crate) service: Service,
    pub(crate) redis: Redis,
}

/// Three nodes on one Redis, and the crowd in line.
pub(crate) async fn three() -> (Three, Crowd) {
    let redis = Redis::start().await.expect("Redis starts");
    let service = Service::start(binary(), &redis.url(), 3, &Rooms::of(RATE)).await;
    let service = service.expect("the service starts");
    let crowd = crowd_before(&service, CROWD).await;
    (Three { service, redis }, crowd)
}

/// So many who have their places.
pub(crate) async fn crowd_before(service: &Service, count: usize) -> Crowd {
    Crowd::enter(service.balancer(), count)
        .await
        .expect("everybody has a place")
}

/// Everybody leaves, and the judge looks at what they were told and what the room's log says.
pub(crate) async fn judged(service: &Service, crowd: Crowd) -> Verdict {
    let seen = crowd.leave().await.expect("no visitor panicked");
    let operator = service.operator(0);
    let bound = Bound {
        max_outflow: service.max_outflow(),
    };
    // What another node has granted is in this one's log within a second, not at once.
    let verdict = testkit::until("the log has every redirect", || async {
        let grants = operator.grants().await.ok()?;
        let verdict = Verdict::on(&seen, &grants, bound);
        verdict.unlogged.is_empty().then_some(verdict)
    });
    let verdict = verdict.await.expect("every redirect is in the log");
    println!("{verdict}");
    verdict
}

/// How many are redirected when everybody who was granted before this has been told: who lost the
/// reply asks again within a poll interval.
pub(crate) async fn told(crowd: &Crowd) -> usize {
    lasts(2_500).await;
    crowd.redirected()
}

/// How many grants a node knows of, after it has heard of all that others gave until now.
pub(crate) async fn granted(service: &Service, node: usize) -> usize {
    lasts(1_000).await;
    let grants = service.operator(node).grants().await;
    grants.expect("the log can be read").len()
}

/// Says how long something took; nobody asserts it.
pub(crate) fn report(what: &str, took: Duration) {
    println!("{what}: {} ms", took.as_millis());
}

/// Real time during which a fault lasts.
pub(crate) async fn lasts(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}
