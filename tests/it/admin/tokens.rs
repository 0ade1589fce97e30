//! Tokens of the admin API: the permissions of each role, their scope, and their expiry.

use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{Reply, TestServer, room};

async fn server() -> TestServer {
    let other = room("second", "max_outflow = 5").replace("\"demo\"", "\"other\"");
    TestServer::with(&(room("sale", "max_outflow = 60") + &other)).await
}

/// Creates a token with the API.
async fn token(server: &TestServer, body: Value) -> String {
    let reply = server.admin(Method::POST, "tokens", &body.to_string()).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["token"].as_str().expect("a token").to_owned()
}

async fn ask(server: &TestServer, token: &str, method: Method, path: &str, body: &str) -> Reply {
    let request = Request::builder()
        .method(method)
        .uri(format!("/admin/v1/{path}"))
        .header("authorization", format!("Bearer {token}"))
        .body(axum::body::Body::from(body.to_owned()));
    server.send(request.expect("a request")).await
}

#[tokio::test]
async fn each_role_may_what_it_may() {
    let server = server().await;
    let read = token(&server, json!({ "name": "rita", "role": "read" })).await;
    let operate = token(&server, json!({ "name": "otto", "role": "operate" })).await;
    let admin = token(&server, json!({ "name": "anna", "role": "admin" })).await;
    let cases = [
        (Method::GET, "rooms", "", [200, 200, 200]),
        (Method::GET, "rooms/demo/sale/stats", "", [200, 200, 200]),
        (Method::GET, "audit", "", [200, 200, 200]),
        (Method::GET, "openapi.json", "", [200, 200, 200]),
        (
            Method::PATCH,
            "rooms/demo/sale",
            r#"{"maxOutflow":90}"#,
            [403, 200, 200],
        ),
        (Method::PATCH, "rooms/demo/sale", r#"{"name":"x"}"#, [403, 403, 200]),
        (Method::POST, "rooms/demo/sale/pause", "", [403, 200, 200]),
        (Method::GET, "rooms/demo/sale/invites", "", [200, 200, 200]),
        (
            Method::POST,
            "rooms/demo/sale/invites",
            r#"{"count":1}"#,
            [403, 200, 200],
        ),
        (Method::POST, "rooms/demo/sale/bypass-link", "", [403, 200, 200]),
        (Method::GET, "customers/demo/integration/draft", "", [200, 200, 200]),
        (Method::POST, "customers/demo/integration/validate", "", [200, 200, 200]),
        (Method::PUT, "customers/demo/integration/draft", "{}", [403, 403, 428]),
        (
            Method::POST,
            "customers/demo/integration/publish",
            "{}",
            [403, 403, 201],
        ),
        (
            Method::GET,
            "customers/demo/integration/versions/1/push",
            "",
            [403, 403, 200],
        ),
        (Method::GET, "tokens", "", [403, 403, 200]),
        (Method::POST, "tokens", "{}", [403, 403, 422]),
        (Method::POST, "rooms", "{}", [403, 403, 422]),
        (Method::DELETE, "rooms/demo/nothing", "", [403, 403, 404]),
        (Method::GET, "customers", "", [200, 200, 200]),
        (Method::PATCH, "customers/demo", "{}", [403, 403, 200]),
        (Method::PATCH, "pools/shop", "{}", [403, 403, 404]),
        (Method::GET, "nowhere", "", [404, 404, 404]),
    ];
    for (method, path, body, wanted) in cases {
        for (bearer, status) in [&read, &operate, &admin].into_iter().zip(wanted) {
            let reply = ask(&server, bearer, method.clone(), path, body).await;
            assert_eq!(reply.status, status, "{method} {path}: {}", reply.text());
        }
    }
}

#[tokio::test]
async fn a_token_of_one_customer_reaches_no_other() {
    let server = server().await;
    let demo = token(&server, json!({ "name": "dora", "role": "admin", "customer": "demo" })).await;
    server.act("pause").await;
    server.admin(Method::POST, "rooms/other/second/pause", "").await;
    let rooms = ask(&server, &demo, Method::GET, "rooms", "").await.json();
    assert_eq!(rooms.as_array().map(Vec::len), Some(1), "{rooms}");
    for (path, status) in [
        ("rooms/demo/sale", 200),
        ("rooms/other/second", 403),
        ("customers/demo/integration/versions", 200),
        ("customers/other/integration/versions", 403),
        ("tokens", 403),
    ] {
        assert_eq!(
            ask(&server, &demo, Method::GET, path, "").await.status,
            status,
            "{path}"
        );
    }
    let log = ask(&server, &demo, Method::GET, "audit", "").await.json();
    let resources: Vec<&str> = log["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|entry| entry["resource"].as_str())
        .collect();
    assert_eq!(resources, ["room/demo/sale"], "{log:#}");
}

#[tokio::test]
async fn a_token_ends_when_it_is_deleted_or_its_time_is_over() {
    let server = server().await;
    let until = "2023-11-14T22:14:20Z"; // a minute after the server's clock begins
    let made = server
        .admin(
            Method::POST,
            "tokens",
            &json!({ "name": "anna", "role": "read", "expiresAt": until }).to_string(),
        )
        .await
        .json();
    let secret = made["token"].as_str().expect("a token");
    assert_eq!(
        (made["made"]["expiresAt"].as_str(), made["made"]["createdBy"].as_str()),
        (Some(until), Some("admin_token"))
    );
    let listed = server.admin(Method::GET, "tokens", "").await;
    assert_eq!(listed.json()[0], made["made"]);
    assert!(!listed.text().contains("hash") && !listed.text().contains(secret));
    assert_eq!(ask(&server, secret, Method::GET, "rooms", "").await.status, 200);
    server.advance(60_000).await;
    assert_eq!(
        ask(&server, secret, Method::GET, "rooms", "").await.status,
        401,
        "expired"
    );
    let short = token(&server, json!({ "name": "otto", "role": "admin" })).await;
    let id = server.admin(Method::GET, "tokens", "").await.json()[1]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    assert_eq!(
        ask(&server, &short, Method::DELETE, &format!("tokens/{id}"), "")
            .await
            .status,
        204,
        "even its own"
    );
    assert_eq!(ask(&server, &short, Method::GET, "rooms", "").await.status, 401);
    assert_eq!(
        server.admin(Method::DELETE, &format!("tokens/{id}"), "").await.status,
        404
    );
}

#[tokio::test]
async fn tokens_outlive_a_restart() {
    let server = TestServer::durable(&room("sale", "max_outflow = 60")).await;
    let operate = token(&server, json!({ "name": "otto", "role": "operate" })).await;
    let server = server.restart(1_000).await;
    assert_eq!(
        ask(&server, &operate, Method::POST, "rooms/demo/sale/pause", "")
            .await
            .status,
        200
    );
    let log = server.admin(Method::GET, "audit", "").await.json();
    assert_eq!(
        (log["entries"][0]["who"].as_str(), log["entries"][0]["action"].as_str()),
        (Some("otto"), Some("pause"))
    );
}

#[tokio::test]
async fn mistakes_in_a_token_are_named() {
    let server = server().await;
    token(&server, json!({ "name": "anna", "role": "read" })).await;
    for (body, status, pointer) in [
        (json!({ "name": "", "role": "read" }), 422, json!("/name")),
        (json!({ "name": "x".repeat(101), "role": "read" }), 422, json!("/name")),
        (json!({ "name": "admin_token", "role": "read" }), 422, json!("/name")),
        (json!({ "name": "b", "role": "root" }), 422, json!("/role")),
        (json!({ "name": "b" }), 422, json!("/role")),
        (
            json!({ "name": "b", "role": "read", "customer": "nobody" }),
            422,
            json!("/customer"),
        ),
        (
            json!({ "name": "b", "role": "read", "expiresAt": "tomorrow" }),
            422,
            json!("/expiresAt"),
        ),
        (
            json!({ "name": "b", "role": "read", "expiresAt": "2001-01-01T00:00:00Z" }),
            422,
            json!("/expiresAt"),
        ),
        (json!({ "name": "b", "role": "read", "scope": 1 }), 422, json!("/scope")),
        (json!({ "name": "anna", "role": "read" }), 409, Value::Null),
        (json!([]), 400, Value::Null),
    ] {
        let reply = server.admin(Method::POST, "tokens", &body.to_string()).await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()["pointer"].clone()),
            (status, pointer),
            "{body}"
        );
    }
    assert_eq!(
        server
            .admin(Method::GET, "tokens", "")
            .await
            .json()
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}
