//! Own hosts of customers and rooms: which host serves what, and the hosts in links.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Request;

use crate::support::{Reply, TestServer, config};

/// Two customers with own hosts; `brand/first` has one for itself.
const ROOMS: &str = r#"
[[customer]]
id = "brand"
secret_key = "brand's"
hosts = ["queue.brand.example"]

[[room]]
customer = "brand"
id = "first"
name = "First sale"
hosts = ["first.brand.example"]
target_url = "https://shop.example/"
max_outflow = 60

[[room]]
customer = "brand"
id = "second"
name = "Second sale"
target_url = "https://shop.example/"
max_outflow = 60

[[room]]
customer = "demo"
id = "sale"
name = "Somebody else's"
target_url = "https://shop.example/"
max_outflow = 60
"#;

const ROOM: &str = "first.brand.example";
const CUSTOMER: &str = "queue.brand.example";

async fn at(server: &TestServer, host: &str, path: &str) -> Reply {
    server.get(path, &[("host", host)]).await
}

/// Returns `(status, data-error-id)` of a page.
async fn error_page(server: &TestServer, host: &str, path: &str) -> (u16, String) {
    let (status, error, _) = at(server, host, path).await.error_page();
    (status, error)
}

#[tokio::test]
async fn crawlers_are_told_the_same_on_every_host_and_find_what_they_may_read() {
    let server = TestServer::with(ROOMS).await;
    for host in [ROOM, CUSTOMER, "queue.example"] {
        let robots = at(&server, host, "/robots.txt").await;
        assert_eq!(
            (robots.status.as_u16(), robots.text().as_str()),
            (200, "User-agent: *\nAllow: /about\nDisallow: /\n")
        );
        assert_eq!(at(&server, host, "/about").await.html("data-page"), "about");
    }
}

#[tokio::test]
async fn a_room_answers_at_the_bare_address_of_its_host() {
    let server = TestServer::with(ROOMS).await;
    let entered = at(&server, ROOM, "/").await;
    assert_eq!(entered.status, 302);
    assert!(
        entered.location().starts_with("/?c=brand&e=first&q="),
        "stays on its host: {}",
        entered.location()
    );
    let cookie = entered.header("set-cookie");
    assert!(
        !cookie.to_lowercase().contains("domain"),
        "for this host alone: {cookie}"
    );
    let place = cookie.split(';').next().expect("a pair");
    // The same browser without a query, followed by its script.
    let again = server.get("/", &[("host", ROOM), ("cookie", place)]).await;
    assert_eq!(again.location(), entered.location());
    let page = server
        .get(entered.location(), &[("host", ROOM), ("cookie", place)])
        .await;
    assert_eq!((page.status.as_u16(), page.html("data-page").as_str()), (200, "queue"));
    assert!(!page.text().contains("queue.example"), "no link names a host");
    let poll = server.get("/api/getStatus", &[("host", ROOM), ("cookie", place)]).await;
    assert_eq!(poll.json()["forecastStatus"], "FirstInLine", "{}", poll.text());
    let answer = server
        .get(
            "/api/getStatus?q=00000000-0000-0000-0000-000000000000",
            &[("host", ROOM)],
        )
        .await;
    assert_eq!(answer.json()["error"]["enterUrl"], "/?c=brand&e=first");
}

#[tokio::test]
async fn on_a_room_s_host_no_other_room_exists() {
    let server = TestServer::with(ROOMS).await;
    for path in [
        "/?e=second",
        "/?c=brand&e=second",
        "/error/hash/?c=brand&e=second",
        "/cancel/brand/second",
    ] {
        assert_eq!(error_page(&server, ROOM, path).await, (404, "2".into()), "{path}");
    }
    for path in [
        "/?c=demo&e=sale",
        "/exitline.aspx?c=demo&e=sale",
        "/cancel/multiple/demo?wrl=sale",
        "/cancel.aspx?c=demo&e=sale",
    ] {
        assert_eq!(error_page(&server, ROOM, path).await, (404, "1".into()), "{path}");
    }
    for (path, id) in [
        ("/api/getStatus?e=second", 2),
        ("/api/getStatus?c=demo&e=sale", 1),
        ("/draw/demo/sale.json", 1),
    ] {
        let reply = at(&server, ROOM, path).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["error"]["id"]),
            (404, &id.into()),
            "{path}"
        );
    }
    let page = at(&server, ROOM, "/?c=demo&e=sale").await.text();
    assert!(!page.contains("Somebody else"), "not even its name: {page}");
}

#[tokio::test]
async fn on_a_customer_s_host_its_rooms_answer() {
    let server = TestServer::with(ROOMS).await;
    for path in ["/?c=brand&e=second", "/?e=second", "/?e=first"] {
        let reply = at(&server, "Queue.Brand.Example:8443", path).await;
        assert!(
            reply.status == 302 && reply.location().contains("&q="),
            "{path}: {}",
            reply.location()
        );
    }
    assert_eq!(
        error_page(&server, CUSTOMER, "/?c=demo&e=sale").await,
        (404, "1".into())
    );
    assert_eq!(
        error_page(&server, CUSTOMER, "/?c=brand&e=sale").await,
        (404, "2".into())
    );
    let landing = at(&server, CUSTOMER, "/").await;
    assert_eq!(
        (landing.status.as_u16(), landing.html("data-page").as_str()),
        (200, "about")
    );
}

#[tokio::test]
async fn on_every_other_name_all_is_as_ever() {
    let server = TestServer::with(ROOMS).await;
    for host in [
        "queue.example",
        "127.0.0.1:8080",
        "nobody.example",
        "brand.example",
        "[::1]:8080",
        "",
    ] {
        for path in ["/?c=demo&e=sale", "/?c=brand&e=first"] {
            assert_eq!(at(&server, host, path).await.status, 302, "{host} {path}");
        }
        assert_eq!(at(&server, host, "/").await.html("data-page"), "about", "{host}");
        assert_eq!(at(&server, host, "/metrics").await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn routes_that_concern_all_rooms_are_not_found_on_a_brand_s_host() {
    let server = TestServer::with(ROOMS).await;
    for host in [ROOM, CUSTOMER] {
        for path in ["/metrics", "/admin/v1/rooms"] {
            let reply = server
                .get(path, &[("host", host), ("authorization", "Bearer operators-only-7d1f")])
                .await;
            assert_eq!(reply.status, 404, "{host}{path}");
        }
        assert_eq!(at(&server, host, "/health/live").await.status, 200);
    }
}

#[tokio::test]
async fn a_forwarded_host_counts_from_a_trusted_proxy_alone() {
    let mut config = config("memory:", ROOMS);
    config.server.trusted_proxies = vec!["10.0.0.0/8".parse().expect("a network")];
    let server = TestServer::of(config).await;
    let from = async |peer: [u8; 4], forwarded: &str, host: &str| {
        let request = Request::get("/")
            .header("x-forwarded-host", forwarded)
            .header("host", host);
        let request = request
            .extension(ConnectInfo(SocketAddr::from((peer, 1))))
            .body(Body::empty());
        server.send(request.expect("a request")).await.status.as_u16()
    };
    assert_eq!(from([10, 0, 0, 1], ROOM, "inside:8080").await, 302, "the room");
    assert_eq!(
        from([192, 0, 2, 1], ROOM, "inside:8080").await,
        200,
        "the page about this host"
    );
    assert_eq!(
        from([10, 0, 0, 1], "queue.example", ROOM).await,
        200,
        "the browser's host counts"
    );
    // In HTTP/2 the address contains the host.
    let request = Request::get(format!("https://{ROOM}/"))
        .body(Body::empty())
        .expect("a request");
    assert_eq!(server.send(request).await.status, 302);
}

/// Returns a server with these `allowed_hosts`, behind a trusted proxy.
async fn limited(allowed: &[&str]) -> TestServer {
    let mut config = config("memory:", ROOMS);
    config.server.trusted_proxies = vec!["10.0.0.0/8".parse().expect("a network")];
    let names = allowed.iter().map(|name| name.parse().expect("a host name"));
    config.server.allowed_hosts = Some(names.collect());
    TestServer::of(config).await
}

#[tokio::test]
async fn a_host_that_the_configuration_does_not_name_is_refused() {
    let server = limited(&[]).await;
    let status = async |host: &str, path: &str| at(&server, host, path).await.status.as_u16();
    for other in [
        "evil.example",
        "brand.example",
        "inside:8080",
        "queue.example.evil.example",
    ] {
        for path in [
            "/",
            "/?c=demo&e=sale",
            "/api/getStatus",
            "/metrics",
            "/about",
            "/robots.txt",
            "/no/such",
        ] {
            let refused = at(&server, other, path).await;
            assert_eq!(refused.status, 421, "{other}{path}");
            assert!(refused.text().contains("allowed_hosts"), "{}", refused.text());
            assert!(!refused.text().contains(other), "the name is a stranger's");
            assert_eq!(refused.header("cache-control"), "no-store");
        }
        let post = Request::post("/spa-api/queue/demo/sale/enqueue").header("host", other);
        let reply = server.send(post.body(Body::from("{}")).expect("a request")).await;
        assert_eq!(reply.status, 421, "no place is given under {other}");
        assert_eq!(status(other, "/health/live").await, 200, "a balancer's name");
        assert_eq!(status(other, "/health/ready").await, 200, "a balancer's name");
        let call = at(&server, other, "/v1/rooms").await;
        assert_eq!(call.status, 421);
        assert!(call.json()["error"].is_string(), "clients of this API read JSON");
    }
    let stats = server
        .admin(http::Method::GET, "rooms/demo/sale/stats", "")
        .await
        .json();
    assert_eq!(stats["inflowPerMinute"], 0, "{stats}");
    for own in [
        "queue.example",
        "Queue.Example.:8443",
        "127.0.0.1:8080",
        "[::1]:8080",
        "localhost",
        "",
    ] {
        assert_eq!(status(own, "/?c=demo&e=sale").await, 302, "{own}");
        assert_eq!(status(own, "/metrics").await, 200, "{own}");
    }
    assert_eq!(status(ROOM, "/").await, 302);
    assert_eq!(status(CUSTOMER, "/?e=second").await, 302);
}

#[tokio::test]
async fn both_the_own_and_the_forwarded_host_have_to_be_allowed() {
    let server = limited(&["inside"]).await;
    let status = async |peer: [u8; 4], forwarded: &str, host: &str| {
        let request = Request::get("/about")
            .header("x-forwarded-host", forwarded)
            .header("host", host)
            .extension(ConnectInfo(SocketAddr::from((peer, 1))))
            .body(Body::empty());
        server.send(request.expect("a request")).await.status.as_u16()
    };
    let (proxy, stranger) = ([10, 0, 0, 1], [192, 0, 2, 1]);
    assert_eq!(status(proxy, "queue.example", "inside:8080").await, 200);
    assert_eq!(status(proxy, "evil.example", "inside:8080").await, 421);
    assert_eq!(
        status(proxy, "queue.example", "evil.example").await,
        421,
        "a page writes any header"
    );
    assert_eq!(status(stranger, "evil.example", "queue.example").await, 200, "not read");
    // In HTTP/2 the address contains the host.
    let get = |host: &str| Request::get(format!("https://{host}/about")).body(Body::empty());
    assert_eq!(server.send(get("evil.example").expect("a request")).await.status, 421);
    assert_eq!(server.send(get(ROOM).expect("a request")).await.status, 200);
}

#[tokio::test]
async fn a_host_that_is_added_at_run_time_is_allowed_at_once() {
    let server = limited(&[]).await;
    let host = "queue.demo.example";
    assert_eq!(at(&server, host, "/").await.status, 421);
    let change = r#"{"hosts": ["queue.demo.example"]}"#;
    let changed = server.admin(http::Method::PATCH, "customers/demo", change).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    assert_eq!(at(&server, host, "/?e=sale").await.status, 302);
}
