//! What the cells stand on.

use std::path::Path;
use std::time::Duration;

use rig::{Bound, Crowd, Rooms, Service, Verdict};

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

/// So many who have their places.
pub(crate) async fn crowd_before(service: &Service, count: usize) -> Crowd {
    Crowd::enter(service.balancer(), count)
        .await
        .expect("everybody has a place")
}

/// Everybody leaves, and the judge looks at what they were told and what the room's log says.
pub(crate) async fn judged(service: &Service, crowd: Crowd) -> Verdict {
    let seen = crowd.leave().await.expect("no visitor panicked");
    let grants = service.operator(0).grants().await.expect("the log can be read");
    let verdict = Verdict::on(
        &seen,
        &grants,
        Bound {
            max_outflow: service.max_outflow(),
        },
    );
    println!("{verdict}");
    verdict
}

/// Says how long something took; nobody asserts it.
pub(crate) fn report(what: &str, took: Duration) {
    println!("{what}: {} ms", took.as_millis());
}

/// Real time during which a fault lasts.
pub(crate) async fn lasts(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}
