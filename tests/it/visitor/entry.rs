//! `GET /`: a place is given once, found again, and leads only to the room's own site.

use std::collections::BTreeSet;

use admission::{Holder, Run, Sequence};
use protocol::{PlaceId, PossessionKey, QueueId};

use crate::support::{MASTER_KEY, Reply, START_MS, TestServer, Visitor, room};

fn hex(queue_id: &str) -> String {
    queue_id.replace('-', "")
}

#[tokio::test]
async fn a_newcomer_gets_a_place_and_the_same_address_with_q() {
    let server = TestServer::sale(60).await;
    let query = "c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1&t_show=x+y&cid=de&x&enqueuetoken=z";
    let mut visitor = server.visitor().at(query);
    let reply = visitor.load().await;
    assert_eq!(reply.status, 302);
    let location = reply.location().to_owned();
    visitor.follow(&reply);
    let queue_id = visitor.queue_id();
    assert_eq!(
        location,
        format!("/?{query}&q={queue_id}"),
        "every other parameter is kept as it was"
    );
    let key = PossessionKey::new(&MASTER_KEY.parse().expect("a key"));
    let tag = key.cookie_tag(&queue_id.parse().expect("an id"));
    assert_eq!(
        reply.header("set-cookie"),
        format!(
            "anteroom_place={}{tag}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax",
            hex(&queue_id)
        )
    );
    assert_eq!(reply.header("cache-control"), "no-store");

    let page = visitor.load().await;
    assert_eq!((page.status.as_u16(), page.html("lang").as_str()), (200, "de"));
    assert_eq!(
        (page.html("data-page").as_str(), page.html("data-error-id").as_str()),
        ("queue", "")
    );
    assert_eq!(page.slot("number"), "1");
    assert!(page.text().contains(&queue_id));
    assert_eq!(page.header("set-cookie"), "", "the browser knows it already");
}

#[tokio::test]
async fn the_cookie_is_secure_behind_https_and_only_a_trusted_proxy_can_say_so() {
    let server = TestServer::sale(60).await;
    let reply = server.get("/?c=demo&e=sale", &[("x-forwarded-proto", "https")]).await;
    assert!(
        !reply.header("set-cookie").contains("Secure"),
        "anybody can send this header"
    );
    let over_tls = server.router.clone().layer(axum::Extension(anteroom::http::OverTls));
    let reply = crate::support::Visitor::new(over_tls, "c=demo&e=sale").load().await;
    assert!(reply.header("set-cookie").ends_with("; SameSite=Lax; Secure"));
}

#[tokio::test]
async fn a_trusted_proxy_says_whether_the_browser_speaks_https() {
    let server = TestServer::sale(60).await;
    let mut config = server.config.clone();
    config.server.trusted_proxies = vec!["10.0.0.0/8".parse().expect("a network")];
    let server = server.restart_with(0, config).await;
    for (peer, secure) in [("10.0.0.1:9", true), ("192.0.2.1:9", false)] {
        let peer: std::net::SocketAddr = peer.parse().expect("an address");
        let request = http::Request::get("/?c=demo&e=sale")
            .header("x-forwarded-proto", "https")
            .extension(axum::extract::ConnectInfo(peer))
            .body(axum::body::Body::empty());
        let reply = server.send(request.expect("a request")).await;
        assert_eq!(reply.header("set-cookie").ends_with("; Secure"), secure, "{peer}");
    }
}

#[tokio::test]
async fn the_same_place_is_found_by_cookie_seen_by_q_and_the_cookie_beats_q() {
    let server = TestServer::sale(0).await;
    let mut first = server.visitor();
    first.enter().await;
    let place = first.queue_id();

    let again = first.clone().at("c=demo&e=sale&cid=de").load().await;
    assert_eq!(
        again.location(),
        format!("/?c=demo&e=sale&cid=de&q={place}"),
        "by cookie"
    );

    let mut other_browser = server.visitor().at(&first.query);
    let page = other_browser.load().await;
    assert_eq!((page.status.as_u16(), page.slot("number").as_str()), (200, "1"), "by q");
    assert_eq!(other_browser.places(), Vec::<String>::new(), "and is not held by it");

    server.advance(20_000).await;
    let mut second = server.visitor();
    second.enter().await;
    let shared = second.clone().at(&first.query).load().await;
    assert_eq!(
        shared.location(),
        format!("/?c=demo&e=sale&q={}", second.queue_id()),
        "the cookie beats q"
    );
    assert_eq!(server.stats().await["waiting"], 2, "nobody lost a place");
}

/// Returns two tabs of one browser that entered at the same time; the answer to the second came
/// last.
async fn raced(server: &TestServer) -> (Visitor, Visitor) {
    let (mut one, mut two) = (server.visitor(), server.visitor());
    one.enter().await;
    two.enter().await;
    one.cookies.extend(two.cookies.clone());
    two.cookies = one.cookies.clone();
    (one, two)
}

#[tokio::test]
async fn of_two_tabs_that_raced_the_lower_place_stays() {
    let server = TestServer::sale(0).await;
    let (mut one, mut two) = raced(&server).await;
    let (lower, higher) = (one.queue_id(), two.queue_id());
    assert_eq!(one.places(), [hex(&higher)]);
    let before = two.clone();

    let page = one.load().await;
    assert_eq!((page.status.as_u16(), page.slot("number").as_str()), (200, "1"));
    assert_eq!(one.places(), [hex(&lower)], "the cookie is rewritten");
    assert_eq!(server.stats().await["waiting"], 1, "the higher place is given up");

    let mut outraced = before;
    outraced.cookies.retain(|name, _| name == "anteroom_place");
    let outraced = outraced.load().await;
    assert_eq!(
        outraced.location(),
        "/?c=demo&e=sale",
        "on its way before the cookie was rewritten, it asks again without its place"
    );

    two.cookies = one.cookies.clone();
    let moved = two.load().await;
    assert_eq!(
        moved.location(),
        format!("/?c=demo&e=sale&q={lower}"),
        "the other tab follows"
    );
    let stranger = server.visitor().at(&format!("c=demo&e=sale&q={higher}")).load().await;
    assert_eq!(stranger.status, 410);
}

#[tokio::test]
async fn a_race_is_settled_by_the_higher_tab_and_by_a_poll_as_well() {
    for by_poll in [false, true] {
        let server = TestServer::sale(60).await;
        let (one, mut two) = raced(&server).await;
        let (lower, higher) = (one.queue_id(), two.queue_id());
        let cookie = if by_poll {
            let status = server.poll(&two).await;
            assert_eq!(status.json()["ticket"]["QueueId"], lower);
            status.header("set-cookie").to_owned()
        } else {
            let reply = two.load().await;
            assert_eq!(reply.location(), format!("/?c=demo&e=sale&q={lower}"));
            reply.header("set-cookie").to_owned()
        };
        assert!(cookie.contains(&hex(&lower)), "{cookie}");
        assert_eq!(server.stats().await["waiting"], 1);
        let gone = server.visitor().at(&format!("c=demo&e=sale&q={higher}")).load().await;
        assert_eq!(gone.status, 410);
    }
}

#[tokio::test]
async fn a_link_with_anothers_place_neither_replaces_nor_cancels_the_browsers_own() {
    let server = TestServer::sale(0).await;
    for attacker_first in [true, false] {
        let (mut attacker, mut victim) = (server.visitor(), server.visitor());
        if attacker_first {
            attacker.enter().await;
        }
        victim.enter().await;
        if !attacker_first {
            attacker.enter().await;
        }
        let waiting = server.stats().await["waiting"].clone();
        let (own, own_cookie) = (victim.queue_id(), victim.places());
        // Still within the ten seconds of the race rule.
        let page = victim.clone().at(&attacker.query).load().await;
        assert_eq!(page.location(), format!("/?c=demo&e=sale&q={own}"));
        assert_eq!(page.header("set-cookie"), "");
        let status = server.poll(&victim.clone().at(&attacker.query)).await;
        assert_eq!(status.json()["ticket"]["QueueId"], own);
        assert_eq!(status.header("set-cookie"), "");
        assert_eq!(victim.places(), own_cookie);
        assert_eq!(server.stats().await["waiting"], waiting, "nobody lost a place");
        assert_eq!(victim.load().await.status, 200);
        assert_eq!(attacker.load().await.status, 200);
    }
}

#[tokio::test]
async fn a_place_whose_cookie_was_overwritten_by_another_rooms_is_found_again() {
    let server = TestServer::with(&(room("sale", "max_outflow = 0") + &room("second", "max_outflow = 0"))).await;
    let (mut one, mut two) = (server.visitor(), server.visitor().at("c=demo&e=second"));
    one.enter().await;
    two.enter().await;
    one.cookies.extend(two.cookies.clone());
    one = one.at("c=demo&e=sale");
    let place = one.cookies.len();
    assert_eq!((place, one.places().len()), (3, 1));
    let again = one.load().await;
    assert_eq!(again.status, 302);
    assert_eq!(one.places().len(), 2, "both rooms are remembered");
    assert_eq!(server.stats().await["waiting"], 1, "no second place");
}

#[tokio::test]
async fn one_cookie_holds_one_place_a_room_and_twenty_rooms() {
    let rooms: Vec<String> = (0..22)
        .map(|n| room(&format!("room{n:02}"), "max_outflow = 60"))
        .collect();
    let server = TestServer::with(&rooms.concat()).await;
    let mut visitor = server.visitor();
    for n in 0..22 {
        visitor = visitor.at(&format!("c=demo&e=room{n:02}"));
        visitor.enter().await;
        visitor = visitor.at(&format!("c=demo&e=room{n:02}"));
        visitor.load().await;
    }
    let places: BTreeSet<String> = visitor.places().into_iter().collect();
    assert_eq!(places.len(), 20);
    for (n, found) in [(0, false), (1, false), (2, true), (21, true)] {
        let reply = visitor.clone().at(&format!("c=demo&e=room{n:02}")).load().await;
        let id = reply.location().rsplit_once("q=").expect("a place").1.to_owned();
        assert_eq!(places.contains(&hex(&id)), found, "room{n:02}");
    }
}

#[tokio::test]
async fn targets_lead_to_the_rooms_own_site_alone() {
    let server = TestServer::sale(600).await;
    for foreign in [
        "https%3A%2F%2Fevil.example%2F",
        "https%3A%2F%2Fshop.example.evil.example%2F",
        "https%3A%2F%2Fshop.example%40evil.example%2F",
        "%2F%2Fevil.example",
        "javascript%3Aalert(1)",
    ] {
        let mut visitor = server.visitor().at(&format!("c=demo&e=sale&t={foreign}"));
        let page = visitor.load().await;
        assert_eq!(
            page.error_page(),
            (403, String::new(), "foreign-target".to_owned()),
            "{foreign}"
        );
        assert_eq!(visitor.places(), Vec::<String>::new(), "no place was given");
        assert_eq!(page.way_back(), "/?c=demo&e=sale");
    }
    assert_eq!(server.stats().await["waiting"], 0);
}

#[tokio::test]
async fn the_target_of_the_link_or_the_filled_template_is_where_one_arrives() {
    let server = TestServer::sale(600).await;
    for (query, target) in [
        (
            "t=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1%23top",
            "https://shop.example/p?a=1&queueittoken=",
        ),
        ("t_show=a+b%2Fc", "https://shop.example/a%20b%2Fc?queueittoken="),
        ("", "https://shop.example/?queueittoken="),
    ] {
        let mut visitor = server.visitor().at(&format!("c=demo&e=sale&{query}"));
        visitor.enter().await;
        let url = server.pass(&visitor).await;
        assert!(url.starts_with(target), "{url}");
        assert_eq!(url.ends_with("#top"), query.contains("top"), "{url}");
    }
}

fn said(reply: &Reply) -> (u16, String, String, bool) {
    let (status, id, state) = reply.error_page();
    (status, id, state, !reply.way_back().is_empty())
}

#[tokio::test]
async fn unknown_rooms_are_404_with_the_vendors_error_id() {
    let server = TestServer::sale(60).await;
    for (query, id, state) in [
        ("c=nobody&e=sale", "1", "unknown-customer"),
        ("c=nobody", "1", "unknown-customer"),
        ("e=sale", "1", "unknown-customer"),
        ("c=&e=sale&q=x", "1", "unknown-customer"),
        ("c=demo&e=nothing", "2", "unknown-room"),
        ("c=demo", "2", "unknown-room"),
        ("c=other&e=sale", "2", "unknown-room"),
        ("c=demo&e=SALE", "2", "unknown-room"),
    ] {
        let page = server.visitor().at(query).load().await;
        assert_eq!(said(&page), (404, id.to_owned(), state.to_owned(), false), "{query}");
        assert_eq!(page.html("data-page"), "error");
    }
    let about = server.get("/", &[]).await;
    assert_eq!(
        (about.status.as_u16(), about.html("data-page").as_str()),
        (200, "about")
    );
    let nowhere = server.get("/nowhere", &[]).await;
    assert_eq!(said(&nowhere), (404, String::new(), "not-found".to_owned(), false));
}

#[tokio::test]
async fn forged_foreign_and_future_ids_are_403_and_never_become_places() {
    let server = TestServer::with(&(room("sale", "max_outflow = 60") + &room("second", "max_outflow = 60"))).await;
    let mut elsewhere = server.visitor().at("c=demo&e=second");
    elsewhere.enter().await;
    let mut here = server.visitor();
    here.enter().await;

    let place = |run, sequence, seconds| {
        let place = PlaceId {
            run: Run(run),
            lane: 0,
            holder: Holder(0),
            sequence: Sequence(sequence),
            seconds,
        };
        server.codec("demo", "sale").seal(place).expect("fits").to_string()
    };
    let mut turned = here.queue_id();
    turned.replace_range(..1, if turned.starts_with('0') { "1" } else { "0" });
    let (own_run, _) = run_of(&server, &here.queue_id());
    let forged = [
        elsewhere.queue_id(),
        turned,
        place(own_run.wrapping_add(1), 0, 0),
        place(own_run, 1, 0),
        place(own_run, 0, 3_600),
        QueueId::NIL.to_string(),
        "nonsense".to_owned(),
    ];
    for q in &forged {
        let mut visitor = server.visitor().at(&format!("c=demo&e=sale&cid=de&q={q}"));
        let page = visitor.load().await;
        assert_eq!(
            page.error_page(),
            (403, String::new(), "foreign-place".to_owned()),
            "{q}"
        );
        assert_eq!(page.way_back(), "/?c=demo&e=sale&cid=de", "without the id");
        assert!(visitor.cookies.is_empty());
    }
    assert_eq!(server.stats().await["waiting"], 1);
}

/// Returns run and sequence of an id of `demo/sale`.
fn run_of(server: &TestServer, queue_id: &str) -> (u16, u64) {
    let id = queue_id.parse().expect("an id");
    let place = server.codec("demo", "sale").open(&id).expect("an id of this room");
    (place.run.0, place.sequence.0)
}

#[tokio::test]
async fn a_cancelled_id_is_410_with_a_way_to_a_fresh_place() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let address = visitor.query.clone();
    visitor.open(&format!("/cancel/demo/sale/{}", visitor.queue_id())).await;
    let page = server.visitor().at(&address).load().await;
    assert_eq!(page.error_page(), (410, "4".to_owned(), "cancelled".to_owned()));
    let back = page.way_back();
    assert_eq!(back, "/?c=demo&e=sale");
    let mut again = server.visitor();
    assert_eq!(again.get(&back).await.status, 302);
    assert_eq!(server.now_ms(), START_MS, "all of it without waiting");
}

#[tokio::test]
async fn no_address_leads_round_in_circles() {
    let server = TestServer::sale(0).await;
    let many: String = (0..100).map(|n| format!("&p{n}=1")).collect();
    for odd in [
        "&%71=x",
        "&q=x&q=y",
        "&q",
        "&q=&%51=x",
        many.as_str(),
        "&&",
        "&x=%ff%00",
    ] {
        let mut visitor = server.visitor();
        visitor.enter().await;
        let place = visitor.queue_id();
        visitor = visitor.at(&format!("c=demo&e=sale{odd}"));
        let reply = visitor.load().await;
        visitor.follow(&reply);
        assert_eq!(visitor.load().await.status, 200, "{odd}");
        assert!(visitor.query.contains(&place));
    }
    let mut newcomer = server.visitor().at(&format!("c=demo&e=sale{many}"));
    newcomer.enter().await;
    assert_eq!(server.stats().await["waiting"], 8, "and nobody got a place twice");
}
