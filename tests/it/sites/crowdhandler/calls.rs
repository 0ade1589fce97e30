use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::*;
use crate::support::{MASTER_KEY, redacted};

const PAGE: &str = "https://www.example.com/tickets?a=1";

#[tokio::test]
async fn each_call_for_a_protected_page_is_answered_as_a_whole() {
    let site = Site::open("rate = 600").await;
    let let_in = site.answer(None, PAGE).await.json();
    let site = Site::open("rate = 0").await;
    let token = site.new_token(PAGE).await;
    let mut waits = site.answer(Some(&token), PAGE).await.json();
    let ttl = waits["result"]["ttl"].take();
    let is_an_interval = ttl.as_u64().is_some_and(|seconds| (1..=60).contains(&seconds));
    assert!(is_an_interval, "{ttl}");
    waits["result"]["ttl"] = json!("[seconds]");
    redacted(|| {
        insta::assert_json_snapshot!("let_in", let_in);
        insta::assert_json_snapshot!("waits", waits);
    });
}

#[tokio::test]
async fn below_the_rate_nobody_sees_the_room() {
    let site = Site::open("rate = 600").await;
    for _ in 0..5 {
        let answered = site.call(None, PAGE).await;
        let token = text(&answered, "token");
        assert_eq!(answered["promoted"], 1);
        assert!(token.starts_with("tok0") && token.len() == 32, "{token}");
        let (since, now) = (text(&answered, "onsale"), text(&answered, "requested"));
        assert_eq!(since, "2000-01-01T00:00:00Z");
        assert_eq!(text(&answered, "hash"), signature("the-sale", since, token, now));
        site.server.advance(1_000).await;
    }
}

/// The rate limits new visitors a minute, who can come at any moments of the minute.
#[tokio::test]
async fn nobody_sees_the_room_until_a_minute_had_as_many_visitors_as_the_rate() {
    let site = Site::open("rate = 60").await;
    for visitor in 0..60 {
        let answered = site.call(None, PAGE).await;
        assert_eq!(answered["promoted"], 1, "visitor {visitor}: {answered}");
        site.server.advance(100).await;
    }
    assert_eq!(site.call(None, PAGE).await["promoted"], 0, "the minute is full");
}

#[tokio::test]
async fn once_shown_the_room_stays_until_the_line_is_empty() {
    let site = Site::open("rate = 10").await;
    let answered = site.calls(&vec![None; 14], PAGE).await;
    let waits = |answered: &&Value| answered["promoted"] == 0;
    let token = |answered: &Value| text(answered, "token").to_owned();
    let mut line: Vec<String> = answered.iter().filter(waits).map(token).collect();
    assert_eq!(line.len(), 4, "those beyond the rate wait");
    // From now on, half as many visitors come as the rate allows, too few to show the room. A
    // visitor who comes while others wait waits behind them; a visitor who finds no line passes.
    let (mut behind, mut passed) = (0, 0);
    while passed < 5 {
        assert!(behind < 40, "the room never goes");
        for _ in 0..5 {
            let calls: Vec<Option<&str>> = line.iter().map(|token| Some(token.as_str())).collect();
            let answered = site.calls(&calls, PAGE).await;
            line = answered.iter().filter(waits).map(token).collect();
            site.server.advance(2_000).await;
        }
        let calls: Vec<Option<&str>> = line.iter().map(|token| Some(token.as_str())).chain([None]).collect();
        let answered = site.calls(&calls, PAGE).await;
        let (newcomer, others) = answered.split_last().expect("the newcomer");
        let (before, after) = (line.len() as u64, others.iter().filter(waits).count() as u64);
        match newcomer["position"].as_u64() {
            None => assert_eq!((&newcomer["promoted"], after), (&json!(1), 0), "overtook somebody"),
            Some(position) => assert!((after + 1..=before + 1).contains(&position), "{position}"),
        }
        match line.is_empty() {
            true => passed += u64::from(newcomer["promoted"] == 1),
            false => behind += u64::from(newcomer["promoted"] == 0),
        }
        assert!(
            !line.is_empty() || newcomer["promoted"] == 1,
            "nobody waits: {newcomer}"
        );
        line = answered.iter().filter(waits).map(token).collect();
        site.server.advance(2_000).await;
    }
    assert!(behind >= 8, "{behind} came while somebody waited, and saw the room");
}

#[tokio::test]
async fn a_rate_of_zero_holds_everybody_in_order_and_is_changed_live() {
    let site = Site::open("rate = 0").await;
    let mut tokens = Vec::new();
    for position in 1..=3 {
        let answered = site.call(None, PAGE).await;
        assert_eq!(
            (&answered["promoted"], &answered["position"], &answered["hash"]),
            (&json!(0), &json!(position), &Value::Null)
        );
        tokens.push(text(&answered, "token").to_owned());
    }
    site.server.advance(5_000).await;
    for (token, position) in tokens.iter().zip(1..) {
        let answered = site.call(Some(token), PAGE).await;
        assert_eq!(
            (text(&answered, "token"), &answered["position"]),
            (token.as_str(), &json!(position))
        );
    }
    site.patch_pool(r#"{"rate": 60}"#).await;
    for token in &tokens {
        let answered = site.let_in(token, PAGE).await;
        assert_eq!(text(&answered, "token"), token);
    }
    assert_eq!(site.grants().await.len(), 3);
}

async fn act(site: &Site, action: &str) {
    let reply = site
        .server
        .admin(Method::POST, &format!("rooms/acme/sale/{action}"), "")
        .await;
    assert_eq!(reply.status, 200, "{}", reply.text());
}

#[tokio::test]
async fn actions_of_operators_show_in_the_statuses_0_and_1() {
    let site = Site::open("rate = 600").await;
    let token = site.new_token(PAGE).await;
    for (action, status, promoted) in [
        ("pause", 1, 0),
        ("resume", 1, 1),
        ("disable", 0, 1),
        ("enable", 1, 1),
        ("end", 1, 0),
    ] {
        act(&site, action).await;
        let inside = site.call(Some(&token), PAGE).await;
        assert_eq!(
            (&inside["promoted"], text(&inside, "token")),
            (&json!(1), token.as_str()),
            "{action}"
        );
        let newcomer = site.call(None, PAGE).await;
        let answered = (&newcomer["status"], &newcomer["promoted"]);
        assert_eq!(answered, (&json!(status), &json!(promoted)), "{action}");
    }
}

#[tokio::test]
async fn pages_outside_every_room_and_domain_are_open() {
    let site = Site::open("rate = 0").await;
    let open = site.call(None, "https://www.example.com/about").await;
    let token = text(&open, "token").to_owned();
    let again = site.call(Some(&token), "https://www.example.com/about").await;
    assert_eq!(text(&again, "token"), token);
    let foreign = site.call(None, "https://elsewhere.example/tickets").await;
    redacted(|| {
        insta::assert_json_snapshot!("outside_every_room", open);
        insta::assert_json_snapshot!("outside_every_domain", foreign);
    });
    let other = site.call(None, "https://a.b.example.org:8443/tickets").await;
    assert_eq!(
        (&other["promoted"], text(&other, "domain")),
        (&json!(0), "https://*.example.org")
    );
}

#[tokio::test]
async fn every_encoding_says_the_same() {
    let site = Site::open("rate = 0").await;
    let form = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("url", PAGE), ("ip", "203.0.113.9"), ("agent", AGENT)])
        .finish();
    let pretty = format!(
        "{{\n  \"url\": {:?},\n  \"ip\": null,\n  \"captcha\": \"x\"\n}}",
        PAGE.to_owned() + "&CH-Fresh=1"
    );
    for (path, kind, body) in [
        ("/v1/requests", "application/x-www-form-urlencoded", form),
        ("/v1/requests/", "application/json", pretty),
        (
            "/v1/requests",
            "text/plain;charset=UTF-8",
            json!({"url": PAGE}).to_string(),
        ),
        (
            "/v1/requests",
            "application/json",
            json!({"slug": "the-sale"}).to_string(),
        ),
    ] {
        let reply = site.send(post(path, kind, body.clone())).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("cache-control")),
            (200, "no-store"),
            "{body}"
        );
        assert_eq!(reply.json()["result"]["promoted"], 0, "{body}");
    }
    let basic = Request::post("/v1/requests")
        .header("authorization", "Basic OGEyMWM0ZjA5YjdkNTNlNmExZjBiMmMzZDRlNWY2MDcxODI5M2E0YjVjNmQ3ZThmOWZhMGIxYzJkM2U0ZjUwNjphbnl0aGluZw==")
        .header("content-type", "application/json")
        .body(json!({"url": PAGE}).to_string().into());
    assert_eq!(site.send(basic.expect("a request")).await.status, 200);
}

#[tokio::test]
async fn bad_calls_get_the_vendors_errors() {
    let site = Site::open("rate = 0").await;
    let unknown = Request::post("/v1/requests").header("x-api-key", "0".repeat(64));
    let unknown = site.send(unknown.body("{}".into()).expect("a request")).await;
    assert_eq!(unknown.status_and_json(), (404, json!({"error": "Invalid Key."})));
    let mut refused = Vec::new();
    for body in [
        r#"{"url":"https://www.example.com/tickets","ip":""}"#,
        "{}",
        "[",
        r#"{"url":"ftp://x"}"#,
        r#"{"slug":"nobody"}"#,
    ] {
        let reply = site
            .send(post("/v1/requests", "application/json", body.to_owned()))
            .await;
        refused.push((body, reply.status_and_json()));
    }
    insta::assert_json_snapshot!(refused);
}

#[tokio::test]
async fn an_unknown_token_is_ignored_and_a_new_one_given() {
    let site = Site::open("rate = 0").await;
    let first = site.call(None, PAGE).await;
    let token = text(&first, "token").to_owned();
    for bad in [
        "undefined",
        "null",
        "tok0M7SBFAp9J8kK",
        "tok0M7SBFAAAAAAAAAAAAAAAAAAAAAAA",
        "%00",
    ] {
        let answered = site.call(Some(bad), PAGE).await;
        assert!(
            text(&answered, "token").starts_with("tok0") && text(&answered, "token") != token,
            "{bad}"
        );
    }
    // A reader of a queue id in a URL cannot make the token of the place.
    let inside = crowdhandler::TokenCodec::new(&MASTER_KEY.parse().expect("a key")).open(&token);
    let block = URL_SAFE_NO_PAD.encode(inside.expect("a token of ours").as_bytes());
    let forged = format!("{}{block}", &token[..10]);
    let answered = site.call(Some(&forged), PAGE).await;
    assert_ne!(text(&answered, "token"), token);
    assert_eq!(answered["position"], 7, "a newcomer");
}

#[tokio::test]
async fn pages_of_the_domain_may_call_from_a_browser_and_no_others() {
    let site = Site::open("rate = 600").await;
    for (origin, allowed) in [
        ("https://www.example.com", "https://www.example.com"),
        ("https://shop.example.org", "https://shop.example.org"),
        ("https://evil.example", ""),
    ] {
        let preflight = Request::options("/v1/requests")
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type,x-api-key");
        let preflight = site
            .send(preflight.body(String::new().into()).expect("a request"))
            .await;
        assert_eq!(preflight.header("access-control-allow-origin"), allowed);
        let call = Request::post("/v1/requests").header("origin", origin);
        let call = call.header("content-type", "application/json");
        let call = site.send(with_key(call, json!({"url": PAGE}).to_string())).await;
        assert_eq!(
            (call.status.as_u16(), call.header("access-control-allow-origin")),
            (200, allowed)
        );
    }
}

#[tokio::test]
async fn a_report_of_a_page_is_acknowledged() {
    let site = Site::open("rate = 600").await;
    for (id, body) in [
        (
            "0123456789abcdef0123456789abcdef",
            r#"{"httpCode":503,"sampleRate":1,"time":77}"#,
        ),
        ("undefined", r#"{"code":200,"time":12.34}"#),
    ] {
        let put = Request::put(format!("/v1/responses/{id}")).header("content-type", "application/json");
        let reply = site.send(with_key(put, body.to_owned())).await;
        assert_eq!(reply.status_and_json(), (200, json!({"result": {"updated": 1}})));
    }
}

#[tokio::test]
async fn the_logo_is_the_rooms_own_by_its_whole_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h9v9z\"/></svg>";
    std::fs::write(folder.path().join("ours.svg"), svg).expect("written");
    let keys = "url_match = \"contains\"\nurl_pattern";
    let rooms = room("sale", &format!("{keys} = \"/tickets\"\nlogo = \"ours.svg\""))
        + &room("plain", &format!("{keys} = \"/plain\""));
    let mut parts = config("memory:", &site("rate = 0", &rooms));
    parts.folder = folder.path().to_owned();
    let site = Site::around(TestServer::of(parts).await);
    let answered = site.call(None, PAGE).await;
    let path = text(&answered, "logo")
        .strip_prefix("https://queue.example")
        .expect("our host");
    assert!(path.starts_with("/assets/default.ours."), "{path}");
    assert_eq!(site.server.get(path, &[]).await.header("content-type"), "image/svg+xml");
    let plain = site.call(None, "https://www.example.com/plain").await;
    assert_eq!(plain["logo"], Value::Null);
}
