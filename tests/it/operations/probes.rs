//! The endpoints for supervisors, scrapers and crawlers.

use http::{Method, Request};
use serde_json::Value;

use crate::support::{TestServer, room};

#[tokio::test]
async fn health_follows_the_process() {
    let server = TestServer::sale(60).await;
    assert_eq!(server.get("/health/live", &[]).await.status, 200);
    assert_eq!(ready(&server).await, (200, "ok".into()));
    server.app.readiness.drain();
    assert_eq!(ready(&server).await, (503, "draining".into()));
    assert_eq!(
        server.get("/health/live", &[]).await.status,
        200,
        "no reason to kill it"
    );
    let mut visitor = server.visitor();
    assert_eq!(visitor.load().await.status, 302, "whoever still comes is served");
}

async fn ready(server: &TestServer) -> (u16, Value) {
    let reply = server.get("/health/ready", &[]).await;
    (reply.status.as_u16(), reply.json()["status"].clone())
}

#[tokio::test]
async fn metrics_count_rooms_and_requests_and_name_no_visitor() {
    let server = TestServer::with(&(room("sale", "max_outflow = 60") + &room("second", "max_outflow = 5"))).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    server.pass(&visitor).await;
    let reply = server.get("/metrics", &[]).await;
    let text = reply.text();
    assert!(reply.header("content-type").starts_with("application/openmetrics-text"));
    for line in [
        "anteroom_room_redirects_total{room=\"demo/sale\"} 1",
        "anteroom_room_places_total{room=\"demo/sale\"} 1",
        "anteroom_room_waiting{room=\"demo/sale\"} 0",
        "anteroom_room_max_outflow{room=\"demo/second\"} 5",
        "anteroom_pages_total{outcome=\"NewPlace\"} 1",
        "anteroom_polls_total{outcome=\"Redirected\"} 1",
        "# EOF",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    assert!(!text.contains(&visitor.queue_id()));
}

#[tokio::test]
async fn crawlers_read_what_this_host_is_for_and_nothing_else() {
    let server = TestServer::sale(60).await;
    let robots = server.get("/robots.txt", &[]).await;
    assert_eq!(
        (robots.status.as_u16(), robots.header("content-type")),
        (200, "text/plain; charset=utf-8")
    );
    assert_eq!(robots.text(), "User-agent: *\nAllow: /about\nDisallow: /\n");
    let about = server.get("/about", &[]).await;
    assert_eq!(
        (about.status.as_u16(), about.html("data-page").as_str()),
        (200, "about")
    );
}

#[tokio::test]
async fn only_reading_methods_are_answered() {
    let server = TestServer::sale(60).await;
    let send = |method: Method, path: &str| {
        let request = Request::builder().method(method).uri(path);
        server.send(request.body(axum::body::Body::empty()).expect("a request"))
    };
    for path in ["/?c=demo&e=sale", "/api/getStatus?c=demo&e=sale", "/health/live"] {
        assert_eq!(send(Method::POST, path).await.status, 405, "{path}");
    }
    for path in [
        "/?c=demo&e=sale",
        "/cancel.aspx?c=demo&e=sale",
        "/cancel/demo/sale",
        "/exitline.aspx?c=demo&e=sale",
    ] {
        let reply = send(Method::HEAD, path).await;
        assert_eq!((reply.status.as_u16(), reply.header("allow")), (405, "GET"), "{path}");
    }
    assert_eq!(server.stats().await["inflowPerMinute"], 0, "a HEAD takes no place");
}
