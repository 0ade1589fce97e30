//! Rooms whose draw a round of drand's quicknet decides: the behaviour of visitors, operators and
//! relays of the network, with a recorded round.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use anteroom::beacon_relays::BeaconRelays;
use anteroom::clock::Clock;
use http::{Method, Request};
use serde_json::{Value, json};

use super::draw::verified;
use crate::support::{Reply, TestServer, Visitor, redacted, room};

/// The time at which round 5,928,395 was published, and its signature.
pub(super) const PUBLISHED: u64 = 1_710_588_549_000;
pub(super) const ROUND: u64 = 5_928_395;
pub(super) const SIGNATURE: &str =
    "a5d07c0071b4e386b3ae09206522253c68fefe8490ad59ecc44a7dd0d0745be91da5779e2247a82403fbc0cb9a34cb61";
/// Another round's.
pub(super) const OF_ANOTHER: &str =
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
/// The start of the room.
pub(super) const T: u64 = PUBLISHED - 21_000;
const PEOPLE: usize = 12;
const ADMIN: &str = "rooms/demo/sale/draw";

/// The keys of such a room.
pub(super) const KEYS: &str = "max_outflow = 60\nopening = \"even\"\nstart = 2024-03-16T11:28:48Z\n\
                               prequeue_minutes = 5\ndraw_beacon = \"quicknet\"";

/// Returns a room whose pre-queue is closed, and its visitors.
async fn closed() -> (TestServer, Vec<Visitor>) {
    let server = TestServer::at(T - 60_000, &room("sale", KEYS)).await;
    server.advance(100).await;
    let mut visitors = Vec::new();
    for _ in 0..PEOPLE {
        let mut visitor = server.visitor();
        visitor.enter().await;
        visitors.push(visitor);
    }
    until(&server, T + 16_000).await;
    (server, visitors)
}

pub(super) async fn until(server: &TestServer, wall_ms: u64) {
    while server.now_ms() < wall_ms {
        server.advance(1_000.min(wall_ms - server.now_ms())).await;
    }
}

async fn number(server: &TestServer, visitor: &Visitor) -> Option<u64> {
    server.poll(visitor).await.json()["ticket"]["queueNumber"].as_u64()
}

async fn bring(server: &TestServer, signature: &str) -> Reply {
    bring_form(server, &format!("signature={signature}")).await
}

/// Submits this form as the round.
pub(super) async fn bring_form(server: &TestServer, form: &str) -> Reply {
    let request = Request::post("/draw/demo/sale/beacon")
        .header("host", "queue.example")
        .header("content-type", "application/x-www-form-urlencoded");
    let request = request.body(form.to_owned().into());
    server.send(request.expect("a request")).await
}

async fn awaited(server: &TestServer) -> Value {
    server.admin(Method::GET, &format!("{ADMIN}/beacon"), "").await.json()["round"].clone()
}

async fn document(server: &TestServer) -> String {
    server.get("/draw/demo/sale.json", &[]).await.text()
}

/// Lets the numbers be drawn and the secret be published; returns the numbers.
pub(super) async fn drawn(server: &TestServer, visitors: &[Visitor]) -> Vec<u64> {
    server.advance(2_000).await;
    until(server, T + 31_000).await;
    let mut numbers = Vec::new();
    for visitor in visitors {
        numbers.push(number(server, visitor).await.expect("a number"));
    }
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=visitors.len() as u64).collect::<Vec<u64>>());
    numbers
}

#[tokio::test]
async fn nobody_has_a_number_before_the_round_and_anybody_can_bring_it() {
    let (server, visitors) = closed().await;
    assert_eq!(awaited(&server).await, json!(ROUND));
    assert_eq!(bring(&server, SIGNATURE).await.status, 409, "not published yet");
    until(&server, PUBLISHED + 3_000).await;
    assert_eq!(number(&server, &visitors[0]).await, None);
    assert!(server.grants().await.is_empty());
    let page = server.get("/draw/demo/sale", &[]).await;
    redacted(|| insta::assert_snapshot!("awaited", page.markup()));
    assert_eq!(bring(&server, "0123").await.status, 400);
    let refused = bring(&server, OF_ANOTHER).await;
    assert_eq!(refused.status, 403);
    assert_eq!(refused.text(), "the signature is not the network's of this round.\n");

    let taken = bring(&server, SIGNATURE).await;
    assert_eq!(
        (taken.status.as_u16(), taken.header("location")),
        (303, "/draw/demo/sale")
    );
    assert_eq!(awaited(&server).await, Value::Null);
    drawn(&server, &visitors).await;
    assert_eq!(bring(&server, SIGNATURE).await.status, 409, "nothing is awaited");

    let found = verified(&document(&server).await, None).expect("holds");
    assert!(
        found.contains(&format!("round {ROUND}, value ")) && found.contains("revealed, 12 drawn"),
        "{found}"
    );
    assert!(!found.contains("could have influenced"), "{found}");
}

#[tokio::test]
async fn the_public_status_says_that_the_numbers_are_being_drawn() {
    let (server, visitors) = closed().await;
    let is = async |phase: &str, words: &str| {
        let room = server.get("/status/demo/sale.json", &[]).await.json()["room"].clone();
        assert_eq!(room["phase"], phase, "{room}");
        assert_eq!(
            room["enterUrl"], "/?c=demo&e=sale",
            "who comes now gets a place behind them"
        );
        let page = server.get("/status/demo/sale", &[]).await.text();
        let shown = format!("<p class=\"phase\">{words}</p>");
        assert!(page.contains(&shown), "{shown} in {page}");
    };
    is("drawing", "Drawing the numbers").await;
    until(&server, PUBLISHED + 3_000).await;
    assert_eq!(bring(&server, SIGNATURE).await.status, 303);
    server.advance(2_000).await;
    is("queue", "Open").await;
    drawn(&server, &visitors).await;
}

#[tokio::test]
async fn a_relay_is_asked_and_believed_only_with_the_signature() {
    let (server, visitors) = closed().await;
    until(&server, PUBLISHED + 1_000).await;
    let clock = Clock::Manual(server.clock.clone());
    let liar = relay(format!(r#"{{"round":{ROUND},"signature":"{OF_ANOTHER}"}}"#));
    let waiting = BeaconRelays::new(vec![liar]).fetch(&server.app.rooms, &clock).await;
    assert_eq!(waiting, [("demo/sale".to_owned(), ROUND)]);

    let gone = "http://127.0.0.1:9/".parse().expect("an address");
    let honest = relay(format!(
        r#"{{"round":{ROUND},"randomness":"","signature":"{SIGNATURE}"}}"#
    ));
    let waiting = BeaconRelays::new(vec![gone, honest])
        .fetch(&server.app.rooms, &clock)
        .await;
    assert!(waiting.is_empty(), "{waiting:?}");
    drawn(&server, &visitors).await;
}

/// Starts a relay that answers one request with this text.
fn relay(answer: String) -> url::Url {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a request");
        let mut request = [0; 4_096];
        let read = stream.read(&mut request).expect("a request");
        let request = String::from_utf8_lossy(&request[..read]).into_owned();
        assert!(request.contains(&format!("/public/{ROUND} ")), "{request}");
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            answer.len()
        );
        stream.write_all((head + &answer).as_bytes()).expect("an answer");
    });
    format!("http://{address}/").parse().expect("an address")
}

#[tokio::test]
async fn an_operator_brings_a_relays_whole_answer_or_gives_up() {
    let (server, visitors) = closed().await;
    let post = async |path: &str, body: &str| server.admin(Method::POST, &format!("{ADMIN}/{path}"), body).await;
    assert_eq!(post("without-beacon", "").await.status, 409, "not published yet");
    until(&server, PUBLISHED + 1_000).await;
    let wrong = post("beacon", &format!(r#"{{"signature":"{OF_ANOTHER}"}}"#)).await;
    assert_eq!(wrong.status, 422, "{}", wrong.text());
    let answer = format!(r#"{{"round":{ROUND},"randomness":"00","signature":"{SIGNATURE}"}}"#);
    let taken = post("beacon", &answer).await;
    assert_eq!((taken.status.as_u16(), &taken.json()["round"]), (200, &Value::Null));
    assert_eq!(post("without-beacon", "").await.status, 409, "nothing is awaited");
    drawn(&server, &visitors).await;

    let (server, visitors) = closed().await;
    until(&server, PUBLISHED + 9_000).await;
    let given_up = server.admin(Method::POST, &format!("{ADMIN}/without-beacon"), "").await;
    assert_eq!(given_up.status, 200, "{}", given_up.text());
    drawn(&server, &visitors).await;
    let found = verified(&document(&server).await, None).expect("holds");
    assert!(
        found.contains("aborted (beacon-missing)") && found.contains("could have influenced"),
        "{found}"
    );
}
