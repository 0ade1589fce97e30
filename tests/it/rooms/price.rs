//! The price of a place: a network that has used up its share gets further places slowly.

use futures_util::future::join_all;
use protocol::proof_of_work::WorkChallenge;

use crate::support::{Reply, START_MS, TestServer, Visitor, config, room, settle};

/// Returns a paused room with this price.
pub(super) async fn priced(price: &str) -> TestServer {
    let server = TestServer::with(&room("sale", &format!("max_outflow = 60\nprice = {{ {price} }}"))).await;
    server.act("pause").await;
    server
}

/// Asks for places from an address; returns how many were given.
async fn flood(server: &TestServer, address: [u8; 4], times: usize) -> usize {
    let mut given = 0;
    for _ in 0..times {
        given += usize::from(server.visitor().from(address).load().await.status == 302);
    }
    given
}

pub(super) fn places(server: &TestServer) -> u64 {
    server.room("sale").published().snapshot.ledger().next.0
}

#[tokio::test]
async fn an_address_that_had_its_share_gets_a_calm_page_and_others_get_their_places() {
    let server = priced("network_places = 5, work = false").await;
    assert_eq!(flood(&server, [192, 0, 2, 1], 30).await, 5);
    let mut late = server.visitor().from([192, 0, 2, 1]);
    let page = late.load().await;
    assert_eq!((page.status.as_u16(), page.html("data-page").as_str()), (503, "slowed"));
    let seconds: u64 = page.header("retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&seconds), "{seconds}");
    let text = page.text();
    assert!(text.contains("Your place is on its way"), "{text}");
    assert!(
        text.contains(&format!("<meta http-equiv=\"refresh\" content=\"{seconds}; url=")),
        "without scripts"
    );
    assert!(
        !page.headers.contains_key("set-cookie"),
        "nothing is kept of the visitor"
    );
    for host in 10..20 {
        server.visitor().from([198, 51, 100, host]).enter().await;
    }
    assert_eq!(places(&server), 15);
    let stats = server.stats().await;
    assert_eq!(
        (&stats["slowedByNetwork"], &stats["slowedByRush"]),
        (&26.into(), &0.into())
    );
    let metrics = server.visitor().get("/metrics").await.text();
    assert!(
        metrics.contains("anteroom_room_slowed_by_network_total{room=\"demo/sale\"} 26"),
        "{metrics}"
    );
    assert!(
        metrics.contains("anteroom_pages_total{outcome=\"Slowed\"} 26"),
        "{metrics}"
    );
}

#[tokio::test]
async fn slowed_newcomers_get_a_place_by_coming_again() {
    let server = priced("network_places = 5, work = false").await;
    let mut person = server.visitor().from([192, 0, 2, 1]);
    assert_eq!(flood(&server, [192, 0, 2, 1], 10).await, 5);
    assert_eq!(person.load().await.status, 503);
    server.advance(61_000).await;
    person.enter().await;
    assert_eq!(flood(&server, [192, 0, 2, 1], 10).await, 2, "at a steady pace");
}

#[tokio::test]
async fn the_addresses_of_a_subnet_have_four_shares_together() {
    let server = priced("network_places = 5, work = false").await;
    let mut given = 0;
    for host in 0..60 {
        given += flood(&server, [192, 0, 2, host], 1).await;
    }
    assert_eq!(given, 20);
}

#[tokio::test]
async fn the_limit_has_a_switch_and_exceptions() {
    let server = priced("limit_networks = false, work = false").await;
    assert_eq!(flood(&server, [192, 0, 2, 1], 60).await, 60);
    let office = "[[ip_group]]\nid = \"office\"\naddresses = [\"192.0.2.0/24\"]\n";
    let keys = "max_outflow = 60\nprice = { work = false, network_places = 5, exempt_ip_groups = [\"office\"] }";
    let server = TestServer::of(config("memory:", &format!("{office}{}", room("sale", keys)))).await;
    server.act("pause").await;
    assert_eq!(flood(&server, [192, 0, 2, 1], 60).await, 60, "not counted");
    assert_eq!(flood(&server, [198, 51, 100, 1], 60).await, 5);
    server.patch(r#"{"price": {"networkPlaces": 8}}"#).await;
    assert_eq!(flood(&server, [198, 51, 100, 2], 60).await, 8, "at run time");
}

/// Apps open the room's page for it, which works or waits.
#[tokio::test]
async fn apps_are_led_to_the_page_by_the_same_rule() {
    let server = priced("network_places = 5, work = false").await;
    let mut placed = 0;
    for _ in 0..10 {
        let app = server.visitor().from([192, 0, 2, 1]);
        let reply = app
            .submit_json("/api/mobileapp/queue/demo/sale/enqueue", "{}")
            .await
            .expect("an answer");
        let answered = reply.json();
        placed += usize::from(answered["QueueId"].is_string());
        assert!(
            answered["QueueUrl"]
                .as_str()
                .is_some_and(|url| url.contains("c=demo&e=sale")),
            "{answered}"
        );
    }
    assert_eq!(placed, 5);
}

/// Returns a room in which every place costs work, except the first place after a quiet time.
async fn in_a_rush() -> TestServer {
    let server = priced("expected_per_minute = 1, standard_work = 2").await;
    server.visitor().from([203, 0, 113, 250]).enter().await;
    server
}

/// Returns the challenge on a page.
pub(super) fn challenge(page: &Reply) -> WorkChallenge {
    assert_eq!(page.html("data-page"), "slowed", "{}", page.text());
    let text = page.text();
    let (_, rest) = text.split_once("data-challenge=\"").expect("a challenge");
    let (json, _) = rest.split_once('"').expect("the end of the attribute");
    WorkChallenge::read(&json.replace("&#34;", "\"")).expect("ALTCHA's format")
}

/// Returns the query with a solution.
pub(super) fn solved(query: &str, challenge: &WorkChallenge) -> String {
    let payload = challenge.solve().expect("a solution");
    let encoded: String = url::form_urlencoded::byte_serialize(payload.as_bytes()).collect();
    format!("{query}&work={encoded}")
}

#[tokio::test]
async fn in_a_rush_work_gets_a_place_and_its_solution_no_other() {
    let server = in_a_rush().await;
    let mut browser = server.visitor().from([192, 0, 2, 1]);
    let query = browser.query.clone();
    let page = browser.load().await;
    assert_eq!(page.status.as_u16(), 503);
    browser.query = solved(&query, &challenge(&page));
    let worked = browser.query.clone();
    browser.enter().await;
    assert!(!browser.query.contains("work="), "{}", browser.query);
    assert_eq!(places(&server), 2);

    let mut replay = server.visitor().from([192, 0, 2, 1]).at(&worked);
    assert_eq!(
        challenge(&replay.load().await).work(),
        16,
        "a new challenge, at the price of now"
    );
    let mut thief = server.visitor().from([192, 0, 2, 2]).at(&worked);
    assert_eq!(thief.load().await.status.as_u16(), 503, "another network");
    let mut forger = server.visitor().from([192, 0, 2, 1]);
    forger.query = format!("{query}&work=e30");
    assert_eq!(forger.load().await.status.as_u16(), 503);
    assert_eq!(places(&server), 2);
    assert_eq!(server.stats().await["slowedByRush"], 4);

    server.advance(61_000).await;
    server.visitor().from([192, 0, 2, 9]).enter().await;
    assert_eq!(places(&server), 3, "the rush is over, and nothing is asked");
}

/// Operators are alerted by the number of newcomers whom a rush slowed.
#[tokio::test]
async fn the_price_of_every_ticket_of_a_prequeue_does_not_count_as_that_of_a_rush() {
    let start = humantime(START_MS + 600_000);
    let price = "price = { prequeue_work = true, standard_work = 2 }";
    let keys = format!("max_outflow = 600\nstart = \"{start}\"\nprequeue_minutes = 30\n{price}");
    let server = TestServer::with(&room("sale", &keys)).await;
    let page = server.visitor().from([192, 0, 2, 1]).load().await;
    assert_eq!(challenge(&page).work(), 2);
    let stats = server.stats().await;
    assert_eq!(
        (&stats["slowedByNetwork"], &stats["slowedByRush"]),
        (&0.into(), &0.into())
    );
}

#[tokio::test]
async fn a_solution_ends_and_dies_with_the_run() {
    let server = in_a_rush().await;
    let mut browser = server.visitor().from([192, 0, 2, 1]);
    let worked = solved(&browser.query.clone(), &challenge(&browser.load().await));
    server.act("reset").await;
    server.act("pause").await;
    server.visitor().from([203, 0, 113, 250]).enter().await;
    let mut late = server.visitor().from([192, 0, 2, 1]).at(&worked);
    assert_eq!(late.load().await.status.as_u16(), 503, "another run");
    let worked = solved(&browser.query.clone(), &challenge(&browser.load().await));
    server.advance(601_000).await;
    server.visitor().from([203, 0, 113, 250]).enter().await;
    let mut late = server.visitor().from([192, 0, 2, 1]).at(&worked);
    assert_eq!(
        late.load().await.error_page(),
        (403, "7".to_owned(), "challenge-timeout".to_owned()),
        "too late"
    );
}

#[tokio::test]
async fn of_two_who_bring_one_solution_at_once_one_gets_a_place() {
    let server = in_a_rush().await;
    let beside = server.beside().await;
    let mut browser = server.visitor().from([192, 0, 2, 1]);
    let worked = solved(&browser.query.clone(), &challenge(&browser.load().await));
    let browsers: Vec<_> = (0..8)
        .map(|browser| {
            [&server, &beside][browser % 2]
                .visitor()
                .from([192, 0, 2, 1])
                .at(&worked)
        })
        .collect();
    assert_eq!(given_at_once(&browsers).await, 1, "by two nodes");
    assert_eq!(places(&server).max(places(&beside)), 2);
}

/// Asks for places at once; returns how many were given.
async fn given_at_once(browsers: &[Visitor]) -> usize {
    let polls = browsers
        .iter()
        .map(|browser| browser.send(&format!("/?{}", browser.query)));
    let answers = join_all(polls).await.into_iter();
    answers
        .filter(|answer| answer.as_ref().expect("an answer").status.as_u16() == 302)
        .count()
}

/// Both nodes count in the ledger's commit, so it does not matter which of them is asked.
#[tokio::test]
async fn a_network_has_one_share_at_two_nodes() {
    let server = priced("network_places = 5, work = false").await;
    let beside = server.beside().await;
    let nodes = [&server, &beside];
    let at = |address: [u8; 4], times: usize| -> Vec<Visitor> {
        (0..times)
            .map(|browser| nodes[browser % 2].visitor().from(address))
            .collect()
    };
    assert_eq!(given_at_once(&at([192, 0, 2, 1], 40)).await, 5, "at once");
    for node in nodes {
        assert_eq!(flood(node, [192, 0, 2, 1], 5).await, 0, "and later");
    }
    assert_eq!(given_at_once(&at([198, 51, 100, 1], 4)).await, 4, "others have theirs");
    assert_eq!(places(&server).max(places(&beside)), 9);
}

#[tokio::test]
async fn without_scripts_waiting_gets_a_place() {
    let server = in_a_rush().await;
    // Two visitors behind one address ask in the same second.
    let mut browsers = [(); 2].map(|()| server.visitor().from([192, 0, 2, 1]));
    let again = |page: &Reply| {
        let text = page.text();
        let (_, rest) = text
            .split_once("http-equiv=\"refresh\" content=\"")
            .expect("it reloads");
        let (content, _) = rest.split_once('"').expect("the end");
        let (_, query) = content.split_once("; url=/?").expect("an address");
        query.replace("&#38;", "&")
    };
    for browser in &mut browsers {
        browser.query = again(&browser.load().await);
        assert!(browser.query.contains("&waited="), "{}", browser.query);
    }
    let first = browsers.each_ref().map(|browser| browser.query.clone());
    let mut waiting = vec![0, 1];
    // Somebody who pays keeps the rush going.
    let keep = async || {
        let mut payer = server.visitor().from([203, 0, 113, 252]);
        let page = payer.load().await;
        if page.status.as_u16() == 503 {
            payer.query = solved(&payer.query.clone(), &challenge(&page));
            payer.enter().await;
        }
    };
    for _ in 0..12 {
        server.advance(8_000).await;
        keep().await;
        let mut left = Vec::new();
        for index in waiting {
            let page = browsers[index].load().await;
            if page.status.as_u16() == 302 {
                assert!(server.now_ms() >= START_MS + 60_000, "not before a minute");
                continue;
            }
            browsers[index].query = again(&page);
            assert_eq!(
                browsers[index].query, first[index],
                "the wait counts from the first time"
            );
            left.push(index);
        }
        waiting = left;
        if waiting.is_empty() {
            return;
        }
    }
    panic!("never a place: {waiting:?}");
}

/// The flood that won 496 of the first 500 numbers wins its share.
#[tokio::test]
async fn tickets_from_one_address_do_not_win_a_draw() {
    let start = admission::WallMs(START_MS + 600_000);
    let start = humantime(start.0);
    let keys = format!("max_outflow = 600\nstart = \"{start}\"\nprequeue_minutes = 30\nprice = {{ work = false }}");
    let server = TestServer::with(&room("sale", &keys)).await;
    let mut attackers = Vec::new();
    let mut honest = 0;
    for person in 0..400_u16 {
        for _ in 0..5 {
            let mut attacker = server.visitor().from([192, 0, 2, 1]);
            if attacker.load().await.status == 302 {
                attackers.push(attacker);
            }
        }
        let [high, low] = person.to_be_bytes();
        honest += usize::from(server.visitor().from([10, high, low, 1]).load().await.status == 302);
    }
    settle(&[&server]).await;
    assert_eq!(honest, 400, "nobody else is slowed");
    // A share of 20 places, plus the error of the sketch.
    assert!(
        (20..=30).contains(&attackers.len()),
        "{} of 2,000 tickets asked for",
        attackers.len()
    );
}

/// Seconds since the epoch as a moment of the configuration.
pub(super) fn humantime(wall_ms: u64) -> String {
    // 2023-11-14T22:13:20Z is second 1,700,000,000.
    let seconds = wall_ms / 1_000 - 1_700_000_000 + 22 * 3_600 + 13 * 60 + 20;
    format!(
        "2023-11-14T{:02}:{:02}:{:02}Z",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// A ticket for a draw beyond the share of its address has the price in the room's settings.
#[tokio::test]
async fn a_draw_can_have_a_price_of_its_own_beyond_a_share() {
    let start = humantime(START_MS + 600_000);
    let price = "price = { network_places = 2, standard_work = 2, network_share_works = 60 }";
    let keys = format!("max_outflow = 600\nstart = \"{start}\"\nprequeue_minutes = 30\n{price}");
    let server = TestServer::with(&room("sale", &keys)).await;
    assert_eq!(flood(&server, [192, 0, 2, 1], 5).await, 2);
    let mut browser = server.visitor().from([192, 0, 2, 1]);
    let query = browser.query.clone();
    let page = browser.load().await;
    assert_eq!(challenge(&page).work(), 60);
    browser.query = solved(&query, &challenge(&page));
    browser.enter().await;
    server.visitor().from([198, 51, 100, 1]).enter().await;
    assert_eq!(places(&server), 4);
    let patch = r#"{"price": {"work": false, "networkShareWorks": 30}}"#;
    let reply = server.admin(http::Method::PATCH, "rooms/demo/sale", patch).await;
    assert_eq!(reply.json()["pointer"], "/price/networkShareWorks", "{}", reply.text());
}

/// `network_draw_works` was a key before `network_share_works`, and operators may have set it.
#[tokio::test]
async fn a_stored_change_of_a_key_that_does_nothing_any_more_stops_no_server() {
    let server = TestServer::with(&room("sale", "max_outflow = 60\nprice = { work = false }")).await;
    server
        .patch(r#"{"price": {"networkDrawWorks": 1024, "networkPlaces": 5}}"#)
        .await;
    let server = server.restart(1_000).await;
    server.act("pause").await;
    assert_eq!(
        flood(&server, [192, 0, 2, 1], 8).await,
        5,
        "the rest of the change counts"
    );
}

/// One subscriber usually has a whole IPv6 /48, but many share an IPv4 /24.
#[tokio::test]
async fn an_ipv6_subnet_is_one_subscribers_unless_an_integration_reports_the_address() {
    let server = priced("network_places = 1").await;
    let room = server.room("sale");
    let is_of_one = |client: &str, caller: Option<&str>| {
        let address = |text: &str| text.parse::<std::net::IpAddr>().expect("an address");
        let networks = room.networks_of(admission::Run(1), Some(address(client)), caller.map(address));
        networks.is_subnet_of_one
    };
    assert!(is_of_one("2001:db8:7::1", None));
    assert!(!is_of_one("192.0.2.1", None));
    assert!(!is_of_one("::ffff:192.0.2.1", None));
    assert!(!is_of_one("2001:db8:7::1", Some("203.0.113.9")));
}

/// A caller with many addresses is one caller.
#[tokio::test]
async fn callers_of_one_subnet_share_what_reported_addresses_may_have() {
    let server = priced("network_places = 1").await;
    let room = server.room("sale");
    let subnet = |caller: &str| {
        let address = |text: &str| text.parse::<std::net::IpAddr>().expect("an address");
        let reported = Some(address("198.51.100.7"));
        room.networks_of(admission::Run(1), reported, Some(address(caller)))
            .subnet
    };
    assert_eq!(subnet("203.0.113.9"), subnet("203.0.113.200"));
    assert_ne!(subnet("203.0.113.9"), subnet("203.0.114.9"));
    assert_eq!(subnet("2001:db8:7:1::1"), subnet("2001:db8:7:2::1"));
    assert_ne!(subnet("2001:db8:7:1::1"), subnet("2001:db8:8:1::1"));
}
