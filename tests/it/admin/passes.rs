//! Order passes: the site's checkout asks whether a visitor's pass is valid for an order.

use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{Reply, SHOP, TestServer, Visitor, room};

const VERIFY: &str = "passes/verify";

async fn verify(server: &TestServer, body: &Value) -> (u16, Value) {
    let reply = server.admin(Method::POST, VERIFY, &body.to_string()).await;
    reply.status_and_json()
}

/// Lets a visitor through; returns the token.
async fn token(server: &TestServer, visitor: &mut Visitor) -> String {
    visitor.enter().await;
    let url = server.pass(visitor).await;
    url.strip_prefix(SHOP).expect("the shop").to_owned()
}

async fn orders(server: &TestServer) -> Value {
    server.admin(Method::GET, "customers/demo/orders", "").await.json()
}

#[tokio::test]
async fn a_pass_is_good_for_one_order_and_a_retry_gets_the_same_answer() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor();
    let token = token(&server, &mut visitor).await;
    let (status, accepted) = verify(&server, &json!({"token": token, "order": "A-1"})).await;
    assert_eq!(status, 200, "{accepted}");
    assert_eq!(
        accepted,
        json!({"customer": "demo", "room": "sale", "order": "A-1", "repeated": false, "orders": 1, "ordersMax": 1})
    );
    let queue_id = visitor.queue_id();
    for pass in [json!({"token": token}), json!({"queueId": queue_id})] {
        let asked = |order: &str| {
            let mut asked = pass.clone();
            asked["order"] = order.into();
            asked
        };
        let (status, again) = verify(&server, &asked("A-1")).await;
        assert_eq!((status, &again["repeated"]), (200, &json!(true)), "{again}");
        let (status, problem) = verify(&server, &asked("B-2")).await;
        assert_eq!(status, 409, "{problem}");
    }
    let reported = orders(&server).await;
    assert_eq!(
        (&reported["accepted"], &reported["usedUp"], &reported["withoutPass"]),
        (&json!(1), &json!(2), &json!(0))
    );
    assert_eq!(
        reported["rejected"][0],
        json!({"at": reported["rejected"][0]["at"], "room": "sale", "order": "B-2", "reason": "used-pass"})
    );
}

#[tokio::test]
async fn of_many_orders_of_one_pass_at_two_nodes_one_is_accepted() {
    let server = TestServer::sale(60).await;
    let beside = server.beside().await;
    let mut visitor = server.visitor();
    let token = token(&server, &mut visitor).await;
    let queue_id = visitor.queue_id();
    let asked: Vec<Value> = (0..40)
        .map(|order| match order % 2 {
            0 => json!({"token": token, "order": order.to_string()}),
            _ => json!({"queueId": queue_id, "order": order.to_string()}),
        })
        .collect();
    let asked = asked.iter().enumerate();
    let asked = asked.map(|(index, body)| verify([&server, &beside][index / 2 % 2], body));
    let statuses: Vec<u16> = futures_util::future::join_all(asked)
        .await
        .into_iter()
        .map(|(status, _)| status)
        .collect();
    let of = |wanted: u16| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((of(200), of(409)), (1, 39), "{statuses:?}");
    assert_eq!(orders(&beside).await["accepted"], 1);
}

#[tokio::test]
async fn an_order_without_a_genuine_pass_is_refused_and_listed() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor();
    let token = token(&server, &mut visitor).await;
    let waiting = {
        server.patch(r#"{"maxOutflow":0}"#).await;
        let mut waiting = server.visitor();
        waiting.enter().await;
        waiting.queue_id()
    };
    let forged = token.replace("rt_queue", "rt_safetynet");
    let elsewhere = token.replace("e_sale", "e_other");
    let cases = [
        (json!({"order": "none"}), "no-pass"),
        (json!({"order": "forged", "token": forged}), "unknown-pass"),
        (json!({"order": "elsewhere", "token": elsewhere}), "unknown-pass"),
        (json!({"order": "garbage", "token": "~"}), "unknown-pass"),
        (json!({"order": "waits", "queueId": waiting}), "unknown-pass"),
        (json!({"order": "text", "queueId": "x"}), "unknown-pass"),
        (
            json!({"order": "nil", "queueId": "00000000-0000-0000-0000-000000000000"}),
            "unknown-pass",
        ),
    ];
    for (asked, reason) in &cases {
        let mut asked = asked.clone();
        asked["customer"] = "demo".into();
        let (status, problem) = verify(&server, &asked).await;
        assert_eq!(status, 404, "{asked}: {problem}");
        let reported = orders(&server).await;
        let last = reported["rejected"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|one| one["order"] == asked["order"]);
        assert_eq!(last.expect("it is listed")["reason"], *reason, "{asked}");
    }
    assert_eq!(orders(&server).await["withoutPass"], cases.len());
    let metrics = server.visitor().get("/metrics").await.text();
    assert!(
        metrics.contains("anteroom_orders_total{outcome=\"WithoutPass\"} 7"),
        "{metrics}"
    );
    assert_eq!(verify(&server, &json!({"order": "A", "token": token})).await.0, 200);
}

#[tokio::test]
async fn an_accepted_order_survives_a_restart_and_ends_with_the_run() {
    let server = TestServer::durable(&room("sale", "max_outflow = 60")).await;
    let (token, queue_id) = {
        let mut visitor = server.visitor();
        (token(&server, &mut visitor).await, visitor.queue_id())
    };
    assert_eq!(verify(&server, &json!({"token": token, "order": "A"})).await.0, 200);
    let server = server.restart(3_600_000).await;
    assert_eq!(verify(&server, &json!({"token": token, "order": "B"})).await.0, 409);
    assert_eq!(
        verify(&server, &json!({"queueId": queue_id, "order": "B"})).await.0,
        409
    );
    server.act("reset").await;
    server.settle().await;
    for pass in [
        json!({"token": token, "order": "A"}),
        json!({"queueId": queue_id, "order": "A"}),
    ] {
        assert_eq!(verify(&server, &pass).await.0, 404, "{pass}");
    }
    assert_eq!(
        server.app.delete_ended_passes_once().await,
        1,
        "the record of the past run"
    );
    assert_eq!(server.app.delete_ended_passes_once().await, 0);
}

#[tokio::test]
async fn a_room_says_how_many_orders_a_pass_is_good_for() {
    let server = TestServer::with(&room("sale", "max_outflow = 60\norders_per_pass = 2")).await;
    let mut visitor = server.visitor();
    let token = token(&server, &mut visitor).await;
    let mut statuses = Vec::new();
    for order in ["A", "B", "A", "C", "B"] {
        statuses.push(verify(&server, &json!({"token": token, "order": order})).await.0);
    }
    assert_eq!(statuses, [200, 200, 200, 409, 200]);
    let changed = server.patch(r#"{"ordersPerPass":3}"#).await;
    assert_eq!(changed["settings"]["ordersPerPass"], 3);
    assert_eq!(verify(&server, &json!({"token": token, "order": "C"})).await.0, 200);
}

#[tokio::test]
async fn the_shared_pass_of_a_disabled_room_limits_nothing_and_that_of_a_link_does() {
    let server = TestServer::sale(60).await;
    let link = server
        .admin(Method::POST, "rooms/demo/sale/bypass-link", "")
        .await
        .json();
    let link = link["url"]
        .as_str()
        .expect("a link")
        .strip_prefix(SHOP)
        .expect("the shop");
    assert_eq!(verify(&server, &json!({"token": link, "order": "A"})).await.0, 200);
    assert_eq!(verify(&server, &json!({"token": link, "order": "B"})).await.0, 409);
    server.act("disable").await;
    let shared = server.visitor().load().await;
    let shared = shared.location().strip_prefix(SHOP).expect("the shop").to_owned();
    for order in ["C", "D"] {
        let (status, accepted) = verify(&server, &json!({"token": shared, "order": order})).await;
        assert_eq!((status, &accepted["ordersMax"]), (200, &Value::Null), "{accepted}");
    }
    server.advance(2 * 3_600_000).await;
    for token in [link, &shared] {
        assert_eq!(
            verify(&server, &json!({"token": token, "order": "A"})).await.0,
            404,
            "{token}"
        );
    }
}

#[tokio::test]
async fn a_checkout_token_has_this_permission_only() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor();
    let pass = token(&server, &mut visitor).await;
    let ask = async |token: &str, method: Method, path: &str, body: &Value| -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {token}"))
            .body(axum::body::Body::from(body.to_string()));
        server.send(request.expect("a request")).await
    };
    let made = async |role: &str| {
        let body = json!({"name": role, "role": role, "customer": "demo"}).to_string();
        let reply = server.admin(Method::POST, "tokens", &body).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["token"].as_str().expect("a token").to_owned()
    };
    let (checkout, read) = (made("checkout").await, made("read").await);
    let order = json!({"token": pass, "order": "A"});
    let path = format!("/admin/v1/{VERIFY}");
    assert_eq!(ask(&read, Method::POST, &path, &order).await.status, 403);
    assert_eq!(ask(&checkout, Method::POST, &path, &order).await.status, 200);
    let foreign = json!({"token": pass, "order": "A", "customer": "other"});
    assert_eq!(ask(&checkout, Method::POST, &path, &foreign).await.status, 403);
    let openapi: Value = serde_json::from_str(include_str!("../../../docs/openapi.json")).expect("JSON");
    let paths = openapi["paths"].as_object().expect("paths");
    for path in paths.keys().filter(|path| *path != "/passes/verify") {
        let path = path
            .replace("{customer}", "demo")
            .replace("{room}", "sale")
            .replace(['{', '}'], "");
        let path = format!("/admin/v1{path}");
        for method in [Method::GET, Method::POST, Method::PATCH, Method::PUT, Method::DELETE] {
            let reply = ask(&checkout, method.clone(), &path, &json!({})).await;
            assert!(
                matches!(reply.status.as_u16(), 403 | 405),
                "{method} {path}: {}",
                reply.status
            );
        }
    }
    assert_eq!(ask(&checkout, Method::GET, "/metrics", &json!({})).await.status, 403);
}

#[tokio::test]
async fn a_wrong_question_names_the_field() {
    let server = TestServer::sale(60).await;
    for (asked, pointer) in [
        (json!({"token": "x"}), "/order"),
        (json!({"token": "x", "order": ""}), "/order"),
        (json!({"token": "x", "order": "x".repeat(129)}), "/order"),
        (json!({"token": "x", "queueId": "y", "order": "A"}), "/queueId"),
        (json!({"token": "x", "order": "A", "customer": "nobody"}), "/customer"),
        (json!({"tokn": "x", "order": "A"}), "/tokn"),
    ] {
        let (status, problem) = verify(&server, &asked).await;
        assert_eq!(
            (status, problem["pointer"].as_str()),
            (422, Some(pointer)),
            "{asked}: {problem}"
        );
    }
    assert_eq!(
        server.admin(Method::GET, "customers/nobody/orders", "").await.status,
        404
    );
}
