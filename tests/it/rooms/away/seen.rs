//! The store becomes unavailable to a running server, and returns.

use admission::estimate::RiseReason;
use app::view::WaitReason;
use http::Method;
use store::{AnyStore, MemoryStore};

use super::{figure, ready, sale};
use crate::support::{TestCrowd, TestServer, Visitor, most_in_any_minute, room};

/// The poll interval of visitors at the front.
const POLL_MS: u64 = 2_000;

async fn entered(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor();
    visitor.enter().await;
    visitor
}

#[tokio::test]
async fn waiting_visitors_read_the_reason_and_lose_nothing() {
    let memory = MemoryStore::new();
    let server = sale(&memory).await;
    let (first, second) = (entered(&server).await, entered(&server).await);
    for _ in 0..28 {
        entered(&server).await;
    }
    let last = entered(&server).await;
    server.poll(&first).await;
    let told = server.poll(&last).await.json();
    assert_eq!(told["ticket"]["waitReason"], serde_json::Value::Null);
    memory.set_away(true);
    server.advance(1_000).await;
    let mut before = told;
    for _ in 0..3 {
        server.advance(5_000).await;
        let claim = server.poll(&first).await;
        assert_eq!(
            (claim.status.as_u16(), claim.json()["forecastStatus"].clone()),
            (200, "FirstInLine".into())
        );
        assert_eq!(claim.json()["ticket"]["waitReason"], "storeAway");
        let told = server.poll(&last).await.json();
        assert_eq!(told["ticket"]["waitReason"], "storeAway");
        let ahead = |told: &serde_json::Value| told["ticket"]["usersInLineAheadOfYou"].as_u64().expect("a number");
        assert!(ahead(&told) <= ahead(&before));
        before = told;
        // While no visitors are let in, no turn is near; the next visitor also sees the reason.
        for (visitor, state) in [(&last, "in-line"), (&second, "almost")] {
            let page = server.resolve(visitor.send(&format!("/?{}", visitor.query))).await;
            let told = [page.html("data-state"), page.html("data-reason")];
            assert_eq!(
                (page.status.as_u16(), told),
                (200, [state, "storeAway"].map(str::to_owned))
            );
        }
    }
    assert!(
        before["texts"]["reason"]
            .as_str()
            .is_some_and(|text| text.contains("technical problem")),
        "{before}"
    );
    let leave = server.resolve(second.submit("/cancel/demo/sale", "")).await;
    assert_eq!(leave.status, 503);
    assert_eq!(
        server.admin(Method::GET, "rooms/demo/sale/stats", "").await.json()["waiting"],
        31,
        "from memory"
    );
    let rooms = server.admin(Method::GET, "rooms", "").await;
    assert_eq!(rooms.status, 200);
    let change = server
        .admin(Method::PATCH, "rooms/demo/sale", "{\"maxOutflow\":30}")
        .await;
    assert_eq!((change.status.as_u16(), change.header("retry-after")), (503, "1"));
    assert!(
        change.json()["detail"]
            .as_str()
            .is_some_and(|detail| detail.contains("nothing was changed"))
    );
    memory.set_away(false);
    server.advance(1_000).await;
    let told = server.poll(&last).await.json();
    assert_eq!(
        (
            told["ticket"]["waitReason"].clone(),
            told["ticket"]["queueNumber"].clone()
        ),
        (serde_json::Value::Null, 31.into())
    );
    server.pass(&first).await;
    // A refused cancellation has no effect.
    server.pass(&second).await;
}

/// The reasons of the engine have their cases in `crates/simulator/tests/it/reasons.rs`: each where
/// it is shown, and where it must not be. The tests here have those of the store.
#[test]
fn every_reason_but_the_stores_is_one_of_the_engine() {
    let of_engine = |reason: WaitReason| match reason {
        WaitReason::OperatorSlowed => Some(RiseReason::OperatorSlowed),
        WaitReason::Paused => Some(RiseReason::Paused),
        WaitReason::MoreCameBack => Some(RiseReason::MoreCameBack),
        WaitReason::CappedBySessions => Some(RiseReason::CappedBySessions),
        WaitReason::PoolShared => Some(RiseReason::PoolShared),
        WaitReason::AutotuneSlowed => Some(RiseReason::AutotuneSlowed),
        WaitReason::Priority => Some(RiseReason::Priority),
        WaitReason::Restored => Some(RiseReason::Restored),
        WaitReason::StoreAway => None,
    };
    for reason in RiseReason::ALL {
        let name = format!("{reason:?}");
        let (first, rest) = name.split_at(1);
        let told = serde_json::from_value(format!("{}{rest}", first.to_lowercase()).into()).expect("a reason");
        assert_eq!(of_engine(told), Some(reason));
    }
}

#[tokio::test]
async fn a_line_that_is_paused_is_told_so_though_the_store_is_away() {
    let memory = MemoryStore::new();
    let server = sale(&memory).await;
    for _ in 0..30 {
        entered(&server).await;
    }
    let last = entered(&server).await;
    let reason = async || server.poll(&last).await.json()["ticket"]["waitReason"].clone();
    server.act("pause").await;
    assert_eq!(reason().await, "paused");
    memory.set_away(true);
    server.advance(1_000).await;
    for _ in 0..3 {
        server.advance(5_000).await;
        assert_eq!(reason().await, "paused", "nobody would be let in with a store either");
    }
    memory.set_away(false);
    server.advance(1_000).await;
    assert_eq!(reason().await, "paused");
}

#[tokio::test]
async fn balancers_and_figures_know_though_nobody_comes() {
    let memory = MemoryStore::new();
    let server = sale(&memory).await;
    assert_eq!(ready(&server).await, (200, "ok".to_owned(), vec![]));
    memory.set_away(true);
    server.app.refresh_admin_store().await;
    assert_eq!(
        ready(&server).await,
        (200, "degraded".to_owned(), vec!["store".to_owned()])
    );
    assert_eq!(figure(&server, "anteroom_store_away").await, 1.0);
    assert!(figure(&server, "anteroom_store_calls_total{verb=\"load\",outcome=\"away\"}").await >= 1.0);
    memory.set_away(false);
    server.app.refresh_admin_store().await;
    assert_eq!(ready(&server).await, (200, "ok".to_owned(), vec![]));
    assert_eq!(figure(&server, "anteroom_store_away").await, 0.0);
    entered(&server).await;
    assert!(figure(&server, "anteroom_store_calls_total{verb=\"commit\",outcome=\"done\"}").await >= 1.0);
    assert!(figure(&server, "anteroom_store_commit_seconds_count").await >= 1.0);
}

#[tokio::test]
async fn newcomers_are_told_to_come_at_many_different_times_and_then_all_join() {
    let memory = MemoryStore::new();
    let server = TestServer::on(AnyStore::Memory(memory.clone()), &room("sale", "max_outflow = 6000")).await;
    memory.set_away(true);
    let mut held = Vec::new();
    for _ in 0..200 {
        let visitor = server.visitor();
        held.push((visitor.send("/?c=demo&e=sale"), visitor));
    }
    server.settle().await;
    let mut told = Vec::new();
    for (request, visitor) in held {
        let page = server.resolve(request).await;
        let seconds: u64 = page.header("retry-after").parse().expect("seconds");
        assert!((4..=10).contains(&seconds), "{seconds}");
        assert!(
            page.text()
                .contains(&format!("http-equiv=\"refresh\" content=\"{seconds}\""))
        );
        told.push((server.now_ms() + seconds * 1_000, visitor));
    }
    let seconds: std::collections::BTreeSet<u64> = told.iter().map(|(at_ms, _)| at_ms / 1_000).collect();
    assert!(seconds.len() >= 6, "{seconds:?}");
    memory.set_away(false);
    let returned_ms = server.now_ms();
    // The first visitor who asks joins well within two seconds.
    let mut witness = server.visitor();
    let joined = server.resolve(witness.send("/?c=demo&e=sale")).await;
    assert_eq!(joined.status, 302);
    assert!(
        server.now_ms() - returned_ms <= 1_000,
        "{}",
        server.now_ms() - returned_ms
    );
    witness.enter().await;
    told.sort_by_key(|(at_ms, _)| *at_ms);
    for (at_ms, mut visitor) in told {
        server.advance(at_ms.saturating_sub(server.now_ms())).await;
        assert_eq!(visitor.enter().await.status, 200);
    }
}

#[tokio::test]
async fn a_line_goes_on_where_it_stood_and_within_its_bound() {
    let memory = MemoryStore::new();
    let server = sale(&memory).await;
    let mut crowd = TestCrowd::enter(&server, 60).await;
    crowd.wait(&server, 20_000).await;
    let before = server.grants().await.len();
    assert!(before >= 17, "{before}");
    memory.set_away(true);
    crowd.wait(&server, 30_000).await;
    assert_eq!(server.grants().await.len(), before, "nobody is granted");
    memory.set_away(false);
    crowd.wait(&server, 20_000).await;
    let grants = server.grants().await;
    assert!(
        grants.len() - before >= 17,
        "it goes on at once: {}",
        grants.len() - before
    );
    assert!(most_in_any_minute(&grants) <= 60);
    for (at, earlier) in grants.iter().enumerate() {
        let lower = grants[at..]
            .iter()
            .filter(|later| later.queue_number < earlier.queue_number);
        let late = lower.map(|later| later.granted_at - earlier.granted_at).max();
        assert!(late.unwrap_or_default() <= POLL_MS, "{earlier:?} passed somebody");
    }
}

#[tokio::test]
async fn every_endpoint_reports_that_the_store_is_away() {
    let memory = MemoryStore::new();
    let invited = room("party", "max_outflow = 60\ninvite_only = true");
    let server = TestServer::on(AnyStore::Memory(memory.clone()), &(super::rooms() + &invited)).await;
    let placed = entered(&server).await;
    let from_memory = [
        "/status/integrationconfig/secure/demo",
        "/demo/integrationconfig/javascript/queueclientConfig.js",
        "/draw/demo/sale.json",
        "/widget/demo/sale",
        "/about",
        "/robots.txt",
        "/health/live",
    ];
    let mut before = Vec::new();
    for path in from_memory {
        before.push(server.get(path, &[]).await.status);
    }
    memory.set_away(true);
    server.app.refresh_admin_store().await;
    for (path, status) in from_memory.into_iter().zip(before) {
        assert_eq!(server.get(path, &[]).await.status, status, "{path}");
    }
    for path in [
        "/spa-api/queue/demo/sale/enqueue",
        "/api/mobileapp/queue/demo/sale/enqueue",
    ] {
        let reply = server.resolve(server.visitor().submit_json(path, "{}")).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("retry-after").is_empty()),
            (503, false),
            "{path}"
        );
        assert_eq!(reply.json()["error"]["code"], "holding", "{path}");
    }
    let status = format!("/spa-api/queue/demo/sale/{}/status", placed.queue_id());
    let status = server.visitor().submit_json(&status, "{}");
    assert_eq!(server.resolve(status).await.status, 200);
    let script = "/javascriptqueue/demo/sale/1?t=https%3A%2F%2Fshop.example%2F";
    let script = server.get(script, &[]).await.text();
    assert!(
        script.contains("\"redirect\":true"),
        "into the room, never past it: {script}"
    );
    let code = placed.submit("/move", &placed.query);
    let code = server.resolve(code).await;
    assert_eq!(
        (code.status.as_u16(), code.header("retry-after").is_empty()),
        (503, false)
    );
    assert!(code.text().contains("Your place stays where it is"));
    let guest = server.visitor().at("c=demo&e=party&code=anna");
    let page = server.resolve(guest.send("/?c=demo&e=party&code=anna")).await;
    assert_eq!(
        page.error_page(),
        (503, String::new(), "holding".to_owned()),
        "no wrong key"
    );
    assert_eq!(
        server.get("/status/demo/sale.json", &[]).await.json()["status"],
        "degraded"
    );
    assert_eq!(
        server.admin(Method::GET, "rooms/demo/sale/grants", "").await.status,
        200,
        "from memory"
    );
    assert_eq!(
        server.admin(Method::GET, "audit", "").await.status,
        503,
        "which is in the store alone"
    );
    memory.set_away(false);
    server.advance(1_000).await;
    server.pass(&placed).await;
}
