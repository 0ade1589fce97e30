//! The audit log: every change is logged with its author.

use http::Method;
use serde_json::{Value, json};

use crate::support::{TestServer, redacted, room};

async fn entries(server: &TestServer, query: &str) -> Vec<Value> {
    let reply = server.admin(Method::GET, &format!("audit{query}"), "").await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["entries"].as_array().expect("entries").clone()
}

#[tokio::test]
async fn every_change_is_logged_with_the_value_before() {
    let server = TestServer::durable(&room("sale", "max_outflow = 60")).await;
    server.patch(r#"{"maxOutflow":90,"message":"Soon"}"#).await;
    server.patch(r#"{"maxOutflow":90}"#).await;
    server.act("pause").await;
    let reported = entries(&server, "").await;
    assert_eq!(reported.len(), 2, "what is so already is no change: {reported:#?}");
    assert_eq!(
        (reported[0]["action"].clone(), reported[0]["resource"].clone()),
        (json!("pause"), json!("room/demo/sale"))
    );
    assert_eq!(reported[1]["at"], "2023-11-14T22:13:20Z");
    redacted(|| insta::assert_json_snapshot!(reported));
    let server = server.restart(0).await;
    assert_eq!(entries(&server, "").await, reported, "the log is kept");
}

#[tokio::test]
async fn a_refused_action_is_logged_as_refused() {
    let server = TestServer::with(&room("sale", "max_outflow = 60")).await;
    server.act("end").await;
    let reply = server.admin(Method::POST, "rooms/demo/sale/pause", "").await;
    assert_eq!(reply.status, 409, "{}", reply.text());
    let actions: Vec<Value> = entries(&server, "")
        .await
        .iter()
        .map(|entry| entry["action"].clone())
        .collect();
    assert_eq!(actions, [json!("pause refused"), json!("pause"), json!("end")]);
}

#[tokio::test]
async fn the_log_is_read_page_by_page_and_by_resource() {
    let other = room("second", "max_outflow = 5");
    let server = TestServer::with(&(room("sale", "max_outflow = 60") + &other)).await;
    for outflow in 1..=5 {
        server.patch(&json!({ "maxOutflow": outflow }).to_string()).await;
    }
    server
        .admin(Method::PATCH, "rooms/demo/second", r#"{"message":"x"}"#)
        .await;
    let page = server.admin(Method::GET, "audit?limit=4", "").await.json();
    assert_eq!(page["entries"].as_array().map(Vec::len), Some(4));
    let next = page["next"].as_u64().expect("there is more");
    assert_eq!(entries(&server, &format!("?before={next}")).await.len(), 2);
    assert_eq!(entries(&server, "?resource=room/demo/second").await.len(), 1);
    assert_eq!(entries(&server, "?resource=room/demo").await.len(), 6);
    assert_eq!(entries(&server, "?resource=token").await.len(), 0);
    for (query, pointer) in [("limit=0", "/limit"), ("limit=501", "/limit"), ("before=x", "/before")] {
        let reply = server.admin(Method::GET, &format!("audit?{query}"), "").await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()["pointer"].as_str()),
            (422, Some(pointer)),
            "{query}"
        );
    }
}
