//! Web push shortly before the turn: a visitor, the real router, and a push service that decrypts
//! its messages.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use store::{PoolId, Store};

use crate::support::{PUSH_HOST, PushBrowser, PushService, PushedMessage, Reply, START_MS, TestServer, Visitor, room};

/// The keys of a room whose last visitor of [`line_of`] waits for half an hour.
const KEYS: &str = "name = \"Summer sale\"\nmax_outflow = 1\npush = true";

fn rooms(service: &PushService, keys: &str) -> String {
    format!("{}{}", service.section(), room("sale", keys))
}

async fn server(service: &PushService) -> TestServer {
    TestServer::with(&rooms(service, KEYS)).await
}

/// Lets people enter, and returns the last one.
async fn line_of(server: &TestServer, people: usize) -> Visitor {
    for _ in 1..people {
        server.visitor().enter().await;
    }
    let mut last = server.visitor();
    last.enter().await;
    last
}

/// Gives the browser's subscription for the visitor's place; returns the answer.
async fn gives(visitor: &mut Visitor, browser: &PushBrowser) -> Reply {
    let form = format!("{}&{}", visitor.query, browser.form());
    visitor.post("/push", &form).await
}

/// Switches the web push on.
async fn subscribes(visitor: &mut Visitor, browser: &PushBrowser) {
    let reply = gives(visitor, browser).await;
    assert_eq!((reply.status.as_u16(), reply.json()["on"].as_bool()), (200, Some(true)));
}

/// Returns whether the web push is on, and whether it was sent, as the server answers the script.
async fn shown(visitor: &mut Visitor) -> (Option<bool>, Option<bool>) {
    let reply = visitor.get(&format!("/push?{}", visitor.query)).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("cache-control"), "no-store");
    let state = reply.json();
    (state["on"].as_bool(), state["sent"].as_bool())
}

const OFF: (Option<bool>, Option<bool>) = (Some(false), Some(false));
const ON: (Option<bool>, Option<bool>) = (Some(true), Some(false));
const SENT: (Option<bool>, Option<bool>) = (Some(false), Some(true));

/// Brings all visitors' turns near: thirty a minute instead of one.
async fn comes_near(server: &TestServer) {
    server.patch(r#"{"maxOutflow":30}"#).await;
    server.advance(1_000).await;
}

/// Lets the background work run several times.
async fn works(server: &TestServer) {
    for _ in 0..3 {
        server.app.send_pushes_once().await;
        server.advance(1_000).await;
    }
}

/// Returns everything that the store has about web pushes, as one text, and the number of records.
async fn stored(server: &TestServer) -> (String, usize) {
    let store = server.memory.as_ref().expect("a server in memory");
    let pool = PoolId::new("~push").expect("a name");
    let (_, records) = store.scan(&pool, b"").await.expect("memory");
    let places = records.iter().filter(|(key, _)| key.as_bytes()[0] == b'p').count();
    let bytes = records
        .into_iter()
        .flat_map(|(key, value)| [key.as_bytes().to_vec(), value].concat());
    (
        String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned(),
        places,
    )
}

/// Verifies the sender, the recipient and the expiry of a message by the key that browsers
/// received.
fn verify_sender(message: &PushedMessage, public_key: &str) {
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let header = message.headers["authorization"]
        .strip_prefix("vapid t=")
        .expect("the scheme");
    let (token, key) = header.split_once(", k=").expect("the key");
    assert_eq!(key, public_key, "services compare it with the subscription's");
    let (signed, signature) = token.rsplit_once('.').expect("three parts");
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(key))
        .verify(signed.as_bytes(), &bytes(signature))
        .expect("a signature");
    let claims: Value = serde_json::from_slice(&bytes(signed.split_once('.').expect("two parts").1)).expect("JSON");
    assert_eq!(claims["aud"], format!("https://{PUSH_HOST}"));
    assert_eq!(claims["sub"], "mailto:ops@example.com");
    let left = claims["exp"].as_u64().expect("a time") - START_MS / 1_000;
    assert!((3_600..=86_400).contains(&left), "{left} seconds");
}

#[tokio::test]
async fn one_message_comes_before_the_turn_and_only_the_browser_can_read_it() {
    let service = PushService::start().await;
    let server = server(&service).await;
    let mut ada = line_of(&server, 30).await;
    ada.query.push_str("&cid=de&t=https%3A%2F%2Fshop.example%2Fx");
    let browser = PushBrowser::new(7);
    assert_eq!(shown(&mut ada).await, OFF);
    subscribes(&mut ada, &browser).await;
    assert_eq!(shown(&mut ada).await, ON);
    works(&server).await;
    assert!(service.seen().is_empty(), "half an hour is not near");
    let (text, places) = stored(&server).await;
    assert!(
        !text.contains("browser7") && places == 1,
        "the subscription is encrypted"
    );

    comes_near(&server).await;
    works(&server).await;
    let seen = service.seen();
    assert_eq!(seen.len(), 1, "one message a place");
    let message = &seen[0];
    assert_eq!(
        (message.target.as_str(), message.path.as_str()),
        ("updates.push.services.mozilla.com:443", "/wpush/v2/browser7")
    );
    let header = |name: &str| message.headers.get(name).map(String::as_str).unwrap_or_default();
    assert_eq!((header("ttl"), header("urgency")), ("900", "high"));
    assert_eq!(header("content-encoding"), "aes128gcm");
    assert!((1..=32).contains(&header("topic").len()), "{}", header("topic"));
    let state = ada.get(&format!("/push?{}", ada.query)).await.json();
    verify_sender(message, state["publicKey"].as_str().expect("a key"));
    let read = browser.read(&message.body);
    assert_eq!(read["title"], "Summer sale: Sie sind fast an der Reihe");
    assert_eq!(read["url"], "/?c=demo&e=sale&cid=de&t=https%3A%2F%2Fshop.example%2Fx");
    assert_eq!((&read["lang"], &read["dir"]), (&json!("de"), &json!("ltr")));
    assert_eq!(read["tag"], header("topic"));
    let body = read["body"].as_str().expect("a text");
    assert!(body.starts_with("Voraussichtliche Wartezeit: "), "{body}");
    assert!(!read.to_string().contains(&ada.queue_id()), "nothing of the visitor");
    assert_eq!(shown(&mut ada).await, SENT);
    let (text, _) = stored(&server).await;
    assert!(!text.contains("browser7"));
    assert_eq!(
        gives(&mut ada, &PushBrowser::new(8)).await.json()["sent"],
        true,
        "one a place"
    );
    works(&server).await;
    assert_eq!(service.seen().len(), 1);

    // Where the notification leads, the browser finds its place by its cookie.
    let mut tab = ada.clone().at(&read["url"].as_str().expect("a path")[2..]);
    tab.enter().await;
    assert_eq!(tab.queue_id(), ada.queue_id());
}

#[tokio::test]
async fn a_subscription_that_has_ended_is_forgotten_and_another_one_is_taken() {
    let service = PushService::start().await;
    let server = server(&service).await;
    let mut ada = line_of(&server, 30).await;
    for (number, ended) in [(1, 410), (2, 404)] {
        subscribes(&mut ada, &PushBrowser::new(number)).await;
        service.answer(ended);
        comes_near(&server).await;
        works(&server).await;
        assert_eq!(service.seen().len(), usize::from(number), "tried once");
        assert_eq!((stored(&server).await.1, shown(&mut ada).await), (0, OFF));
    }
    service.answer(201);
    subscribes(&mut ada, &PushBrowser::new(3)).await;
    works(&server).await;
    assert_eq!((service.seen().len(), shown(&mut ada).await), (3, SENT));
}

#[tokio::test]
async fn a_service_that_is_away_is_asked_again_and_one_that_refuses_is_not() {
    let service = PushService::start().await;
    let server = server(&service).await;
    let (mut ada, mut eve) = (line_of(&server, 25).await, line_of(&server, 1).await);
    subscribes(&mut ada, &PushBrowser::new(1)).await;
    service.answer(503);
    comes_near(&server).await;
    works(&server).await;
    assert_eq!(service.seen().len(), 1);
    service.answer(201);
    server.clock.advance_ms(31_000);
    works(&server).await;
    let seen = service.seen();
    assert_eq!((seen.len(), shown(&mut ada).await), (2, SENT));
    assert_eq!(seen[0].headers["topic"], seen[1].headers["topic"]);
    assert_ne!(seen[0].body, seen[1].body, "each is encrypted under keys of its own");

    service.answer(403);
    subscribes(&mut eve, &PushBrowser::new(2)).await;
    works(&server).await;
    server.clock.advance_ms(600_000);
    works(&server).await;
    assert_eq!(service.seen().len(), 3, "given up");
}

#[tokio::test]
async fn a_restart_keeps_subscriptions_and_of_two_nodes_one_sends() {
    let service = PushService::start().await;
    let server = TestServer::durable(&rooms(&service, KEYS)).await;
    let mut ada = line_of(&server, 30).await;
    let browser = PushBrowser::new(9);
    subscribes(&mut ada, &browser).await;
    let ada = ada.adrift();
    let server = server.restart(1_000).await;
    let mut ada = ada.move_to(&server);
    assert_eq!(shown(&mut ada).await, ON);
    comes_near(&server).await;
    works(&server).await;
    let seen = service.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!(
        browser.read(&seen[0].body)["title"],
        "Summer sale: your turn is coming up"
    );

    let server = TestServer::with(&rooms(&service, KEYS)).await;
    let mut eve = line_of(&server, 5).await;
    subscribes(&mut eve, &PushBrowser::new(10)).await;
    let (one, other) = (server.beside().await, server.beside().await);
    comes_near(&server).await;
    for node in [&one, &other] {
        node.settle().await;
    }
    for _ in 0..3 {
        tokio::join!(
            server.app.send_pushes_once(),
            one.app.send_pushes_once(),
            other.app.send_pushes_once()
        );
        server.clock.advance_ms(1_000);
    }
    assert_eq!(service.seen().len(), 2);
}

#[tokio::test]
async fn a_subscription_ends_with_the_wish_the_place_and_the_device() {
    let service = PushService::start().await;
    let server = server(&service).await;
    let mut ada = line_of(&server, 1).await;
    subscribes(&mut ada, &PushBrowser::new(1)).await;
    let form = format!("{}&remove=1", ada.query);
    let removed = ada.post("/push", &form).await;
    assert_eq!(removed.json()["on"], false);
    assert!(!stored(&server).await.0.contains("browser1"));
    subscribes(&mut ada, &PushBrowser::new(1)).await;
    ada.post(&format!("/exitline.aspx?{}", ada.query), "").await;
    assert_eq!(stored(&server).await.1, 0, "given up");

    // A browser that handed its place on gets no push.
    let mut desktop = line_of(&server, 30).await;
    subscribes(&mut desktop, &PushBrowser::new(2)).await;
    let form = desktop.query.clone();
    let code = desktop.post("/move", &form).await.slot("code");
    let mut phone = server.visitor();
    let taken = phone.post("/move/demo/sale", &format!("code={code}")).await;
    assert!(taken.leads_on(), "{}", taken.text());
    phone.follow(&taken);
    assert_eq!(shown(&mut phone).await, OFF, "not this device");
    comes_near(&server).await;
    works(&server).await;
    assert_eq!((service.seen().len(), stored(&server).await.1), (0, 0));
    subscribes(&mut phone, &PushBrowser::new(3)).await;
    works(&server).await;
    assert_eq!(service.seen().len(), 1);
    let past = gives(&mut desktop, &PushBrowser::new(2)).await;
    assert_eq!(
        (past.status.as_u16(), past.json()["error"]["code"].as_str()),
        (410, Some("moved"))
    );
}

#[tokio::test]
async fn only_push_services_are_taken_and_only_from_the_holder_on_our_page() {
    let service = PushService::start().await;
    let server = server(&service).await;
    let mut ada = line_of(&server, 2).await;
    for elsewhere in [
        "https://169.254.169.254/latest/meta-data/",
        "https://localhost/wpush",
        "https://evil.example/wpush",
        "http://updates.push.services.mozilla.com/wpush",
        "https://updates.push.services.mozilla.com:22/wpush",
        "",
    ] {
        let reply = gives(&mut ada, &PushBrowser::new(1).at(elsewhere)).await;
        assert_eq!(reply.status, 422, "{elsewhere}: {}", reply.text());
    }
    let form = format!("{}&endpoint=https%3A%2F%2F{PUSH_HOST}%2Fx&p256dh=AA&auth=AA", ada.query);
    assert_eq!(ada.post("/push", &form).await.status, 422, "no keys");
    assert_eq!(stored(&server).await.1, 0);

    let form = format!("{}&{}", ada.query, PushBrowser::new(1).form());
    let foreign = [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")];
    let foreign = ada.post_body_with("/push", &form, &foreign).await;
    assert_eq!(foreign.status, 403, "{}", foreign.text());
    let mut stranger = server.visitor().at(&ada.query);
    let refused = gives(&mut stranger, &PushBrowser::new(1)).await;
    assert_eq!(refused.status, 403, "a link alone holds nothing: {}", refused.text());
    assert_eq!(stored(&server).await.1, 0);

    for (number, allowed) in [(1, true), (2, true), (3, true), (4, true), (5, true), (6, false)] {
        server.advance(61_000).await;
        let reply = gives(&mut ada, &PushBrowser::new(number)).await;
        assert_eq!(reply.status == 200, allowed, "{number}: {}", reply.text());
    }
    assert_eq!(stored(&server).await.1, 1, "one a place");

    let silent = TestServer::with(&rooms(&service, "max_outflow = 1")).await;
    let mut eve = line_of(&silent, 2).await;
    assert_eq!(
        gives(&mut eve, &PushBrowser::new(1)).await.status,
        404,
        "a room without"
    );
    assert_eq!(eve.get(&format!("/push?{}", eve.query)).await.status, 404);
    let without = TestServer::with(&room("sale", "max_outflow = 1")).await;
    let mut eve = line_of(&without, 2).await;
    assert_eq!(
        gives(&mut eve, &PushBrowser::new(1)).await.status,
        404,
        "a server without"
    );
    assert_eq!(eve.get("/push/worker.js").await.status, 404);
}

#[tokio::test]
async fn taking_back_is_limited_apart_from_subscribing() {
    let service = PushService::start().await;
    let server = server(&service).await;
    let mut ada = line_of(&server, 1).await;
    let remove = format!("{}&remove=1", ada.query);
    subscribes(&mut ada, &PushBrowser::new(1)).await;
    for _ in 0..10 {
        assert_eq!(ada.post("/push", &remove).await.status, 200);
    }
    assert_eq!(ada.post("/push", &remove).await.status, 429, "more than anybody needs");
    subscribes(&mut ada, &PushBrowser::new(1)).await;
    server.clock.advance_ms(60_000);
    assert_eq!(ada.post("/push", &remove).await.json()["on"], false);
}
