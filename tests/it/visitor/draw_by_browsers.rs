//! Rooms whose visitors' browsers may fetch the round of a beacon: off by default, only on pages
//! before a draw, and only with a round that the draw waits for.

use anteroom::config::Config;
use serde_json::{Value, json};

use super::draw_with_beacon::{KEYS, OF_ANOTHER, PUBLISHED, ROUND, SIGNATURE, T, bring_form, drawn, until};
use crate::support::{Reply, TestServer, Visitor, config, room};

const CHAIN: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
/// A part of the address that only pages whose browser fetches the round have.
const ADDRESS: &str = "data-beacon=\"/draw/demo/sale/beacon\"";
/// The connections that the policy of such a page allows.
const RELAYS: &str = "connect-src 'self' https://api.drand.sh http://127.0.0.1:8099;";
/// The number of people before the draw, all of whose browsers are chosen.
const PEOPLE: usize = 4;

fn settings(by_browsers: bool) -> Config {
    let other = "max_outflow = 60\nopening = \"even\"\nstart = 2024-03-16T11:28:48Z\nprequeue_minutes = 5";
    let mut config = config("memory:", &(room("sale", KEYS) + &room("plain", other)));
    let relays = ["https://api.drand.sh", "http://127.0.0.1:8099/drand/"];
    config.server.beacon_relays = relays.iter().map(|relay| relay.parse().expect("an address")).collect();
    config.server.beacon_by_browsers = by_browsers;
    config
}

/// Returns a server whose pre-queue is open, and visitors who joined it.
async fn open(by_browsers: bool) -> (TestServer, Vec<Visitor>) {
    let server = TestServer::of_at(T - 60_000, settings(by_browsers)).await;
    server.advance(100).await;
    let mut visitors = Vec::new();
    for _ in 0..PEOPLE {
        let mut visitor = server.visitor();
        visitor.enter().await;
        visitors.push(visitor);
    }
    (server, visitors)
}

async fn page_of(visitor: &mut Visitor) -> Reply {
    let page = visitor.load().await;
    assert_eq!(page.status, 200, "{}", page.text());
    page
}

fn policy(page: &Reply) -> &str {
    page.header("content-security-policy")
}

/// Returns what a script reads about the round.
async fn asked(server: &TestServer) -> Value {
    let reply = server.get("/draw/demo/sale/beacon", &[]).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("cache-control")),
        (200, "no-store")
    );
    reply.json()
}

async fn bring(server: &TestServer, round: u64, signature: &str) -> u16 {
    let form = format!("round={round}&signature={signature}");
    bring_form(server, &form).await.status.as_u16()
}

#[tokio::test]
async fn only_pages_before_a_draw_with_a_beacon_may_ask_relays() {
    let (server, mut visitors) = open(true).await;
    let page = page_of(&mut visitors[0]).await;
    assert!(policy(&page).contains(RELAYS), "{}", policy(&page));
    assert_eq!(
        page.text().contains(ADDRESS),
        page.text().contains("/assets/beacon."),
        "the script loads by that address, if it was built"
    );
    let mut elsewhere = server.visitor().at("c=demo&e=plain");
    elsewhere.enter().await;
    let plain = page_of(&mut elsewhere).await;
    assert!(policy(&plain).contains("connect-src 'self';"), "{}", policy(&plain));
    // Only the page that checks a draw says that the operator could have influenced it.
    assert_eq!(plain.html("data-state"), "prequeue");
    assert!(!plain.text().contains("influence"), "{}", plain.text());

    until(&server, PUBLISHED + 1_000).await;
    let page = page_of(&mut visitors[1]).await;
    assert!(policy(&page).contains(RELAYS), "it still waits");
    assert_eq!(bring(&server, ROUND, SIGNATURE).await, 204);
    let page = page_of(&mut visitors[2]).await;
    assert!(policy(&page).contains("connect-src 'self';"), "the round is known");
    server.advance(2_000).await;
    let page = page_of(&mut visitors[3]).await;
    assert_eq!(page.html("data-page"), "queue");
    assert!(policy(&page).contains("connect-src 'self';"), "the numbers are drawn");
    assert!(!page.text().contains(ADDRESS));
}

#[tokio::test]
async fn no_browser_asks_relays_unless_the_operator_says_so() {
    let (server, mut visitors) = open(false).await;
    let page = page_of(&mut visitors[0]).await;
    assert!(policy(&page).contains("connect-src 'self';"), "{}", policy(&page));
    assert!(!page.text().contains(ADDRESS));
    until(&server, PUBLISHED + 1_000).await;
    assert_eq!(
        asked(&server).await,
        json!({ "round": ROUND, "dueInMs": 0, "urls": [] })
    );
}

#[tokio::test]
async fn a_script_learns_which_round_is_awaited_and_brings_it_once() {
    let (server, visitors) = open(true).await;
    let nothing = json!({ "round": null, "dueInMs": 0, "urls": [] });
    assert_eq!(asked(&server).await, nothing, "the pre-queue is open");
    assert_eq!(bring(&server, ROUND, SIGNATURE).await, 409, "nothing is awaited");
    until(&server, T + 16_000).await;
    let urls = [
        format!("https://api.drand.sh/{CHAIN}/public/{ROUND}"),
        format!("http://127.0.0.1:8099/drand/{CHAIN}/public/{ROUND}"),
    ];
    let due_in_ms = PUBLISHED - server.now_ms();
    assert_eq!(
        asked(&server).await,
        json!({ "round": ROUND, "dueInMs": due_in_ms, "urls": urls })
    );
    assert_eq!(bring(&server, ROUND, SIGNATURE).await, 409, "not published yet");
    until(&server, PUBLISHED + 1_000).await;
    assert_eq!(asked(&server).await["dueInMs"], 0);
    assert_eq!(bring(&server, ROUND, OF_ANOTHER).await, 403, "not the network's");
    assert_eq!(bring(&server, ROUND + 1, SIGNATURE).await, 409, "another round");
    assert_eq!(bring(&server, ROUND, "0123").await, 400);

    assert_eq!(bring(&server, ROUND, SIGNATURE).await, 204);
    assert_eq!(asked(&server).await, nothing);
    for _ in 0..100 {
        assert_eq!(bring(&server, ROUND, SIGNATURE).await, 204, "it is known already");
    }
    drawn(&server, &visitors).await;
    assert_eq!(bring(&server, ROUND, SIGNATURE).await, 409, "the draw is over");
    assert_eq!(server.get("/draw/demo/none/beacon", &[]).await.status, 404);
}

#[tokio::test]
async fn a_flood_of_signatures_is_bounded_and_wrong_rounds_use_nothing_up() {
    let (server, _) = open(true).await;
    until(&server, PUBLISHED + 1_000).await;
    for _ in 0..100 {
        assert_eq!(bring(&server, ROUND - 1, OF_ANOTHER).await, 409);
    }
    for _ in 0..10 {
        assert_eq!(bring(&server, ROUND, OF_ANOTHER).await, 403);
    }
    for _ in 0..100 {
        assert_eq!(bring(&server, ROUND, OF_ANOTHER).await, 429);
    }
    server.advance(60_000).await;
    assert_eq!(bring(&server, ROUND, SIGNATURE).await, 204);
    assert_eq!(asked(&server).await["round"], Value::Null);
}
