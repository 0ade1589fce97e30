//! Checks that a published configuration fits the customer's rooms, and the server's themes and
//! languages.

use http::Method;
use serde_json::{Value, json};

use super::{ask, problem, publish, save, server, source};
use crate::support::TestServer;

/// Returns pointer, severity and message of each problem.
async fn judged(server: &TestServer, change: impl FnOnce(&mut Value)) -> Vec<[String; 3]> {
    let mut source = source();
    change(&mut source);
    let reported = ask(server, Method::POST, "validate", None, &source).await.json();
    let text = |problem: &Value, key: &str| problem[key].as_str().expect("a text").to_owned();
    (reported["problems"].as_array().expect("a list").iter())
        .map(|problem| ["pointer", "severity", "message"].map(|key| text(problem, key)))
        .collect()
}

/// Returns the only problem.
async fn only(server: &TestServer, change: impl FnOnce(&mut Value)) -> [String; 3] {
    let mut found = judged(server, change).await;
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[tokio::test]
async fn a_target_that_the_room_refuses_is_not_published() {
    let server = server().await;
    let foreign = |source: &mut Value| source["actions"][1]["redirectUrl"] = "https://www.shop.example/pay".into();
    let [pointer, severity, message] = only(&server, foreign).await;
    assert_eq!(
        (pointer.as_str(), severity.as_str()),
        ("/actions/1/redirectUrl", "error")
    );
    assert!(
        message.starts_with("www.shop.example is none of the target_hosts of the room slow"),
        "{message}"
    );
    assert!(
        message.ends_with(": add it there, or take one of shop.example"),
        "{message}"
    );
    let mut wrong = source();
    foreign(&mut wrong);
    save(&server, &wrong).await;
    let refused = ask(&server, Method::POST, "publish", None, &json!({})).await;
    assert_eq!(problem(&refused), (422, "/actions/1/redirectUrl".into()));
    publish(&server, &source()).await;
}

#[tokio::test]
async fn hosts_of_triggers_that_the_room_sends_nobody_back_to_are_warned_of() {
    let server = server().await;
    let part = |of: &str, operator: &str, value: &str| json!({ "of": of, "operator": operator, "value": value });
    for (part, host) in [
        (part("hostName", "equals", "www.shop.example"), Some("www.shop.example")),
        (part("hostName", "contains", "m.shop"), Some("m.shop")),
        (
            part("pageUrl", "contains", "https://www.shop.example/buy"),
            Some("www.shop.example"),
        ),
        (part("pageUrl", "contains", "https://shop"), None),
        (part("hostName", "equals", "shop.example"), None),
        (part("hostName", "contains", "shop"), None),
        (part("pageUrl", "contains", "://shop.example/buy"), None),
        (part("pagePath", "contains", "/other.example"), None),
    ] {
        let add = |source: &mut Value| {
            source["triggers"]
                .as_array_mut()
                .expect("a list")
                .push(json!({ "name": "Hosts", "parts": [part.clone()] }));
            source["actions"][2]["triggers"] = json!(["Hosts"]);
        };
        let found = judged(&server, add).await;
        match host {
            None => assert_eq!(found, [[""; 3]; 0], "{part}"),
            Some(host) => {
                let [[pointer, severity, message]] = &found[..] else {
                    panic!("{part}: {found:?}")
                };
                assert_eq!(
                    (pointer.as_str(), severity.as_str()),
                    ("/triggers/1/parts/0/value", "warning")
                );
                assert!(
                    message.starts_with(&format!("{host} is none of the target_hosts of the room sale")),
                    "{message}"
                );
            }
        }
    }
    // Visitors from any host go to the room's own target.
    let found = judged(&server, |source| {
        let hosts = json!({ "name": "Hosts", "parts": [part("hostName", "equals", "other.example")] });
        source["triggers"].as_array_mut().expect("a list").push(hosts);
        source["actions"][2]["triggers"] = json!(["Hosts"]);
        source["actions"][2]["redirect"] = "roomTarget".into();
    });
    assert_eq!(found.await, [[""; 3]; 0]);
}

#[tokio::test]
async fn names_that_nothing_has_are_warned_of() {
    let server = server().await;
    for (key, value, said) in [
        ("theme", "summer", "there is no theme \"summer\""),
        ("culture", "xx-YY", "\"xx-YY\" is not spoken here"),
    ] {
        let [pointer, severity, message] = only(&server, |source| source["actions"][2][key] = value.into()).await;
        assert_eq!((pointer, severity.as_str()), (format!("/actions/2/{key}"), "warning"));
        assert!(message.starts_with(said), "{message}");
    }
    for (key, value) in [("theme", "default"), ("culture", "da-DK"), ("culture", "da-XX")] {
        let found = judged(&server, |source| source["actions"][2][key] = value.into()).await;
        assert_eq!(found, [[""; 3]; 0], "{key} {value}");
    }
    let dotted = |source: &mut Value| {
        source["configurations"] = json!([{ "name": "Wide", "validityMinutes": 5, "cookieDomain": ".shop.example" }]);
        source["actions"][2]["configuration"] = "Wide".into();
    };
    let [pointer, severity, message] = only(&server, dotted).await;
    assert_eq!(
        (pointer.as_str(), severity.as_str()),
        ("/configurations/0/cookieDomain", "warning")
    );
    assert!(message.starts_with("leave the dot before it away"), "{message}");
}

/// Most servers treat this address as the check-out.
#[tokio::test]
async fn an_escaped_address_is_the_plain_one() {
    let server = server().await;
    publish(&server, &source()).await;
    for url in [
        "https://shop.example/%63heckout",
        "https://shop.example/x/..//%63%48eckout",
        "https://shop.example/./CheckOut?a=%20",
    ] {
        let asked = json!({ "request": { "url": url }, "version": 1 });
        let reported = ask(&server, Method::POST, "preview", None, &asked).await.json();
        assert_eq!(reported["action"], "Pay", "{url}: {reported}");
    }
    let asked = json!({ "request": { "url": "https://shop.example/%2563heckout" }, "version": 1 });
    let reported = ask(&server, Method::POST, "preview", None, &asked).await.json();
    assert_eq!(reported["action"], "Shop", "decoded once, as servers do");
}
