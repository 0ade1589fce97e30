//! Publishing, versions and restoring versions.

use http::{Method, Request};
use protocol::SecretKey;
use protocol::integration::Push;
use serde_json::{Value, json};

use super::{API_KEY, ask, downloaded, problem, publish, save, server, source};
use crate::support::{ADMIN_TOKEN, SECRET, TestServer};

fn renamed(name: &str) -> Value {
    let mut source = source();
    source["actions"][2]["name"] = name.into();
    source
}

/// Looks for changes, as a node does four times a second.
async fn look(server: &TestServer) {
    server
        .app
        .running
        .admin_store()
        .refresh()
        .await
        .expect("a store that answers");
    server.app.apply_changes().await;
}

#[tokio::test]
async fn a_published_version_is_served_at_once_and_elsewhere_after_the_next_refresh() {
    let server = server().await;
    let twin = server.twin().await;
    assert_eq!(publish(&server, &renamed("First")).await, 1);
    assert_eq!(downloaded(&server).await.json()["Integrations"][2]["Name"], "First");
    look(&twin).await;
    assert_eq!(downloaded(&twin).await.json(), downloaded(&server).await.json());

    assert_eq!(publish(&twin, &renamed("Second")).await, 2);
    look(&server).await;
    assert_eq!(downloaded(&server).await.json()["Version"], 2);
}

#[tokio::test]
async fn of_two_who_publish_at_once_each_has_a_number_of_their_own() {
    let server = server().await;
    let twin = server.twin().await;
    save(&server, &source()).await;
    let no_comment = json!({});
    let publishing = |server| ask(server, Method::POST, "publish", None, &no_comment);
    let (one, other) = tokio::join!(publishing(&server), publishing(&twin));
    let mut numbers = [one.json()["version"].as_u64(), other.json()["version"].as_u64()];
    numbers.sort_unstable();
    assert_eq!(numbers, [Some(1), Some(2)]);
    look(&server).await;
    assert_eq!(downloaded(&server).await.json()["Version"], 2);
}

#[tokio::test]
async fn sources_with_errors_are_not_published() {
    let server = server().await;
    publish(&server, &source()).await;
    let mut wrong = source();
    wrong["triggers"][0]["parts"][0]["value"] = Value::Null;
    wrong["actions"][1]["queueDomain"] = "https://slow.example".into();
    save(&server, &wrong).await;
    let reply = ask(&server, Method::POST, "publish", None, &json!({})).await;
    assert_eq!(problem(&reply), (422, "/actions/1/queueDomain".into()));
    let named: Vec<_> = (reply.json()["errors"].as_array().expect("all of them").iter())
        .map(|error| error["pointer"].as_str().expect("a pointer").to_owned())
        .collect();
    assert_eq!(named, ["/actions/1/queueDomain", "/triggers/0/parts/0/value"]);
    assert_eq!(downloaded(&server).await.json()["Version"], 1);
    let long = json!({ "comment": "x".repeat(501) });
    assert_eq!(
        problem(&ask(&server, Method::POST, "publish", None, &long).await),
        (422, "/comment".into())
    );
}

#[tokio::test]
async fn an_old_version_comes_back_as_a_new_one() {
    let server = server().await;
    publish(&server, &renamed("First")).await;
    publish(&server, &renamed("Second")).await;
    let reply = ask(
        &server,
        Method::POST,
        "versions/1/rollback",
        None,
        &json!({ "comment": "Second was wrong" }),
    )
    .await;
    assert_eq!(
        reply.json(),
        json!({ "version": 3, "publishedAt": "2023-11-14T22:13:20Z", "by": "admin_token", "comment": "Second was wrong", "rolledBackTo": 1 })
    );
    let served = downloaded(&server).await.json();
    assert_eq!(
        (&served["Version"], &served["Integrations"][2]["Name"]),
        (&json!(3), &json!("First"))
    );
    assert_eq!(served["Description"], "Second was wrong");

    let versions = ask(&server, Method::GET, "versions", None, &Value::Null).await.json();
    let numbers: Vec<_> = versions
        .as_array()
        .expect("a list")
        .iter()
        .map(|version| version["version"].as_u64())
        .collect();
    assert_eq!(numbers, [Some(3), Some(2), Some(1)]);
    let second = ask(&server, Method::GET, "versions/2", None, &Value::Null).await.json();
    assert_eq!(second["source"]["actions"][2]["name"], "Second");
    assert_eq!(second["connectors"]["Integrations"][2]["Name"], "Second");
    assert_eq!(second["browsers"]["integrations"][1]["name"], "Second");
    let draft = ask(&server, Method::GET, "draft", None, &Value::Null).await.json();
    assert_eq!(draft["actions"][2]["name"], "Second", "the draft stays");
    for path in ["versions/4", "versions/0"] {
        assert_eq!(
            problem(&ask(&server, Method::GET, path, None, &Value::Null).await).0,
            404,
            "{path}"
        );
    }
    assert_eq!(
        problem(&ask(&server, Method::GET, "versions/x", None, &Value::Null).await).0,
        400
    );
    assert_eq!(
        problem(&ask(&server, Method::POST, "versions/9/rollback", None, &json!({})).await).0,
        404
    );
}

#[tokio::test]
async fn numbers_go_on_when_old_versions_are_dropped() {
    let server = server().await;
    save(&server, &source()).await;
    let many = u64::try_from(anteroom::integration::repository::EDITIONS_MAX).expect("few") + 1;
    for number in 1..=many {
        let reply = ask(&server, Method::POST, "publish", None, &json!({})).await;
        assert_eq!(reply.json()["version"], number);
    }
    let versions = ask(&server, Method::GET, "versions", None, &Value::Null).await.json();
    let versions = versions.as_array().expect("a list");
    assert_eq!(
        (versions.len() as u64, &versions[0]["version"]),
        (many - 1, &json!(many))
    );
    assert_eq!(
        problem(&ask(&server, Method::GET, "versions/1", None, &Value::Null).await).0,
        404
    );
}

#[tokio::test]
async fn a_version_is_signed_for_those_who_cannot_download() {
    let server = server().await;
    publish(&server, &source()).await;
    let pushed = ask(&server, Method::GET, "versions/1/push", None, &Value::Null).await;
    let opened = Push::from_json(&pushed.body)
        .expect("an envelope")
        .open(&SecretKey::new(SECRET).expect("a key"));
    assert_eq!(opened.expect("signed by us"), downloaded(&server).await.text());
}

#[tokio::test]
async fn it_outlives_a_restart_and_is_in_the_log() {
    let server = server().await;
    publish(&server, &source()).await;
    let before = downloaded(&server).await;
    let server = server.restart(1_000).await;
    assert_eq!(downloaded(&server).await.text(), before.text());
    let log = server.admin(Method::GET, "audit?limit=2", "").await.json();
    let log = log["entries"].as_array().expect("entries");
    let reported: Vec<_> = (log.iter())
        .map(|entry| {
            (
                entry["action"].as_str(),
                entry["resource"].as_str(),
                entry["who"].as_str(),
            )
        })
        .collect();
    assert_eq!(
        reported,
        [
            (Some("publish"), Some("integration/demo"), Some("admin_token")),
            (Some("save draft"), Some("integration/demo"), Some("admin_token")),
        ]
    );
    let text = serde_json::to_string(&log).expect("JSON");
    assert!(!text.contains(SECRET) && !text.contains(API_KEY) && !text.contains(ADMIN_TOKEN));
}

#[tokio::test]
async fn a_connector_that_holds_an_old_version_is_found_out() {
    let server = server().await;
    for _ in 0..2 {
        publish(&server, &source()).await;
    }
    for (held, reported) in [
        (2, "holds the published configuration, version 2"),
        (1, "and version 2 is published"),
    ] {
        let cookie =
            format!("SdkVersion=javascript-5.0.1|ConfigVersion={held}|QueueConfig=EventId:sale&Version:{held}");
        let form = format!("c=demo&cookie={}", protocol::percent::encode(&cookie));
        let request = Request::post("/diagnostics/cookie").header("content-type", "application/x-www-form-urlencoded");
        let page = server.send(request.body(form.into()).expect("a request")).await.text();
        assert!(page.contains(reported), "{page}");
    }
}

#[tokio::test]
async fn only_customers_that_exist_have_one() {
    let server = server().await;
    for (method, path, body) in [
        (Method::GET, "draft", ""),
        (Method::POST, "validate", ""),
        (Method::POST, "publish", "{}"),
        (Method::GET, "versions", ""),
        (Method::GET, "versions/1", ""),
        (Method::POST, "preview", "{\"request\":{\"url\":\"x\"}}"),
    ] {
        let reply = server
            .admin(method, &format!("customers/nobody/integration/{path}"), body)
            .await;
        assert_eq!(problem(&reply).0, 404, "{path}");
    }
}

#[tokio::test]
async fn a_later_customer_with_a_deleted_customers_id_finds_nothing_of_it() {
    let server = server().await;
    let customer = json!({ "id": "brief", "secretKey": "number-one", "apiKey": API_KEY }).to_string();
    let ignoring = json!({ "actions": [{ "name": "Bots", "type": "ignore", "triggers": ["Good bots"] }] });
    let of_brief = async |method: Method, path: &str, body: &str| {
        let request = Request::builder()
            .method(method)
            .uri(format!("/admin/v1/customers/brief{path}"))
            .header("authorization", format!("Bearer {ADMIN_TOKEN}"))
            .header("if-match", "*");
        let reply = server
            .send(request.body(body.to_owned().into()).expect("a request"))
            .await;
        assert!(reply.status.is_success(), "{path}: {}", reply.text());
        reply
    };
    for version in [1, 2] {
        assert_eq!(server.admin(Method::POST, "customers", &customer).await.status, 201);
        let empty = of_brief(Method::GET, "/integration/draft", "").await.json();
        assert_eq!(empty["actions"], json!([]));
        assert_eq!(
            of_brief(Method::GET, "/integration/versions", "").await.json(),
            json!([])
        );
        of_brief(Method::PUT, "/integration/draft", &ignoring.to_string()).await;
        let bodiless = server
            .admin(Method::POST, "customers/brief/integration/publish", "")
            .await;
        let detail = bodiless.json()["detail"].clone();
        let wanted = "a JSON object is wanted, and the body is empty; send {} if you set no key";
        assert_eq!((bodiless.status.as_u16(), detail.as_str()), (400, Some(wanted)));
        let published = of_brief(Method::POST, "/integration/publish", "{}").await.json();
        assert_eq!(published["version"], version);
        of_brief(Method::DELETE, "", "").await;
        let gone = server
            .get("/status/integrationconfig/secure/brief", &[("api-key", API_KEY)])
            .await;
        assert_eq!(gone.status, 404);
    }
}
