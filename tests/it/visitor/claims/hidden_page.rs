//! The page of a tab in the background, whose timers fire once a minute. In front, the server holds
//! the answers to its polls for the pause, and the page polls again with each answer.

use serde_json::{Value, json};

use crate::support::{TestServer, Visitor};

/// The pause that says that the poll was held, and that a hidden page polls again without a timer,
/// milliseconds.
const AT_ONCE_MS: u64 = 0;
/// More polls than fit between two permits of six a minute.
const POLLS_MAX: usize = 8;

async fn line_of(server: &TestServer, count: usize) -> Vec<Visitor> {
    let mut line = Vec::new();
    for _ in 0..count {
        let mut visitor = server.visitor();
        visitor.enter().await;
        line.push(visitor);
    }
    line
}

/// Polls as a page does, and returns the answer and the time until it came, in milliseconds.
async fn poll(server: &TestServer, visitor: &Visitor, is_hidden: bool) -> (Value, u64) {
    let hidden = if is_hidden { "1" } else { "" };
    let query = format!("{}&brief=in-line,,2166136261,,0,,,,{hidden}", visitor.query);
    let asked_ms = server.now_ms();
    let answer = server.poll(&visitor.clone().at(&query)).await.json();
    (answer, server.now_ms() - asked_ms)
}

#[tokio::test]
async fn a_hidden_page_is_told_of_the_turn_and_let_in_without_a_pause_of_its_own() {
    let server = TestServer::sale(60).await;
    let line = line_of(&server, 1).await;
    let (told, held_ms) = poll(&server, &line[0], true).await;
    let state = told["texts"]["state"].as_str();
    assert!(matches!(state, Some("almost" | "first-in-line")), "{told:#}");
    assert_eq!(told["updateInterval"], json!(AT_ONCE_MS));
    assert!((2_000..=2_100).contains(&held_ms), "{held_ms}");
    let (turn, _) = poll(&server, &line[0], true).await;
    assert!(turn["redirectUrl"].is_string(), "{turn:#}");
    assert_eq!(server.grants().await.len(), 1);
}

#[tokio::test]
async fn a_hidden_page_polls_no_more_often_than_a_visible_one_until_its_permit_is_due() {
    let server = TestServer::sale(6).await;
    let line = line_of(&server, 2).await;
    server.pass(&line[0]).await;
    let mut polls = 0;
    loop {
        let (answer, held_ms) = poll(&server, &line[1], true).await;
        if answer["redirectUrl"].is_string() {
            break;
        }
        polls += 1;
        assert!(polls < POLLS_MAX, "never let in");
        assert_eq!(answer["updateInterval"], json!(AT_ONCE_MS), "{answer:#}");
        assert!((2_000..=2_200).contains(&held_ms), "{held_ms}");
    }
    assert!(polls >= 2, "one told of the turn, and claims in vain: {polls}");
    assert_eq!(server.grants().await.len(), 2);
}

#[tokio::test]
async fn only_polls_in_front_of_a_line_that_moves_are_held() {
    let server = TestServer::sale(6).await;
    let line = line_of(&server, 30).await;
    for (visitor, is_hidden) in [(&line[0], false), (&line[29], true)] {
        let (answer, held_ms) = poll(&server, visitor, is_hidden).await;
        let interval_ms = answer["updateInterval"].as_u64().expect("milliseconds");
        assert!(interval_ms >= 2_000 && held_ms <= 100, "{held_ms}: {answer:#}");
    }
    server.act("pause").await;
    let (paused, held_ms) = poll(&server, &line[0], true).await;
    assert_eq!(paused["texts"]["state"], "paused");
    assert!(held_ms <= 100, "{held_ms}");
}
