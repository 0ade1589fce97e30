//! Priority groups and their codes, which operators maintain while the server runs.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, TestServer, config, room};

fn pool(groups: &str) -> String {
    let sale = room("sale", "max_outflow = 60\npool = \"shop\"");
    format!("[[pool]]\nid = \"shop\"\nrate = 60\n{groups}\n{sale}")
}

async fn server() -> TestServer {
    TestServer::with(&pool("")).await
}

async fn admin(server: &TestServer, method: Method, path: &str, body: Value) -> Reply {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    server.admin(method, &format!("pools/shop/groups{path}"), &body).await
}

fn vip() -> Value {
    json!({ "pool": "shop", "id": "vip", "name": "Friends", "weight": 4 })
}

#[tokio::test]
async fn a_group_comes_while_people_wait_changes_and_goes_with_nobody_in_it() {
    let server = server().await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let made = admin(&server, Method::POST, "", vip()).await;
    assert_eq!(
        (made.status.as_u16(), &made.json()["weight"]),
        (201, &json!(4)),
        "{}",
        made.text()
    );
    server.settle().await;
    assert_eq!(visitor.load().await.slot("number"), "1", "nobody loses a place");
    assert_eq!(admin(&server, Method::POST, "", vip()).await.status, 409);
    let changed = admin(&server, Method::PATCH, "/vip", json!({ "weight": 9 })).await;
    assert_eq!((changed.status.as_u16(), &changed.json()["weight"]), (200, &json!(9)));
    let listed = admin(&server, Method::GET, "", Value::Null).await.json();
    assert_eq!(
        listed,
        json!([{ "pool": "shop", "id": "vip", "name": "Friends", "weight": 9 }])
    );
    let stats = server.stats().await;
    assert_eq!(stats["groups"][0]["group"], "vip", "{stats}");
    assert_eq!(admin(&server, Method::DELETE, "/vip", Value::Null).await.status, 204);
    assert_eq!(admin(&server, Method::GET, "/vip", Value::Null).await.status, 404);
    server.settle().await;
    assert_eq!(server.stats().await.get("groups"), None);
    assert_eq!(visitor.load().await.slot("number"), "1");
}

#[tokio::test]
async fn codes_are_made_listed_by_id_and_deleted_by_batch() {
    let server = server().await;
    admin(&server, Method::POST, "", vip()).await;
    let many = admin(
        &server,
        Method::POST,
        "/vip/codes",
        json!({ "count": 5, "batch": "mailing" }),
    )
    .await
    .json();
    assert_eq!((&many["added"], &many["listed"]), (&json!(5), &json!(5)));
    let few = json!({ "codes": ["Press Day"], "uses": 20, "endsAt": "2040-01-01T00:00:00Z" });
    let few = admin(&server, Method::POST, "/vip/codes", few).await.json();
    assert_eq!(few["codes"][0]["code"], "press day", "capitals make no difference");
    let page = admin(&server, Method::GET, "/vip/codes?batch=mailing", Value::Null).await;
    assert_eq!(
        (
            page.json()["listed"].as_u64(),
            page.json()["codes"].as_array().map(Vec::len)
        ),
        (Some(6), Some(5))
    );
    let text = page.text();
    let codes = many["codes"].as_array().expect("a list").iter();
    assert!(
        codes
            .clone()
            .all(|code| !text.contains(code["code"].as_str().expect("a code"))),
        "never in clear"
    );
    let id = few["codes"][0]["id"].as_str().expect("an id");
    let one = admin(&server, Method::GET, &format!("/vip/codes/{id}"), Value::Null)
        .await
        .json();
    assert_eq!(
        (&one["uses"], &one["used"], &one["endsAt"]),
        (&json!(20), &json!(0), &json!("2040-01-01T00:00:00Z"))
    );
    let gone = admin(&server, Method::DELETE, "/vip/codes?batch=mailing", Value::Null)
        .await
        .json();
    assert_eq!(gone, json!({ "deleted": 5 }));
    assert_eq!(
        admin(&server, Method::DELETE, &format!("/vip/codes/{id}"), Value::Null)
            .await
            .status,
        204
    );
    assert_eq!(
        admin(&server, Method::DELETE, &format!("/vip/codes/{id}"), Value::Null)
            .await
            .status,
        404
    );
    let audit = server.admin(Method::GET, "audit", "").await;
    for action in ["add codes", "delete codes", "delete code"] {
        assert!(
            audit.text().contains(&format!("\"{action}\"")),
            "{action} in {}",
            audit.text()
        );
    }
    for code in codes {
        assert!(
            !audit.text().contains(code["code"].as_str().expect("a code")),
            "no code in the log"
        );
    }
}

#[tokio::test]
async fn groups_that_cannot_be_added_are_refused_with_the_field() {
    let server = server().await;
    admin(&server, Method::POST, "", vip()).await;
    for (body, pointer) in [
        (json!({}), "/codes"),
        (json!({ "codes": ["gold"], "count": 1 }), "/count"),
        (json!({ "count": 1001 }), "/count"),
        (json!({ "codes": ["gold", ""] }), "/codes/1"),
        (json!({ "codes": ["gold", " a "] }), "/codes/1"),
        (json!({ "codes": ["gold", "äöü"] }), "/codes/1"),
        (json!({ "count": 1, "uses": 2, "unlimited": true }), "/uses"),
        (json!({ "count": 1, "batch": "x".repeat(41) }), "/batch"),
        (json!({ "count": 1, "endsAt": "tomorrow" }), "/endsAt"),
    ] {
        let reply = admin(&server, Method::POST, "/vip/codes", body.clone()).await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()["pointer"].as_str()),
            (422, Some(pointer)),
            "{body}: {}",
            reply.text()
        );
    }
    assert_eq!(
        admin(&server, Method::POST, "/none/codes", json!({ "count": 1 }))
            .await
            .status,
        404
    );
    let other = json!({ "pool": "other", "id": "x" });
    assert_eq!(admin(&server, Method::POST, "", other).await.status, 422);
}

#[tokio::test]
async fn groups_survive_a_restart_and_bad_ones_are_refused_with_their_line() {
    let groups = "[[group]]\npool = \"shop\"\nid = \"vip\"\n";
    let server = TestServer::with(&pool(groups)).await;
    assert_eq!(server.stats().await["groups"][0]["group"], "vip");
    let problems = |keys: &str| {
        let sale = room("sale", "max_outflow = 60\npool = \"shop\"");
        let text = format!(
            "[server]\nhttp = \"127.0.0.1:0\"\nmaster_key = \"{}\"\n[[customer]]\nid = \"demo\"\nsecret_key = \"s\"\n[[pool]]\nid = \"shop\"\n{keys}\n{sale}",
            "00".repeat(32)
        );
        let problems = anteroom::config::Config::parse(&text, []).expect_err("a problem");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert!(problems("[[group]]\npool = \"shop\"\nid = \"VIP\"").contains("group[0].id"));
    assert!(problems("[[group]]\npool = \"shpo\"\nid = \"vip\"").contains("group[0].pool"));
    assert!(problems("[[group]]\npool = \"shop\"\nid = \"vip\"\nweight = 0").contains("group[0].weight"));
    assert!(problems(&groups.repeat(2)).contains("group[1].id"));
    let many: String = (0..16)
        .map(|n| format!("[[group]]\npool = \"shop\"\nid = \"g{n}\"\n"))
        .collect();
    assert!(problems(&many).contains("at most 15 groups"));
    drop(config("memory:", &pool(groups)));
}
