//! The downloads of connectors and browsers, and refusals.

use http::{Method, Request};
use protocol::SecretKey;
use protocol::integration::{IntegrationConfig, Push};
use serde_json::{Value, json};

use super::{API_KEY, ask, downloaded, publish, server, source};
use crate::support::{Reply, SECRET, TestServer};

const SECURE: &str = "/status/integrationconfig/secure/demo";
const SCRIPT: &str = "/demo/integrationconfig/javascript/queueclientConfig.js";

async fn refused(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> u16 {
    let reply = server.get(path, headers).await;
    assert!(
        serde_json::from_slice::<Value>(&reply.body).is_err(),
        "no connector takes this for a configuration"
    );
    assert_eq!(reply.header("cache-control"), "no-store");
    reply.status.as_u16()
}

#[tokio::test]
async fn without_its_key_nothing_is_sent() {
    let server = server().await;
    publish(&server, &source()).await;
    for (headers, status) in [
        (&[][..], 401),
        (&[("authorization", API_KEY)], 401),
        (&[("api-key", "")], 403),
        (&[("api-key", "for-connectors-9a4")], 403),
        (&[("api-key", "for-connectors-9a411")], 403),
    ] {
        assert_eq!(refused(&server, SECURE, headers).await, status, "{headers:?}");
    }
    let key = [("api-key", API_KEY)];
    assert_eq!(
        refused(&server, "/status/integrationconfig/secure/other", &key).await,
        403,
        "it has no key"
    );
    assert_eq!(
        refused(&server, "/status/integrationconfig/secure/nobody", &key).await,
        404
    );
    assert_eq!(refused(&server, "/status/integrationconfig/demo", &key).await, 403);
    assert_eq!(server.get(SECURE, &key).await.status, 200);
}

#[tokio::test]
async fn before_anything_was_published_there_is_nothing() {
    let server = server().await;
    assert_eq!(refused(&server, SECURE, &[("api-key", API_KEY)]).await, 404);
    assert_eq!(refused(&server, SCRIPT, &[]).await, 404);
    assert_eq!(
        refused(
            &server,
            "/nobody/integrationconfig/javascript/queueclientConfig.js",
            &[]
        )
        .await,
        404
    );
}

#[tokio::test]
async fn connectors_get_every_key() {
    let server = server().await;
    publish(&server, &source()).await;
    let reply = downloaded(&server).await;
    assert_eq!(reply.header("content-type"), "application/json");
    let got = reply.json();
    let described = |value: &Value| json!({ "CustomerId": value["CustomerId"], "Version": value["Version"], "PublishDate": value["PublishDate"] });
    assert_eq!(
        described(&got),
        json!({ "CustomerId": "demo", "Version": 1, "PublishDate": "2023-11-14T22:13:20.0000000Z" })
    );
    assert_eq!(
        got["Integrations"][1],
        json!({
            "Name": "Pay", "ActionType": "Queue", "EventId": "slow", "CookieDomain": null, "LayoutName": null, "Culture": null,
            "ExtendCookieValidity": true, "CookieValidityMinute": 20, "QueueDomain": "slow.example", "RedirectLogic": "ForcedTargetUrl",
            "ForcedTargetUrl": "https://shop.example/checkout", "IsCookieHttpOnly": false, "IsCookieSecure": false,
            "InvolvedWaitingRoomIds": [], "QueuePathPrefix": null, "VerifyQueueIdEnabled": null, "QueueIdUsageLimit": null, "IsNormalizationEnabled": true,
            "Triggers": [{ "LogicalOperator": "And", "TriggerParts": [
                { "ValidatorType": "UrlValidator", "Operator": "Contains", "ValueToCompare": "/checkout", "ValuesToCompare": null, "UrlPart": "PagePath",
                  "CookieName": null, "HttpHeaderName": null, "IsNegative": false, "IsIgnoreCase": true },
                { "ValidatorType": "HttpHeaderValidator", "Operator": "Equals", "ValueToCompare": "1", "ValuesToCompare": null, "UrlPart": null,
                  "CookieName": null, "HttpHeaderName": "X-Own-Proxy", "IsNegative": true, "IsIgnoreCase": false }
            ] }]
        })
    );
    assert_eq!(got["Integrations"][2]["QueueDomain"], "queue.example:8443");
    assert!(IntegrationConfig::from_json(&reply.body).is_ok());
}

/// The Cloudflare worker, and Java under `LC_ALL=C`, misread UTF-8.
#[tokio::test]
async fn downloads_and_pushes_are_ascii() {
    let server = server().await;
    let mut foreign = source();
    foreign["actions"][2]["name"] = "Köln 😀".into();
    foreign["triggers"][0]["parts"][1]["value"] = "日本".into();
    publish(&server, &foreign).await;
    let reply = downloaded(&server).await;
    let text = reply.text();
    assert!(text.is_ascii() && text.contains(r"K\u00f6ln \ud83d\ude00"), "{text}");
    assert_eq!(reply.json()["Integrations"][2]["Name"], "Köln 😀");
    let pushed = ask(&server, Method::GET, "versions/1/push", None, &Value::Null).await;
    let secret = SecretKey::new(SECRET).expect("a key");
    let opened = Push::from_json(&pushed.body).expect("an envelope").open(&secret);
    assert_eq!(opened.expect("signed over what is sent"), text);
    let script = server.get(SCRIPT, &[]).await.text();
    assert!(script.is_ascii() && script.contains(r"K\u00f6ln"), "{script}");
}

#[tokio::test]
async fn browsers_get_a_script_without_what_only_servers_look_at() {
    let server = server().await;
    publish(&server, &source()).await;
    let reply = server
        .get(&format!("{SCRIPT}?versionTimestamp=202311142213"), &[])
        .await;
    assert_eq!(reply.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(reply.header("cross-origin-resource-policy"), "cross-origin");
    let script = reply.text();
    assert!(
        script.starts_with("window.queueit_clientside_config={") && !script.contains("X-Own-Proxy"),
        "{script}"
    );
    assert!(
        script.contains("initQueueClient(window.queueit_clientside_config)") && script.contains(r#""name":"Shop""#)
    );
    assert!(
        !script.contains(r#""name":"Pay""#),
        "a trigger that asks for a header never matches in a browser"
    );
}

#[tokio::test]
async fn clients_that_have_the_file_get_it_again_only_when_it_changes() {
    let server = server().await;
    publish(&server, &source()).await;
    for (path, key) in [(SECURE, Some(("api-key", API_KEY))), (SCRIPT, None)] {
        let first = server.get(path, key.as_slice()).await;
        assert!(first.header("cache-control").contains("max-age=300"));
        let tag = first.header("etag").to_owned();
        let known: Vec<_> = key.into_iter().chain([("if-none-match", tag.as_str())]).collect();
        let again = server.get(path, &known).await;
        assert_eq!(
            (again.status.as_u16(), again.body.len(), again.header("etag")),
            (304, 0, tag.as_str())
        );
        publish(&server, &source()).await;
        assert_eq!(server.get(path, &known).await.status, 200, "another version");
    }
    let reply = downloaded(&server).await;
    assert!(reply.header("vary").contains("api-key") && reply.header("cache-control").starts_with("private"));
}

#[tokio::test]
async fn a_head_says_what_a_get_would() {
    let server = server().await;
    publish(&server, &source()).await;
    let head = async |path: &str, key: &str| -> Reply {
        let request = Request::builder().method(Method::HEAD).uri(path).header("api-key", key);
        server
            .send(request.body(axum::body::Body::empty()).expect("a request"))
            .await
    };
    let reply = head(SECURE, API_KEY).await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (200, 0));
    assert_eq!(reply.header("etag"), downloaded(&server).await.header("etag"));
    assert_eq!(head(SECURE, "wrong").await.status, 403);
    assert_eq!(head(SCRIPT, "").await.status, 200);
}

#[tokio::test]
async fn on_a_customers_own_host_no_other_customer_is_known() {
    let server = server().await;
    publish(&server, &source()).await;
    let own = [("host", "slow.example"), ("api-key", API_KEY)];
    assert_eq!(server.get(SECURE, &own).await.status, 200);
    let other = "/other/integrationconfig/javascript/queueclientConfig.js";
    assert_eq!(refused(&server, other, &own).await, 404);
}
