//! Scores of requests for places, and the overview of requests.

use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{TestServer, Visitor, config, room};

const OVERVIEW: &str = "customers/demo/requests";
const CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

async fn overview(server: &TestServer) -> Value {
    server.admin(Method::GET, OVERVIEW, "").await.json()
}

fn count(overview: &Value, list: &str, key: &str, value: &str) -> u64 {
    let lines = overview[list].as_array().expect("a list");
    let line = lines.iter().find(|line| line[key] == value).expect("a line");
    line["requests"].as_u64().expect("a number")
}

/// Opens the room's page like a browser.
async fn browse(visitor: &mut Visitor) -> u16 {
    let path = format!("/?{}", visitor.query);
    let headers = [
        ("user-agent", CHROME),
        ("accept", "text/html,*/*;q=0.8"),
        ("accept-language", "en"),
    ];
    visitor.get_with(&path, &headers).await.status.as_u16()
}

/// Opens the room's page like a program.
async fn script(visitor: &mut Visitor) -> u16 {
    let path = format!("/?{}", visitor.query);
    visitor
        .get_with(&path, &[("user-agent", "curl/8.5.0"), ("accept", "*/*")])
        .await
        .status
        .as_u16()
}

#[tokio::test]
async fn the_overview_counts_requests_by_outcome_score_network_and_kind_of_browser() {
    let rules =
        "[[firewall]]\ncustomer = \"demo\"\nid = \"bots\"\naction = \"block\"\naddresses = [\"198.51.100.0/24\"]\n";
    let server = TestServer::with(&(room("sale", "max_outflow = 0") + rules)).await;
    let mut person = server.visitor().from([203, 0, 113, 7]);
    assert_eq!(browse(&mut person).await, 302);
    for _ in 0..3 {
        let mut program = server.visitor().from([203, 0, 113, 8]);
        assert_eq!(script(&mut program).await, 302);
    }
    let mut blocked = server.visitor().from([198, 51, 100, 1]);
    assert_eq!(script(&mut blocked).await, 403);
    let reported = overview(&server).await;
    assert_eq!(reported["requests"], 5, "{reported:#}");
    assert_eq!(count(&reported, "outcomes", "outcome", "newcomer"), 4);
    assert_eq!(count(&reported, "outcomes", "outcome", "blocked"), 1);
    assert_eq!(count(&reported, "reasons", "reason", "tool-agent"), 3);
    assert_eq!(count(&reported, "agents", "agent", "curl"), 4);
    assert_eq!(count(&reported, "agents", "agent", "Chrome 131"), 1);
    let scores = reported["scores"].as_array().expect("a list");
    assert_eq!(
        (&scores[0]["requests"], &scores[8]["requests"]),
        (&json!(1), &json!(3)),
        "{reported:#}"
    );
    let networks = reported["networks"].as_array().expect("a list");
    assert_eq!(networks.len(), 2);
    assert_eq!(
        (
            &networks[0]["requests"],
            &networks[0]["newcomers"],
            &networks[0]["scoreMax"]
        ),
        (&json!(4), &json!(4), &json!(85))
    );
    assert!(
        !reported.to_string().contains("203.0") && !reported.to_string().contains("198.51"),
        "{reported}"
    );
    server.advance(1_200_000).await;
    assert_eq!(overview(&server).await["requests"], 0);
}

#[tokio::test]
async fn nothing_follows_from_a_score_unless_the_room_says_so() {
    let rooms = room("sale", "max_outflow = 0")
        + &room("strict", "max_outflow = 0\nsuspects = { action = \"refuse\" }")
        + &room(
            "stricter",
            "max_outflow = 0\nsuspects = { from = 20, action = \"refuse\" }",
        );
    let server = TestServer::with(&rooms).await;
    for (room, of_script) in [("sale", 302), ("strict", 403), ("stricter", 403)] {
        let visitor = || server.visitor().from([203, 0, 113, 7]).at(&format!("c=demo&e={room}"));
        assert_eq!(browse(&mut visitor()).await, 302, "{room}");
        assert_eq!(script(&mut visitor()).await, of_script, "{room}");
    }
    let mut suspect = server.visitor().from([203, 0, 113, 7]).at("c=demo&e=strict");
    let page = suspect.get_with("/?c=demo&e=strict", &[("user-agent", "curl/8")]).await;
    assert_eq!(
        (page.html("data-page"), page.html("data-state")),
        ("error".to_owned(), "suspect".to_owned())
    );
    let text = page.text();
    assert!(
        text.contains("try another browser") && text.contains(">Try again</a>"),
        "{text}"
    );
    assert!(page.header("set-cookie").is_empty(), "no place");
    assert_eq!(count(&overview(&server).await, "outcomes", "outcome", "suspect"), 3);
}

#[tokio::test]
async fn somebody_who_has_a_place_is_no_suspect_any_more() {
    let server = TestServer::sale(0).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let patched = server.patch(r#"{"suspects":{"from":1,"action":"refuse"}}"#).await;
    assert_eq!(patched["settings"]["suspects"], json!({"from": 1, "action": "refuse"}));
    assert_eq!(script(&mut visitor).await, 200, "holds a place");
    assert_eq!(server.poll(&visitor).await.status, 200);
    assert_eq!(script(&mut server.visitor()).await, 403);
}

#[tokio::test]
async fn a_crowd_behind_one_address_is_not_refused_for_its_numbers() {
    let server = TestServer::with(&room(
        "sale",
        "max_outflow = 0\nsuspects = { action = \"refuse\" }\nprice = { limit_networks = false, work = false }",
    ))
    .await;
    for _ in 0..200 {
        assert_eq!(browse(&mut server.visitor().from([203, 0, 113, 7])).await, 302);
    }
    let reported = overview(&server).await;
    assert_eq!(reported["networks"][0]["scoreMax"], 75, "{reported:#}");
    assert_eq!(browse(&mut server.visitor().from([203, 0, 114, 7])).await, 302);
    let calm = overview(&server).await["networks"][1]["scoreMax"].clone();
    assert_eq!(calm, 0);
}

/// Returns the user agent of one of two hundred phones, with a realistic kind and version.
fn phone(person: usize) -> String {
    let (system, version) = (10 + person % 5, 100 + person / 5);
    format!(
        "Mozilla/5.0 (Linux; Android {system}; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version}.0.0.0 Mobile Safari/537.36"
    )
}

#[tokio::test]
async fn two_hundred_different_phones_behind_an_address_score_less_than_as_many_alike_and_none_is_refused() {
    let keys = "max_outflow = 0\nsuspects = { action = \"refuse\" }\nprice = { limit_networks = false, work = false }";
    let server = TestServer::with(&room("sale", keys)).await;
    let languages = ["de", "en", "fr", "tr"];
    let (different, alike) = ([203, 0, 113, 7], [203, 0, 114, 7]);
    for person in 0..200 {
        let agent = phone(person);
        for (address, agent, languages) in [
            (different, agent.as_str(), languages[person % 4]),
            (alike, CHROME, "en"),
        ] {
            let headers = [
                ("user-agent", agent),
                ("accept", "text/html,*/*;q=0.8"),
                ("accept-language", languages),
            ];
            let mut visitor = server.visitor().from(address);
            let reply = visitor.get_with("/?c=demo&e=sale", &headers).await;
            assert_eq!(reply.status, 302, "{person} {agent}");
        }
    }
    let reported = overview(&server).await;
    let scores: Vec<u64> = reported["networks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| line["scoreMax"].as_u64().expect("a score"))
        .collect();
    assert!(
        scores.contains(&50) && scores.contains(&75) && scores.len() == 2,
        "{reported:#}"
    );
    assert_eq!(
        count(&reported, "reasons", "reason", "same-browser"),
        195,
        "those alike, from the sixth on"
    );
    assert_eq!(count(&reported, "reasons", "reason", "very-many-requests"), 2 * 140);
}

#[tokio::test]
async fn an_exempt_address_has_no_score() {
    let rules =
        "[[firewall]]\ncustomer = \"demo\"\nid = \"probe\"\naction = \"ignore\"\naddresses = [\"203.0.113.7\"]\n";
    let keys = "max_outflow = 0\nsuspects = { from = 20, action = \"refuse\" }";
    let server = TestServer::with(&(room("sale", keys) + rules)).await;
    assert_eq!(script(&mut server.visitor().from([203, 0, 113, 7])).await, 302);
    assert_eq!(script(&mut server.visitor().from([203, 0, 113, 8])).await, 403);
}

#[tokio::test]
async fn prefixes_are_shown_to_admins_where_the_server_keeps_them() {
    let rooms = room("sale", "max_outflow = 0");
    let text = config("memory:", &rooms);
    let mut shows = text.clone();
    shows.server.show_networks = true;
    let server = TestServer::of(shows).await;
    browse(&mut server.visitor().from([203, 0, 113, 7])).await;
    assert_eq!(overview(&server).await["networks"][0]["network"], "203.0.113.0/24");
    let body = json!({"name": "otto", "role": "operate", "customer": "demo"}).to_string();
    let token = server.admin(Method::POST, "tokens", &body).await.json();
    let token = token["token"].as_str().expect("a token");
    let request = Request::builder()
        .uri(format!("/admin/v1/{OVERVIEW}"))
        .header("authorization", format!("Bearer {token}"))
        .body(axum::body::Body::empty());
    let reported = server.send(request.expect("a request")).await.text();
    assert!(
        reported.contains("\"network\":\"") && !reported.contains("203.0"),
        "{reported}"
    );
}

#[tokio::test]
async fn a_wrong_policy_names_the_field() {
    let server = TestServer::sale(0).await;
    for (body, pointer) in [
        (json!({"suspects": {"from": 0}}), "/suspects/from"),
        (json!({"suspects": {"from": 101}}), "/suspects/from"),
        (json!({"suspects": {"action": "shoot"}}), "/suspects/action"),
        (json!({"suspects": {"score": 1}}), "/suspects/score"),
    ] {
        let reply = server.admin(Method::PATCH, "rooms/demo/sale", &body.to_string()).await;
        let problem = reply.json();
        assert_eq!(
            (reply.status.as_u16(), problem["pointer"].as_str()),
            (422, Some(pointer)),
            "{body}: {problem}"
        );
    }
}
