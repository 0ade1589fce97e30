//! The work and the waiting that a rule for an address, or a score, demands of a newcomer in a room
//! without a rush.

use http::Method;
use protocol::proof_of_work::WorkChallenge;
use serde_json::json;

use crate::support::{Reply, TestServer, Visitor, room};

pub(super) const CHALLENGED: [u8; 4] = [203, 0, 113, 9];

async fn server(keys: &str, rules: &str) -> TestServer {
    let keys = format!("max_outflow = 0\nprice = {{ standard_work = 2 }}\n{keys}");
    TestServer::with(&(room("sale", &keys) + rules)).await
}

pub(super) fn rule(action: &str) -> String {
    format!(
        "[[firewall]]\ncustomer = \"demo\"\nid = \"some\"\naction = \"{action}\"\naddresses = [\"203.0.113.0/24\"]\n"
    )
}

/// Reads the challenge of a page.
fn challenge(page: &Reply) -> WorkChallenge {
    let (status, page_id) = (page.status.as_u16(), page.html("data-page"));
    assert!(
        status == 503 && ["slowed", "soft-block"].contains(&page_id.as_str()),
        "{status} {page_id}"
    );
    let text = page.text();
    let (_, rest) = text.split_once("data-challenge=\"").expect("a challenge");
    let (json, _) = rest.split_once('"').expect("the end of the attribute");
    WorkChallenge::read(&json.replace("&#34;", "\"")).expect("ALTCHA's format")
}

/// Solves the challenge of a page, and asks again with the solution.
async fn work(visitor: &mut Visitor) -> Reply {
    let payload = challenge(&visitor.load().await).solve().expect("a solution");
    let encoded: String = url::form_urlencoded::byte_serialize(payload.as_bytes()).collect();
    visitor.query = format!("{}&work={encoded}", visitor.query);
    visitor.load().await
}

#[tokio::test]
async fn a_challenged_address_works_for_a_place_and_its_solution_is_good_for_one() {
    for (action, held) in [("challenge", "challenged"), ("soft-block", "soft-blocked")] {
        let server = server("", &rule(action)).await;
        let mut other = server.visitor().from([198, 51, 100, 1]);
        assert_eq!(other.enter().await.slot("number"), "1", "{action}");
        let mut visitor = server.visitor().from(CHALLENGED);
        assert_eq!(work(&mut visitor).await.status, 302, "{action}");
        let again = server.visitor().from(CHALLENGED).at(&visitor.query).load().await;
        assert_eq!(again.status, 503, "{action}: used");
        assert_eq!(server.room("sale").published().snapshot.ledger().next.0, 2, "{action}");
        let overview = server.admin(Method::GET, "customers/demo/requests", "").await.json();
        let outcomes = overview["outcomes"].as_array().expect("a list");
        let challenged = outcomes.iter().find(|line| line["outcome"] == held);
        assert!(
            challenged.expect("a line")["requests"].as_u64() >= Some(1),
            "{overview}"
        );
    }
}

#[tokio::test]
async fn a_suspect_works_more_than_others_or_waits_or_both_as_the_room_says() {
    let works = server("suspects = { from = 20, action = \"work\" }", "").await;
    let mut suspect = works.visitor().from([198, 51, 100, 1]);
    assert_eq!(work(&mut suspect).await.status, 302);
    let behind = server("suspects = { from = 20, action = \"behind\" }", "").await;
    let mut suspect = behind.visitor().from([198, 51, 100, 1]);
    let page = suspect.load().await;
    assert_eq!((page.status.as_u16(), page.html("data-page").as_str()), (503, "slowed"));
    assert!(
        !page.text().contains("data-challenge=\"{"),
        "work does not pay: {}",
        page.text()
    );
    let text = page.text();
    let (_, rest) = text.split_once("waited=").expect("a stamp");
    let stamp = rest.split(['"', '&']).next().expect("its end").to_owned();
    suspect.query = format!("c=demo&e=sale&waited={stamp}");
    assert_eq!(suspect.load().await.status, 503, "too early");
    behind.advance(61_000).await;
    assert_eq!(suspect.load().await.status, 302, "waited");
    for (server, counted) in [
        (&works, "{action=\"Work\"} 2"),
        (&behind, "{action=\"Behind\"} 3"),
        (&server_of_challenge().await, ""),
    ] {
        let metrics = server.visitor().get("/metrics").await.text();
        let lines = metrics
            .lines()
            .filter_map(|line| line.strip_prefix("anteroom_suspects_total"));
        assert_eq!(lines.collect::<String>(), counted);
    }
}

/// Waiting does not pay the price of a network, and work does not replace the waiting that is
/// demanded of a suspect: each pays its own demand, and both are valid for one place.
#[tokio::test]
async fn a_suspect_whose_network_had_its_share_waits_and_works_and_is_not_barred() {
    let keys = "max_outflow = 0\nprice = { standard_work = 1, network_places = 2 }\n\
                suspects = { from = 50, action = \"behind\" }";
    let server = TestServer::with(&room("sale", keys)).await;
    let mut suspect = server.visitor().from(CHALLENGED);
    let page = ask_as(&mut suspect, "sale", SCRIPT).await;
    let text = page.text();
    let (_, rest) = text.split_once("waited=").expect("a stamp");
    let stamp = rest.split(['"', '&']).next().expect("its end").to_owned();
    server.advance(61_000).await;
    for _ in 0..2 {
        assert_eq!(
            ask(&server, (CHALLENGED, "sale"), BROWSER).await.status,
            302,
            "its share"
        );
    }
    suspect.query = format!("c=demo&e=sale&waited={stamp}");
    assert_eq!(work(&mut suspect).await.status, 302, "both are paid");
    let again = server.visitor().from(CHALLENGED).at(&suspect.query).load().await;
    assert_eq!(again.status, 503, "and used");
    assert_eq!(server.room("sale").published().snapshot.ledger().next.0, 3);
}

/// Any page can make its readers' browsers send these requests, and the readers must not be
/// punished for it.
#[tokio::test]
async fn parts_of_other_pages_neither_raise_a_score_nor_block_an_address() {
    let keys = "max_outflow = 0\nprice = { standard_work = 2 }\nsuspects = { from = 50, action = \"soft-block\" }";
    let server = TestServer::with(&room("sale", keys)).await;
    for _ in 0..100 {
        let image = [
            ("user-agent", BROWSER),
            ("accept", "image/avif,image/webp"),
            ("sec-fetch-dest", "image"),
            ("sec-fetch-mode", "no-cors"),
            ("sec-fetch-site", "cross-site"),
        ];
        let mut reader = server.visitor().from(CHALLENGED);
        let reply = reader.get_with("/?c=demo&e=sale", &image).await;
        assert_eq!(reply.status, 403, "no place, and no block");
    }
    assert_eq!(
        ask(&server, (CHALLENGED, "sale"), BROWSER).await.status,
        302,
        "its own page"
    );
    let overview = server.admin(Method::GET, "customers/demo/requests", "").await.json();
    assert_eq!(overview["requests"], 1, "the images are in no overview: {overview}");
}

/// Asks for the room's page as a new visitor, as a browser or as a script does.
async fn ask(server: &TestServer, (address, room): ([u8; 4], &str), agent: &str) -> Reply {
    ask_as(&mut server.visitor().from(address), room, agent).await
}

async fn ask_as(visitor: &mut Visitor, room: &str, agent: &str) -> Reply {
    let headers = [
        ("user-agent", agent),
        ("accept", "text/html"),
        ("accept-language", "en"),
    ];
    visitor.get_with(&format!("/?c=demo&e={room}"), &headers).await
}

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SCRIPT: &str = "curl/8.5.0";

#[tokio::test]
async fn a_score_can_block_an_address_softly_for_an_hour() {
    let keys = "max_outflow = 0\nprice = { standard_work = 2 }\n";
    let sale = room(
        "sale",
        &format!("{keys}suspects = {{ from = 50, action = \"soft-block\" }}"),
    );
    let server = TestServer::with(&(sale + &room("tour", keys))).await;
    let (suspect, other) = ((CHALLENGED, "sale"), ([198, 51, 100, 1], "sale"));
    let mut holder = server.visitor().from(CHALLENGED);
    let entered = ask_as(&mut holder, "sale", BROWSER).await;
    holder.follow(&entered);
    assert_eq!(holder.load().await.slot("number"), "1", "below the score");
    let page = ask(&server, suspect, SCRIPT).await;
    assert_eq!(page.error_page(), (503, String::new(), "soft-block".to_owned()));
    assert!(
        page.text().contains("datetime=\"2023-11-14T23:13:20Z\""),
        "{}",
        page.text()
    );
    for (from, agent, status) in [
        (suspect, BROWSER, 503),
        (other, BROWSER, 302),
        ((CHALLENGED, "tour"), SCRIPT, 302),
    ] {
        assert_eq!(ask(&server, from, agent).await.status, status, "{from:?} {agent}");
    }
    assert_eq!(holder.load().await.slot("number"), "1", "a place is kept");
    let mut neighbour = server.visitor().from(CHALLENGED);
    assert_eq!(work(&mut neighbour).await.status, 302, "nobody is barred");
    let overview = server.admin(Method::GET, "customers/demo/requests", "").await.json();
    let outcomes = overview["outcomes"].as_array().expect("a list");
    let held = outcomes.iter().find(|line| line["outcome"] == "soft-blocked");
    assert_eq!(held.expect("a line")["requests"], 3, "{overview}");
    server.advance(1_800_000).await;
    assert_eq!(ask(&server, suspect, SCRIPT).await.status, 503);
    server.advance(1_800_000).await;
    assert_eq!(ask(&server, suspect, BROWSER).await.status, 302, "not prolonged");
    assert_eq!(ask(&server, suspect, SCRIPT).await.status, 503, "anew");
    server.patch(r#"{"suspects":{"action":"nothing"}}"#).await;
    assert_eq!(ask(&server, suspect, BROWSER).await.status, 302, "off by a switch");
}

#[tokio::test]
async fn a_score_blocks_no_exempt_address_and_needs_work() {
    let keys = "suspects = { from = 50, action = \"soft-block\" }";
    let server = server(keys, &rule("ignore")).await;
    assert_eq!(ask(&server, (CHALLENGED, "sale"), SCRIPT).await.status, 302);
    assert_eq!(ask(&server, (CHALLENGED, "sale"), BROWSER).await.status, 302);
    let patch = json!({"suspects": {"action": "soft-block"}, "price": {"work": false}}).to_string();
    let reply = server.admin(Method::PATCH, "rooms/demo/sale", &patch).await;
    assert_eq!(reply.json()["pointer"], "/suspects/action", "{}", reply.text());
}

#[tokio::test]
async fn rules_that_demand_work_are_refused_where_no_room_accepts_work() {
    let server = TestServer::with(&room("sale", "max_outflow = 0\nprice = { work = false }")).await;
    let rule = json!({"id": "a", "action": "challenge", "addresses": ["203.0.113.9"]}).to_string();
    let reply = server.admin(Method::POST, "customers/demo/firewall", &rule).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["pointer"]),
        (422, &json!("/action"))
    );
    let patch = json!({"suspects": {"action": "work"}}).to_string();
    let reply = server.admin(Method::PATCH, "rooms/demo/sale", &patch).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["pointer"]),
        (422, &json!("/suspects/action"))
    );
}

#[tokio::test]
async fn a_soft_block_of_the_api_lasts_for_an_hour() {
    let server = server("", "").await;
    let rule = json!({"id": "a", "action": "soft-block", "addresses": ["203.0.113.9"]}).to_string();
    let made = server.admin(Method::POST, "customers/demo/firewall", &rule).await;
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(made.json()["expires"], "2023-11-14T23:13:20Z");
    let page = server
        .visitor()
        .from(CHALLENGED)
        .at("c=demo&e=sale&cid=de")
        .load()
        .await;
    assert_eq!(
        page.error_page(),
        (503, String::new(), "soft-block".to_owned()),
        "{}",
        page.text()
    );
    let text = page.text();
    for answer in [
        "Zuerst eine kurze Prüfung",
        "datetime=\"2023-11-14T23:13:20Z\">Die Prüfung ist nötig bis: 14. November 2023",
        "Sie macht von selbst weiter",
        "data-challenge=",
    ] {
        assert!(text.contains(answer), "{answer} in {text}");
    }
    assert_eq!(page.way_back(), "", "there is nothing to do: {text}");
    assert!(!text.contains("Platz bleibt erhalten"), "nobody has a place: {text}");
    server.advance(3_600_000).await;
    assert_eq!(server.visitor().from(CHALLENGED).load().await.status, 302);
}

#[tokio::test]
async fn a_soft_block_without_an_end_names_none_and_a_place_is_kept() {
    let server = server("", &rule("soft-block")).await;
    let mut visitor = server.visitor().from(CHALLENGED);
    let page = visitor.load().await;
    assert_eq!(page.html("data-page"), "soft-block");
    assert!(!page.text().contains("data-slot=\"until\""), "{}", page.text());
    let worked = work(&mut visitor).await;
    visitor.follow(&worked);
    assert_eq!(visitor.load().await.slot("number"), "1", "one solution, one place");
    let challenged = server_of_challenge().await;
    let page = challenged.visitor().from(CHALLENGED).load().await;
    assert_eq!(page.html("data-page"), "slowed", "a challenge accuses nobody");
}

/// Returns the sentence under the heading of a page, if it has one.
fn lead(page: &Reply) -> Option<String> {
    let text = page.text();
    let (_, rest) = text.split_once("<p class=\"lead\">")?;
    let (lead, _) = rest.split_once("</p>").expect("its end");
    Some(lead.to_owned())
}

#[tokio::test]
async fn nobody_is_told_of_a_crowd_that_did_not_come() {
    const CHECK: &str = "A short check comes first";
    let keys = "max_outflow = 60\nstart = \"2023-11-14T23:13:20Z\"\nprequeue_minutes = 60\n\
                price = { standard_work = 2, prequeue_work = true }";
    let prequeue = TestServer::with(&room("sale", keys)).await;
    let mut visitor = prequeue.visitor().from(CHALLENGED);
    let page = visitor.load().await;
    assert_eq!(lead(&page).as_deref(), Some(CHECK));
    let text = page.text();
    let bar = format!("<progress id=\"work\" data-slot=\"work\" aria-label=\"{CHECK}\"");
    assert!(text.contains(&bar) && !text.contains("<label"), "{text}");
    assert!(
        text.contains("<noscript><p class=\"todo\">Estimated wait: about 1 minute</p></noscript>"),
        "{text}"
    );
    let (_, rest) = text.split_once("waited=").expect("a stamp");
    let stamp = rest.split(['"', '&']).next().expect("its end");
    visitor.query = format!("c=demo&e=sale&waited={stamp}");
    prequeue.advance(20_000).await;
    let text = visitor.load().await.text();
    assert!(text.contains("Estimated wait: less than a minute<"), "{text}");

    let page = server_of_challenge().await.visitor().from(CHALLENGED).load().await;
    assert_eq!(lead(&page).as_deref(), Some(CHECK));

    for (price, from, says) in [
        (
            "expected_per_minute = 1, standard_work = 2",
            [198, 51, 100, 1],
            Some("Very many people are arriving just now"),
        ),
        (
            "network_places = 1, standard_work = 2",
            CHALLENGED,
            Some("Unusually many requests came from your internet connection"),
        ),
        ("network_places = 1, work = false", CHALLENGED, None),
    ] {
        let keys = format!("max_outflow = 60\nprice = {{ {price} }}");
        let server = TestServer::with(&room("sale", &keys)).await;
        server.act("pause").await;
        server.visitor().from(CHALLENGED).enter().await;
        let page = server.visitor().from(from).load().await;
        assert_eq!(page.html("data-page"), "slowed", "{price}");
        let told = lead(&page);
        assert_eq!(told.is_some(), says.is_some(), "{price}: {told:?}");
        assert!(
            told.unwrap_or_default().starts_with(says.unwrap_or_default()),
            "{price}: {}",
            page.text()
        );
        assert_eq!(
            page.text().contains("Estimated wait"),
            from != CHALLENGED,
            "a wait does not pay for a network: {price}"
        );
    }
}

async fn server_of_challenge() -> TestServer {
    server("", &rule("challenge")).await
}
