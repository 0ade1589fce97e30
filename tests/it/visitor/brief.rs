//! The brief form of a poll: it omits the values that the page already shows, contains all new
//! ones, and is small.

use serde_json::{Value, json};

use super::line_of;
use crate::support::{Reply, TestServer, Visitor, redacted, room};

/// The size limit of one poll on the wire, including headers.
const POLL_BYTES_MAX: usize = 600;
/// The size limit of the headers and the status line of a poll.
const HEAD_BYTES_MAX: usize = 190;
/// Added by the server's HTTP/1.1 implementation.
const DATE: &str = "date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";

async fn poll(server: &TestServer, visitor: &Visitor, more: &str) -> Reply {
    let query = format!("{}&{more}", visitor.query);
    server.poll(&visitor.clone().at(&query)).await
}

fn head_bytes(reply: &Reply) -> usize {
    let lines = reply.headers.iter();
    let lines = lines.map(|(name, value)| name.as_str().len() + ": ".len() + value.len() + "\r\n".len());
    let own = ["HTTP/1.1 200 OK\r\n", "content-length: 999\r\n", DATE, "\r\n"];
    own.map(str::len).into_iter().chain(lines).sum()
}

#[tokio::test]
async fn a_page_is_told_only_what_is_new_to_it() {
    let server = TestServer::sale(6).await;
    let visitor = line_of(&server, 10).await;
    let answer = poll(&server, &visitor, "shown=9&brief=in-line,,2166136261,")
        .await
        .json();
    let interval = &answer["updateInterval"];
    assert!(
        interval.as_u64().is_some_and(|ms| (2_000..=40_000).contains(&ms)),
        "{interval}"
    );
    assert_eq!(answer["ticket"]["lastUpdatedUTC"], "2023-11-14T22:13:20Z");
    redacted(|| insta::assert_json_snapshot!(answer));

    let moved = poll(&server, &visitor, "shown=12&brief=in-line,,2166136261,")
        .await
        .json();
    assert_eq!(moved["texts"]["ahead"], "9");
    assert_eq!(
        moved["texts"]["title"], "9 ahead of you · \u{E002}",
        "the page knows the room's name"
    );
    assert_eq!(moved["texts"]["headline"], Value::Null);

    let other = poll(&server, &visitor, "shown=9&brief=paused,,2166136261,")
        .await
        .json();
    assert_eq!(other["texts"]["headline"], "You’re in line");
    for text in ["title", "lead", "announce"] {
        assert!(other["texts"][text].is_string(), "{text}: {other:#}");
    }
    let next = poll(&server, &visitor, "shown=0&brief=in-line,,2166136261,")
        .await
        .json();
    assert_eq!(
        next["texts"]["headline"],
        Value::Null,
        "nobody is ahead by what the page has shown"
    );
}

#[tokio::test]
async fn an_open_page_keeps_its_language() {
    let server = TestServer::with(&room("sale", "max_outflow = 6")).await;
    let visitor = line_of(&server, 10).await;
    // Another state than the page's, so that every text comes.
    let heading = async |language: &str| {
        let page = format!("brief=paused,,2166136261,,0,,,{language}");
        poll(&server, &visitor, &page).await.json()["texts"]["headline"].take()
    };
    assert_eq!(heading("").await, "You’re in line", "an older page");
    assert_eq!(heading("xx").await, "You’re in line");
    let german = heading("de").await;
    assert!(german != "You’re in line" && german.is_string(), "{german}");
    for change in [r#"{"culture":"fr"}"#, r#"{"detectLanguage":true}"#] {
        server.patch(change).await;
        assert_eq!(heading("de").await, german, "{change}");
    }
}

#[tokio::test]
async fn a_screen_reader_is_told_from_the_mark_on_down() {
    let server = TestServer::sale(6).await;
    let visitor = line_of(&server, 10).await;
    for (mark, answer) in [("9", true), ("8", false), ("", false), ("x", false), ("5000", true)] {
        let reply = poll(&server, &visitor, &format!("shown=9&brief=in-line,,2166136261,{mark}")).await;
        assert_eq!(reply.json()["texts"]["announce"].is_string(), answer, "{mark}");
    }
}

#[tokio::test]
async fn the_operators_message_comes_when_the_page_has_another() {
    // Nobody is let through, because a redirected visitor has no page to show the message.
    let server = TestServer::sale(0).await;
    let visitor = line_of(&server, 2).await;
    let message = "Small sizes are back at noon.";
    let ask = async |shown: u32| {
        poll(&server, &visitor, &format!("brief=in-line,,{shown},"))
            .await
            .json()["message"]
            .take()
    };
    let fingerprint = app::status::fingerprint;
    assert_eq!(ask(fingerprint("")).await, Value::Null);
    server.patch(&json!({ "message": message }).to_string()).await;
    assert_eq!(ask(fingerprint("")).await, message);
    assert_eq!(ask(fingerprint(message)).await, Value::Null, "it stands there");
    server.patch(&json!({ "message": null }).to_string()).await;
    assert_eq!(ask(fingerprint(message)).await, "", "it is gone");
}

#[tokio::test]
async fn a_poll_is_small_in_every_language_and_the_full_form_says_the_same() {
    let config = format!("max_outflow = 6\nname = \"{}\"", "x".repeat(200));
    let server = TestServer::with(&room("sale", &config)).await;
    let visitor = line_of(&server, 40).await;
    let mut languages: Vec<String> = std::fs::read_dir("locales")
        .expect("the languages")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a tag"))
        .collect();
    languages.sort();
    assert!(languages.len() >= 4);
    for cid in languages {
        let reply = poll(
            &server,
            &visitor,
            &format!("cid={cid}&shown=1234567890&brief=in-line,,2166136261,"),
        )
        .await;
        let (head, body) = (head_bytes(&reply), reply.text().len());
        assert!(head <= HEAD_BYTES_MAX, "{head} bytes of headers: {:?}", reply.headers);
        assert!(
            head + body <= POLL_BYTES_MAX,
            "{cid}: {head} + {body} bytes: {}",
            reply.text()
        );
        let full = poll(&server, &visitor, &format!("cid={cid}")).await.json();
        let brief = reply.json();
        for (part, answer) in [("texts", &brief["texts"]), ("ticket", &brief["ticket"])] {
            for (name, value) in answer.as_object().expect("an object") {
                let shown = value.to_string().replace('\u{E002}', &"x".repeat(200));
                assert_eq!(shown, full[part][name].to_string(), "{cid} {part}.{name}");
            }
        }
    }
}

#[tokio::test]
async fn a_screen_reader_is_told_that_the_wait_is_not_known_any_more_and_that_it_is_again() {
    let server = TestServer::sale(60).await;
    let visitor = line_of(&server, 30).await;
    let announced = async |flag: &str| {
        let more = format!("shown=29&brief=in-line,operatorSlowed,2166136261,,{flag}");
        poll(&server, &visitor, &more).await.json()["texts"]["announce"].clone()
    };
    assert_eq!(announced("0").await, Value::Null);
    server.patch(r#"{"maxOutflow":0}"#).await;
    server.advance(1_000).await;
    let unknown = json!("29 people are ahead of you. Estimated wait: not known at the moment.");
    assert_eq!(announced("0").await, unknown);
    assert_eq!(announced("1").await, Value::Null, "it says so already");
    assert_eq!(announced("").await, Value::Null, "a page from before this");
    server.patch(r#"{"maxOutflow":60}"#).await;
    server.advance(1_000).await;
    assert_eq!(announced("0").await, Value::Null);
    let known = announced("1").await;
    assert!(
        known.as_str().is_some_and(|text| !text.contains("not known")),
        "{known}"
    );
}
