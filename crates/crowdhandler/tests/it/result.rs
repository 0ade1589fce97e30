//! Tests of whole answers: every field of the document's tables, with its type.

use crowdhandler::result::{ErrorText, FEED_TTL_SECONDS, MessageText, UpdateCount};
use crowdhandler::{AccountSigner, CallStatus, Envelope, FeedRoom, TokenCodec, UrlMatch, UtcTime, VisitResult};
use protocol::UnixSeconds;
use serde_json::{Value, json};

const NOW: UnixSeconds = UnixSeconds(1_717_243_200);
const DOMAIN: &str = "https://*.example.com";

fn written(answer: impl serde::Serialize) -> Value {
    serde_json::to_value(answer).expect("JSON")
}

#[test]
fn an_answer_has_every_field() {
    let token = TokenCodec::without_place([0; 16], NOW);
    let key = "b".repeat(64).parse().unwrap();
    let onsale = UtcTime(UnixSeconds(1_704_067_200));
    let hash = AccountSigner::new(&key).hash("main-sale", onsale, token.as_str(), UtcTime(NOW));
    let answer = VisitResult {
        token: Some(token),
        title: Some("Main sale"),
        position: Some(12),
        promoted: true,
        url_redirect: Some("https://www.example.com/"),
        onsale: Some(onsale),
        message: Some("Soon"),
        slug: Some("main-sale"),
        priority: Some("members"),
        priority_available: true,
        logo: Some("https://www.example.com/logo.svg"),
        stock: Some(5),
        response_id: Some("0123456789abcdef0123456789abcdef"),
        captcha_required: Some(false),
        rate: 300,
        sessions_expire_minutes: 20,
        sessions_timeout_minutes: 10,
        deployment: Some(".net"),
        email_available: true,
        hash: Some(hash),
        live_position: Some(11),
        ..VisitResult::new(CallStatus::Room, DOMAIN, NOW)
    };
    assert_eq!(
        written(Envelope { result: answer }),
        json!({ "result": {
            "status": 1,
            "token": "tok0P61C00AAAAAAAAAAAAAAAAAAAAAA",
            "title": "Main sale",
            "position": 12,
            "promoted": 1,
            "urlRedirect": "https://www.example.com/",
            "onsale": "2024-01-01T00:00:00Z",
            "message": "Soon",
            "slug": "main-sale",
            "priority": "members",
            "priorityAvailable": 1,
            "logo": "https://www.example.com/logo.svg",
            "stock": 5,
            "responseID": "0123456789abcdef0123456789abcdef",
            "captchaRequired": 0,
            "rate": 300,
            "sessionsExpire": 20,
            "sessionsTimeout": 10,
            "deployment": ".net",
            "domain": DOMAIN,
            "emailAvailable": 1,
            "requested": "2024-06-01T12:00:00Z",
            "hash": hash.as_str(),
            "ttl": 60,
            "live_position": 11,
        }})
    );
}

#[test]
fn absent_values_are_null_and_no_key_is_an_error() {
    let empty = written(VisitResult::new(CallStatus::Blocked, DOMAIN, NOW));
    let fields = empty.as_object().unwrap();
    assert_eq!(fields.len(), 25);
    assert!(!fields.contains_key("error"));
    let said: Vec<(&str, &Value)> = fields
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.as_str(), value))
        .collect();
    let expected = json!({
        "status": 3,
        "promoted": 0,
        "priorityAvailable": 0,
        "rate": 0,
        "sessionsExpire": 0,
        "sessionsTimeout": 0,
        "domain": DOMAIN,
        "emailAvailable": 0,
        "requested": "2024-06-01T12:00:00Z",
        "ttl": 60,
    });
    assert_eq!(said.len(), expected.as_object().unwrap().len());
    for (name, value) in said {
        assert_eq!(value, &expected[name], "{name}");
    }
}

#[test]
fn special_answers_are_the_vendor_s() {
    let token = TokenCodec::without_place([0; 16], NOW);
    let parts = |answer: VisitResult<'_>| {
        let answer = written(answer);
        [
            "status",
            "token",
            "promoted",
            "slug",
            "position",
            "responseID",
            "hash",
            "ttl",
        ]
        .map(|name| answer[name].clone())
    };
    let null = Value::Null;
    assert_eq!(
        parts(VisitResult::not_covered(Some(token), DOMAIN, NOW)),
        [
            json!(0),
            json!(token.as_str()),
            json!(1),
            null.clone(),
            null.clone(),
            null.clone(),
            null.clone(),
            json!(60)
        ]
    );
    assert_eq!(
        parts(VisitResult::not_covered(None, "https://other.example", NOW)),
        [
            json!(0),
            null.clone(),
            json!(1),
            null.clone(),
            null.clone(),
            null.clone(),
            null.clone(),
            json!(60)
        ]
    );
    assert_eq!(
        parts(VisitResult::full("main-sale", DOMAIN, NOW)),
        [
            json!(5),
            null.clone(),
            json!(0),
            json!("main-sale"),
            null.clone(),
            null.clone(),
            null.clone(),
            json!(300)
        ]
    );
    assert_eq!(
        parts(VisitResult::throttled(DOMAIN, NOW)),
        [
            json!(6),
            null.clone(),
            json!(0),
            json!(""),
            null.clone(),
            null.clone(),
            null,
            json!(60)
        ]
    );
}

#[test]
fn a_room_of_the_feed_has_every_field() {
    let room = FeedRoom {
        id: "rom_1",
        slug: "main-sale",
        url_pattern: "/tickets",
        pattern_type: UrlMatch::ContainsNot,
        queue_activates_on: UtcTime(UnixSeconds(1_704_067_200)),
        domain: DOMAIN,
        safety_mode: 0,
        timeout_minutes: 20,
        stock: None,
        checkout: "",
        ttl_seconds: FEED_TTL_SECONDS,
    };
    assert_eq!(
        written(Envelope { result: [room] }),
        json!({ "result": [{
            "id": "rom_1",
            "slug": "main-sale",
            "urlPattern": "/tickets",
            "patternType": "contains-not",
            "queueActivatesOn": "2024-01-01T00:00:00Z",
            "domain": DOMAIN,
            "safetyMode": 0,
            "timeout": 20,
            "stock": null,
            "checkout": "",
            "ttl": 59,
        }]})
    );
}

#[test]
fn other_bodies_are_the_vendor_s() {
    for (body, expected) in [
        (written(ErrorText::INVALID_KEY), r#"{"error":"Invalid Key."}"#),
        (
            written(ErrorText::INVALID_CODE),
            r#"{"error":" Invalid priority code"}"#,
        ),
        (written(MessageText::THROTTLED), r#"{"message":"Too Many Requests"}"#),
        (
            written(Envelope {
                result: UpdateCount { updated: 1 },
            }),
            r#"{"result":{"updated":1}}"#,
        ),
    ] {
        assert_eq!(body.to_string(), expected);
    }
}
