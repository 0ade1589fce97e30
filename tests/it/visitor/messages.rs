//! The operator's message: links, languages, from–to times, and the version by which pages learn of
//! it between two polls.

use serde_json::{Value, json};

use crate::support::{House, START_MS, Visitor, room};

/// The argument `brief` of a page without a message.
const WITHOUT: &str = "brief=in-line,,2166136261,,0,,";

/// The number of people ahead at which a page polls every half minute.
const DEEP: usize = 300;

async fn version(house: &House) -> u64 {
    let reply = house.get("/api/getVersion?c=demo&e=sale&q=x&t_any=1", &[]).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("cache-control")),
        (200, "no-store")
    );
    assert!(!reply.headers.contains_key("set-cookie"));
    reply.text().parse().expect("digits")
}

async fn poll(house: &House, visitor: &Visitor, brief: &str) -> Value {
    let query = format!("{}&{brief}", visitor.query);
    house.poll(&visitor.clone().at(&query)).await.json()
}

/// Returns a visitor with this many people ahead.
async fn behind(house: &House, ahead: usize) -> Visitor {
    for _ in 0..ahead {
        house.visitor().enter().await;
    }
    let mut visitor = house.visitor();
    visitor.enter().await;
    visitor
}

#[tokio::test]
async fn links_lead_to_the_web_and_nowhere_else() {
    let house = House::with(&room("sale", "max_outflow = 0")).await;
    let mut visitor = behind(&house, 1).await;
    let text = "<b>New</b>: [the line-up](https://shop.example/a?b=1&c=2), [x](javascript:alert(1))";
    let shown = house.patch(&json!({ "message": text }).to_string()).await;
    assert_eq!(shown["message"], text, "operators read what they wrote");

    let html = "&lt;b&gt;New&lt;/b&gt;: <a href=\"https://shop.example/a?b=1&amp;c=2\" target=\"_blank\" rel=\"noopener \
                noreferrer\">the line-up</a>, [x](javascript:alert(1))";
    let page = visitor.load().await.text();
    assert!(page.contains(html), "{page}");
    let brief = poll(&house, &visitor, WITHOUT).await;
    assert_eq!(brief["messageHtml"], html);
    assert_eq!(brief["message"], "<b>New</b>: the line-up, [x](javascript:alert(1))");
    let full = house.poll(&visitor).await.json();
    assert_eq!(
        full["message"],
        "<b>New</b>: the line-up (https://shop.example/a?b=1&c=2), [x](javascript:alert(1))"
    );

    house.patch(r#"{"message":"Plain"}"#).await;
    let brief = poll(&house, &visitor, WITHOUT).await;
    assert_eq!(
        (&brief["message"], &brief["messageHtml"]),
        (&json!("Plain"), &Value::Null)
    );
}

#[tokio::test]
async fn each_reader_gets_their_language() {
    let house = House::with(&room("sale", "max_outflow = 0")).await;
    let message = json!({ "message": { "text": "Soon", "translations": [
        { "culture": "de", "text": "Bald" }, { "culture": "pt-BR", "text": "Em breve" },
    ] } });
    let shown = house.patch(&message.to_string()).await;
    assert_eq!(shown["message"], "Soon");
    assert_eq!(shown["settings"]["message"], message["message"]);
    for (cid, read) in [
        ("en-US", "Soon"),
        ("de-CH", "Bald"),
        ("pt-BR", "Em breve"),
        ("ja-JP", "Soon"),
    ] {
        let mut visitor = house.visitor().at(&format!("c=demo&e=sale&cid={cid}"));
        let page = visitor.enter().await;
        assert_eq!(page.slot("message"), read, "{cid}");
        assert_eq!(poll(&house, &visitor, WITHOUT).await["message"], read, "{cid}");
    }
    // A plain text replaces the whole message, so that no old translation stays.
    let shown = house.patch(r#"{"message":"Later"}"#).await;
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
        let refused = house.admin(http::Method::PATCH, "rooms/demo/sale", &body).await;
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
    let house = House::with(&room("sale", "max_outflow = 0")).await;
    let mut visitor = behind(&house, DEEP).await;
    let at = |ms: u64| jiff::Timestamp::from_millisecond(i64::try_from(START_MS + ms).unwrap()).unwrap();
    let message =
        json!({ "text": "Break until noon", "from": at(60_000).to_string(), "until": at(120_000).to_string() });
    house.patch(&json!({ "message": message }).to_string()).await;

    let before = poll(&house, &visitor, WITHOUT).await;
    assert_eq!(
        (&before["message"], visitor.load().await.slot("message")),
        (&Value::Null, String::new())
    );
    assert_eq!(version(&house).await, before["version"]);
    house.advance(55_000).await;
    let near = poll(&house, &visitor, WITHOUT).await;
    let after_ms = near["updateInterval"].as_u64().unwrap();
    assert!(
        (4_000..=6_000).contains(&after_ms),
        "the next poll comes as the message appears: {after_ms}"
    );

    house.advance(5_000).await;
    assert_ne!(version(&house).await, before["version"]);
    let shown = poll(&house, &visitor, WITHOUT).await;
    assert_eq!(shown["message"], "Break until noon");
    assert_eq!(visitor.load().await.slot("message"), "Break until noon");

    house.advance(60_000).await;
    assert_ne!(version(&house).await, shown["version"]);
    let gone = poll(&house, &visitor, &format!("brief=in-line,,1,,0,,{}", shown["version"])).await;
    assert_eq!(
        (&gone["message"], visitor.load().await.slot("message")),
        (&json!(""), String::new())
    );
}

#[tokio::test]
async fn a_page_deep_in_line_asks_for_the_version_and_hears_of_every_change() {
    let house = House::with(&room("sale", "max_outflow = 6")).await;
    let mut visitor = behind(&house, DEEP).await;
    let deep = poll(&house, &visitor, WITHOUT).await;
    assert!(deep["updateInterval"].as_u64().unwrap() > 20_000, "{deep}");
    assert_eq!(deep["checkInterval"], 5_000);
    let page = visitor.load().await;
    assert_eq!(page.html("data-check-ms"), "5000");
    assert_eq!(page.html("data-version"), deep["version"].to_string());

    let mut seen = vec![version(&house).await];
    assert_eq!(json!(seen[0]), deep["version"]);
    house.patch(r#"{"message":"Soon"}"#).await;
    seen.push(version(&house).await);
    house.act("pause").await;
    house.settle().await;
    seen.push(version(&house).await);
    house.patch(r#"{"message":null}"#).await;
    seen.push(version(&house).await);
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]), "{seen:?}");
    assert_eq!(seen[3], version(&house).await, "nothing has changed");

    // The words are the same, but the link behind them has changed.
    house.patch(r#"{"message":"[Here](https://a.example/)"}"#).await;
    let first = poll(&house, &visitor, WITHOUT).await;
    let on_page = format!(
        "brief=paused,,{},,0,,{}",
        app::status::fingerprint("Here"),
        first["version"]
    );
    assert_eq!(poll(&house, &visitor, &on_page).await["message"], Value::Null);
    house.patch(r#"{"message":"[Here](https://b.example/)"}"#).await;
    let moved = poll(&house, &visitor, &on_page).await;
    assert!(
        moved["messageHtml"].as_str().unwrap().contains("https://b.example/"),
        "{moved}"
    );

    // A visitor who is nearly in front polls often enough.
    let next = House::with(&room("sale", "max_outflow = 60")).await;
    let near = behind(&next, 8).await;
    assert_eq!(poll(&next, &near, WITHOUT).await["checkInterval"], Value::Null);
    for path in ["/api/getVersion?c=demo&e=none", "/api/getVersion"] {
        assert_eq!(house.get(path, &[]).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_change_of_a_message_does_not_keep_a_time_that_is_over() {
    let house = House::with(&room("sale", "max_outflow = 0")).await;
    let until = jiff::Timestamp::from_millisecond(i64::try_from(START_MS + 60_000).unwrap()).unwrap();
    let message = |message: Value| json!({ "message": message }).to_string();
    house
        .patch(&message(json!({ "text": "Break", "until": until.to_string() })))
        .await;
    house.patch(&message(json!({ "text": "A longer break" }))).await;
    house.advance(60_000).await;
    let body = message(json!({ "text": "Back" }));
    let refused = house.admin(http::Method::PATCH, "rooms/demo/sale", &body).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json()["pointer"]),
        (422, &json!("/message/until")),
        "{}",
        refused.text()
    );
    house.patch(&message(json!({ "text": "Back", "until": null }))).await;
    let visitor = behind(&house, DEEP).await;
    assert_eq!(poll(&house, &visitor, WITHOUT).await["message"], "Back");
    house.patch(r#"{"maxOutflow": 1}"#).await;
}
