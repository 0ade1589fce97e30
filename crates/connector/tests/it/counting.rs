//! Tests of the site's metrics.

use std::collections::BTreeMap;

use connector::OnFailure;
use metrics_util::debugging::{DebugValue, DebuggingRecorder};

use crate::site::{COOKIE, Site, token};

#[tokio::test]
async fn requests_are_counted_by_what_became_of_them() {
    let recorder = DebuggingRecorder::new();
    // Records only this thread; a test's runtime uses no other.
    let _recording = metrics::set_default_local_recorder(&recorder);
    let site = Site::with(|builder| builder.on_failure(OnFailure::HoldBack));
    let path = format!("/product?queueittoken={}", token());
    let cookie = site.get(&path, None).await.cookie();
    for cookie in [Some(cookie.as_str()), Some(cookie.as_str()), None, Some(COOKIE)] {
        site.get("/product", cookie).await;
    }
    site.get("/product?queueittoken=garbage", None).await;
    site.send("POST", "/product", None, &[("host", "shop.example")]).await;
    site.send("GET", "/product", None, &[]).await;
    site.set_clock(0);
    site.get("/product", None).await;

    let counted: BTreeMap<String, u64> = recorder
        .snapshotter()
        .snapshot()
        .into_vec()
        .into_iter()
        .map(|(key, _, _, value)| {
            let labels = key
                .key()
                .labels()
                .map(|label| format!("{}={}", label.key(), label.value()));
            let DebugValue::Counter(count) = value else {
                panic!("{key:?} is no counter")
            };
            (format!("{} {}", key.key().name(), labels.collect::<String>()), count)
        })
        .collect();
    let expected = [
        ("anteroom_connector_failures_total reason=clock", 1),
        ("anteroom_connector_requests_total outcome=bad_request", 1),
        ("anteroom_connector_requests_total outcome=entered", 1),
        ("anteroom_connector_requests_total outcome=held_back", 1),
        ("anteroom_connector_requests_total outcome=passed", 2),
        ("anteroom_connector_requests_total outcome=queued", 2),
        ("anteroom_connector_requests_total outcome=refused", 1),
    ];
    assert_eq!(counted, expected.map(|(name, count)| (name.to_owned(), count)).into());
}
