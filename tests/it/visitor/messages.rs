//! The operator's message: links, languages, from–to times, and the version by which pages learn of
//! it between two polls.

use serde_json::{Value, json};

use crate::support::{START_MS, TestServer, Visitor, room};

/// The argument `brief` of a page without a message.
const WITHOUT: &str = "brief=in-line,,2166136261,,0,,";

/// The number of people ahead at which a page polls every half minute.
const DEEP: usize = 300;

async fn version(server: &TestServer) -> u64 {
    let reply = server.get("/api/getVersion?c=demo&e=sale&q=x&t_any=1", &[]).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("cache-control")),
        (200, "no-store")
    );
    assert!(!reply.headers.contains_key("set-cookie"));
    reply.text().parse().expect("digits")
}

async fn poll(server: &TestServer, visitor: &Visitor, brief: &str) -> Value {
    let query = format!("{}&{brief}", visitor.query);
    server.poll(&visitor.clone().at(&query)).await.json()
}

/// Returns a visitor with this many people ahead.
async fn behind(server: &TestServer, ahead: usize) -> Visitor {
    for _ in 0..ahead {
        server.visitor().enter().await;
    }
    let mut visitor = server.visitor();
    visitor.enter().await;
    visitor
}

#[tokio::test]
async fn links_lead_to_the_web_and_nowhere_else() {
    let server = TestServer::with(&room("sale", "max_outflow = 0")).await;
    let mut visitor = behind(&server, 1).await;
    let text = "<b>New</b>: [the line-up](https://shop.example/a?b=1&c=2), [x](javascript:alert(1))";
    let shown = server.patch(&json!({ "message": text }).to_string()).await;
    assert_eq!(shown["message"], text, "operators read what they wrote");

    let html = "&lt;b&gt;New&lt;/b&gt;: <a href=\"https://shop.example/a?b=1&amp;c=2\" target=\"_blank\" rel=\"noopener \
                noreferrer\">the line-up</a>, [x](javascript:alert(1))";
    let page = visitor.load().await.text();
    assert!(page.contains(html), "{page}");
    let brief = poll(&server, &visitor, WITHOUT).await;
    assert_eq!(brief["messageHtml"], html);
    assert_eq!(brief["message"], "<b>New</b>: the line-up, [x](javascript:alert(1))");
    let full = server.poll(&visitor).await.json();
    assert_eq!(
        full["message"],
        "<b>New</b>: the line-up (https://shop.example/a?b=1&c=2), [x](javascript:alert(1))"
    );

    server.patch(r#"{"message":"Plain"}"#).await;
    let brief = poll(&server, &visitor, WITHOUT).await;
    assert_eq!(
        (&brief["message"], &brief["messageHtml"]),
        (&json!("Plain"), &Value::Null)
    );
}

#[tokio::test]
async fn each_reader_gets_their_language() {
    let server = TestServer::with(&room("sale", "max_outflow = 0")).await;
    let message = json!({ "message": { "text": "Soon", "translations": [
        { "culture": "de", "text": "Bald" }, { "culture": "pt-BR", "text": "Em breve" },
    ] } });
    let shown = server.patch(&message.to_string()).await;
    assert_eq!(shown["message"], "Soon");
    assert_eq!(shown["settings"]["message"], message["message"]);
    for (cid, read) in [
        ("en-US", "Soon"),
        ("de-CH", "Bald"),
        ("pt-BR", "Em breve"),
        ("ja-JP", "Soon"),
    ] {
        let mut visitor = server.visitor().at(&format!("c=demo&e=sale&cid={cid}"));
        let page = visitor.enter().await;
        assert_eq!(page.slot("message"), read, "{cid}");
        assert_eq!(poll(&server, &visitor, WITHOUT).await["message"], read, "{cid}");
    }
    // A plain text replaces the whole message, so that no old translation stays.
    let shown = server.patch(r#"{"message":"Later"}"#).await;
    assert_eq!(shown["settings"]["message"], "Later");
    for (patch, pointer) in [
        (
            json!({ "translations": [{ "culture": "xx", "text": "?" }], "text": "x" }),
            "/message/translations/0/culture",
        ),
        (
            json!({ "translations": [{ "culture": "de", "text": "" }], "text": "x" }),
            "/message/translations/0/text",
        ),
        (json!({ "text": "x", "from": "soon" }), "/message/from"),
        (
            json!({ "text": "x", "from": "2030-01-01T00:00:00Z", "until": "2029-01-01T00:00:00Z" }),
            "/message/until",
        ),
        (json!({ "text": "x".repeat(501) }), "/message"),
        (json!({ "words": "x" }), "/message"),
    ] {
        let body = json!({ "message": patch }).to_string();
        let refused = server.admin(http::Method::PATCH, "rooms/demo/sale", &body).await;
        assert_eq!(refused.status, 422, "{body}: {}", refused.text());
        let answer = refused.json();
        assert_eq!(
            answer["pointer"].as_str().or(answer["errors"][0]["pointer"].as_str()),
            Some(pointer),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn a_message_comes_and_goes_by_the_clock() {
    let server = TestServer::with(&room("sale", "max_outflow = 0")).await;
    let mut visitor = behind(&server, DEEP).await;
    let at = |ms: u64| jiff::Timestamp::from_millisecond(i64::try_from(START_MS + ms).unwrap()).unwrap();
    let message =
        json!({ "text": "Break until noon", "from": at(60_000).to_string(), "until": at(120_000).to_string() });
    server.patch(&json!({ "message": message }).to_string()).await;

    let before = poll(&server, &visitor, WITHOUT).await;
    assert_eq!(
        (&before["message"], visitor.load().await.slot("message")),
        (&Value::Null, String::new())
    );
    assert_eq!(version(&server).await, before["version"]);
    server.advance(55_000).await;
    let near = poll(&server, &visitor, WITHOUT).await;
    let after_ms = near["updateInterval"].as_u64().unwrap();
    assert!(
        (4_000..=6_000).contains(&after_ms),
        "the next poll comes as the message appears: {after_ms}"
    );

    server.advance(5_000).await;
    assert_ne!(version(&server).await, before["version"]);
    let shown = poll(&server, &visitor, WITHOUT).await;
    assert_eq!(shown["message"], "Break until noon");
    assert_eq!(visitor.load().await.slot("message"), "Break until noon");

    server.advance(60_000).await;
    assert_ne!(version(&server).await, shown["version"]);
    let gone = poll(&server, &visitor, &format!("brief=in-line,,1,,0,,{}", shown["version"])).await;
    assert_eq!(
        (&gone["message"], visitor.load().await.slot("message")),
        (&json!(""), String::new())
    );
}

#[tokio::test]
async fn a_page_deep_in_line_asks_for_the_version_and_hears_of_every_change() {
    let server = TestServer::with(&room("sale", "max_outflow = 6")).await;
    let mut visitor = behind(&server, DEEP).await;
    let deep = poll(&server, &visitor, WITHOUT).await;
    assert!(deep["updateInterval"].as_u64().unwrap() > 20_000, "{deep}");
    assert_eq!(deep["checkInterval"], 4_000);
    let page = visitor.load().await;
    assert_eq!(page.html("data-check-ms"), "4000");
    assert_eq!(page.html("data-version"), deep["version"].to_string());

    let mut seen = vec![version(&server).await];
    assert_eq!(json!(seen[0]), deep["version"]);
    server.patch(r#"{"message":"Soon"}"#).await;
    seen.push(version(&server).await);
    server.act("pause").await;
    server.settle().await;
    seen.push(version(&server).await);
    server.patch(r#"{"message":null}"#).await;
    seen.push(version(&server).await);
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]), "{seen:?}");
    assert_eq!(seen[3], version(&server).await, "nothing has changed");

    // The words are the same, but the link behind them has changed.
    server.patch(r#"{"message":"[Here](https://a.example/)"}"#).await;
    let first = poll(&server, &visitor, WITHOUT).await;
    let on_page = format!(
        "brief=paused,,{},,0,,{}",
        app::status::fingerprint("Here"),
        first["version"]
    );
    assert_eq!(poll(&server, &visitor, &on_page).await["message"], Value::Null);
    server.patch(r#"{"message":"[Here](https://b.example/)"}"#).await;
    let moved = poll(&server, &visitor, &on_page).await;
    assert!(
        moved["messageHtml"].as_str().unwrap().contains("https://b.example/"),
        "{moved}"
    );

    // A visitor who is nearly in front polls often enough.
    let next = TestServer::with(&room("sale", "max_outflow = 60")).await;
    let near = behind(&next, 8).await;
    assert_eq!(poll(&next, &near, WITHOUT).await["checkInterval"], Value::Null);
    for path in ["/api/getVersion?c=demo&e=none", "/api/getVersion"] {
        assert_eq!(server.get(path, &[]).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_change_of_a_message_does_not_keep_a_time_that_is_over() {
    let server = TestServer::with(&room("sale", "max_outflow = 0")).await;
    let until = jiff::Timestamp::from_millisecond(i64::try_from(START_MS + 60_000).unwrap()).unwrap();
    let message = |message: Value| json!({ "message": message }).to_string();
    server
        .patch(&message(json!({ "text": "Break", "until": until.to_string() })))
        .await;
    server.patch(&message(json!({ "text": "A longer break" }))).await;
    server.advance(60_000).await;
    let body = message(json!({ "text": "Back" }));
    let refused = server.admin(http::Method::PATCH, "rooms/demo/sale", &body).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json()["pointer"]),
        (422, &json!("/message/until")),
        "{}",
        refused.text()
    );
    server.patch(&message(json!({ "text": "Back", "until": null }))).await;
    let visitor = behind(&server, DEEP).await;
    assert_eq!(poll(&server, &visitor, WITHOUT).await["message"], "Back");
    server.patch(r#"{"maxOutflow": 1}"#).await;
}
