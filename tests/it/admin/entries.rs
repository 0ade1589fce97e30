//! Rooms, customers and pools that are created, changed and deleted while the server runs: the
//! effects for visitors, the refused changes, and the changes after a restart.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, TestCrowd, TestServer, most_in_any_minute, room};

async fn server() -> TestServer {
    TestServer::with(&room("sale", "max_outflow = 60")).await
}

fn second() -> Value {
    json!({ "customer": "demo", "id": "second", "name": "Second", "targetUrl": "https://shop.example/", "maxOutflow": 60 })
}

async fn make(server: &TestServer, path: &str, body: &Value) -> Reply {
    let reply = server.admin(Method::POST, path, &body.to_string()).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply
}

async fn change(server: &TestServer, path: &str, body: &Value) -> Reply {
    server.admin(Method::PATCH, path, &body.to_string()).await
}

#[tokio::test]
async fn a_room_made_while_the_server_runs_lets_people_in() {
    let server = server().await;
    let made = make(&server, "rooms", &second()).await.json();
    assert_eq!(
        (made["phase"].clone(), made["version"].clone()),
        (json!("queue"), json!(2))
    );
    let mut visitor = server.visitor().at("c=demo&e=second");
    assert_eq!(visitor.enter().await.slot("number"), "1");
    server.pass(&visitor).await;
    assert_eq!(server.grants_of("second").await.len(), 1);
    let again = server.admin(Method::POST, "rooms", &second().to_string()).await;
    assert_eq!(again.status, 409, "{}", again.text());
}

#[tokio::test]
async fn every_setting_of_a_room_changes_in_place_and_nobody_loses_a_place() {
    let server = TestServer::sale(0).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let wanted = json!({ "name": "Winter sale", "display": { "queueNumber": false }, "targetUrl": "https://shop.example/winter" });
    let answer = change(&server, "rooms/demo/sale", &wanted).await.json();
    assert_eq!(
        (answer["name"].clone(), answer["settings"]["display"].clone()),
        (json!("Winter sale"), json!({ "queueNumber": false }))
    );
    let page = visitor.load().await;
    assert!(
        page.text().contains("Winter sale"),
        "the page is rendered anew: {}",
        page.text()
    );
    assert_eq!(page.status, 200);
    change(
        &server,
        "rooms/demo/sale",
        &json!({ "maxOutflow": 60, "visibility": "at-peak" }),
    )
    .await;
    let url = server.pass(&visitor).await;
    assert!(url.starts_with("https://shop.example/winter"), "{url}");
    change(&server, "rooms/demo/sale", &json!({ "name": null, "display": null })).await;
    let answer = server.admin(Method::GET, "rooms/demo/sale", "").await.json();
    assert_eq!(
        (answer["name"].clone(), answer["settings"].get("display")),
        (json!("sale"), None),
        "back to the default"
    );
}

#[tokio::test]
async fn a_new_colour_is_worn_and_served() {
    let server = server().await;
    let plain = stylesheet(&server).await;
    let reply = change(&server, "rooms/demo/sale", &json!({ "color": "#c2185b" })).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let pink = stylesheet(&server).await;
    assert_ne!(pink, plain);
    for path in [&pink, &plain] {
        assert_eq!(server.get(path, &[]).await.status, 200, "{path}");
    }
    assert!(server.get(&pink, &[]).await.text().contains("--accent:"));
    change(&server, "rooms/demo/sale", &json!({ "color": null })).await;
    assert_eq!(stylesheet(&server).await, plain);
    assert_eq!(
        server.get(&pink, &[]).await.status,
        200,
        "pages that are open still ask for it"
    );
}

async fn stylesheet(server: &TestServer) -> String {
    let page = server.visitor().enter().await.text();
    let (_, rest) = page.split_once("rel=\"stylesheet\" href=\"").expect("a stylesheet");
    rest.split('"').next().expect("it ends").to_owned()
}

#[tokio::test]
async fn a_room_is_not_deleted_under_people_unless_it_must() {
    let server = server().await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let refused = server.admin(Method::DELETE, "rooms/demo/sale", "").await;
    assert_eq!(refused.status, 409);
    assert!(
        refused.text().contains("1 people wait in room demo/sale"),
        "{}",
        refused.text()
    );
    let wrong = server.admin(Method::DELETE, "rooms/demo/sale?force=perhaps", "").await;
    assert_eq!(
        (wrong.status.as_u16(), wrong.json()["pointer"].clone()),
        (422, json!("/force"))
    );
    assert_eq!(
        server
            .admin(Method::DELETE, "rooms/demo/sale?force=true", "")
            .await
            .status,
        204
    );
    assert_eq!(visitor.load().await.status, 404);
    assert_eq!(server.admin(Method::GET, "rooms/demo/sale", "").await.status, 404);
    let mut again = second();
    again["id"] = json!("sale");
    make(&server, "rooms", &again).await;
    assert_eq!(visitor.load().await.slot("number"), "1", "its places were kept");
}

#[tokio::test]
async fn creations_changes_and_deletions_outlive_a_restart() {
    let file = room("sale", "max_outflow = 60") + &room("third", "max_outflow = 5");
    let server = TestServer::durable(&file).await;
    make(&server, "customers", &json!({ "id": "acme", "secretKey": "k-1-7f3a" })).await;
    let mut of_acme = second();
    of_acme["customer"] = json!("acme");
    make(&server, "rooms", &of_acme).await;
    server.patch(r#"{"name":"Winter sale","maxOutflow":30}"#).await;
    assert_eq!(server.admin(Method::DELETE, "rooms/demo/third", "").await.status, 204);
    let before = server.admin(Method::GET, "rooms", "").await.json();
    let server = server.restart(1_000).await;
    assert_eq!(server.admin(Method::GET, "rooms", "").await.json(), before);
    assert_eq!(before.as_array().map(Vec::len), Some(2), "{before:#}");
    let customers = server.admin(Method::GET, "customers", "").await;
    assert!(
        customers.text().contains("acme") && !customers.text().contains("k-1"),
        "{}",
        customers.text()
    );
}

#[tokio::test]
async fn a_room_joins_and_leaves_a_pool_when_nobody_waits() {
    let server = TestServer::durable(&(room("sale", "max_outflow = 600") + &room("second", "max_outflow = 600"))).await;
    make(&server, "pools", &json!({ "id": "shop", "rate": 60 })).await;
    for id in ["sale", "second"] {
        let reply = change(&server, &format!("rooms/demo/{id}"), &json!({ "pool": "shop" })).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    let mut crowd = TestCrowd::enter(&server, 90)
        .await
        .and(TestCrowd::of(&server, "second", 90).await);
    crowd.wait(&server, 60_000).await;
    let mut all = [server.grants().await, server.grants_of("second").await].concat();
    all.sort_by_key(|grant| grant.granted_at);
    assert!(
        (50..=60).contains(&most_in_any_minute(&all)),
        "{}",
        most_in_any_minute(&all)
    );
    let refused = change(&server, "rooms/demo/sale", &json!({ "pool": null })).await;
    assert_eq!(refused.status, 409);
    assert!(
        refused.text().contains("people wait in room demo/sale"),
        "{}",
        refused.text()
    );
    let named = server.admin(Method::DELETE, "pools/shop", "").await;
    assert_eq!(named.status, 409);
    assert!(named.text().contains("room demo/sale"), "{}", named.text());
    // A pool's settings change while a crowd waits; a new pool node replaces the old one, and all
    // visitors keep their places.
    let reply = change(&server, "pools/shop", &json!({ "rate": 120 })).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    crowd.wait(&server, 120_000).await;
    assert_eq!(crowd.through().len(), 180);
    let mut all = [server.grants().await, server.grants_of("second").await].concat();
    all.sort_by_key(|grant| grant.granted_at);
    assert!(most_in_any_minute(&all) <= 120, "{}", most_in_any_minute(&all));
    for id in ["sale", "second"] {
        let left = change(&server, &format!("rooms/demo/{id}"), &json!({ "pool": null })).await;
        assert_eq!(left.status, 200, "nobody waits any more: {}", left.text());
    }
    assert_eq!(server.admin(Method::DELETE, "pools/shop", "").await.status, 204);
    crowd.adrift().await;
    let server = server.restart(0).await;
    assert_eq!(server.admin(Method::GET, "pools", "").await.json(), json!([]));
}

#[tokio::test]
async fn a_customers_keys_and_hosts_act_on_its_rooms() {
    let server = server().await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let reply = change(
        &server,
        "customers/demo",
        &json!({ "secretKey": "new-secret-9a4c", "hosts": ["queue.brand.example"] }),
    )
    .await;
    assert_eq!(reply.json(), json!({ "id": "demo", "hosts": ["queue.brand.example"] }));
    let url = server.pass(&visitor).await;
    let token = url.split("queueittoken=").nth(1).expect("a token");
    let key = protocol::SecretKey::new("new-secret-9a4c").expect("not empty");
    assert!(
        protocol::queueittoken::TokenFields::parse(token).is_signed_by(&key),
        "{url}"
    );
    let at = |host: &'static str, path: &'static str| {
        let server = &server;
        async move { server.get(path, &[("host", host)]).await.status.as_u16() }
    };
    assert_eq!(
        at("queue.brand.example", "/?c=other&e=sale").await,
        404,
        "others are not known there"
    );
    assert_eq!(at("queue.brand.example", "/metrics").await, 404);
    assert_eq!(at("queue.example", "/metrics").await, 200);
    change(&server, "customers/demo", &json!({ "hosts": [] })).await;
    assert_eq!(
        at("queue.brand.example", "/metrics").await,
        200,
        "nobody's host any more"
    );
    let log = server.admin(Method::GET, "audit?resource=customer/demo", "").await;
    assert!(
        !log.text().contains("new-secret") && log.text().contains("secretKey"),
        "{}",
        log.text()
    );
}

#[tokio::test]
async fn mistakes_in_an_entry_are_named_and_nothing_is_stored() {
    let server = server().await;
    let with = |key: &str, value: Value| {
        let mut body = second();
        body[key] = value;
        body
    };
    let mut lacking = second();
    lacking.as_object_mut().expect("an object").remove("targetUrl");
    let before = server.admin(Method::GET, "rooms", "").await.json();
    for (body, status, pointer) in [
        (lacking, 422, json!("/targetUrl")),
        (with("id", json!("No")), 422, json!("/id")),
        (with("id", json!("a/b")), 422, json!("/id")),
        (with("id", json!("")), 422, json!("/id")),
        (with("id", json!(5)), 422, json!("/id")),
        (with("customer", json!("nobody")), 422, json!("/customer")),
        (
            with("targetHosts", json!(["shop.example", "a b"])),
            422,
            json!("/targetHosts/1"),
        ),
        (
            with("display", json!({ "number": true })),
            422,
            json!("/display/number"),
        ),
        (with("start", json!("tomorrow")), 422, json!("/start")),
        (with("start", json!(5)), 422, json!("/start")),
        (with("end", json!("2026-12-01T10:00:00")), 422, json!("/end")),
        (with("theme", json!("nobody's")), 422, json!("/theme")),
        (with("logo", json!("nowhere.svg")), 422, json!("/logo")),
        (with("logo", json!("../secret.svg")), 422, json!("/logo")),
        (with("logo", json!("/etc/logo.svg")), 422, json!("/logo")),
        (with("color", json!("red")), 422, json!("/color")),
        (with("pool", json!("nowhere")), 422, json!("/pool")),
        (with("hosts", json!(["queue.example"])), 422, json!("/hosts/0")),
        (with("max_outflow", json!(5)), 422, json!("/max_outflow")),
        (with("nonsense", Value::Null), 422, json!("/nonsense")),
        (with("message", json!("x".repeat(501))), 422, json!("/message")),
        (with("name", json!("x".repeat(70_000))), 413, Value::Null),
    ] {
        let reply = server.admin(Method::POST, "rooms", &body.to_string()).await;
        let answer: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
        assert_eq!(
            (reply.status.as_u16(), answer["pointer"].clone()),
            (status, pointer),
            "{body} {}",
            reply.text()
        );
    }
    let id = change(&server, "rooms/demo/sale", &json!({ "id": "other" })).await;
    assert_eq!((id.status.as_u16(), id.json()["pointer"].clone()), (422, json!("/id")));
    let used = server.admin(Method::DELETE, "customers/demo", "").await;
    assert_eq!(used.status, 409, "{}", used.text());
    assert!(used.text().contains("room demo/sale"), "{}", used.text());
    assert_eq!(server.admin(Method::GET, "rooms", "").await.json(), before);
    assert_eq!(
        server.admin(Method::GET, "audit", "").await.json()["entries"],
        json!([])
    );
}

#[tokio::test]
async fn two_problems_are_both_reported() {
    let server = server().await;
    let reply = change(
        &server,
        "rooms/demo/sale",
        &json!({ "culture": "en", "color": "red", "visibility": "never" }),
    )
    .await;
    let answer = reply.json();
    let pointers: Vec<&str> = answer["errors"]
        .as_array()
        .expect("several")
        .iter()
        .filter_map(|error| error["pointer"].as_str())
        .collect();
    assert_eq!(pointers, ["/visibility", "/color"], "{answer:#}");
}

/// Returns the pointer and the status of every reported error.
async fn mistakes(server: &TestServer, method: Method, path: &str, body: Value) -> Vec<String> {
    let reply = server.admin(method, path, &body.to_string()).await;
    let answer = reply.json();
    assert_eq!(reply.status, 422, "{answer:#}");
    let errors = answer["errors"]
        .as_array()
        .cloned()
        .unwrap_or_else(|| vec![answer.clone()]);
    let pointer = |error: &Value| error["pointer"].as_str().unwrap_or_default().to_owned();
    errors.iter().map(pointer).collect()
}

#[tokio::test]
async fn a_key_that_there_is_not_hides_no_other_mistake() {
    let server = server().await;
    let wanted = json!({ "maxOutlfow": 5, "colour": null, "color": "red", "visibility": "never",
        "display": { "waits": true, "queue_number": 1, "wait": 5 }, "targetHosts": ["a", null, 5] });
    let mut answer = mistakes(&server, Method::PATCH, "rooms/demo/sale", wanted).await;
    answer.sort();
    let expected = [
        "/color",
        "/colour",
        "/display/queue_number",
        "/display/wait",
        "/display/waits",
        "/maxOutlfow",
        "/targetHosts/1",
        "/targetHosts/2",
        "/visibility",
    ];
    assert_eq!(answer, expected);
    let mut room = second();
    room["maxOutflow"] = json!("many");
    room["max_outflow"] = json!(5);
    let mut answer = mistakes(&server, Method::POST, "rooms", room).await;
    answer.sort();
    assert_eq!(answer, ["/maxOutflow", "/max_outflow"]);
    let culture = json!({ "culture": "zz-nonsense", "cultur": "de" });
    let answer = mistakes(&server, Method::PATCH, "rooms/demo/sale", culture).await;
    assert_eq!(answer, ["/cultur", "/culture"]);
    let pool = json!({ "id": "shop", "rate": "fast", "rates": null });
    assert_eq!(
        mistakes(&server, Method::POST, "pools", pool).await,
        ["/rates", "/rate"]
    );
    let answer = change(&server, "rooms/demo/sale", &json!({ "maxOutlfow": 5 }))
        .await
        .json();
    assert_eq!(answer["detail"], "there is no such key; did you mean `maxOutflow`?");
}

#[tokio::test]
async fn every_mistake_of_a_body_is_reported_at_once() {
    let server = server().await;
    let token = json!({ "name": 5, "role": "king", "customers": "demo", "expiresAt": true });
    let mut answer = mistakes(&server, Method::POST, "tokens", token).await;
    answer.sort();
    assert_eq!(answer, ["/customers", "/expiresAt", "/name", "/role"]);
    let group = json!({ "adresses": [], "addresses": ["192.0.2.1", 7] });
    let mut answer = mistakes(&server, Method::POST, "ip-groups", group).await;
    answer.sort();
    assert_eq!(answer, ["/addresses/1", "/adresses", "/id"]);
}
