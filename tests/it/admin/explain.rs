//! `POST explain`: the trace of a decision with the running server's state.

use http::Method;
use serde_json::{Value, json};

use crate::support::{ADMIN_TOKEN, Reply, TestServer, config, room};

async fn explain(server: &TestServer, asked: Value) -> Reply {
    server.admin(Method::POST, "explain", &asked.to_string()).await
}

fn says(answer: &Value, stage: &str, text: &str) -> bool {
    let steps = answer["steps"].as_array().expect("steps");
    steps
        .iter()
        .any(|step| step["stage"] == stage && step["says"].as_str().is_some_and(|says| says.contains(text)))
}

fn rules(room: &str) -> Value {
    let part = json!({ "ValidatorType": "UrlValidator", "UrlPart": "PagePath", "Operator": "Contains", "ValueToCompare": "/buy" });
    let trigger = json!({ "LogicalOperator": "And", "TriggerParts": [part] });
    json!({ "Version": 3, "Integrations": [
        { "Name": "Buy", "ActionType": "Queue", "EventId": room, "QueueDomain": "queue.example", "CookieValidityMinute": 20, "Triggers": [trigger] }
    ]})
}

#[tokio::test]
async fn a_page_is_explained_from_rule_to_result() {
    let server = TestServer::sale(60).await;
    let asked = json!({ "customer": "demo", "url": "https://shop.example/buy", "integration": rules("sale") });
    let reply = explain(&server, asked.clone()).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let answer = reply.json();
    assert_eq!(answer["outcome"], "queue");
    assert_eq!(
        answer["url"],
        "https://queue.example/?c=demo&e=sale&ver=explain&cver=3&man=Buy&t=https%3A%2F%2Fshop.example%2Fbuy"
    );
    assert!(
        says(&answer, "rule", "\"Buy\" matches")
            && says(&answer, "room", "demo/sale: open")
            && says(&answer, "result", "a place in line")
    );
    assert!(!says(&answer, "room", "by its schedule"), "the server knows");
    assert_eq!(server.stats().await["waiting"], 0, "nobody got a place");

    server.act("disable").await;
    let answer = explain(&server, asked).await.json();
    assert!(
        says(&answer, "room", "disabled") && says(&answer, "result", "type disabled"),
        "{answer}"
    );
}

#[tokio::test]
async fn the_published_configuration_is_what_connectors_go_by() {
    let server = TestServer::sale(60).await;
    let asked = json!({ "customer": "demo", "url": "https://shop.example/buy" });
    assert_eq!(explain(&server, asked.clone()).await.json()["outcome"], "unknown");
    let source = json!({ "actions": [{ "name": "Shop", "type": "queue", "triggers": ["All Pages (Queue-it)"], "room": "sale" }] });
    let path = "/admin/v1/customers/demo/integration";
    for (request, body) in [
        (
            http::Request::put(format!("{path}/draft")).header("if-match", "*"),
            source,
        ),
        (http::Request::post(format!("{path}/publish")), json!({})),
    ] {
        let request = request.header("authorization", format!("Bearer {ADMIN_TOKEN}"));
        let reply = server
            .send(request.body(body.to_string().into()).expect("a request"))
            .await;
        assert!(reply.status.is_success(), "{}", reply.text());
    }
    let answer = explain(&server, asked.clone()).await.json();
    assert!(
        says(&answer, "rule", "\"Shop\" matches") && says(&answer, "room", "demo/sale: open"),
        "{answer}"
    );
    let mut instead = asked;
    instead["integration"] = rules("nothing");
    assert_eq!(
        explain(&server, instead).await.json()["errorId"],
        2,
        "one that is told goes before it"
    );
}

#[tokio::test]
async fn a_token_that_was_really_given_passes_until_it_expires() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let url = server.pass(&visitor).await;
    let asked = json!({ "customer": "demo", "room": "sale", "url": url });
    let answer = explain(&server, asked.clone()).await.json();
    assert_eq!(
        (&answer["outcome"], &answer["url"]),
        (&json!("pass"), &json!("https://shop.example/")),
        "{answer}"
    );
    server.advance(200_000).await;
    let answer = explain(&server, asked).await.json();
    assert_eq!(
        (&answer["outcome"], &answer["errorId"]),
        (&json!("error"), &json!(6)),
        "{answer}"
    );
    assert!(says(&answer, "token", "expired"));
    let secret = "shared-with-the-shop";
    assert!(!answer.to_string().contains(secret));
}

#[tokio::test]
async fn mistakes_in_a_request_to_explain_are_named_by_field() {
    let server = TestServer::sale(60).await;
    for (asked, status, pointer) in [
        (json!({}), 422, "/url"),
        (json!({ "url": 5 }), 422, "/url"),
        (json!({ "url": "nonsense" }), 422, "/url"),
        (json!({ "url": "https://shop.example/" }), 422, "/customer"),
        (
            json!({ "url": "https://shop.example/", "customer": "nobody" }),
            422,
            "/customer",
        ),
        (
            json!({ "url": "https://shop.example/", "customer": "demo", "address": "here" }),
            422,
            "/address",
        ),
        (
            json!({ "url": "https://shop.example/", "customer": "demo", "cookies": { "a": 1 } }),
            422,
            "/cookies/a",
        ),
        (
            json!({ "url": "https://shop.example/", "customer": "demo", "other": 1 }),
            422,
            "/other",
        ),
        (json!([]), 400, ""),
    ] {
        let reply = explain(&server, asked.clone()).await;
        assert_eq!(reply.status, status, "{asked}: {}", reply.text());
        assert_eq!(reply.json()["pointer"].as_str().unwrap_or_default(), pointer, "{asked}");
    }
}

#[tokio::test]
async fn a_reader_of_one_customer_asks_about_that_one() {
    let other =
        "[[room]]\ncustomer = \"other\"\nid = \"theirs\"\ntarget_url = \"https://theirs.example/\"\nmax_outflow = 1\n";
    let server = TestServer::of(config("memory:", &(room("sale", "max_outflow = 1") + other))).await;
    let made = server
        .admin(
            Method::POST,
            "tokens",
            r#"{"name":"anna","role":"read","customer":"demo"}"#,
        )
        .await;
    let token = made.json()["token"].as_str().expect("a token").to_owned();
    for (asked, status) in [
        (json!({ "url": "https://shop.example/buy", "room": "sale" }), 200),
        (json!({ "url": "https://queue.example/?c=demo&e=sale" }), 200),
        (
            json!({ "url": "https://theirs.example/", "customer": "other", "room": "theirs" }),
            403,
        ),
        (json!({ "url": "https://queue.example/?c=other&e=theirs" }), 403),
        (
            json!({ "url": "https://queue.example/cancel/other/theirs?c=demo" }),
            403,
        ),
        (
            json!({ "url": "https://queue.example/cancel/multiple/other?wrl=theirs" }),
            403,
        ),
    ] {
        let request = http::Request::post("/admin/v1/explain").header("authorization", format!("Bearer {token}"));
        let reply = server
            .send(request.body(asked.to_string().into()).expect("a request"))
            .await;
        assert_eq!(reply.status, status, "{asked}: {}", reply.text());
    }
}
