//! The limits of a customer's own admin: no hosts of others, no larger share of a pool, no other
//! customers' pools, and no way to fill the server or to push entries out of the audit log.

use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{ADMIN_TOKEN, Reply, TestServer, room};

const POOLS: &str = "[[pool]]\nid = \"shared\"\nrate = 600\n[[pool]]\nid = \"others\"\nrate = 60\n";

struct Tenant {
    server: TestServer,
    token: String,
}

impl Tenant {
    /// Returns an admin of `demo`, whose room shares a pool with one of `other`.
    async fn admin() -> Self {
        let sale = room(
            "sale",
            "max_outflow = 60\npool = \"shared\"\nweight = 1\nminimum = 5\nhosts = [\"sale.example\"]",
        );
        let other = |id: &str, pool: &str| {
            room(id, &format!("max_outflow = 60\npool = \"{pool}\"")).replace("\"demo\"", "\"other\"")
        };
        let rooms = [
            POOLS,
            &sale,
            &other("second", "shared"),
            &other("third", "others"),
            &room("alone", "max_outflow = 1"),
        ];
        let server = TestServer::with(&rooms.concat()).await;
        let wanted = json!({ "name": "dora", "role": "admin", "customer": "demo" }).to_string();
        let made = server.admin(Method::POST, "tokens", &wanted).await.json();
        let token = made["token"].as_str().expect("a token").to_owned();
        Self { server, token }
    }

    async fn ask(&self, token: &str, method: Method, path: &str, body: &Value) -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(format!("/admin/v1/{path}"))
            .header("authorization", format!("Bearer {token}"))
            .body(axum::body::Body::from(body.to_string()));
        self.server.send(request.expect("a request")).await
    }

    async fn does(&self, method: Method, path: &str, body: Value) -> Reply {
        self.ask(&self.token, method, path, &body).await
    }
}

#[tokio::test]
async fn hosts_and_parts_of_a_pool_are_assigned_by_the_servers_admin() {
    let tenant = Tenant::admin().await;
    let new = |key: &str, value: Value| {
        let mut room =
            json!({ "customer": "demo", "id": "new", "targetUrl": "https://shop.example/", "maxOutflow": 1 });
        room[key] = value;
        room
    };
    for (method, path, body, pointer) in [
        (
            Method::PATCH,
            "rooms/demo/sale",
            json!({ "hosts": ["bank.example"] }),
            "/hosts",
        ),
        (Method::PATCH, "rooms/demo/sale", json!({ "hosts": null }), "/hosts"),
        (
            Method::PATCH,
            "rooms/demo/alone",
            json!({ "hosts": ["bank.example"] }),
            "/hosts",
        ),
        (
            Method::PATCH,
            "customers/demo",
            json!({ "hosts": ["bank.example"] }),
            "/hosts",
        ),
        (Method::PATCH, "rooms/demo/sale", json!({ "minimum": 600 }), "/minimum"),
        (Method::PATCH, "rooms/demo/sale", json!({ "weight": 65_535 }), "/weight"),
        (
            Method::PATCH,
            "rooms/demo/sale",
            json!({ "pool": null, "weight": null, "minimum": null }),
            "/pool",
        ),
        (Method::PATCH, "rooms/demo/sale", json!({ "pool": "others" }), "/pool"),
        (Method::PATCH, "rooms/demo/alone", json!({ "pool": "others" }), "/pool"),
        (Method::POST, "rooms", new("hosts", json!(["bank.example"])), "/hosts"),
        (Method::POST, "rooms", new("pool", json!("shared")), "/pool"),
    ] {
        let reply = tenant.does(method.clone(), path, body.clone()).await;
        assert_eq!(reply.status, 403, "{path} {body}: {}", reply.text());
        assert_eq!(reply.header("content-type"), "application/problem+json");
        assert_eq!(reply.json()["pointer"], pointer, "{path} {body}");
        let by_all = tenant.ask(ADMIN_TOKEN, method, path, &body).await;
        assert_ne!(by_all.status, 403, "{path} {body}: {}", by_all.text());
        // Restores the former settings.
        let whole = json!({ "hosts": null, "pool": null, "weight": null, "minimum": null });
        if path == "rooms/demo/alone" {
            tenant.ask(ADMIN_TOKEN, Method::PATCH, path, &whole).await;
        } else if path == "rooms" {
            tenant
                .ask(ADMIN_TOKEN, Method::DELETE, "rooms/demo/new", &json!({}))
                .await;
        } else if path == "customers/demo" {
            tenant
                .ask(ADMIN_TOKEN, Method::PATCH, path, &json!({ "hosts": null }))
                .await;
        } else {
            let sale = json!({ "hosts": ["sale.example"], "pool": "shared", "weight": 1, "minimum": 5 });
            tenant.ask(ADMIN_TOKEN, Method::PATCH, path, &sale).await;
        }
    }
    let same = json!({ "name": "Sale", "hosts": ["sale.example"], "pool": "shared", "minimum": 5 });
    assert_eq!(
        tenant.does(Method::PATCH, "rooms/demo/sale", same).await.status,
        200,
        "nothing of it is another"
    );
    let made = tenant.does(Method::POST, "rooms", new("name", json!("New"))).await;
    assert_eq!(made.status, 201, "{}", made.text());
    for (method, path) in [
        (Method::PUT, "configuration"),
        (Method::POST, "configuration/compare"),
        (Method::POST, "ip-groups"),
        (Method::POST, "pools"),
        (Method::POST, "tokens"),
    ] {
        let reply = tenant.does(method, path, json!({})).await;
        assert_eq!(reply.status, 403, "{path}: {}", reply.text());
    }
}

#[tokio::test]
async fn pools_of_others_are_not_there() {
    let tenant = Tenant::admin().await;
    let pools = tenant.does(Method::GET, "pools", json!({})).await.json();
    let ids: Vec<&str> = pools
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|pool| pool["id"].as_str())
        .collect();
    assert_eq!(ids, ["shared"]);
    assert_eq!(tenant.does(Method::GET, "pools/shared", json!({})).await.status, 200);
    assert_eq!(tenant.does(Method::GET, "pools/others", json!({})).await.status, 404);
    assert_eq!(tenant.server.admin(Method::GET, "pools/others", "").await.status, 200);
}

#[tokio::test]
async fn a_customers_noise_leaves_the_log_of_everybody_else() {
    let tenant = Tenant::admin().await;
    tenant.server.act("pause").await;
    for outflow in 0..1_001_u32 {
        let reply = tenant
            .does(Method::PATCH, "rooms/demo/alone", json!({ "maxOutflow": outflow + 2 }))
            .await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    let mut reported = Vec::new();
    let mut query = "audit?limit=500".to_owned();
    loop {
        let page = tenant.server.admin(Method::GET, &query, "").await.json();
        reported.extend(page["entries"].as_array().expect("entries").clone());
        match page["next"].as_u64() {
            Some(next) => query = format!("audit?limit=500&before={next}"),
            None => break,
        }
    }
    let by = |who: &str| reported.iter().filter(|entry| entry["who"] == who).count();
    assert_eq!(
        (by("dora"), by("admin_token")),
        (1_000, 2),
        "the token and the pause are still there"
    );
    let theirs = tenant
        .does(Method::GET, "audit?resource=room/demo/sale", json!({}))
        .await
        .json();
    assert_eq!(
        theirs["entries"][0]["action"], "pause",
        "who reaches one customer sees what was done to it"
    );
}

#[tokio::test]
async fn a_customers_admin_creates_a_bounded_number_of_rooms() {
    let tenant = Tenant::admin().await;
    let new = |n: usize| json!({ "customer": "demo", "id": format!("room{n}"), "targetUrl": "https://shop.example/", "maxOutflow": 1 });
    // The file has two rooms. Deleted rooms count as well, because they stay in the memory of every
    // node.
    for n in 0..198 {
        assert_eq!(tenant.does(Method::POST, "rooms", new(n)).await.status, 201, "{n}");
        if n % 2 == 0 {
            assert_eq!(
                tenant
                    .does(Method::DELETE, &format!("rooms/demo/room{n}"), json!({}))
                    .await
                    .status,
                204
            );
        }
    }
    let reply = tenant.does(Method::POST, "rooms", new(198)).await;
    assert_eq!(reply.status, 409, "{}", reply.text());
    assert_eq!(
        tenant.ask(ADMIN_TOKEN, Method::POST, "rooms", &new(198)).await.status,
        201
    );
}

#[tokio::test]
async fn explain_names_no_room_of_another_customer() {
    let tenant = Tenant::admin().await;
    for host in ["any.example", "queue.example", "shop.example"] {
        let reported = async |room: &str| {
            let url = format!("https://{host}/?c=other&e={room}");
            let reply = tenant.does(Method::POST, "explain", json!({ "url": url })).await;
            (reply.status, reply.text().replace(room, "ROOM"))
        };
        assert_eq!(reported("second").await, reported("nothere").await, "{host}");
    }
}
