//! `docs/integrate/polling.md`: its requests are answered as it says, and its table of `brief` is
//! that of the page's own script.

use std::path::Path;

use app::status::{BriefParts, fingerprint, write_brief};
use app::view::PageState;
use axum::body::Body;
use http::Request;
use serde_json::{Value, json};

use super::line_of;
use crate::support::{TestServer, Visitor};

/// The parts of `brief`.
const PARTS: usize = 9;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/integrate/polling.md");
    std::fs::read_to_string(path).expect("the document")
}

/// Returns the document's examples in this format.
fn examples<'a>(document: &'a str, format: &str) -> Vec<&'a str> {
    let parts = document.split("```");
    let (fenced, opening) = (parts.skip(1).step_by(2), format!("{format}\n"));
    fenced.filter_map(|example| example.strip_prefix(&opening)).collect()
}

/// Returns the documented request for the place of this visitor.
fn request(documented: &str, visitor: &Visitor) -> Request<Body> {
    let filled = documented.replace("<cookie>", &visitor.cookies["anteroom_place"]);
    let target = format!("/api/getStatus?{}", query(documented, visitor));
    let headers = filled.lines().skip(1).filter_map(|line| line.split_once(": "));
    let request = headers.fold(Request::get(target), |request, (name, value)| {
        request.header(name, value)
    });
    request.body(Body::empty()).expect("a request")
}

/// Returns the query of the documented request for the place of this visitor.
fn query(documented: &str, visitor: &Visitor) -> String {
    let line = documented.lines().next().expect("a line");
    let target = line
        .strip_prefix("GET /api/getStatus?")
        .and_then(|rest| rest.strip_suffix(" HTTP/1.1"));
    target.expect("a request").replace("<queueId>", &visitor.queue_id())
}

#[tokio::test]
async fn documented_polls_of_a_visitor_in_line_are_answered_as_the_document_says() {
    let document = document();
    let (requests, answers) = (examples(&document, "http"), examples(&document, "json"));
    let [full, brief, _] = requests[..] else {
        panic!("{requests:?}")
    };
    let server = TestServer::sale(6).await;
    let visitor = line_of(&server, 10).await;
    for (asked, said) in [(full, answers[0]), (brief, answers[2])] {
        let reply = server.send(request(asked, &visitor)).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("cache-control")),
            (200, "no-store")
        );
        let answer = reply.json();
        let interval = answer["updateInterval"].as_u64().expect("milliseconds");
        assert!((2_000..=40_000).contains(&interval), "{interval}");
        let said = said.replace("<queueId>", &visitor.queue_id());
        let mut said: Value = serde_json::from_str(&said).expect("JSON");
        // The interval has a random part.
        said["updateInterval"] = json!(interval);
        assert_eq!(answer, said, "{asked}");
    }
}

#[tokio::test]
async fn a_documented_poll_of_a_hidden_page_is_held_and_the_turn_is_answered_as_the_document_says() {
    let document = document();
    let (requests, answers) = (examples(&document, "http"), examples(&document, "json"));
    let server = TestServer::sale(60).await;
    let visitor = line_of(&server, 1).await;
    let asked_ms = server.now_ms();
    let hidden = visitor.clone().at(&query(requests[2], &visitor));
    let held = server.poll(&hidden).await.json();
    assert_eq!(held["updateInterval"], 0, "{held:#}");
    let held_ms = server.now_ms() - asked_ms;
    assert!((2_000..=2_100).contains(&held_ms), "{held_ms}");
    let shown = visitor.clone().at(&query(requests[0], &visitor));
    let turn = server.poll(&shown).await.json();
    let said: Value = serde_json::from_str(answers[1]).expect("JSON");
    let url = turn["redirectUrl"].as_str().expect("a URL");
    let target = said["redirectUrl"].as_str().and_then(|url| url.strip_suffix("<token>"));
    assert!(url.starts_with(target.expect("a token")), "{url}");
    assert_eq!(
        turn,
        json!({ "isRedirectToTarget": said["isRedirectToTarget"], "redirectUrl": url })
    );
}

#[test]
fn the_documented_parts_of_brief_are_those_that_the_page_writes() {
    let document = document();
    let written = write_brief(BriefParts {
        state: "almost",
        message: &fingerprint("").to_string(),
        version: "16",
        language: "en-US",
        is_hidden: true,
        ..BriefParts::default()
    });
    assert!(document.contains(&format!("&brief={written} HTTP/1.1")), "{written}");
    assert_eq!(written.split(',').count(), PARTS);
    for part in 1..=PARTS {
        assert!(document.contains(&format!("\n| {part} | ")), "part {part}");
    }
    assert!(!document.contains(&format!("\n| {} | ", PARTS + 1)));
    let message = "Small sizes are back at noon.";
    let (none, one) = (fingerprint(""), fingerprint(message));
    let said = format!("That of no message is {none}, that of \"{message}\" {one}.");
    assert!(document.contains(&said), "{said}");
    // The page sets this state by itself.
    let states = PageState::ALL
        .into_iter()
        .filter(|state| *state != PageState::Redirecting);
    for state in states {
        assert!(document.contains(&format!("`{}`", state.as_str())), "{state:?}");
    }
}
