//! Integration configurations: written, tried, published, downloaded.

mod download;
mod drafting;
mod fitting;
mod publishing;

use anteroom::config::Config;
use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{ADMIN_TOKEN, MASTER_KEY, Reply, SECRET, TestServer, room};

/// The key with which connectors of `demo` authenticate.
const API_KEY: &str = "for-connectors-9a41";

/// Returns a server with two customers, one of which has a key for connectors, and three rooms, one
/// with a host of its own.
async fn server() -> TestServer {
    TestServer::of(config()).await
}

fn config() -> Config {
    let rooms = room("sale", "max_outflow = 60")
        + &room("slow", "max_outflow = 5\nhosts = [\"slow.example\"]")
        + &room("theirs", "max_outflow = 5").replace("\"demo\"", "\"other\"");
    let text = format!(
        "[server]\nhttp = \"127.0.0.1:8080\"\npublic_url = \"https://queue.example:8443\"\nadmin_token = \"{ADMIN_TOKEN}\"\n\
         master_key = \"{MASTER_KEY}\"\nstore = \"memory:\"\n\n[[customer]]\nid = \"demo\"\nsecret_key = \"{SECRET}\"\napi_key = \"{API_KEY}\"\n\n\
         [[customer]]\nid = \"other\"\nsecret_key = \"another\"\n\n{rooms}"
    );
    Config::parse(&text, []).expect("a configuration without problems")
}

/// Returns a configuration in which everybody except bots queues, and payment has a queue of its
/// own.
fn source() -> Value {
    json!({
        "triggers": [{ "name": "Check-out", "parts": [
            { "of": "pagePath", "operator": "contains", "value": "/checkout", "ignoreCase": true },
            { "of": "httpHeader", "name": "X-Own-Proxy", "operator": "equals", "value": "1", "negative": true }
        ] }],
        "actions": [
            { "name": "Bots", "type": "ignore", "triggers": ["Good bots"] },
            { "name": "Pay", "type": "queue", "triggers": ["Check-out"], "room": "slow", "redirect": "page", "redirectUrl": "https://shop.example/checkout" },
            { "name": "Shop", "type": "queue", "triggers": ["All Pages (Queue-it)"], "room": "sale" }
        ]
    })
}

/// Sends a request to `customers/demo/integration/…`.
async fn ask(server: &TestServer, method: Method, path: &str, if_match: Option<&str>, body: &Value) -> Reply {
    let mut request = Request::builder()
        .method(method)
        .uri(format!("/admin/v1/customers/demo/integration/{path}"))
        .header("authorization", format!("Bearer {ADMIN_TOKEN}"));
    if let Some(tag) = if_match {
        request = request.header("if-match", tag);
    }
    let body = if body.is_null() {
        Body::empty()
    } else {
        Body::from(body.to_string())
    };
    server.send(request.body(body).expect("a request")).await
}

/// Saves a draft and replaces the present one.
async fn save(server: &TestServer, source: &Value) -> Reply {
    let reply = ask(server, Method::PUT, "draft", Some("*"), source).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply
}

/// Saves and publishes a draft; returns the new version's number.
async fn publish(server: &TestServer, source: &Value) -> u64 {
    save(server, source).await;
    let reply = ask(server, Method::POST, "publish", None, &json!({})).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["version"].as_u64().expect("a number")
}

/// Returns the configuration that connectors download.
async fn downloaded(server: &TestServer) -> Reply {
    server
        .get("/status/integrationconfig/secure/demo", &[("api-key", API_KEY)])
        .await
}

/// Returns the status and the JSON pointer of a problem.
fn problem(reply: &Reply) -> (u16, Value) {
    assert_eq!(
        reply.header("content-type"),
        "application/problem+json",
        "{}",
        reply.text()
    );
    (reply.status.as_u16(), reply.json()["pointer"].clone())
}
