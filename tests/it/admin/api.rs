//! `/admin/v1`: permissions, answers, and errors for wrong requests.

use http::Method;
use serde_json::{Value, json};

use crate::support::{ADMIN_TOKEN, Reply, TestServer, redacted, room};

async fn server() -> TestServer {
    let other = room("second", "max_outflow = 5\nname = \"Second\"").replace("\"demo\"", "\"other\"");
    TestServer::with(&(room("sale", "max_outflow = 60\nname = \"Summer sale\"") + &other)).await
}

/// Returns the status and the JSON pointer of a problem.
fn problem(reply: &Reply) -> (u16, Value) {
    assert_eq!(
        reply.header("content-type"),
        "application/problem+json",
        "{}",
        reply.text()
    );
    let body = reply.json();
    assert_eq!(body["status"], reply.status.as_u16());
    for field in ["type", "title", "detail"] {
        assert!(body[field].is_string(), "{field} in {body}");
    }
    (reply.status.as_u16(), body["pointer"].clone())
}

#[tokio::test]
async fn only_the_right_bearer_is_answered() {
    let server = server().await;
    let right = format!("Bearer {ADMIN_TOKEN}");
    assert_eq!(
        server.get("/admin/v1/rooms", &[("authorization", &right)]).await.status,
        200
    );
    let longer = format!("Bearer {ADMIN_TOKEN}x");
    let basic = format!("Basic {ADMIN_TOKEN}");
    let wrong: [&[(&str, &str)]; 5] = [
        &[],
        &[("authorization", "Bearer ")],
        &[("authorization", "Bearer wrong")],
        &[("authorization", &longer)],
        &[("authorization", &basic)],
    ];
    for headers in wrong {
        for path in ["rooms", "rooms/demo/sale", "rooms/demo/sale/grants", "nowhere"] {
            let reply = server.get(&format!("/admin/v1/{path}"), headers).await;
            assert_eq!(problem(&reply), (401, Value::Null), "{path} {headers:?}");
            assert_eq!(reply.header("www-authenticate"), "Bearer");
        }
    }
}

#[tokio::test]
async fn rooms_are_listed_and_shown_without_their_secrets() {
    let server = server().await;
    let list = server.admin(Method::GET, "rooms", "").await.json();
    let one = server.admin(Method::GET, "rooms/demo/sale", "").await.json();
    redacted(|| {
        insta::assert_json_snapshot!("rooms", list);
        insta::assert_json_snapshot!("room", one);
    });
}

#[tokio::test]
async fn stats_count_what_happens() {
    let server = server().await;
    let idle = server.stats().await;
    redacted(|| insta::assert_json_snapshot!("stats_of_an_idle_room", idle));
    let mut visitors = Vec::new();
    for _ in 0..5 {
        let mut visitor = server.visitor();
        visitor.enter().await;
        visitors.push(visitor);
    }
    server.pass(&visitors[0]).await;
    let stats = server.stats().await;
    assert_eq!(
        (stats["waiting"].clone(), stats["inflowPerMinute"].clone()),
        (json!(4), json!(5))
    );
    assert_eq!(
        (stats["outflowPerMinute"].clone(), stats["redirectsTotal"].clone()),
        (json!(1), json!(1))
    );
    assert_eq!(stats["present"], 4);
    server.advance(61_000).await;
    let later = server.stats().await;
    assert_eq!(
        (later["inflowPerMinute"].clone(), later["outflowPerMinute"].clone()),
        (json!(0), json!(0))
    );
    assert_eq!(later["redirectsTotal"], 1);
}

#[tokio::test]
async fn grants_are_lines_of_json_since_a_moment_for_ten_minutes() {
    let server = server().await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    server.pass(&visitor).await;
    let reply = server.admin(Method::GET, "rooms/demo/sale/grants", "").await;
    assert_eq!(reply.header("content-type"), "application/x-ndjson");
    let grant = &server.grants().await[0];
    assert_eq!(
        (grant.queue_id.clone(), grant.queue_number, grant.rt.as_str()),
        (visitor.queue_id(), 1, "queue")
    );
    for (since, lines) in [(grant.granted_at, 1), (grant.granted_at + 1, 0)] {
        let reply = server
            .admin(Method::GET, &format!("rooms/demo/sale/grants?since={since}"), "")
            .await;
        assert_eq!(reply.text().lines().count(), lines);
    }
    let reply = server
        .admin(Method::GET, "rooms/demo/sale/grants?since=yesterday", "")
        .await;
    assert_eq!(problem(&reply), (422, json!("/since")));
    server.advance(601_000).await;
    assert_eq!(server.grants().await, [], "older ones are gone");
}

#[tokio::test]
async fn pause_and_resume_can_be_repeated() {
    let server = server().await;
    for (action, paused) in [("pause", true), ("pause", true), ("resume", false), ("resume", false)] {
        let reply = server
            .admin(Method::POST, &format!("rooms/demo/sale/{action}"), "")
            .await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()["paused"].clone()),
            (200, json!(paused)),
            "{action}"
        );
    }
}

#[tokio::test]
async fn a_wrong_change_names_the_field_and_changes_nothing() {
    let server = server().await;
    let long = format!(r#"{{"message":"{}"}}"#, "x".repeat(501));
    for (body, status, pointer) in [
        (r#"{"maxOutflow":-1}"#, 422, json!("/maxOutflow")),
        (r#"{"maxOutflow":1.5}"#, 422, json!("/maxOutflow")),
        (r#"{"maxOutflow":"90"}"#, 422, json!("/maxOutflow")),
        (r#"{"maxOutflow":null}"#, 422, json!("/maxOutflow")),
        (r#"{"maxOutflow":99999999999}"#, 422, json!("/maxOutflow")),
        (r#"{"maxOutflow":18446744073709551615}"#, 422, json!("/maxOutflow")),
        (r#"{"message":5}"#, 422, json!("/message")),
        (&long, 422, json!("/message")),
        (r#"{"maxOutflow":5,"maxoutflow":5}"#, 422, json!("/maxoutflow")),
        (r#"{"a/b~c":5}"#, 422, json!("/a~1b~0c")),
        ("[1]", 400, Value::Null),
        ("maxOutflow=5", 400, Value::Null),
        ("", 400, Value::Null),
    ] {
        let reply = server.admin(Method::PATCH, "rooms/demo/sale", body).await;
        assert_eq!(problem(&reply), (status, pointer), "{body}");
    }
    let shown = server.admin(Method::GET, "rooms/demo/sale", "").await.json();
    assert_eq!(
        (shown["maxOutflow"].clone(), shown["version"].clone()),
        (json!(60), json!(1))
    );
}

#[tokio::test]
async fn a_change_is_returned_and_raises_the_version_that_pages_see() {
    let server = server().await;
    let shown = server.patch(r#"{"maxOutflow":90,"message":" Soon "}"#).await;
    assert_eq!(
        (
            shown["maxOutflow"].clone(),
            shown["message"].clone(),
            shown["version"].clone()
        ),
        (json!(90), json!("Soon"), json!(2))
    );
    let shown = server.patch("{}").await;
    assert_eq!(
        (shown["maxOutflow"].clone(), shown["message"].clone()),
        (json!(90), json!("Soon"))
    );
    let other = server.admin(Method::GET, "rooms/other/second", "").await.json();
    assert_eq!(other["maxOutflow"], 5, "another room is not touched");
}

#[tokio::test]
async fn unknown_rooms_paths_and_methods_are_problems_too() {
    let server = server().await;
    for (method, path, status) in [
        (Method::GET, "rooms/demo/nothing", 404),
        (Method::GET, "rooms/nobody/sale/stats", 404),
        (Method::GET, "rooms/demo/second/grants", 404),
        (Method::POST, "rooms/demo/nothing/pause", 404),
        (Method::PATCH, "rooms/demo/nothing", 404),
        (Method::GET, "nowhere", 404),
        (Method::DELETE, "rooms/demo/nothing", 404),
        (Method::PUT, "rooms/demo/sale", 405),
        (Method::GET, "rooms/demo/sale/pause", 405),
    ] {
        let reply = server.admin(method.clone(), path, "{}").await;
        assert_eq!(problem(&reply).0, status, "{method} {path}");
    }
}

#[tokio::test]
async fn a_mistake_is_reported_with_the_valid_values() {
    let server = server().await;
    for (method, path, body, detail) in [
        (
            Method::PUT,
            "rooms/demo/sale",
            "{}",
            "this path does not support this method; it supports GET, PATCH, DELETE",
        ),
        (
            Method::GET,
            "rooms/demo/sale/pause",
            "{}",
            "this path does not support this method; it supports POST",
        ),
        (
            Method::POST,
            "rooms/demo/sale/stop",
            "{}",
            "there is no action \"stop\"; there are pause, resume, disable, enable, end, reset",
        ),
        (
            Method::POST,
            "tokens",
            r#"{"name":"a","role":"boss"}"#,
            "`boss` is none of these: `checkout`, `read`, `operate`, `admin`",
        ),
        (
            Method::PATCH,
            "rooms/demo/sale",
            r#"{"message":{"txt":"Soon"}}"#,
            "there is no key `txt`; there are `text`, `translations`, `from`, `until`",
        ),
        (
            Method::PATCH,
            "rooms/demo/sale",
            r#"{"message":{"from":"2026-01-01T00:00:00Z"}}"#,
            "the key `text` is needed",
        ),
        (
            Method::PATCH,
            "rooms/demo/sale",
            r#"{"message":{"text":"Soon","until":"2020-01-01T00:00:00Z"}}"#,
            "2020-01-01T00:00:00Z is over, so nobody would see the message",
        ),
        (
            Method::POST,
            "rooms",
            r#"{"customer":"demo","id":"tour","targetUrl":"https://shop.example/","maxOutflow":60,
                "message":{"text":"Soon","until":"2020-01-01T00:00:00Z"}}"#,
            "2020-01-01T00:00:00Z is over, so nobody would see the message",
        ),
    ] {
        let reply = server.admin(method.clone(), path, body).await;
        assert_eq!(reply.json()["detail"], detail, "{method} {path} {body}");
    }
    let wrong = server
        .get("/admin/v1/rooms", &[("authorization", "Bearer something-else")])
        .await;
    assert_eq!(
        wrong.json()["detail"],
        "this token is not known: it is mistyped, was deleted or has expired"
    );
}

#[tokio::test]
async fn without_a_configured_token_nobody_is_answered() {
    let server = server().await;
    let mut config = server.config.clone();
    config.server.admin_token = None;
    let server = server.restart_with(0, config).await;
    for headers in [
        &[][..],
        &[("authorization", "Bearer ")],
        &[("authorization", "Bearer x")],
    ] {
        assert_eq!(problem(&server.get("/admin/v1/rooms", headers).await).0, 401);
    }
}
