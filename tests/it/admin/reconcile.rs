//! Several nodes and one file: a change on one node takes effect on all, `plan` shows the
//! difference, and `apply` removes it.

use std::process::{Command, Output};

use http::Method;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{ADMIN_TOKEN, TestServer, config, room};

/// Returns the whole configuration of the support's file with these rooms, as `apply` sends it.
fn whole(rooms: &str) -> String {
    let config = config("memory:", rooms);
    let mut lists = json!({ "customers": [], "pools": [], "ipGroups": [], "rooms": [] });
    for (id, entry) in config.tables.all() {
        lists[id.section.plural()]
            .as_array_mut()
            .expect("a list")
            .push(Value::Object(entry));
    }
    lists.to_string()
}

async fn differences(server: &TestServer, rooms: &str) -> Vec<Value> {
    let reply = server.admin(Method::POST, "configuration/compare", &whole(rooms)).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["differences"].as_array().expect("a list").clone()
}

/// Returns how many rooms a server has.
async fn rooms_of(server: &TestServer) -> usize {
    let rooms = server.admin(Method::GET, "rooms", "").await.json();
    rooms.as_array().expect("a list").len()
}

fn file() -> String {
    const FREE: &str = "price = { limit_networks = false, work = false }";
    let sale = "max_outflow = 60\nstart = 2023-11-01T10:00:00Z\ndisplay = { wait = false }";
    room("sale", &format!("{sale}\n{FREE}")) + &room("third", &format!("max_outflow = 5\n{FREE}"))
}

#[tokio::test]
async fn a_change_acts_on_the_other_node_at_its_next_look() {
    const {
        assert!(
            anteroom::admin_store::REFRESH_INTERVAL_MS * 2 <= 1_000,
            "a look missed, and it is within a second still"
        )
    };
    let here = TestServer::with(&file()).await;
    let there = here.twin().await;
    here.patch(r#"{"maxOutflow":7,"message":"Soon"}"#).await;
    let second = json!({ "customer": "demo", "id": "second", "targetUrl": "https://shop.example/", "maxOutflow": 60 });
    here.admin(Method::POST, "rooms", &second.to_string()).await;
    here.admin(Method::DELETE, "rooms/demo/third", "").await;
    here.admin(Method::PATCH, "customers/demo", r#"{"hosts":["queue.brand.example"]}"#)
        .await;
    let made = here
        .admin(Method::POST, "tokens", r#"{"name":"anna","role":"read"}"#)
        .await
        .json();
    there.app.refresh_admin_store().await;
    let rooms = there.admin(Method::GET, "rooms", "").await.json();
    assert_eq!(rooms, here.admin(Method::GET, "rooms", "").await.json());
    assert_eq!(rooms.as_array().map(Vec::len), Some(2), "{rooms:#}");
    let mut visitor = there.visitor().at("c=demo&e=second");
    assert_eq!(visitor.enter().await.slot("number"), "1");
    assert_eq!(there.visitor().enter().await.slot("message"), "Soon");
    assert_eq!(
        there.get("/metrics", &[("host", "queue.brand.example")]).await.status,
        404
    );
    let bearer = format!("Bearer {}", made["token"].as_str().expect("a token"));
    assert_eq!(
        there.get("/admin/v1/rooms", &[("authorization", &bearer)]).await.status,
        200
    );
}

#[tokio::test]
async fn two_nodes_change_one_room_at_once_and_both_count() {
    let here = TestServer::with(&file()).await;
    let there = here.twin().await;
    let change = async |server: &TestServer, keys: [&str; 5]| {
        for key in keys {
            let body = json!({ "display": { key: false } }).to_string();
            assert_eq!(server.patch(&body).await["settings"]["display"][key], false);
        }
    };
    tokio::join!(
        change(&here, ["queueNumber", "usersAhead", "wait", "progress", "lastUpdated"]),
        change(
            &there,
            ["languagePicker", "lastUpdated", "progress", "usersAhead", "queueNumber"]
        ),
    );
    let reported = here
        .admin(Method::PATCH, "rooms/demo/sale", r#"{"message":"x"}"#)
        .await
        .json();
    assert_eq!(
        reported["settings"]["display"].as_object().map(serde_json::Map::len),
        Some(6),
        "{reported:#}"
    );
}

#[tokio::test]
async fn a_shared_pool_gets_rooms_on_two_nodes_at_once() {
    let pool = "[[pool]]\nid = \"shop\"\nrate = 600\n\n";
    let rooms =
        pool.to_owned() + &room("sale", "max_outflow = 60\npool = \"shop\"") + &room("second", "max_outflow = 60");
    let here = TestServer::with(&rooms).await;
    let there = here.twin().await;
    let mut waiting = there.visitor();
    waiting.enter().await;
    let joined = here
        .admin(Method::PATCH, "rooms/demo/second", r#"{"pool":"shop"}"#)
        .await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    let mut newcomer = here.visitor().at("c=demo&e=second");
    newcomer.enter().await;
    // The other node does not yet know the new line, and must not confuse the two lines.
    let mut early = there.visitor();
    let page = early.load().await;
    assert_eq!(page.status, 503, "its pool has to open again first");
    there.app.refresh_admin_store().await;
    there.settle().await;
    assert_eq!(early.enter().await.slot("number"), "2");
    here.pass(&newcomer).await;
    assert!(there.pass(&waiting).await.contains("e_sale"));
}

#[tokio::test]
async fn the_difference_is_listed_by_key_with_its_author() {
    let server = TestServer::with(&file()).await;
    assert_eq!(differences(&server, &file()).await, Vec::<Value>::new());
    server
        .patch(r#"{"maxOutflow":90,"start":null,"display":{"wait":null,"progress":false}}"#)
        .await;
    server
        .admin(Method::PATCH, "customers/demo", r#"{"secretKey":"k-1-7f3a"}"#)
        .await;
    server.admin(Method::DELETE, "rooms/demo/third", "").await;
    let found = differences(&server, &file()).await;
    let reported: Vec<(&str, &Value)> = found
        .iter()
        .map(|one| (one["resource"].as_str().expect("a text"), &one["field"]))
        .collect();
    let wanted = [
        ("customer/demo", json!("secretKey")),
        ("room/demo/sale", json!("display")),
        ("room/demo/sale", json!("maxOutflow")),
        ("room/demo/sale", json!("start")),
        ("room/demo/third", Value::Null),
    ];
    assert_eq!(
        reported,
        wanted
            .iter()
            .map(|(resource, field)| (*resource, field))
            .collect::<Vec<_>>(),
        "{found:#?}"
    );
    assert_eq!(
        (
            found[2]["wanted"].clone(),
            found[2]["running"].clone(),
            found[2]["by"].clone()
        ),
        (json!(60), json!(90), json!("admin_token"))
    );
    assert!(!json!(found).to_string().contains("k-1"));
    let all = server.admin(Method::GET, "configuration", "").await;
    assert!(!all.text().contains("ecretKey"), "{}", all.text());
    assert_eq!(all.json()["rooms"][0]["maxOutflow"], 90);
}

#[tokio::test]
async fn applying_makes_it_the_same_and_leaves_the_file_in_charge() {
    let server = TestServer::durable(&file()).await;
    server.patch(r#"{"maxOutflow":90}"#).await;
    server.admin(Method::DELETE, "rooms/demo/third", "").await;
    let second = json!({ "customer": "demo", "id": "second", "targetUrl": "https://shop.example/", "maxOutflow": 60 });
    server.admin(Method::POST, "rooms", &second.to_string()).await;
    let version = server.admin(Method::GET, "rooms/demo/sale", "").await.json()["version"].as_u64();
    let reply = server.admin(Method::PUT, "configuration", &whole(&file())).await;
    assert_eq!(
        (
            reply.status.as_u16(),
            reply.json()["differences"].as_array().map(Vec::len)
        ),
        (200, Some(3)),
        "{}",
        reply.text()
    );
    assert_eq!(differences(&server, &file()).await, Vec::<Value>::new());
    let after = server.admin(Method::GET, "rooms/demo/sale", "").await.json();
    assert!(after["version"].as_u64() > version, "it only rises");
    let actions: Vec<String> = server.logged().await;
    assert!(actions.len() >= 3, "{actions:?}");
    let again = server.admin(Method::PUT, "configuration", &whole(&file())).await;
    assert_eq!(again.json()["differences"], json!([]));
    // The next edition of the file is in force unchanged, because the admin store contradicts
    // nothing in it.
    let store = server.config.server.store.clone();
    let edited = file().replace("max_outflow = 60", "max_outflow = 30");
    let server = server.restart_with(0, config(store.as_str(), &edited)).await;
    assert_eq!(
        server.admin(Method::GET, "rooms/demo/sale", "").await.json()["maxOutflow"],
        30
    );
    assert_eq!(rooms_of(&server).await, 2);
}

#[tokio::test]
async fn a_whole_configuration_is_taken_or_refused_as_one() {
    let server = TestServer::with(&file()).await;
    server.visitor().enter().await;
    let refused = server
        .admin(Method::PUT, "configuration", &whole(&room("third", "max_outflow = 7")))
        .await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    for (body, pointer) in [
        (json!({ "rooms": [{ "customer": "demo" }] }), json!("/rooms/0/id")),
        (json!({ "pools": [{ "id": "a" }, { "id": "a" }] }), json!("/pools/1/id")),
        (json!({ "servers": [] }), json!("/servers")),
        (json!({ "rooms": [{ "customer": "demo", "id": "sale" }] }), Value::Null),
    ] {
        for (method, path) in [(Method::PUT, "configuration"), (Method::POST, "configuration/compare")] {
            let reply = server.admin(method, path, &body.to_string()).await;
            assert_eq!(
                (reply.status.as_u16(), reply.json()["pointer"].clone()),
                (422, pointer.clone()),
                "{path}: {}",
                reply.text()
            );
        }
    }
    let long = whole(
        &(0..300)
            .map(|number| room(&format!("room{number}"), "max_outflow = 7"))
            .collect::<String>(),
    );
    assert!(
        long.len() > 30_000 && differences(&server, &file()).await.is_empty(),
        "nothing was changed"
    );
    let forced = server.admin(Method::PUT, "configuration?force=true", &long).await;
    assert_eq!(forced.status, 200, "{}", forced.text());
    assert_eq!(rooms_of(&server).await, 300);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_speak_to_a_running_server() {
    let server = TestServer::with(&file()).await;
    server.patch(r#"{"maxOutflow":90}"#).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let router = server.router.clone();
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("anteroom.toml");
    let customers = format!(
        "[[customer]]\nid = \"demo\"\nsecret_key = \"{}\"\n[[customer]]\nid = \"other\"\nsecret_key = \"another\"\n",
        crate::support::SECRET
    );
    let section = format!(
        "[server]\nhttp = \"127.0.0.1:1\"\nmaster_key = \"{}\"\n",
        crate::support::MASTER_KEY
    );
    std::fs::write(&path, section + &customers + &file()).expect("written");
    let run = async |command: &'static str, token: &'static str| -> Output {
        let (path, url) = (path.clone(), url.clone());
        let run = tokio::task::spawn_blocking(move || {
            Command::new(env!("CARGO_BIN_EXE_anteroom"))
                .arg(command)
                .arg("--config")
                .arg(path)
                .args(["--url", &url, "--token-env", "TOKEN"])
                .env("TOKEN", token)
                .output()
        });
        run.await.expect("no panic").expect("it runs")
    };
    let reported = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let plan = run("plan", ADMIN_TOKEN).await;
    assert_eq!(plan.status.code(), Some(2), "{plan:?}");
    assert!(
        reported(&plan)
            .starts_with("room demo/sale maxOutflow: file 60, running 90 (changed by admin_token, 2023-11-14T"),
        "{}",
        reported(&plan)
    );
    let denied = run("plan", "wrong").await;
    assert_eq!((denied.status.code(), reported(&denied).as_str()), (Some(1), ""));
    assert!(reported(&run("apply", ADMIN_TOKEN).await).ends_with("1 changed\n"));
    let plan = run("plan", ADMIN_TOKEN).await;
    assert_eq!(
        (plan.status.code(), reported(&plan).as_str()),
        (Some(0), ""),
        "{plan:?}"
    );
    serving.abort();
}

/// Generates bodies of patches, valid and invalid.
fn patch() -> impl Strategy<Value = Value> {
    let one = prop_oneof![
        (-1_i64..300).prop_map(|rate| json!({ "maxOutflow": rate })),
        proptest::option::of("[a-z]{0,5}").prop_map(|text| json!({ "message": text })),
        proptest::option::of("[a-z#0-9]{0,8}").prop_map(|color| json!({ "color": color })),
        prop_oneof![Just("always"), Just("at-peak"), Just("never")].prop_map(|seen| json!({ "visibility": seen })),
        proptest::option::of(any::<bool>()).prop_map(|shown| json!({ "display": { "wait": shown } })),
        proptest::option::of(0_u32..2_000).prop_map(|minutes| json!({ "prequeueMinutes": minutes })),
        Just(json!({ "start": null })),
        Just(json!({ "nonsense": 1 })),
        Just(json!({ "targetUrl": "https://shop.example/{show}/x" })),
    ];
    (one.clone(), one).prop_map(|(mut first, second)| {
        for (key, value) in second.as_object().expect("an object") {
            first[key] = value.clone();
        }
        first
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// A patch either fails without effect, or results in the same configuration as reading the
    /// file and the documents again.
    #[test]
    fn what_runs_is_what_file_and_book_come_to(patches in proptest::collection::vec((patch(), any::<bool>()), 1..12)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let server = TestServer::with(&file()).await;
            for (patch, third) in patches {
                let path = if third { "rooms/demo/third" } else { "rooms/demo/sale" };
                let before = server.admin(Method::GET, path, "").await.json();
                let reply = server.admin(Method::PATCH, path, &patch.to_string()).await;
                let after = server.admin(Method::GET, path, "").await.json();
                match reply.status.as_u16() {
                    200 => assert_eq!(reply.json(), after),
                    status => assert_eq!((status, after), (422, before), "{patch}"),
                }
                let documents = server.app.running.admin_store().documents();
                let fresh = server.config.merged(&documents.changes()).expect("what is kept is good");
                assert_eq!(fresh.rooms, server.app.running.config().rooms);
                for configured in &fresh.rooms {
                    assert_eq!(*server.room(configured.id.as_str()).settings(), *configured);
                }
            }
        });
    }
}
