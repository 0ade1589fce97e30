//! Tests of how long pages take: the measurements of the layer, and the reports that reach the
//! waiting room.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::routing::{get, post};
use connector::{Connector, PageTimes, QueueVisitor, UnixSeconds, Upload};
use protocol::timing_batch::{SIGNATURE_HEADER, TimedPage, TimingBatch};
use tokio::net::TcpListener;
use tower::ServiceExt;

use crate::site::{NOW, QUEUE_ID, Site, clock, secret, token};

fn times() -> PageTimes {
    PageTimes::new("acme".parse().unwrap(), secret())
}

fn opened(signature: &str, body: &[u8]) -> TimingBatch {
    let (customer, now) = ("acme".parse().unwrap(), UnixSeconds(NOW));
    TimingBatch::open(body, signature, &customer, [&secret()], now)
        .unwrap()
        .0
}

/// Takes the pages recorded so far.
fn taken(times: &PageTimes) -> Vec<TimedPage> {
    let Some(report) = times.take_report(UnixSeconds(NOW)) else {
        return Vec::new();
    };
    assert_eq!(
        (report.method().as_str(), report.uri().path()),
        ("POST", "/api/pagetimings/acme")
    );
    opened(report.headers()[SIGNATURE_HEADER].to_str().unwrap(), report.body()).pages
}

async fn with_session(site: &Site) -> String {
    let entered = site.get(&format!("/product?queueittoken={}", token()), None).await;
    entered.cookie()
}

#[tokio::test]
async fn pages_of_visitors_with_a_session_are_recorded_and_nothing_else() {
    let times = times();
    let site = Site::with(|builder| builder.page_times(&times).except_paths(["/static"]));
    assert_eq!(site.get("/product", None).await.status, 302);
    let cookie = with_session(&site).await;
    assert!(taken(&times).is_empty(), "redirects are the connector's own");

    site.get("/product", Some(&cookie)).await;
    let [page] = &taken(&times)[..] else {
        panic!("one page");
    };
    let visitor = TimedPage::hash_visitor(&secret(), QUEUE_ID);
    assert_eq!(
        (page.room.as_str(), page.visitor, page.status),
        ("sale", visitor, Some(200))
    );
    assert!(page.time_ms < 5_000 && page.weight == 1, "{page:?}");

    site.get("/static/a.css", Some(&cookie)).await;
    for (destination, count) in [("image", 0), ("style", 0), ("document", 1), ("empty", 1)] {
        let headers = [("host", "shop.example"), ("sec-fetch-dest", destination)];
        site.send("GET", "/product", Some(&cookie), &headers).await;
        assert_eq!(taken(&times).len(), count, "{destination}");
    }
}

#[tokio::test]
async fn failures_are_recorded_and_visitors_who_leave_early_are_not() {
    let times = times();
    let connector = Connector::builder(
        "acme".parse().unwrap(),
        "sale".parse().unwrap(),
        secret(),
        "wr.example.com",
    );
    let connector = connector.clock(clock().1).page_times(&times).build().unwrap();
    let busy = || async { (StatusCode::SERVICE_UNAVAILABLE, "busy") };
    let never = || std::future::pending::<()>();
    let site = Router::new().route("/busy", get(busy)).route("/never", get(never));
    let site = site.layer(connector.layer());
    let ask = |path: &str, cookie: &str| {
        let request = Request::get(path)
            .header("host", "shop.example")
            .header("cookie", cookie);
        site.clone().oneshot(request.body(Body::empty()).unwrap())
    };
    let entered = ask(&format!("/busy?queueittoken={}", token()), "").await.unwrap();
    let cookie = entered.headers()["set-cookie"].to_str().unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    assert_eq!(ask("/busy", &cookie).await.unwrap().status(), 503);
    let left = tokio::time::timeout(Duration::from_millis(20), ask("/never", &cookie)).await;
    assert!(left.is_err());
    let pages = taken(&times);
    assert_eq!(pages.iter().map(|page| page.status).collect::<Vec<_>>(), [Some(503)]);
}

#[tokio::test]
async fn a_site_can_record_by_itself_what_visitors_with_an_id_see() {
    let times = times();
    let mut visitor = QueueVisitor {
        room: "sale".parse().unwrap(),
        queue_id: Some(QUEUE_ID.to_owned()),
        redirect_type: None,
    };
    times.record(&visitor, Duration::from_millis(1_234), StatusCode::OK);
    visitor.queue_id = None;
    times.record(&visitor, Duration::from_millis(1_234), StatusCode::OK);
    let pages = taken(&times);
    assert_eq!(pages.iter().map(|page| page.time_ms).collect::<Vec<_>>(), [1_234]);
}

type Heard = Arc<Mutex<Vec<TimingBatch>>>;

async fn hear(State((heard, answer)): State<(Heard, StatusCode)>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let batch = opened(headers[SIGNATURE_HEADER].to_str().unwrap(), &body);
    heard.lock().unwrap().push(batch);
    answer
}

/// Starts a waiting room that gives this answer.
async fn room(answer: StatusCode) -> (Heard, String) {
    let heard = Heard::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let router = Router::new().route("/api/pagetimings/acme", post(hear));
    let router = router.with_state((Arc::clone(&heard), answer));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (heard, address)
}

#[tokio::test]
async fn reports_are_sent_in_the_background_each_once() {
    for answer in [StatusCode::NO_CONTENT, StatusCode::BAD_GATEWAY] {
        let (heard, address) = room(answer).await;
        let times = times();
        let upload = Upload::new(&times, &address).unwrap().clock(clock().1);
        let _uploads = upload.every(Duration::from_millis(1)).start().unwrap();
        let site = Site::with(|builder| builder.page_times(&times));
        let cookie = with_session(&site).await;
        for pages in 1..=3 {
            site.get("/product", Some(&cookie)).await;
            while heard.lock().unwrap().len() < pages {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        let heard = heard.lock().unwrap();
        assert!(heard.iter().all(|batch| batch.pages.len() == 1), "{heard:?}");
        assert!(heard[0].id != heard[1].id && heard[1].id != heard[2].id);
    }
}

#[test]
fn an_address_that_no_request_can_carry_is_refused() {
    for address in ["queue.example", "ftp://queue.example", "https://queue.example/?a"] {
        assert!(Upload::new(&times(), address).is_err(), "{address}");
    }
    assert!(!format!("{:?}", times()).contains("secret"), "no key is shown");
}
