//! Drafts: saving without overwriting each other, checks, and trials.

use http::Method;
use serde_json::{Value, json};

use super::{ask, config, problem, publish, save, server, source};
use crate::support::TestServer;

#[tokio::test]
async fn of_two_editors_the_second_is_refused() {
    let server = server().await;
    let first = ask(&server, Method::GET, "draft", None, &Value::Null).await;
    assert_eq!(
        first.json(),
        json!({ "triggers": [], "configurations": [], "actions": [] })
    );
    let tag = first.header("etag").to_owned();

    let put = async |tag: Option<&str>, source: &Value| ask(&server, Method::PUT, "draft", tag, source).await;
    assert_eq!(problem(&put(None, &source()).await).0, 428);
    let saved = put(Some(&tag), &source()).await;
    assert_eq!(saved.status, 200, "{}", saved.text());
    assert_eq!(problem(&put(Some(&tag), &json!({})).await).0, 412);

    let shown = ask(&server, Method::GET, "draft", None, &Value::Null).await;
    assert_eq!(shown.json()["actions"].as_array().map(Vec::len), Some(3));
    assert_eq!(shown.header("etag"), saved.header("etag"));
    assert_ne!(shown.header("etag"), tag);
    let same = put(Some(shown.header("etag")), &shown.json()).await;
    assert_eq!(same.header("etag"), shown.header("etag"), "nothing was changed");
    assert_eq!(
        problem(&ask(&server, Method::POST, "publish", Some(&tag), &json!({})).await).0,
        412
    );
}

#[tokio::test]
async fn sources_of_the_wrong_shape_are_not_saved() {
    let server = server().await;
    save(&server, &source()).await;
    let action = |key: &str, value: Value| {
        let mut source = source();
        source["actions"][2][key] = value;
        source
    };
    for (wrong, status, pointer) in [
        (action("typ", json!("queue")), 422, "/actions/2/typ"),
        (action("type", json!("fight")), 422, "/actions/2/type"),
        (action("validityMinutes", json!(-1)), 422, "/actions/2/validityMinutes"),
        (
            action("triggers", json!("All Pages (Queue-it)")),
            422,
            "/actions/2/triggers",
        ),
        (json!({ "trigger": [] }), 422, "/trigger"),
        (action("onVerified", json!("x".repeat(50_000))), 413, ""),
    ] {
        let reply = ask(&server, Method::PUT, "draft", Some("*"), &wrong).await;
        let pointer = if pointer.is_empty() {
            Value::Null
        } else {
            pointer.into()
        };
        assert_eq!(problem(&reply), (status, pointer), "{}", reply.text());
    }
    let shown = ask(&server, Method::GET, "draft", None, &Value::Null).await.json();
    assert_eq!(shown["actions"][2]["name"], "Shop");
    assert_eq!(
        shown["actions"][2]
            .as_object()
            .map(|action| action.contains_key("onVerified")),
        Some(false)
    );
}

#[tokio::test]
async fn a_draft_may_be_wrong_and_is_judged() {
    let server = server().await;
    let mut wrong = source();
    wrong["actions"][1]["room"] = "theirs".into();
    wrong["actions"][2]["triggers"] = json!(["Check-out"]);
    let saved = save(&server, &wrong).await.json();
    let expected = json!({ "publishable": false, "problems": [
        { "pointer": "/actions/1/room", "severity": "error", "message": "there is no waiting room \"theirs\"" },
        { "pointer": "/actions/2/triggers", "severity": "warning", "message": "never gets its turn: actions above it have the same triggers" }
    ] });
    assert_eq!(saved, expected);
    assert_eq!(
        ask(&server, Method::POST, "validate", None, &Value::Null).await.json(),
        expected
    );
    let good = ask(&server, Method::POST, "validate", None, &source()).await.json();
    assert_eq!(good, json!({ "publishable": true, "problems": [] }));
    assert_eq!(
        ask(&server, Method::POST, "validate", None, &Value::Null).await.json(),
        expected,
        "nothing was saved"
    );
}

#[tokio::test]
async fn a_waiting_room_that_speaks_no_tls_is_warned_of() {
    let mut config = config();
    config.server.public_url = "http://queue.example:8080".parse().expect("a URL");
    let server = TestServer::of(config).await;
    let judged = ask(&server, Method::POST, "validate", None, &source()).await.json();
    let reported: Vec<_> = (judged["problems"].as_array().expect("a list").iter())
        .map(|problem| (problem["pointer"].as_str(), problem["severity"].as_str()))
        .collect();
    // The check-out's room has a host of its own.
    assert_eq!(reported, [(Some("/actions/2/queueDomain"), Some("warning"))]);
}

#[tokio::test]
async fn a_request_is_tried_on_the_draft_or_on_a_version() {
    let server = server().await;
    publish(&server, &source()).await;
    let mut next = source();
    next["actions"][2]["name"] = "Everything".into();
    save(&server, &next).await;
    let tried = async |version: Value, request: Value| {
        let asked = json!({ "request": request, "version": version });
        let reply = ask(&server, Method::POST, "preview", None, &asked).await;
        (reply.status.as_u16(), reply.json())
    };
    let (_, draft) = tried(
        Value::Null,
        json!({ "url": "https://shop.example/Checkout", "headers": { "x-own-proxy": "1" } }),
    )
    .await;
    assert_eq!(
        (draft["action"].as_str(), draft["type"].as_str(), draft["room"].as_str()),
        (Some("Everything"), Some("Queue"), Some("sale"))
    );
    let looked_at = &draft["trace"]["integrations"][1];
    assert_eq!(looked_at["name"], "Pay");
    assert_eq!(
        looked_at["triggers"][0]["parts"][1],
        json!({ "subject": "header X-Own-Proxy", "found": "1", "condition": "not Equals \"1\"", "holds": false })
    );
    let (_, first) = tried(1.into(), json!({ "url": "https://shop.example/" })).await;
    assert_eq!(first["action"], "Shop");
    assert_eq!(tried(7.into(), json!({ "url": "https://shop.example/" })).await.0, 404);
    assert_eq!(
        tried(Value::Null, json!({ "uri": "" })).await.1["pointer"],
        "/request/uri"
    );
}
