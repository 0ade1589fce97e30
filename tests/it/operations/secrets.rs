//! Secrets at rest: neither the store's file, nor a backup, nor Redis' own file reveals the secrets
//! that operators give to the admin API.

use std::path::Path;

use anteroom::config::Config;
use axum::body::Body;
use http::{Method, Request};
use serde_json::json;
use testkit::Redis;

use crate::support::{ADMIN_TOKEN, MASTER_KEY, SECRET, TestServer, room};

/// The secrets to search for. The API accepts the first five, and never returns them.
const SECRETS: [&str; 7] = [
    "customer-secret-5d20b1",
    "customer-api-key-77ae01",
    "room-secret-c0ffee42",
    "former-secret-1f9d33",
    "invited-key-90ab12",
    "X-Draft-Secret-44e1",
    "X-Former-Secret-83c2",
];
/// A text that the store contains unencrypted, which shows that the search is effective.
const FOUND: &str = "customer/demo";

/// A valid key other than the one with which the store was written.
const OTHER_MASTER_KEY: &str = "5b0e7c1d9f3a48e26b7d0c5f1a9e83d47c2b6f0e91a5d3c8470bfe6291d8a35c";

fn rooms() -> String {
    room("sale", "max_outflow = 60\ninvite_only = true")
}

async fn change(server: &TestServer, method: Method, path: &str, body: serde_json::Value) {
    let request = Request::builder()
        .method(method)
        .uri(format!("/admin/v1/{path}"))
        .header("authorization", format!("Bearer {ADMIN_TOKEN}"))
        .header("if-match", "*");
    let request = request.body(Body::from(body.to_string())).expect("a request");
    let reply = server.send(request).await;
    assert!(reply.status.is_success(), "{path}: {}", reply.text());
}

/// Returns a configuration whose only trigger reads a header with that name.
fn integration(header: &str) -> serde_json::Value {
    json!({
        "triggers": [{ "name": "Own", "parts": [
            { "of": "httpHeader", "name": header, "operator": "equals", "value": "1" }
        ] }],
        "actions": [{ "name": "Own", "type": "ignore", "triggers": ["Own"] }]
    })
}

/// Sends every secret to the admin API.
async fn fill(server: &TestServer) {
    let [secret, api_key, of_room, former, invited, draft, published] = SECRETS;
    change(server, Method::PATCH, "customers/demo", json!({ "secretKey": former })).await;
    change(
        server,
        Method::PATCH,
        "customers/demo",
        json!({ "secretKey": secret, "apiKey": api_key }),
    )
    .await;
    change(
        server,
        Method::PATCH,
        "rooms/demo/sale",
        json!({ "secretKey": of_room }),
    )
    .await;
    change(
        server,
        Method::POST,
        "rooms/demo/sale/invites",
        json!({ "keys": [invited] }),
    )
    .await;
    for header in [published, published, draft] {
        change(
            server,
            Method::PUT,
            "customers/demo/integration/draft",
            integration(header),
        )
        .await;
        if header == published {
            change(server, Method::POST, "customers/demo/integration/publish", json!({})).await;
        }
    }
    change(
        server,
        Method::POST,
        "tokens",
        json!({ "name": "anna", "role": "read" }),
    )
    .await;
    change(
        server,
        Method::PATCH,
        "customers/demo",
        json!({ "hosts": ["queue.brand.example"] }),
    )
    .await;
}

fn shows_no_secret(file: &Path) {
    let bytes = std::fs::read(file).expect("a file that can be read");
    let has = |text: &str| {
        bytes
            .windows(text.len())
            .any(|part| part.eq_ignore_ascii_case(text.as_bytes()))
    };
    assert!(has(FOUND), "{} is not what was written", file.display());
    for secret in SECRETS.into_iter().chain([SECRET, ADMIN_TOKEN, MASTER_KEY]) {
        assert!(!has(secret), "{secret} stands in {}", file.display());
    }
}

/// Returns the configuration of a server in a folder, with another master key.
fn with_another_key(folder: &Path) -> Config {
    let text = format!(
        "[server]\nhttp = \"127.0.0.1:8080\"\npublic_url = \"http://queue.example\"\nadmin_token = \"{ADMIN_TOKEN}\"\n\
         master_key = \"{}\"\nstore = \"embedded:{}\"\n\n[[customer]]\nid = \"demo\"\nsecret_key = \"{SECRET}\"\n\n{}",
        OTHER_MASTER_KEY,
        folder.display(),
        rooms()
    );
    Config::parse(&text, []).expect("a configuration without problems")
}

#[tokio::test]
async fn neither_the_stores_file_nor_a_backup_shows_a_secret_and_another_master_key_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let server = TestServer::in_folder(&data, &rooms()).await;
    fill(&server).await;
    let said = server.fail_to_restart_with(with_another_key(&data)).await;
    assert!(said.contains("server.master_key"), "{said}");

    shows_no_secret(&data.join("anteroom.redb"));
    let backup = folder.path().join("backup.redb");
    let store = store::open(&format!("embedded:{}", data.display()), || 0).expect("nobody has it open");
    store
        .embedded()
        .expect("a file")
        .copy_to(&backup, || true)
        .expect("a backup");
    drop(store);
    shows_no_secret(&backup);

    let server = TestServer::in_folder(&data, &rooms()).await;
    let customer = server.admin(Method::GET, "customers/demo", "").await.json();
    assert_eq!(customer["hosts"], json!(["queue.brand.example"]), "nothing is lost");
    let draft = server.admin(Method::GET, "customers/demo/integration/draft", "").await;
    assert!(draft.text().contains("X-Draft-Secret-44e1"));
}

#[tokio::test]
async fn redis_keeps_no_secret_that_can_be_read() {
    let redis = Redis::start().await.expect("a Redis");
    let store = store::open(&redis.url(), || 0).expect("an address");
    let server = TestServer::on(store, &rooms()).await;
    fill(&server).await;
    let files = std::fs::read_dir(redis.folder().join("appendonlydir")).expect("a folder");
    let files = files.map(|entry| entry.expect("an entry").path());
    let kept: Vec<_> = files
        .filter(|file| file.to_string_lossy().ends_with(".incr.aof"))
        .collect();
    assert_eq!(kept.len(), 1);
    shows_no_secret(&kept[0]);
}
