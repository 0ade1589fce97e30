//! A turn that a page has shown stays although a poll comes seconds late, its permit lapses, or the
//! page loads anew: for the visitor, who is next, nothing has changed.

use serde_json::Value;

use crate::support::{TestServer, Visitor};

/// Visitors in front who are silent for this long do not count as present, and the permit that was
/// at hand has lapsed, milliseconds.
const LATE_MS: u64 = 7_000;
/// More polls than fit between two permits of six a minute.
const POLLS_MAX: usize = 8;

/// Polls like a page that shows this state, and returns the answer.
async fn poll(server: &TestServer, visitor: &Visitor, state: &str) -> Value {
    let query = format!("{}&brief={state},,2166136261,,0", visitor.query);
    server.poll(&visitor.clone().at(&query)).await.json()
}

async fn pause_of(server: &TestServer, answer: &Value) {
    let pause_ms = answer["updateInterval"].as_u64().expect("milliseconds");
    server.advance(pause_ms).await;
}

/// Returns a visitor of a room with six permits a minute to whom a poll has just told the turn;
/// `None` if the poll was held until the permit. The visitor begins to poll after a while.
async fn told(server: &TestServer, after_ms: u64) -> Option<Visitor> {
    let mut first = server.visitor();
    first.enter().await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    server.pass(&first).await;
    server.advance(after_ms).await;
    for _ in 0..POLLS_MAX {
        let answer = poll(server, &visitor, "almost").await;
        if answer["redirectUrl"].is_string() {
            return None;
        }
        if answer["texts"]["state"] == "first-in-line" {
            return Some(visitor);
        }
        pause_of(server, &answer).await;
    }
    panic!("neither told nor let in");
}

#[tokio::test]
async fn a_turn_is_not_taken_back_from_a_page_whose_poll_comes_late() {
    let mut told_of = 0;
    for after_ms in [0, 700, 1_400] {
        let server = TestServer::sale(6).await;
        let Some(visitor) = told(&server, after_ms).await else {
            continue;
        };
        told_of += 1;
        server.advance(LATE_MS).await;
        let mut polls = 0;
        loop {
            let answer = poll(&server, &visitor, "first-in-line").await;
            if answer["redirectUrl"].is_string() {
                break;
            }
            assert_eq!(answer["texts"]["state"], "first-in-line", "{after_ms} ms: {answer:#}");
            polls += 1;
            assert!(polls < POLLS_MAX, "never let in");
            pause_of(&server, &answer).await;
        }
        assert!(polls > 0, "the permit that was at hand has lapsed");
    }
    assert!(told_of > 0, "nobody was told of the turn before the redirect");
}

#[tokio::test]
async fn a_page_that_loads_anew_keeps_the_turn_and_a_pause_takes_it_back() {
    let mut told_of = 0;
    for after_ms in [0, 700, 1_400] {
        let server = TestServer::sale(6).await;
        let Some(mut visitor) = told(&server, after_ms).await else {
            continue;
        };
        told_of += 1;
        server.advance(LATE_MS).await;
        let page = visitor.load().await;
        assert_eq!(page.html("data-state"), "first-in-line", "{after_ms} ms");
        server.act("pause").await;
        let answer = poll(&server, &visitor, "first-in-line").await;
        assert_eq!(answer["texts"]["state"], "paused");
        server.act("resume").await;
        let answer = poll(&server, &visitor, "paused").await;
        assert_eq!(answer["texts"]["state"], "almost", "no permit is at hand: {answer:#}");
    }
    assert!(told_of > 0, "nobody was told of the turn before the redirect");
}
