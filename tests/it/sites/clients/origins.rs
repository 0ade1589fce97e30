//! The pages that may send requests: pages of the room's own site, with JSON bodies.

use anteroom::http::OverTls;
use axum::body::Body;
use http::request::Builder;
use http::{Method, Request};
use serde_json::json;

use super::{IFRAME, PAGE};
use crate::support::{Reply, TestServer, room};

const MOBILE: &str = "/api/mobileapp/queue/demo/sale/enqueue";
const SPA: &str = "/spa-api/queue/demo/sale/enqueue";
const STATUS: &str = "/spa-api/queue/demo/sale/x/status";

async fn send(server: &TestServer, mut request: Builder, headers: &[(&str, &str)], body: &str) -> Reply {
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.header("host", "queue.example");
    server
        .send(request.body(Body::from(body.to_owned())).expect("a request"))
        .await
}

async fn post(server: &TestServer, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    send(server, Request::post(path), headers, body).await
}

fn refusal(reply: &Reply) -> (u16, String) {
    let code = reply.json()["error"]["code"].as_str().expect("a word").to_owned();
    (reply.status.as_u16(), code)
}

fn varies_by_origin(reply: &Reply) -> bool {
    let lines = reply.headers.get_all("vary").iter();
    let mut names = lines.flat_map(|line| line.to_str().expect("ASCII").split(','));
    names.any(|name| name.trim().eq_ignore_ascii_case("origin"))
}

#[tokio::test]
async fn pages_of_the_rooms_own_site_are_told_that_they_may_ask_and_no_others() {
    let server = TestServer::sale(0).await;
    for path in [MOBILE, SPA, STATUS] {
        for (origin, allowed) in [
            ("https://shop.example", "https://shop.example"),
            ("https://evil.example", ""),
            ("https://shop.example.evil.example", ""),
            ("https://sub.shop.example", ""),
            ("https://shop.example:444", ""),
            ("null", ""),
        ] {
            let headers = [
                ("origin", origin),
                ("access-control-request-method", "POST"),
                ("access-control-request-headers", "content-type,x-requested-with"),
                ("sec-fetch-site", "cross-site"),
            ];
            let preflight = send(&server, Request::options(path), &headers, "").await;
            assert_eq!(preflight.status, 200, "{path}");
            assert_eq!(
                preflight.header("access-control-allow-origin"),
                allowed,
                "{path} {origin}"
            );
            assert_eq!(preflight.header("access-control-allow-methods"), "POST", "{path}");
            assert_eq!(preflight.header("access-control-allow-credentials"), "", "{path}");
            assert!(varies_by_origin(&preflight), "{path}");
        }
        assert_eq!(server.get(path, &[]).await.status, 405, "{path}");
    }
    assert_eq!(server.stats().await["waiting"], 0);
}

#[tokio::test]
async fn a_page_of_another_origin_gets_neither_a_place_nor_a_token() {
    let rooms = room("peak", "max_outflow = 600\nvisibility = \"at-peak\"")
        + &room("sale", "max_outflow = 0")
        + "[[room]]\ncustomer = \"demo\"\nid = \"other\"\ntarget_url = \"https://other.example/\"\nmax_outflow = 0\n";
    let server = TestServer::with(&rooms).await;
    for room in ["peak", "sale"] {
        for (path, body) in [
            (format!("/api/mobileapp/queue/demo/{room}/enqueue"), IFRAME),
            (format!("/spa-api/queue/demo/{room}/enqueue"), PAGE),
        ] {
            for origin in ["https://evil.example", "https://other.example", "null", "nonsense"] {
                for kind in ["application/json", "text/plain"] {
                    let reply = post(&server, &path, &[("origin", origin), ("content-type", kind)], body).await;
                    assert_eq!(refusal(&reply), (403, "foreign-origin".to_owned()), "{path} {origin}");
                    assert_eq!(reply.header("access-control-allow-origin"), "", "{path} {origin}");
                    assert_eq!(reply.header("set-cookie"), "", "{path} {origin}");
                    assert!(varies_by_origin(&reply), "{path}");
                }
            }
        }
    }
    // The name of a room, in another spelling.
    for path in [
        "/api/mobileapp/queue/demo/pe%61k/enqueue",
        "/spa-api/queue/d%65mo/sale/enqueue",
    ] {
        let foreign = [("origin", "https://evil.example"), ("content-type", "application/json")];
        let reply = post(&server, path, &foreign, IFRAME).await;
        assert_eq!(reply.status, 404, "{path}: {}", reply.text());
    }
    assert_eq!(server.stats().await["waiting"], 0);
    assert_eq!(server.grants_of("peak").await.len(), 0);

    let from_shop = [("origin", "https://shop.example"), ("content-type", "application/json")];
    let place = post(&server, MOBILE, &from_shop, IFRAME).await;
    assert!(place.json()["QueueId"].is_string(), "{}", place.text());
    assert_eq!(place.header("access-control-allow-origin"), "https://shop.example");
    assert!(varies_by_origin(&place));
    let token = post(&server, "/api/mobileapp/queue/demo/peak/enqueue", &from_shop, IFRAME).await;
    assert!(token.json()["QueueitToken"].is_string(), "{}", token.text());
    let other = [
        ("origin", "https://other.example"),
        ("content-type", "application/json"),
    ];
    let path = "/api/mobileapp/queue/demo/other/enqueue";
    assert_eq!(post(&server, path, &other, IFRAME).await.status, 200);
    // Our own page, with the headers of current and of older browsers.
    for said in [("sec-fetch-site", "same-origin"), ("x-any", "thing")] {
        let own = [
            ("origin", "http://queue.example"),
            ("content-type", "application/json"),
            said,
        ];
        assert_eq!(post(&server, SPA, &own, PAGE).await.status, 200, "{said:?}");
    }
}

#[tokio::test]
async fn over_https_a_page_that_came_over_http_is_another_origin() {
    let server = TestServer::sale(0).await;
    let headers = [("origin", "http://shop.example"), ("content-type", "application/json")];
    assert_eq!(
        post(&server, MOBILE, &headers, IFRAME).await.status,
        200,
        "neither is safer"
    );
    let over_tls = server.router.clone().layer(axum::Extension(OverTls));
    let request = Request::post(MOBILE)
        .header("origin", "http://shop.example")
        .header("content-type", "application/json");
    let request = request.body(Body::from(IFRAME)).expect("a request");
    let reply = tower::ServiceExt::oneshot(over_tls, request)
        .await
        .expect("the router answers");
    assert_eq!(Reply::read(reply).await.status, 403);
}

#[tokio::test]
async fn bodies_have_to_be_json_and_to_say_so() {
    let server = TestServer::sale(0).await;
    for path in [MOBILE, SPA, STATUS] {
        for kind in [
            "text/plain",
            "text/plain; charset=utf-8, application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/jsonp",
            "",
        ] {
            let reply = post(&server, path, &[("content-type", kind)], IFRAME).await;
            assert_eq!(refusal(&reply), (415, "not-json".to_owned()), "{path} {kind}");
        }
        // A beacon without a content type comes from a browser, too.
        let bare = [("origin", "https://shop.example")];
        assert_eq!(post(&server, path, &bare, IFRAME).await.status, 415, "{path}");
    }
    assert_eq!(server.stats().await["waiting"], 0);
    for kind in [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
    ] {
        let reply = post(&server, MOBILE, &[("content-type", kind)], IFRAME).await;
        assert_eq!(reply.status, 200, "{kind}");
    }
    assert_eq!(
        post(&server, MOBILE, &[], "").await.status,
        200,
        "an app that says nothing"
    );
}

#[tokio::test]
async fn of_rooms_that_do_not_exist_every_page_may_read_that() {
    let server = TestServer::with(&room("sale", "max_outflow = 0")).await;
    let headers = [("origin", "https://evil.example"), ("content-type", "application/json")];
    let reply = post(&server, "/spa-api/queue/demo/nothing/enqueue", &headers, PAGE).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["error"]["id"]), (404, &json!(2)));
    assert_eq!(
        server
            .admin(Method::GET, "rooms", "")
            .await
            .header("access-control-allow-origin"),
        ""
    );
}
