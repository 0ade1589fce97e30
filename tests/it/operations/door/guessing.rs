//! Wrong tokens: the number of attempts of an address, and that they do not delay other addresses.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Method, Request};
use serde_json::json;

use crate::support::{ADMIN_TOKEN, Reply, TestServer, room};

async fn ask(server: &TestServer, peer: &str, path: &str, token: &str) -> Reply {
    let peer: SocketAddr = peer.parse().expect("an address and port");
    let request = Request::get(path)
        .header("authorization", format!("Bearer {token}"))
        .extension(ConnectInfo(peer));
    server.send(request.body(Body::empty()).expect("a request")).await
}

async fn rooms(server: &TestServer, peer: &str, token: &str) -> u16 {
    ask(server, peer, "/admin/v1/rooms", token).await.status.as_u16()
}

#[tokio::test]
async fn four_thousand_wrong_tokens_get_nowhere_and_lock_nobody_else_out() {
    let server = TestServer::sale(60).await;
    let made = server
        .admin(Method::POST, "tokens", r#"{"name":"anna","role":"read"}"#)
        .await
        .json();
    let made = made["token"].as_str().expect("a token");
    let guesser = "192.0.2.1:4711";
    let mut statuses = Vec::new();
    for guess in 0..4_000 {
        statuses.push(rooms(&server, guesser, &format!("guess-{guess}")).await);
    }
    assert!(
        statuses[..20].iter().all(|status| *status == 401),
        "{:?}",
        &statuses[..20]
    );
    assert!(statuses[20..].iter().all(|status| *status == 429));
    let refused = ask(&server, guesser, "/admin/v1/rooms", ADMIN_TOKEN).await;
    assert_eq!(refused.status, 429, "a right guess opens nothing either");
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(refused.header("content-type"), "application/problem+json");
    assert_eq!(rooms(&server, guesser, made).await, 200, "nobody guesses 256 bits");
    assert_eq!(rooms(&server, "192.0.2.2:1", ADMIN_TOKEN).await, 200, "another address");
    let metrics = server.get("/metrics", &[]).await.text();
    for line in [
        "anteroom_admin_refused_total{reason=\"WrongToken\"} 20",
        "anteroom_admin_refused_total{reason=\"TooMany\"} 3981",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line} in {metrics}");
    }
    server.clock.advance_ms(wait * 1_000);
    assert_eq!(rooms(&server, guesser, ADMIN_TOKEN).await, 200, "a minute later");
}

#[tokio::test]
async fn a_network_of_ipv6_is_one_guesser_and_many_guessers_lock_no_operator_out() {
    let server = TestServer::sale(60).await;
    for guess in 0..20 {
        assert_eq!(rooms(&server, &format!("[2001:db8::{guess}:1]:1"), "wrong").await, 401);
    }
    assert_eq!(rooms(&server, "[2001:db8::ffff:0:0:9]:1", "wrong").await, 429);
    assert_eq!(rooms(&server, "[2001:db8:0:1::1]:1", "wrong").await, 401);
    for guess in 0..1_000 {
        let peer = format!("10.1.{}.{}:1", guess / 250, guess % 250 + 1);
        rooms(&server, &peer, "wrong").await;
    }
    assert_eq!(rooms(&server, "10.1.0.1:1", "wrong").await, 429, "once is enough now");
    assert_eq!(rooms(&server, "198.51.100.7:1", ADMIN_TOKEN).await, 200);
}

#[tokio::test]
async fn metrics_take_the_same_tokens_and_the_same_limit() {
    let server = TestServer::sale(60).await;
    for _ in 0..20 {
        assert_eq!(ask(&server, "192.0.2.1:1", "/metrics", "wrong").await.status, 401);
    }
    assert_eq!(ask(&server, "192.0.2.1:1", "/metrics", ADMIN_TOKEN).await.status, 429);
    assert_eq!(ask(&server, "192.0.2.2:1", "/metrics", ADMIN_TOKEN).await.status, 200);
}

#[tokio::test]
async fn wrong_api_keys_are_limited_too() {
    let server = TestServer::sale(60).await;
    let body = r#"{"apiKey":"the-key-of-the-download-91c0"}"#;
    assert_eq!(server.admin(Method::PATCH, "customers/demo", body).await.status, 200);
    let with = |key: &'static str| {
        let server = &server;
        async move {
            let reply = server
                .get("/status/integrationconfig/secure/demo", &[("api-key", key)])
                .await;
            reply.status.as_u16()
        }
    };
    for _ in 0..30 {
        assert_eq!(with("wrong").await, 403);
    }
    assert_eq!(with("the-key-of-the-download-91c0").await, 429);
    server.clock.advance_ms(60_000);
    assert_eq!(with("the-key-of-the-download-91c0").await, 404, "nothing published yet");
}

#[tokio::test]
async fn no_answer_to_operators_is_kept() {
    let server = TestServer::sale(60).await;
    for path in [
        "rooms",
        "rooms/demo/sale",
        "audit",
        "openapi.json",
        "nowhere",
        "rooms/demo/none",
    ] {
        let reply = server.admin(Method::GET, path, "").await;
        assert_eq!(reply.header("cache-control"), "no-store", "{path}");
    }
    for (path, bearer) in [("/admin/v1/rooms", "wrong"), ("/metrics", ADMIN_TOKEN)] {
        let reply = ask(&server, "192.0.2.1:1", path, bearer).await;
        assert_eq!(reply.header("cache-control"), "no-store", "{path}");
    }
}

#[tokio::test]
async fn strangers_read_no_name_of_a_hidden_room_in_metrics() {
    let server = TestServer::with(
        &(room("sale", "max_outflow = 60")
            + &room(
                "secret1",
                "max_outflow = 5\nstart = 2030-01-01T00:00:00Z\nbefore = \"hidden\"",
            )
            + &room("secret2", "max_outflow = 7\npublic_status = false")
            + &room("secret3", "max_outflow = 9\npublic_status = false").replace("\"demo\"", "\"other\"")),
    )
    .await;
    let token = json!({ "name": "dora", "role": "read", "customer": "demo" }).to_string();
    let token = server.admin(Method::POST, "tokens", &token).await.json();
    let token = token["token"].as_str().expect("a token");
    let strangers = server.get("/metrics", &[]).await.text();
    let tenants = ask(&server, "192.0.2.1:1", "/metrics", token).await.text();
    let operators = ask(&server, "192.0.2.1:1", "/metrics", ADMIN_TOKEN).await.text();
    let line = |room: &str, outflow: u32| format!("anteroom_room_max_outflow{{room=\"{room}\"}} {outflow}\n");
    assert!(
        !strangers.contains("secret") && strangers.contains(&line("demo/sale", 60)),
        "{strangers}"
    );
    assert!(strangers.contains(&line("hidden", 21)), "{strangers}");
    assert!(
        tenants.contains(&line("demo/secret1", 5)) && tenants.contains(&line("demo/secret2", 7)),
        "{tenants}"
    );
    assert!(
        tenants.contains(&line("hidden", 9)) && !tenants.contains("secret3"),
        "{tenants}"
    );
    assert!(
        operators.contains(&line("other/secret3", 9)) && !operators.contains("\"hidden\""),
        "{operators}"
    );
}

#[tokio::test]
async fn a_secret_copied_from_a_document_is_pointed_at() {
    let server = TestServer::sale(60).await;
    let body = r#"{"id":"new","secretKey":"change this"}"#;
    let reply = server.admin(Method::POST, "customers", body).await;
    assert_eq!(
        (reply.status.as_u16(), reply.json()["pointer"].as_str()),
        (422, Some("/secretKey")),
        "{}",
        reply.text()
    );
    let oracle = json!({ "secretKey": ADMIN_TOKEN }).to_string();
    let reply = server.admin(Method::PATCH, "customers/demo", &oracle).await;
    assert_eq!(
        reply.status, 200,
        "whoever may change a customer must not learn the server's token by it"
    );
}
