//! The effects of a request's transport: redirects to https, and cookies that are bound to their
//! host. The content that caches keep depends only on parts of the request that caches consider.

use std::io::{Read, Write};
use std::net::SocketAddr;

use anteroom::http::{OverHttp, OverTls};
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Method, Request};

use crate::http::connections::program::{Program, ask, tls};
use crate::support::{Reply, TestServer, Visitor, config};

/// The address of a visitor, or of a proxy that is not trusted.
const PLAIN: &str = "192.0.2.1:1";
/// The address of a trusted proxy, in servers that trust one.
const PROXIED: &str = "10.0.0.1:1";

/// Two rooms; one has a host for itself.
const ROOMS: &str = r#"
[[room]]
customer = "demo"
id = "sale"
hosts = ["sale.brand.example"]
target_url = "https://shop.example/"
max_outflow = 60

[[room]]
customer = "demo"
id = "other"
target_url = "https://shop.example/"
max_outflow = 60
"#;

/// Returns a server behind these proxies, if there are any.
async fn server(proxies: &[&str]) -> TestServer {
    let mut config = config("memory:", ROOMS);
    let networks = proxies.iter().map(|network| network.parse().expect("a network"));
    config.server.trusted_proxies = networks.collect();
    TestServer::of(config).await
}

async fn plain(server: &TestServer, method: Method, path: &str, peer: &str, headers: &[(&str, &str)]) -> Reply {
    let request = headers.iter().fold(Request::builder(), |request, (name, value)| {
        request.header(*name, *value)
    });
    let peer: SocketAddr = peer.parse().expect("an address");
    let request = request
        .method(method)
        .uri(path)
        .extension(OverHttp)
        .extension(ConnectInfo(peer));
    server.send(request.body(Body::empty()).expect("a request")).await
}

#[tokio::test]
async fn a_page_by_plain_http_is_sent_to_https_on_a_host_of_ours() {
    let server = server(&[]).await;
    let own = "https://queue.example";
    for (host, path, location) in [
        (
            "queue.example:8080",
            "/?c=demo&e=sale&t=https%3A%2F%2Fx%2F",
            "/?c=demo&e=sale&t=https%3A%2F%2Fx%2F",
        ),
        ("evil.example", "//evil.example/?c=demo", "//evil.example/?c=demo"),
        ("192.0.2.7", "/about", "/about"),
        (
            "queue.example",
            "/error/hash/?c=demo&e=sale",
            "/error/hash/?c=demo&e=sale",
        ),
    ] {
        for method in [Method::GET, Method::HEAD] {
            let reply = plain(&server, method, path, PLAIN, &[("host", host)]).await;
            if path.starts_with("//") {
                assert_ne!(reply.status, 308, "no page");
                continue;
            }
            assert_eq!(
                (reply.status.as_u16(), reply.location()),
                (308, format!("{own}{location}").as_str())
            );
            assert_eq!(reply.header("set-cookie"), "", "nobody got a place by it");
        }
    }
    let reply = plain(&server, Method::GET, "/?l=de", PLAIN, &[("host", "sale.brand.example")]).await;
    assert_eq!(
        reply.location(),
        "https://sale.brand.example/?l=de",
        "as it was asked for"
    );
}

#[tokio::test]
async fn requests_of_programs_and_requests_that_change_state_are_not_redirected() {
    let server = server(&[]).await;
    for (method, path) in [
        (Method::GET, "/health/live"),
        (Method::GET, "/health/ready"),
        (Method::GET, "/metrics"),
        (Method::GET, "/admin/v1/rooms"),
        (Method::GET, "/api/getStatus?c=demo&e=sale"),
        (Method::GET, "/widget/demo/sale.json"),
        (Method::GET, "/robots.txt"),
        (Method::POST, "/cancel.aspx?c=demo&e=sale"),
        (Method::POST, "/?c=demo&e=sale"),
        (Method::POST, "/api/mobileapp/queue/demo/sale/enqueue"),
    ] {
        let reply = plain(&server, method, path, PLAIN, &[("host", "queue.example")]).await;
        assert_ne!(reply.status, 308, "{path}");
        assert_eq!(reply.header("strict-transport-security"), "", "{path}");
    }
}

#[tokio::test]
async fn behind_a_proxy_its_word_counts_and_nobody_goes_round_in_circles() {
    let server = server(&["10.0.0.0/8"]).await;
    let path = "/?c=demo&e=sale";
    for (peer, headers, status, secure) in [
        (PROXIED, vec![("x-forwarded-proto", "http")], 308, false),
        (PROXIED, vec![("x-forwarded-proto", "https")], 302, true),
        (PROXIED, vec![], 302, false),
        // A balancer that terminates TLS and is, by mistake, not trusted.
        (PLAIN, vec![("x-forwarded-proto", "https")], 302, false),
        (PLAIN, vec![("forwarded", "for=1.2.3.4;proto=https")], 302, false),
        (PLAIN, vec![("x-forwarded-proto", "http")], 308, false),
    ] {
        let reply = plain(&server, Method::GET, path, peer, &headers).await;
        assert_eq!(reply.status, status, "{headers:?}");
        let hsts = reply.header("strict-transport-security");
        assert_eq!(hsts == "max-age=31536000", secure, "{headers:?}: {hsts}");
        if status == 302 {
            let cookie = reply.header("set-cookie");
            assert!(
                cookie.starts_with("__Host-anteroom_place=") && cookie.ends_with("; Secure"),
                "{cookie}"
            );
        }
    }
}

/// The scheme is part of an origin, so a page of `https` is ours only if the browser reached this
/// server by https. Like the client's address, that is believed from trusted proxies alone.
#[tokio::test]
async fn a_page_has_the_origin_that_a_trusted_proxy_says_and_a_stranger_says_in_vain() {
    let server = server(&["10.0.0.0/8"]).await;
    let path = "/api/mobileapp/queue/demo/sale/enqueue";
    for (peer, proto, is_ours) in [
        (PROXIED, "https", true),
        (PROXIED, "http", false),
        (PLAIN, "https", false),
        (PLAIN, "http", false),
    ] {
        let headers = [
            ("host", "queue.example"),
            ("origin", "https://queue.example"),
            ("x-forwarded-proto", proto),
            ("content-type", "application/json"),
        ];
        let reply = plain(&server, Method::POST, path, peer, &headers).await;
        assert_eq!(reply.status != 403, is_ours, "{peer} {proto}: {}", reply.text());
        let allowed = reply.header("access-control-allow-origin");
        assert_eq!(allowed == "https://queue.example", is_ours, "{peer} {proto}: {allowed}");
    }
}

/// A trusted proxy that does not say how the browser came leaves the scheme open. The address that
/// the operator names for visitors says it, for pages of this server and for those of the site.
#[tokio::test]
async fn where_a_trusted_proxy_names_no_scheme_that_of_the_named_address_counts() {
    let path = "/api/mobileapp/queue/demo/sale/enqueue";
    let cases = [
        ("https://queue.example", true, [true, false]),
        ("http://queue.example", true, [false, true]),
        // Nothing says how visitors come: neither scheme is refused.
        ("http://127.0.0.1:8080", false, [true, true]),
    ];
    for (public_url, is_named, expected) in cases {
        let mut config = config("memory:", ROOMS);
        config.server.trusted_proxies = vec!["10.0.0.0/8".parse().expect("a network")];
        config.server.public_url = public_url.parse().expect("a URL");
        config.server.names_public_url = is_named;
        let server = TestServer::of(config).await;
        for (origin, is_ours) in ["https://queue.example", "http://queue.example"]
            .into_iter()
            .zip(expected)
        {
            let headers = [
                ("host", "queue.example"),
                ("origin", origin),
                ("content-type", "application/json"),
            ];
            let reply = plain(&server, Method::POST, path, PROXIED, &headers).await;
            assert_eq!(
                reply.status != 403,
                is_ours,
                "{public_url} {is_named} {origin}: {}",
                reply.text()
            );
        }
        let of_site = [
            ("host", "queue.example"),
            ("origin", "http://shop.example"),
            ("content-type", "application/json"),
        ];
        let reply = plain(&server, Method::POST, path, PROXIED, &of_site).await;
        let is_https = public_url.starts_with("https");
        assert_eq!(reply.status == 403, is_https, "{public_url}: {}", reply.text());
    }
}

#[tokio::test]
async fn the_cookie_is_held_to_its_host_where_it_is_secure() {
    let server = server(&[]).await;
    let over_tls = server.router.clone().layer(axum::Extension(OverTls));
    let mut visitor = Visitor::new(over_tls, "c=demo&e=sale");
    visitor.enter().await;
    let names: Vec<&str> = visitor.cookies.keys().map(String::as_str).collect();
    assert!(
        names.iter().all(|name| name.starts_with("__Host-anteroom_")),
        "{names:?}"
    );
    let id = visitor.queue_id();
    let back = visitor.get("/?c=demo&e=sale").await;
    assert!(back.location().ends_with(&id), "the place is found by it");
    // A cookie that a neighbour in the domain can set has no effect.
    let value = visitor.cookies["__Host-anteroom_place"].clone();
    visitor.cookies.clear();
    visitor.cookies.insert("anteroom_place".to_owned(), value);
    let other = visitor.get("/?c=demo&e=sale").await;
    assert!(
        !other.location().is_empty() && !other.location().ends_with(&id),
        "{}",
        other.location()
    );
}

#[tokio::test]
async fn cached_answers_do_not_depend_on_the_visitors_headers() {
    let server = server(&["10.0.0.0/8"]).await;
    let page = server.get("/?c=demo&e=sale", &[]).await;
    assert_eq!(page.status, 302);
    let about = server.get("/about", &[]).await.text();
    let style = about
        .split('"')
        .find(|part| part.starts_with("/assets/") && part.ends_with(".css"));
    for path in [
        "/widget/demo/sale.json",
        "/widget/demo/other.json",
        "/status.json",
        "/status/demo/sale.json",
        "/status",
        "/draw/demo/sale.json",
        "/script/queueit.min.js",
        style.expect("a style"),
    ] {
        let asked = plain(&server, Method::GET, path, PROXIED, &[("x-forwarded-proto", "https")]).await;
        for (name, value) in [
            ("x-forwarded-host", "sale.brand.example"),
            ("x-forwarded-host", "evil.example"),
            ("x-forwarded-for", "203.0.113.9"),
            ("x-forwarded-proto", "http"),
            ("x-original-url", "/about"),
            ("x-forwarded-prefix", "/evil"),
            ("forwarded", "host=evil.example;proto=http"),
            ("cookie", "anteroom_place=00112233445566778899aabbccddeeff"),
            ("origin", "https://evil.example"),
            ("referer", "https://evil.example/"),
            ("user-agent", "evil"),
            ("accept-language", "de"),
            ("accept", "application/json"),
            ("accept-encoding", "br;q=0, gzip"),
        ] {
            let mut varies = asked
                .headers
                .get_all("vary")
                .iter()
                .map(|line| line.to_str().expect("ASCII"));
            let varies = varies.any(|line| line.split(',').any(|header| header.trim().eq_ignore_ascii_case(name)));
            if varies {
                continue;
            }
            let headers = [("x-forwarded-proto", "https"), (name, value)];
            let headers = if name == "x-forwarded-proto" {
                &headers[1..]
            } else {
                &headers[..]
            };
            let other = plain(&server, Method::GET, path, PROXIED, headers).await;
            if other.header("cache-control") == "no-store" {
                // The redirect to https is not cached.
                continue;
            }
            assert_eq!(
                (other.status, other.text()),
                (asked.status, asked.text()),
                "{path} with {name}"
            );
        }
    }
}

#[test]
fn a_browser_is_told_by_the_real_program() {
    let program = Program::start("public_url = \"https://queue.example\"", "");
    let moved = program.get("/?c=demo&e=sale");
    assert!(moved.starts_with("HTTP/1.1 308"), "{moved}");
    assert!(
        moved.contains("location: https://queue.example/?c=demo&e=sale\r\n"),
        "{moved}"
    );
    assert!(!moved.contains("strict-transport-security"));
    assert!(program.get("/health/live").starts_with("HTTP/1.1 200"));
    let over_tls = |program: &Program| {
        let mut stream = tls(program.https);
        let request = "GET /?c=demo&e=sale HTTP/1.1\r\nHost: queue.example\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).expect("text")
    };
    let answer = over_tls(&program);
    assert!(
        answer.contains("strict-transport-security: max-age=31536000\r\n"),
        "{answer}"
    );
    assert!(
        answer.contains("set-cookie: __Host-anteroom_place=") && answer.contains("; Secure"),
        "{answer}"
    );

    // In a demo, whose visitors use http, the cookie is secure if the request came by https, and
    // has the name without `__Host-`.
    let demo = Program::start("", "");
    let answer = ask(&mut demo.connect(), "/?c=demo&e=sale", "Connection: close\r\n");
    assert!(
        answer.contains("set-cookie: anteroom_place=") && !answer.contains("Secure"),
        "{answer}"
    );
    let answer = over_tls(&demo);
    assert!(
        answer.contains("set-cookie: anteroom_place=") && answer.contains("; Secure"),
        "{answer}"
    );
    assert!(!answer.contains("strict-transport-security"), "{answer}");
}
