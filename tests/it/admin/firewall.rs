//! The firewall: rules for visitors' addresses, by the file and by the API.

use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{SHOP, TestServer, config, room};

const RULES: &str = "customers/demo/firewall";

fn rule(id: &str, action: &str, keys: &str) -> String {
    format!("[[firewall]]\ncustomer = \"demo\"\nid = \"{id}\"\naction = \"{action}\"\n{keys}\n")
}

async fn make(server: &TestServer, body: Value) -> Value {
    let reply = server.admin(Method::POST, RULES, &body.to_string()).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()
}

#[tokio::test]
async fn a_blocked_address_is_refused_at_every_door_and_the_others_are_not() {
    let rules = rule("bots", "block", "addresses = [\"203.0.113.0/24\"]");
    let server = TestServer::with(&(room("sale", "max_outflow = 0") + &rules)).await;
    let mut blocked = server.visitor().from([203, 0, 113, 9]);
    let page = blocked.load().await;
    assert_eq!(page.status, 403);
    assert_eq!(
        (
            page.html("data-page"),
            page.html("data-state"),
            page.html("data-error-id")
        ),
        ("error".to_owned(), "blocked".to_owned(), String::new())
    );
    assert!(page.header("set-cookie").is_empty(), "no place");
    let poll = server.poll(&blocked).await;
    assert_eq!(
        (poll.status.as_u16(), poll.json()["error"]["code"].as_str()),
        (403, Some("blocked"))
    );
    for (path, body) in [
        ("/spa-api/queue/demo/sale/enqueue?cid=en", "{}"),
        ("/api/mobileapp/queue/demo/sale/enqueue?userId=u", "{}"),
    ] {
        let reply = blocked.submit_json(path, body).await.expect("answered");
        assert!(!reply.text().contains("queueId\":\""), "{path}: {}", reply.text());
    }
    let mut other = server.visitor().from([203, 0, 114, 9]);
    assert_eq!(other.enter().await.slot("number"), "1");
    let metrics = other.get("/metrics").await.text();
    assert!(
        metrics.contains("anteroom_firewall_total{action=\"Block\"}"),
        "{metrics}"
    );
}

#[tokio::test]
async fn somebody_in_line_is_refused_while_blocked_and_keeps_the_place() {
    let server = TestServer::sale(0).await;
    let mut visitor = server.visitor().from([203, 0, 113, 9]);
    visitor.enter().await;
    let made = make(
        &server,
        json!({"id": "nine", "action": "block", "addresses": ["203.0.113.9"], "note": "scrapes"}),
    )
    .await;
    assert_eq!(
        made,
        json!({"id": "nine", "room": null, "action": "block", "group": null, "addresses": ["203.0.113.9"],
               "note": "scrapes", "expires": null, "inForce": true})
    );
    assert_eq!(server.poll(&visitor).await.status, 403);
    assert_eq!(visitor.load().await.status, 403);
    let form = visitor.query.clone();
    assert_eq!(visitor.post("/move", &form).await.status, 403, "no code either");
    let reply = server.admin(Method::DELETE, &format!("{RULES}/nine"), "").await;
    assert_eq!(reply.status, 204);
    assert_eq!(visitor.load().await.slot("number"), "1");
}

#[tokio::test]
async fn a_rule_ends_by_itself_and_is_deleted_with_the_next_one() {
    let server = TestServer::sale(0).await;
    let soon = "2023-11-14T22:14:00Z";
    make(
        &server,
        json!({"id": "short", "action": "block", "addresses": ["203.0.113.9"], "expires": soon}),
    )
    .await;
    let mut visitor = server.visitor().from([203, 0, 113, 9]);
    assert_eq!(visitor.load().await.status, 403);
    server.advance(60_000).await;
    assert_eq!(visitor.enter().await.status, 200);
    let listed = server.admin(Method::GET, RULES, "").await.json();
    assert_eq!(
        (&listed[0]["id"], &listed[0]["inForce"]),
        (&json!("short"), &json!(false))
    );
    make(
        &server,
        json!({"id": "next", "action": "block", "addresses": ["203.0.113.10"]}),
    )
    .await;
    let listed = server.admin(Method::GET, RULES, "").await.json();
    let ids: Vec<&Value> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|rule| &rule["id"])
        .collect();
    assert_eq!(ids, ["next"]);
}

#[tokio::test]
async fn a_rule_holds_at_other_nodes_and_after_a_restart() {
    let server = TestServer::sale(0).await;
    let beside = server.beside().await;
    make(
        &server,
        json!({"id": "nine", "action": "block", "addresses": ["203.0.113.9"]}),
    )
    .await;
    beside.app.refresh_admin_store().await;
    let status = |server: &TestServer| {
        let mut visitor = server.visitor().from([203, 0, 113, 9]);
        async move { visitor.load().await.status.as_u16() }
    };
    assert_eq!(status(&beside).await, 403);
    drop(beside);
    let server = server.restart(1_000).await;
    assert_eq!(status(&server).await, 403);
    let patch = json!({"addresses": ["203.0.113.10"]}).to_string();
    let patched = server.admin(Method::PATCH, &format!("{RULES}/nine"), &patch).await;
    assert_eq!(patched.json()["addresses"], json!(["203.0.113.10"]));
    assert_eq!(status(&server).await, 302);
}

#[tokio::test]
async fn the_smallest_network_decides_and_a_rule_of_one_room_concerns_no_other() {
    let rules = [
        rule("wide", "block", "addresses = [\"203.0.0.0/16\"]"),
        rule("ours", "ignore", "addresses = [\"203.0.113.0/24\"]"),
        rule("shop", "bypass", "room = \"sale\"\naddresses = [\"203.0.113.7\"]"),
    ];
    let rooms = room("sale", "max_outflow = 0") + &room("second", "max_outflow = 0");
    let server = TestServer::with(&(rooms + &rules.concat())).await;
    for (address, of_sale, of_second) in [
        ([203, 0, 112, 1], 403, 403),
        ([203, 0, 113, 1], 302, 302),
        ([203, 0, 113, 7], 302, 302),
    ] {
        for (room, expected) in [("sale", of_sale), ("second", of_second)] {
            let mut visitor = server.visitor().from(address).at(&format!("c=demo&e={room}"));
            let reply = visitor.load().await;
            assert_eq!(reply.status, expected, "{address:?} {room}");
            let passes = reply.location().starts_with(SHOP);
            assert_eq!(passes, address[3] == 7 && room == "sale", "{address:?} {room}");
        }
    }
}

#[tokio::test]
async fn a_prioritised_address_joins_the_line_of_its_group() {
    let pool =
        "[[pool]]\nid = \"shop\"\nrate = 600\n[[group]]\npool = \"shop\"\nid = \"partners\"\nname = \"Partners\"\n";
    let rules = rule(
        "partner",
        "prioritise",
        "group = \"partners\"\naddresses = [\"203.0.113.9\"]",
    );
    let server =
        TestServer::with(&(pool.to_owned() + &room("sale", "max_outflow = 0\npool = \"shop\"") + &rules)).await;
    let mut ordinary = server.visitor().from([198, 51, 100, 1]);
    ordinary.enter().await;
    let mut partner = server.visitor().from([203, 0, 113, 9]);
    partner.enter().await;
    let stats = server.admin(Method::GET, "rooms/demo/sale/stats", "").await.json();
    assert_eq!(
        (
            &stats["waiting"],
            &stats["groups"][0]["group"],
            &stats["groups"][0]["waiting"]
        ),
        (&json!(2), &json!("partners"), &json!(1)),
        "{stats}"
    );
    assert_eq!(partner.load().await.slot("ahead"), "0");
}

#[tokio::test]
async fn favouring_addresses_requires_the_role_admin() {
    let server = TestServer::sale(0).await;
    let body = json!({"name": "otto", "role": "operate", "customer": "demo"}).to_string();
    let operate = server.admin(Method::POST, "tokens", &body).await.json();
    let operate = operate["token"].as_str().expect("a token").to_owned();
    let ask = async |method: Method, path: &str, body: Value| {
        let request = Request::builder()
            .method(method)
            .uri(format!("/admin/v1/{path}"))
            .header("authorization", format!("Bearer {operate}"))
            .body(axum::body::Body::from(body.to_string()));
        server.send(request.expect("a request")).await.status.as_u16()
    };
    let rule = |action: &str| json!({"id": "a", "action": action, "addresses": ["203.0.113.9"]});
    assert_eq!(ask(Method::POST, RULES, rule("bypass")).await, 403);
    assert_eq!(ask(Method::POST, RULES, rule("block")).await, 201);
    let path = format!("{RULES}/a");
    assert_eq!(ask(Method::PATCH, &path, json!({"action": "bypass"})).await, 403);
    assert_eq!(ask(Method::PATCH, &path, json!({"note": "x"})).await, 200);
    let bypass = json!({"action": "bypass"}).to_string();
    assert_eq!(server.admin(Method::PATCH, &path, &bypass).await.status, 200);
    assert_eq!(ask(Method::DELETE, &path, json!({})).await, 403);
    assert_eq!(ask(Method::POST, "customers/other/firewall", rule("block")).await, 403);
}

#[tokio::test]
async fn a_wrong_rule_names_the_field() {
    let server = TestServer::sale(0).await;
    let addresses = json!(["203.0.113.9"]);
    let many: Vec<String> = (0..1_001).map(|n| format!("10.0.{}.{}", n / 256, n % 256)).collect();
    for (body, pointer) in [
        (json!({"action": "block", "addresses": addresses}), "/id"),
        (json!({"id": "a", "action": "shut", "addresses": addresses}), "/action"),
        (
            json!({"id": "a", "action": "prioritise", "addresses": addresses}),
            "/action",
        ),
        (
            json!({"id": "a", "action": "prioritise", "group": "vip", "addresses": addresses}),
            "/group",
        ),
        (
            json!({"id": "a", "action": "block", "group": "vip", "addresses": addresses}),
            "/group",
        ),
        (
            json!({"id": "a", "action": "block", "room": "nowhere", "addresses": addresses}),
            "/room",
        ),
        (json!({"id": "a", "action": "block", "addresses": []}), "/addresses"),
        (json!({"id": "a", "action": "block", "addresses": many}), "/addresses"),
        (
            json!({"id": "a", "action": "block", "addresses": ["0.0.0.0/0"]}),
            "/addresses/0",
        ),
        (
            json!({"id": "a", "action": "block", "addresses": ["everybody"]}),
            "/addresses/0",
        ),
        (
            json!({"id": "a", "action": "block", "addresses": addresses, "expires": "soon"}),
            "/expires",
        ),
        (
            json!({"id": "a", "action": "block", "addresses": addresses, "expires": "2023-11-14T22:13:20Z"}),
            "/expires",
        ),
        (
            json!({"id": "a", "action": "block", "addresses": addresses, "note": "x".repeat(501)}),
            "/note",
        ),
        (
            json!({"id": "a", "action": "block", "adresses": addresses}),
            "/adresses",
        ),
        (
            json!({"id": "a", "customer": "other", "action": "block", "addresses": addresses}),
            "/customer",
        ),
    ] {
        let reply = server.admin(Method::POST, RULES, &body.to_string()).await;
        let problem = reply.json();
        assert_eq!(
            (reply.status.as_u16(), problem["pointer"].as_str()),
            (422, Some(pointer)),
            "{body}: {problem}"
        );
    }
    assert_eq!(server.admin(Method::GET, RULES, "").await.json(), json!([]));
}

#[tokio::test]
async fn a_customer_has_a_bound_of_rules() {
    let rules: String = (0..100)
        .map(|n| rule(&format!("r{n}"), "block", &format!("addresses = [\"203.0.113.{n}\"]")))
        .collect();
    let server = TestServer::with(&(room("sale", "max_outflow = 0") + &rules)).await;
    let body = json!({"id": "one-more", "action": "block", "addresses": ["203.0.113.200"]});
    let reply = server.admin(Method::POST, RULES, &body.to_string()).await;
    assert_eq!(reply.status, 422, "{}", reply.text());
}

#[tokio::test]
async fn the_audit_log_counts_a_rules_addresses_and_does_not_name_them() {
    let server = TestServer::sale(0).await;
    make(
        &server,
        json!({"id": "nine", "action": "block", "addresses": ["203.0.113.9"]}),
    )
    .await;
    let log = server.admin(Method::GET, "audit", "").await.text();
    assert!(log.contains("\"addresses\"") && !log.contains("203.0.113"), "{log}");
}

#[tokio::test]
async fn an_address_that_is_not_known_is_covered_by_no_rule() {
    let rules = rule(
        "all",
        "block",
        "addresses = [\"127.0.0.0/8\", \"10.0.0.0/8\", \"2001:db8::/32\"]",
    );
    let server = TestServer::of(config("memory:", &(room("sale", "max_outflow = 0") + &rules))).await;
    assert_eq!(server.visitor().enter().await.slot("number"), "1");
}
