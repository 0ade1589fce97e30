//! A room that hides while it is idle gives the same answers as a room that does not exist, byte
//! for byte, at every endpoint.

use axum::body::Body;
use http::Request;
use http::header::{ACCEPT, CONTENT_TYPE, COOKIE, HOST};

use crate::support::{Reply, TestServer, room, route_paths};

/// As long as the hidden room's id, so that only the id differs.
const UNKNOWN: &str = "absent";
const HIDDEN: &str = "secret";
const OPEN: &str = "opened";
/// Its answer changes with every request, and its path names no room.
const COUNTS: &str = "/metrics";

/// Returns the paths whose answers are compared.
fn paths() -> Vec<String> {
    let mut paths = route_paths();
    assert!(paths.iter().any(|path| path == COUNTS), "{paths:?}");
    paths.retain(|path| path != COUNTS);
    paths
}

/// Returns the path with a room in it, as browsers request its page and as programs request its
/// document.
fn filled(path: &str, room: &str) -> [String; 2] {
    let with = |name: &str| {
        path.replace("{customer}", "demo")
            .replace("{room}", name)
            .replace("{queue_id}", "00000000-0000-4000-8000-000000000001")
            .replace("{code}", "K7QX-3MTP")
            .replace("{*code}", "hash/")
            .replace("{ms}", "1700000000000")
            .replace("{name}", "queueit.min.js")
            .replace("{*name}", "none.css")
            .replace("{action}", "pause")
            .replace(['{', '}'], "")
    };
    [with(room), with(&format!("{room}.json"))]
}

/// Returns the requests for a path: with a query or a form, and with different `Accept` headers.
fn requests(path: &str, room: &str) -> Vec<Request<Body>> {
    let id = "00000000-0000-4000-8000-000000000001";
    let query = format!(
        "c=demo&e={room}&q={id}&wrl={room}~{id}&code=K7QX-3MTP&cid=de-DE&t=https%3A%2F%2Fshop.example%2F&back=c%3Ddemo%26e%3D{room}&event={room}&customer=demo"
    );
    let mut requests = Vec::new();
    for path in filled(path, room) {
        for accept in ["text/html", "application/json"] {
            for query in [format!("?{query}"), format!("?c=demo&e={room}"), String::new()] {
                let get = Request::get(format!("{path}{query}")).header(ACCEPT, accept);
                let get = get.header(COOKIE, "anteroom_cookies=1").header(HOST, "queue.example");
                requests.push(get.body(Body::empty()).expect("a request"));
            }
        }
        for (kind, body) in [
            ("application/x-www-form-urlencoded", query.clone()),
            ("application/json", "{}".to_owned()),
        ] {
            let post = Request::post(format!("{path}?{query}")).header(CONTENT_TYPE, kind);
            let post = post
                .header("sec-fetch-site", "same-origin")
                .header(HOST, "queue.example");
            requests.push(post.body(Body::from(body)).expect("a request"));
        }
    }
    requests
}

/// Returns the whole content of an answer, without its room's id.
fn said(reply: &Reply, room: &str) -> String {
    let mut headers: Vec<String> = reply
        .headers
        .iter()
        .map(|(name, value)| format!("{name}: {}", value.to_str().expect("ASCII")))
        .collect();
    headers.sort_unstable();
    let body = String::from_utf8_lossy(&reply.body);
    format!("{}\n{}\n\n{body}", reply.status, headers.join("\n")).replace(room, "<room>")
}

async fn server() -> TestServer {
    let hidden = "name = \"Nobody knows of this yet\"\nmax_outflow = 60\nstart = 2033-01-01T00:00:00Z\nbefore = \"hidden\"\n\
                  listed = true\ncolor = \"#123456\"\nculture = \"da-DK\"\nprequeue_minutes = 60";
    TestServer::with(&(room(HIDDEN, hidden) + &room(OPEN, "name = \"Open to all\"\nmax_outflow = 60"))).await
}

#[tokio::test]
async fn a_hidden_room_answers_as_an_unknown_one_at_every_door() {
    let server = server().await;
    let mut told_apart = 0;
    for path in paths() {
        let of = [HIDDEN, UNKNOWN, OPEN].map(|room| requests(&path, room));
        let [hidden, unknown, open] = of;
        let mut differs = false;
        for ((hidden, unknown), open) in hidden.into_iter().zip(unknown).zip(open) {
            let asked = format!("{} {}", hidden.method(), hidden.uri());
            let hidden = said(&server.send(hidden).await, HIDDEN);
            let unknown = said(&server.send(unknown).await, UNKNOWN);
            assert_eq!(hidden, unknown, "{asked}");
            assert!(!hidden.contains("Nobody knows of this yet"), "{asked}");
            differs |= said(&server.send(open).await, OPEN) != unknown;
        }
        told_apart += usize::from(differs);
    }
    // The comparison is effective: an existing room gives other answers.
    assert!(told_apart >= 15, "at {told_apart} doors only");
}

#[tokio::test]
async fn a_hidden_room_comes_to_light_when_it_opens_and_passes_when_it_is_disabled() {
    let server = server().await;
    let page = |id: &str| format!("/?c=demo&e={id}");
    assert_eq!(server.get(&page(HIDDEN), &[]).await.status, 404);
    let listed = server.get("/status.json", &[]).await.json();
    assert_eq!(listed["rooms"], serde_json::json!([]), "though it is listed");
    server.admin(http::Method::POST, "rooms/demo/secret/disable", "").await;
    let passed = server.get(&page(HIDDEN), &[]).await;
    assert!(passed.location().contains("~rt_disabled~"), "{}", passed.location());
    server.admin(http::Method::POST, "rooms/demo/secret/enable", "").await;
    assert_eq!(server.get(&page(HIDDEN), &[]).await.status, 404);
    // The pre-queue opens an hour before the start.
    server
        .advance((1_988_150_400 - 1_700_000_000 - 3_600) * 1_000 + 1_000)
        .await;
    assert_eq!(server.get(&page(HIDDEN), &[]).await.status, 302);
}
