//! Autotune by the times that a site's connector reports, for rooms of Queue-it's protocol.

use std::time::Duration;

use anteroom::clock::Clock;
use axum::body::Body;
use connector::{PageTimes, QueueVisitor};
use http::{Method, Request, StatusCode};
use protocol::timing_batch::SIGNATURE_HEADER;
use protocol::{SecretKey, UnixSeconds};
use serde_json::{Value, json};

use crate::support::{SECRET, TestCrowd, TestServer, room};

const OWN_KEY: &str = "of-the-vip-room-77aa";

/// Returns a pool with autotune, and no addresses of a site.
async fn open(rate: u32) -> TestServer {
    let sale = room("sale", "pool = \"shop\"\nmax_outflow = 6000");
    let vip = room(
        "vip",
        &format!("pool = \"shop\"\nmax_outflow = 6000\nsecret_key = \"{OWN_KEY}\""),
    );
    let alone = room("alone", "max_outflow = 6000");
    let pool = format!("[[pool]]\nid = \"shop\"\nrate = {rate}\nautotune = true\n");
    TestServer::with(&format!("{pool}{sale}{vip}{alone}")).await
}

fn now(server: &TestServer) -> UnixSeconds {
    Clock::Manual(server.clock.clone()).unix_seconds()
}

/// Returns a record of pages that signs with this key.
fn times(key: &str) -> PageTimes {
    PageTimes::new("demo".parse().expect("an id"), SecretKey::new(key).expect("a key"))
}

fn visitor(room: &str, queue_id: &str) -> QueueVisitor {
    QueueVisitor {
        room: room.parse().expect("an id"),
        queue_id: Some(queue_id.to_owned()),
        redirect_type: None,
    }
}

/// Slow pages of this many visitors.
fn slow(key: &str, room: &str, visitors: std::ops::Range<u32>) -> PageTimes {
    let times = times(key);
    for number in visitors {
        let visitor = visitor(room, &format!("{number:08x}-0000-4000-8000-000000000000"));
        times.record(&visitor, Duration::from_secs(9), StatusCode::OK);
    }
    times
}

fn signed(times: &PageTimes, at: UnixSeconds) -> Request<Vec<u8>> {
    times.take_report(at).expect("pages")
}

async fn send(server: &TestServer, report: &Request<Vec<u8>>) -> u16 {
    let report = report.clone().map(Body::from);
    let status = server.send(report).await.status.as_u16();
    server.settle().await;
    status
}

/// Returns the rate in force, the operator's, and the timings that wait for autotune.
async fn stats(server: &TestServer) -> [Value; 3] {
    let stats = server.admin(Method::GET, "rooms/demo/sale/stats", "").await.json();
    ["poolRate", "poolRateCeiling", "poolPageTimings"].map(|field| stats[field].clone())
}

#[tokio::test]
async fn forged_replayed_stale_and_strangers_reports_change_nothing() {
    let server = open(600).await;
    server.advance(20_000).await;
    let genuine = signed(&slow(SECRET, "sale", 0..29), now(&server));
    assert_eq!(send(&server, &genuine).await, 204);
    // The same visitors within the same half minute, in a report of its own.
    let again = signed(&slow(SECRET, "sale", 0..29), now(&server));
    assert_eq!(send(&server, &again).await, 204);
    server.advance(15_000).await;
    assert_eq!(stats(&server).await, [json!(600), json!(600), json!(29)]);

    for _ in 0..3 {
        // The report is sent again, altered, under another name, without a signature, and with a
        // key of no customer.
        assert_eq!(send(&server, &genuine).await, 409);
        let mut altered = genuine.clone();
        altered.body_mut().push(b' ');
        assert_eq!(send(&server, &altered).await, 403);
        let mut nobodys = genuine.clone();
        *nobodys.uri_mut() = "/api/pagetimings/nobody".parse().expect("a path");
        assert_eq!(send(&server, &nobodys).await, 404);
        let mut bare = genuine.clone();
        bare.headers_mut().remove(SIGNATURE_HEADER);
        assert_eq!(send(&server, &bare).await, 403);
        let forged = signed(&slow("a guess", "sale", 100..200), now(&server));
        assert_eq!(send(&server, &forged).await, 403);
        // Reports that are old, from the future, or from before this process started.
        for off in [-61_i64, 61, -50] {
            let at = UnixSeconds(now(&server).0.saturating_add_signed(off));
            let stale = signed(&slow(SECRET, "sale", 200..300), at);
            assert_eq!(send(&server, &stale).await, 409, "{off}");
        }
        // Reports with the key of another room, for a room without autotune, and for no room.
        for (key, room) in [
            (OWN_KEY, "sale"),
            (SECRET, "vip"),
            (SECRET, "alone"),
            (SECRET, "nowhere"),
        ] {
            let other = signed(&slow(key, room, 300..400), now(&server));
            assert_eq!(send(&server, &other).await, 204, "{room}");
        }
    }
    server.advance(15_000).await;
    assert_eq!(stats(&server).await, [json!(600), json!(600), json!(29)]);
    server.advance(61_000).await;
    // The thirtieth report is the one that was missing. Autotune runs with the next commit after a
    // minute, which another report causes.
    for number in [500, 501] {
        let more = signed(&slow(OWN_KEY, "vip", number..number + 1), now(&server));
        assert_eq!(send(&server, &more).await, 204);
        server.advance(75_000).await;
    }
    let [rate, ceiling, _] = stats(&server).await;
    assert_eq!((rate, ceiling), (json!(420), json!(600)));
}

#[tokio::test]
async fn a_site_with_a_knee_is_relieved_until_it_has_caught_up() {
    const CEILING: u32 = 60;
    /// How long the site takes for a page: it serves 32 a minute, one after the other.
    const PAGE_MS: u64 = 1_875;
    /// How many pages wait there at most; it refuses further ones.
    const WAITING_MAX: u64 = 10;
    const STEP_MS: u64 = 5_000;
    let server = open(CEILING).await;
    let mut crowd = TestCrowd::of(&server, "sale", 250).await;
    let (times, mut free_at_ms, mut reported) = (times(SECRET), 0, 0);
    let mut rates = Vec::new();
    for step in 0..84 {
        crowd.wait(&server, STEP_MS).await;
        let through = crowd.through();
        for member in &through[reported..] {
            let (at_ms, _) = member.redirected.as_ref().expect("through");
            let visitor = visitor("sale", &member.visitor.queue_id());
            if free_at_ms > at_ms + WAITING_MAX * PAGE_MS {
                times.record(&visitor, Duration::from_millis(5), StatusCode::SERVICE_UNAVAILABLE);
                continue;
            }
            free_at_ms = free_at_ms.max(*at_ms) + PAGE_MS;
            times.record(&visitor, Duration::from_millis(free_at_ms - at_ms), StatusCode::OK);
        }
        reported = through.len();
        if let Some(report) = times.take_report(now(&server)) {
            assert_eq!(send(&server, &report).await, 204);
        }
        if step % 12 == 11 {
            rates.push(stats(&server).await[0].as_u64().expect("a rate"));
        }
    }
    assert!(rates[0] < u64::from(CEILING), "lowered within a minute: {rates:?}");
    let within = 5..u64::from(CEILING);
    assert!(rates.iter().all(|rate| within.contains(rate)), "{rates:?}");
    let behind_ms = free_at_ms.saturating_sub(server.now_ms());
    assert!(behind_ms < 5_000, "{behind_ms} ms behind: {rates:?}");
    assert_eq!(stats(&server).await[1], json!(CEILING));
}
