//! Tests of downloading an integration config from a waiting room with given responses.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path as InPath, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use connector::{Download, LiveConfig, Updates};
use protocol::integration::CONFIG_BYTES_MAX;
use tokio::net::TcpListener;

const KEY: &str = "an api key";

/// The response of the waiting room, and the headers of the requests that it received.
#[derive(Default)]
struct ConfigServer {
    answer: ConfigResponse,
    asked: Vec<HeaderMap>,
}

#[derive(Default, Clone)]
enum ConfigResponse {
    Config(i64),
    Text(StatusCode, String),
    Elsewhere,
    #[default]
    Nothing,
}

type SharedConfigServer = Arc<Mutex<ConfigServer>>;

async fn serve(
    State(room): State<SharedConfigServer>,
    InPath(customer): InPath<String>,
    headers: HeaderMap,
) -> Response {
    assert_eq!(customer, "acme");
    let known = headers.get(header::IF_NONE_MATCH).cloned();
    let answer = {
        let mut room = room.lock().unwrap();
        room.asked.push(headers);
        room.answer.clone()
    };
    match answer {
        ConfigResponse::Config(version) => {
            let tag = format!("\"v{version}\"");
            if known.is_some_and(|known| known == tag.as_str()) {
                return StatusCode::NOT_MODIFIED.into_response();
            }
            let json = format!(r#"{{"Version":{version},"Integrations":[]}}"#);
            ([(header::ETAG, tag)], json).into_response()
        }
        ConfigResponse::Text(status, text) => (status, [(header::ETAG, "\"text\"")], text).into_response(),
        ConfigResponse::Elsewhere => (
            StatusCode::FOUND,
            [(header::LOCATION, "/status/integrationconfig/secure/acme")],
        )
            .into_response(),
        ConfigResponse::Nothing => std::future::pending().await,
    }
}

/// Starts a waiting room and returns it with its address.
async fn room(answer: ConfigResponse) -> (SharedConfigServer, String) {
    let room = SharedConfigServer::default();
    room.lock().unwrap().answer = answer;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new()
        .route("/status/integrationconfig/secure/{customer}", get(serve))
        .with_state(Arc::clone(&room));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (room, address)
}

fn config() -> LiveConfig {
    LiveConfig::new("acme".parse().unwrap())
}

async fn download(config: &LiveConfig, address: &str, kept_at: &Path) -> Updates {
    let download = Download::new(config, address, KEY).unwrap();
    let mut updates = download.kept_at(kept_at).start().unwrap();
    updates.first_attempt().await;
    updates
}

#[tokio::test]
async fn a_config_is_downloaded_with_the_key_and_kept_for_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.json");
    let (shared, address) = room(ConfigResponse::Config(3)).await;
    let first = config();
    let updates = download(&first, &format!("{address}/"), &kept).await;
    assert_eq!(first.version(), Some(3));
    assert_eq!(shared.lock().unwrap().asked[0]["api-key"], KEY);
    drop(updates);

    // While the waiting room is away, the stored config is used.
    shared.lock().unwrap().answer = ConfigResponse::Text(StatusCode::BAD_GATEWAY, String::new());
    let second = config();
    let _updates = download(&second, &address, &kept).await;
    assert_eq!(second.version(), Some(3));
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["kept.json"], "no draft is left");
}

#[tokio::test]
async fn no_other_answer_is_taken_for_a_config() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.json");
    let good = r#"{"Version":9,"Integrations":[]}"#.to_owned();
    for answer in [
        ConfigResponse::Text(StatusCode::FORBIDDEN, good.clone()),
        ConfigResponse::Text(StatusCode::OK, "<html>".to_owned()),
        ConfigResponse::Text(StatusCode::OK, format!("{good}{}", " ".repeat(CONFIG_BYTES_MAX))),
        ConfigResponse::Elsewhere,
    ] {
        let (_shared, address) = room(answer).await;
        let config = config();
        let _updates = download(&config, &address, &kept).await;
        assert_eq!(config.version(), None);
    }
    assert!(!kept.exists());
}

#[tokio::test]
async fn a_broken_file_that_was_kept_is_no_hindrance() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.json");
    std::fs::write(&kept, "{").unwrap();
    let (_shared, address) = room(ConfigResponse::Config(4)).await;
    let config = config();
    let _updates = download(&config, &address, &kept).await;
    assert_eq!(config.version(), Some(4));
}

#[tokio::test(start_paused = true)]
async fn a_waiting_room_that_does_not_answer_is_given_up() {
    let (_shared, address) = room(ConfigResponse::Nothing).await;
    let config = config();
    let mut updates = Download::new(&config, &address, KEY).unwrap().start().unwrap();
    updates.first_attempt().await;
    assert_eq!(config.version(), None);
}

#[tokio::test]
async fn only_what_has_changed_is_sent() {
    let (shared, address) = room(ConfigResponse::Text(StatusCode::OK, "broken".to_owned())).await;
    let config = config();
    let _updates = Download::new(&config, &address, KEY)
        .unwrap()
        .every(Duration::from_millis(1))
        .start()
        .unwrap();
    // Waits for a request with this tag, which proves that the previous response was processed.
    let asked_with = async |tag: Option<&str>| {
        let from = shared.lock().unwrap().asked.len();
        loop {
            let last = shared.lock().unwrap().asked[from..]
                .last()
                .map(|headers| headers.get(header::IF_NONE_MATCH).cloned());
            if last.is_some_and(|seen| seen.as_ref().map(|tag| tag.to_str().unwrap()) == tag) {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    // The tag of an invalid config is not sent.
    asked_with(None).await;
    asked_with(None).await;
    shared.lock().unwrap().answer = ConfigResponse::Config(1);
    asked_with(Some("\"v1\"")).await;
    assert_eq!(config.version(), Some(1));
    shared.lock().unwrap().answer = ConfigResponse::Config(2);
    asked_with(Some("\"v2\"")).await;
    assert_eq!(config.version(), Some(2));
}

#[test]
fn addresses_and_keys_that_no_request_can_carry_are_refused() {
    let config = config();
    for address in [
        "queue.example",
        "ftp://queue.example",
        "https://",
        "https://queue.example/?a",
        "https://a b",
    ] {
        assert!(Download::new(&config, address, KEY).is_err(), "{address}");
    }
    let error = Download::new(&config, "https://queue.example", "k\ney")
        .unwrap_err()
        .to_string();
    assert_eq!(error, "the API key has characters that a header cannot carry");
    let shown = format!("{:?}", Download::new(&config, "https://queue.example", KEY).unwrap());
    assert!(!shown.contains(KEY), "{shown}");
}
