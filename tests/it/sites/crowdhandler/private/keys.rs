use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::*;

#[tokio::test]
async fn the_private_key_opens_it_in_both_forms_and_with_or_without_a_slash() {
    let site = open().await;
    let basic = format!("Basic {}", STANDARD.encode(format!("{PRIVATE}:")));
    for path in ["/v1/account", "/v1/account/"] {
        let request = Request::get(path)
            .header("authorization", &basic)
            .header("host", "queue.example");
        let reply = site.send(request.body(String::new().into()).expect("a request")).await;
        let answer = reply.json()["result"].clone();
        assert_eq!(
            (
                &answer["id"],
                &answer["publicKey"],
                &answer["domains"],
                &answer["rooms"]
            ),
            (&json!("acme"), &json!(PUBLIC), &json!(1), &json!(2))
        );
        assert_eq!(reply.header("cache-control"), "no-store");
    }
    assert_eq!(site.read("account/plan").await["callsPerMinute"], 100);
}

#[tokio::test]
async fn other_keys_are_refused() {
    let site = open().await;
    let (status, error) = site.refused(PUBLIC, Method::GET, "account", Value::Null).await;
    assert_eq!(status, 401);
    assert!(error.contains("private key"), "{error}");
    // The SDK's unified client sends these with the public key, and without the id.
    for method in [Method::POST, Method::PUT] {
        let reply = site.ask(PUBLIC, method.clone(), "rooms/", &json!({"title": "x"})).await;
        assert!([401, 405].contains(&reply.status.as_u16()), "{method} {}", reply.text());
        assert!(reply.json()["error"].is_string());
    }
    let feed = site.ask(PUBLIC, Method::GET, "rooms/", &Value::Null).await;
    assert_eq!(feed.json()["result"][0]["id"], "sale", "the feed, as before");
    for key in ["0".repeat(64), "anteroom_00_00".to_owned()] {
        let reply = site.refused(&key, Method::GET, "account", Value::Null).await;
        assert_eq!(reply, (404, "Invalid Key.".to_owned()));
    }
    let without = Request::get("/v1/account").header("host", "queue.example");
    let without = site.send(without.body(String::new().into()).expect("a request")).await;
    assert_eq!(without.status, 401);
}

#[tokio::test]
async fn nobody_reaches_the_things_of_others() {
    let site = open().await;
    for path in [
        "domains/dom_theirs",
        "rooms/room_show",
        "domains/dom_theirs/rooms",
        "rooms?domainID=dom_theirs",
    ] {
        let (status, _) = site.refused(PRIVATE, Method::GET, path, Value::Null).await;
        assert_eq!(status, 404, "{path}");
    }
    let (status, _) = site
        .refused(PRIVATE, Method::PUT, "domains/dom_theirs", json!({"rate": 0}))
        .await;
    assert_eq!(status, 404);
    let theirs = site.ask(OTHER_PRIVATE, Method::GET, "rooms", &Value::Null).await.json();
    assert_eq!(theirs["result"].as_array().map(Vec::len), Some(1));
    assert_eq!(theirs["result"][0]["id"], "room_show");
}

#[tokio::test]
async fn a_key_has_its_role() {
    let site = open().await;
    let (reads, operates) = (site.token("read").await, site.token("operate").await);
    let read = site.ask(&reads, Method::GET, "domains/dom_shop", &Value::Null).await;
    assert_eq!(read.json()["result"]["rate"], 600);
    let (status, error) = site
        .refused(&reads, Method::PUT, "domains/dom_shop", json!({"rate": 1}))
        .await;
    assert_eq!(status, 403);
    assert!(error.contains("operate"), "{error}");
    let rate = site
        .ask(&operates, Method::PUT, "domains/dom_shop", &json!({"rate": 30}))
        .await;
    assert_eq!(rate.json()["result"]["rate"], 30, "{}", rate.text());
    let refused = site
        .refused(&operates, Method::PUT, "domains/dom_shop", json!({"timeout": 30}))
        .await;
    assert_eq!(refused.0, 403);
    let log = site
        .server
        .admin(Method::GET, "audit?resource=pool/shop", "")
        .await
        .json();
    assert_eq!(
        (&log["entries"][0]["who"], &log["entries"][0]["action"]),
        (&json!("a-operate"), &json!("change"))
    );
    // A token for all customers names none.
    let all = json!({"name": "all", "role": "read"}).to_string();
    let all = site.server.admin(Method::POST, "tokens", &all).await.json();
    let all = all["token"].as_str().expect("a token");
    assert_eq!(site.refused(all, Method::GET, "account", Value::Null).await.0, 403);
}

#[tokio::test]
async fn the_configuration_says_what_the_private_key_may() {
    let site = open().await;
    for (role, reads, operates, administers) in [
        ("none", 403, 403, 403),
        ("read", 200, 403, 403),
        ("operate", 200, 200, 403),
        ("admin", 200, 200, 200),
    ] {
        let patch = json!({"privateKeyRole": role}).to_string();
        let patched = site.server.admin(Method::PATCH, "customers/acme", &patch).await;
        assert_eq!(patched.status, 200, "{}", patched.text());
        let asked = [
            site.ask(PRIVATE, Method::GET, "domains", &Value::Null).await,
            site.ask(PRIVATE, Method::PUT, "domains/dom_shop", &json!({"rate": 90}))
                .await,
            site.ask(PRIVATE, Method::PUT, "rooms/room_sale", &json!({"title": "Sale"}))
                .await,
        ];
        assert_eq!(
            asked.map(|reply| reply.status.as_u16()),
            [reads, operates, administers],
            "{role}"
        );
    }
    let wrong = site
        .server
        .admin(Method::PATCH, "customers/acme", r#"{"privateKeyRole": "owner"}"#)
        .await;
    assert_eq!(wrong.status, 422);
}

#[tokio::test]
async fn a_key_has_a_hundred_calls_a_minute_and_others_have_their_own() {
    let site = open().await;
    let reads = site.token("read").await;
    for call in 0..100 {
        let reply = site.ask(PRIVATE, Method::GET, "account", &Value::Null).await;
        assert_eq!(reply.status, 200, "call {call}");
    }
    let reply = site.ask(PRIVATE, Method::GET, "account", &Value::Null).await;
    assert_eq!(reply.status_and_json(), (429, json!({"message": "Too Many Requests"})));
    let wait: u64 = reply.header("retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(site.ask(&reads, Method::GET, "account", &Value::Null).await.status, 200);
    site.server.advance(wait * 1_000).await;
    assert_eq!(
        site.ask(PRIVATE, Method::GET, "account", &Value::Null).await.status,
        200
    );
}

#[tokio::test]
async fn guessed_keys_are_limited_and_right_ones_are_not() {
    let site = open().await;
    let mut last = 0;
    for guess in 0..200 {
        let key = format!("{guess:064x}");
        last = site
            .ask(&key, Method::GET, "account", &Value::Null)
            .await
            .status
            .as_u16();
        if last == 429 {
            break;
        }
        assert_eq!(last, 404);
    }
    assert_eq!(last, 429);
    assert_eq!(
        site.ask(PRIVATE, Method::GET, "account", &Value::Null).await.status,
        200
    );
}

#[tokio::test]
async fn every_error_is_in_the_envelope() {
    let site = open().await;
    let long = "x".repeat(20_000);
    for (method, path, body, status) in [
        (Method::PATCH, "/v1/account", "", 405),
        (Method::DELETE, "/v1/requests", "", 405),
        (Method::POST, "/v1/requests", long.as_str(), 413),
        (Method::PUT, "/v1/domains/dom_shop", long.as_str(), 413),
        (Method::PUT, "/v1/domains/dom_shop", "[1]", 400),
        (Method::GET, "/v1/requests/%ff", "", 400),
        (Method::GET, "/v1/domains/%ff", "", 400),
        (Method::GET, "/v1/nothing", "", 404),
        (Method::GET, "/v1/rooms/room_sale/nothing/", "", 404),
    ] {
        let key = if path.starts_with("/v1/requests") {
            PUBLIC
        } else {
            PRIVATE
        };
        let request = Request::builder()
            .method(method.clone())
            .uri(path)
            .header("x-api-key", key);
        let reply = site
            .send(request.body(body.to_owned().into()).expect("a request"))
            .await;
        assert_eq!(reply.status, status, "{method} {path}: {}", reply.text());
        assert!(reply.json()["error"].is_string(), "{method} {path}: {}", reply.text());
        assert_eq!(reply.header("allow").is_empty(), status != 405, "{method} {path}");
    }
}

#[tokio::test]
async fn errors_about_a_parameter_or_a_long_body_say_what_is_allowed() {
    let site = open().await;
    let wanted = "limit: a whole number from 1 to 1000 is wanted";
    for path in [
        "sessions",
        "rooms/room_sale/sessions",
        "domains/dom_shop/requests",
        "domains/dom_shop/urls",
        "codes",
    ] {
        for limit in ["-1", "0", "1001", "many", "", "1.5", "99999999999999999999"] {
            let (status, error) = site
                .refused(PRIVATE, Method::GET, &format!("{path}?limit={limit}"), Value::Null)
                .await;
            assert_eq!((status, error.as_str()), (400, wanted), "{path} {limit}");
        }
    }
    let (status, error) = site
        .refused(PRIVATE, Method::DELETE, "rooms/room_sale?force=yes", Value::Null)
        .await;
    assert_eq!(
        (status, error.as_str()),
        (400, "force: provided string was not `true` or `false`")
    );

    let long = |bytes: usize| json!({ "name": "x".repeat(bytes) });
    for (path, bytes, wanted) in [
        (
            "domains/dom_shop",
            16 * 1024,
            "The body is longer than 16384 bytes, the most that this call takes. Send only the fields that change.",
        ),
        (
            "groups/grp_shop_vip/codes",
            256 * 1024,
            "The body is longer than 262144 bytes, the most that this call takes. Send the codes in several calls.",
        ),
        (
            "groups//codes",
            256 * 1024,
            "The body is longer than 262144 bytes, the most that this call takes. Send the codes in several calls.",
        ),
    ] {
        let method = if path.starts_with("groups") {
            Method::POST
        } else {
            Method::PUT
        };
        let (status, error) = site.refused(PRIVATE, method, path, long(bytes)).await;
        assert_eq!((status, error.as_str()), (413, wanted), "{path}");
    }
    let call = json!({"url": "https://www.example.com/tickets", "agent": "x".repeat(16 * 1024)});
    let (status, error) = site.refused(PUBLIC, Method::POST, "requests", call).await;
    let wanted = "The body is longer than 16384 bytes, the most that a call takes. Send url or slug, ip, agent, lang and code, and cut what is longer.";
    assert_eq!((status, error.as_str()), (413, wanted));
}

#[tokio::test]
async fn no_page_calls_the_private_api() {
    let site = open().await;
    for (method, path) in [
        (Method::GET, "/v1/rooms"),
        (Method::GET, "/v1/account"),
        (Method::PUT, "/v1/domains/dom_shop"),
    ] {
        let asked = async |origin: Option<&str>| {
            let mut request = Request::builder()
                .method(method.clone())
                .uri(path)
                .header("x-api-key", PRIVATE);
            if let Some(origin) = origin {
                request = request.header("origin", origin);
            }
            let reply = site
                .send(request.body("{}".to_owned().into()).expect("a request"))
                .await;
            reply.status.as_u16()
        };
        assert_eq!(asked(None).await, 200, "{path}");
        for origin in ["https://www.example.com", "https://evil.example", "null"] {
            assert_eq!(asked(Some(origin)).await, 403, "{path} {origin}");
        }
    }
}

#[tokio::test]
async fn pages_read_answers_for_the_key_of_their_own_customer_alone() {
    let site = open().await;
    for (key, origin, allowed) in [
        (PUBLIC, "https://www.example.com", "https://www.example.com"),
        (PUBLIC, "https://www.other.example", ""),
        (PRIVATE, "https://www.example.com", ""),
    ] {
        let request = Request::get("/v1/rooms")
            .header("origin", origin)
            .header("x-api-key", key);
        let reply = site.send(request.body(String::new().into()).expect("a request")).await;
        assert_eq!(reply.header("access-control-allow-origin"), allowed, "{origin}");
    }
}
