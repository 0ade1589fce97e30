//! `/error/<code>/`: checks a connector's refusal again, and offers one way back that cannot loop.

use protocol::enqueue_token::Content;
use protocol::queueittoken::Token;
use protocol::{EnqueueToken, QueueId, RedirectType, SecretKey, UnixSeconds};

use crate::support::{Reply, SECRET, SHOP, START_MS, TestServer, Visitor, redacted, room};

const NOW: u64 = START_MS / 1_000;

fn token(secret: &str, room: &str, expires_at: u64) -> String {
    let token = Token {
        room: room.parse().expect("an id"),
        queue_id: QueueId::NIL,
        expires_at: UnixSeconds(expires_at),
        extendable: true,
        fixed_validity: None,
        redirect_type: RedirectType::Queue,
        hashed_ip: None,
    };
    token.sign(&SecretKey::new(secret).expect("not empty"))
}

async fn said(server: &TestServer, code: &str, token: Option<&str>) -> Reply {
    let token = token.map(|token| format!("&queueittoken={token}")).unwrap_or_default();
    let path = format!(
        "/error/{code}/?c=demo&e=sale&ver=rust_0.1&cver=3&man=x&t=https%3A%2F%2Fshop.example%2Fp&cid=de&ts=1{token}"
    );
    server.get(&path, &[]).await
}

#[tokio::test]
async fn each_code_has_its_words_and_the_token_itself_knows_better() {
    let server = TestServer::sale(60).await;
    let good = token(SECRET, "sale", NOW + 100);
    let expired = token(SECRET, "sale", NOW - 1);
    let elsewhere = token(SECRET, "second", NOW + 100);
    let tampered = good.replace("ce_true", "ce_false");
    let strange = token("another", "sale", NOW + 100);
    for (code, named) in [
        ("hash", "token-hash"),
        ("eventid", "token-room"),
        ("timestamp", "token-expired"),
        ("ip", "token-address"),
        ("qidlimit", "token-used-up"),
        ("connector/sessionstate", "session-moved"),
        ("new-code", "token-refused"),
        ("%3Cscript%3E", "token-refused"),
    ] {
        for (token, state) in [
            (None, named),
            (Some(good.as_str()), named),
            (Some(&expired), "token-expired"),
            (Some(&elsewhere), "token-room"),
            (Some(&tampered), "token-hash"),
            (Some(&strange), "token-hash"),
            (Some("rubbish"), "token-hash"),
        ] {
            let page = said(&server, code, token).await;
            assert_eq!(
                page.error_page(),
                (403, "6".to_owned(), state.to_owned()),
                "{code} {token:?}"
            );
            assert_eq!((page.html("lang").as_str(), page.location()), ("de", ""));
            assert!(
                !page.text().contains("http-equiv=\"refresh\""),
                "never reloads by itself"
            );
            assert!(!page.text().contains("<script"), "nothing runs");
        }
    }
}

#[tokio::test]
async fn the_way_back_goes_through_cancel_to_a_fresh_place_and_the_same_target() {
    let server = TestServer::sale(60).await;
    let mut visitor = server
        .visitor()
        .at("c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp&cid=de");
    visitor.enter().await;
    let old = visitor.queue_id();
    server.pass(&visitor).await;
    let page = visitor
        .get("/error/hash/?c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp&cid=de&l=default")
        .await;
    let back = page.way_back();
    assert_eq!(
        back,
        format!("/cancel.aspx?c=demo&e=sale&cid=de&l=default&t=https%3A%2F%2Fshop.example%2Fp&q={old}")
    );
    let from_the_page = [("referer", "http://queue.example/error/hash/")];
    let cancelled = visitor.get_with(&back, &from_the_page).await;
    visitor.follow(&cancelled);
    let page = visitor.enter().await;
    assert_ne!(visitor.queue_id(), old);
    assert_eq!((page.slot("number").as_str(), page.html("lang").as_str()), ("2", "de"));
    assert!(
        server
            .pass(&visitor)
            .await
            .starts_with("https://shop.example/p?queueittoken=")
    );
}

#[tokio::test]
async fn an_error_page_as_a_whole() {
    let server = TestServer::sale(60).await;
    let page = said(&server, "hash", None).await;
    redacted(|| insta::assert_snapshot!(page.markup()));
}

/// Returns the addresses of the links in a page's footer.
fn footer_links(page: &Reply) -> Vec<String> {
    let text = page.text();
    let (_, footer) = text.split_once("<footer").expect("a footer");
    let parts = footer.split("<ul class=\"links\">").nth(1).unwrap_or_default();
    let links = parts.split("</ul>").next().unwrap_or_default().split("href=\"").skip(1);
    links
        .map(|link| link.split('"').next().unwrap_or_default().to_owned())
        .collect()
}

#[tokio::test]
async fn the_footer_has_the_same_links_as_that_of_the_rooms_own_page() {
    let server = TestServer::sale(0).await;
    let mut visitor = server.visitor();
    let first = visitor.load().await;
    visitor.follow(&first);
    let own = footer_links(&visitor.load().await);
    assert_eq!(own.len(), 2, "{own:?}");
    // Those of the room's own page also say where the way back leads.
    let own: Vec<&str> = own.iter().filter_map(|link| link.split("&amp;c=").next()).collect();
    let error = visitor.get("/error/hash/?c=demo&e=sale").await;
    assert_eq!(footer_links(&error), own);
    // A page that names no room explains the purpose of the host.
    let nowhere = visitor.get("/?c=demo&e=nowhere").await;
    assert_eq!(footer_links(&nowhere), own[1..]);
    let private = TestServer::with(&room("sale", "max_outflow = 0\npublic_status = false")).await;
    let error = private.get("/error/hash/?c=demo&e=sale", &[]).await;
    assert_eq!(footer_links(&error), own[1..]);
}

#[tokio::test]
async fn an_error_page_never_leads_somebody_in_line_out_of_it() {
    let server = TestServer::sale(0).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    for code in ["hash", "timestamp", "connector/sessionstate"] {
        let page = visitor.get(&format!("/error/{code}/?c=demo&e=sale")).await;
        assert_eq!(page.way_back(), "/?c=demo&e=sale");
        let back = visitor.get(&page.way_back()).await;
        assert_eq!(back.location(), format!("/?{}", visitor.query), "{code}");
    }
    assert_eq!(visitor.load().await.slot("number"), "1");
}

#[tokio::test]
async fn a_shared_links_token_never_cancels_the_place_of_its_owner() {
    let server = TestServer::with(&(room("sale", "max_outflow = 60"))).await;
    let mut owner = server.visitor();
    owner.enter().await;
    let url = server.pass(&owner).await;
    let token = url.rsplit_once("queueittoken=").expect("a token").1.to_owned();
    let mut stranger = server.visitor();
    let page = stranger
        .get(&format!("/error/timestamp/?c=demo&e=sale&queueittoken={token}"))
        .await;
    let back = page.way_back();
    assert!(!back.contains(&owner.queue_id()), "{back}");
    stranger.get(&back).await;
    assert_eq!(
        server.poll(&owner).await.json()["redirectUrl"],
        url.as_str(),
        "the owner's place is as it was"
    );
}

#[tokio::test]
async fn unknown_rooms_foreign_targets_and_bare_paths_offer_nothing_dangerous() {
    let server = TestServer::sale(60).await;
    let page = server.get("/error/hash/?c=nobody&e=sale", &[]).await;
    assert_eq!(page.error_page(), (404, "1".to_owned(), "unknown-customer".to_owned()));
    assert_eq!(
        server
            .get("/error/hash/?c=demo&e=nothing", &[])
            .await
            .html("data-error-id"),
        "2"
    );
    assert_eq!(server.get("/error/", &[]).await.status, 404);

    let mut visitor = server.visitor();
    let page = visitor
        .get("/error/hash/?c=demo&e=sale&t=https%3A%2F%2Fevil.example%2F")
        .await;
    let refused = visitor.get(&page.way_back()).await;
    assert_eq!(
        refused.error_page().2,
        "foreign-target",
        "a foreign target is no way out"
    );
    assert_eq!(refused.way_back(), "/?c=demo&e=sale");
}

/// A visitor with a place in a room in which every error can occur, and an error that the visitor
/// met.
struct ErrorCase {
    id: &'static str,
    status: u16,
    state: &'static str,
    /// The target of the button, which leads past a place that can no longer be let in.
    way_back: String,
    page: Reply,
}

async fn limited() -> TestServer {
    let keys = "max_outflow = 600\nmax_redirects = 1\nnumber_valid_minutes = 4";
    let tokens = room("tokens", "max_outflow = 1\nrequire_enqueue_token = true");
    let guests = room("guests", "max_outflow = 1\ninvite_only = true");
    let once = room("once", "max_outflow = 1\nvisitor_key = \"unique\"");
    TestServer::with(
        &(tokens
            + &guests
            + &once
            + &room("sale", keys)
            + &room(
                "early",
                "max_outflow = 1\nstart = 2033-01-01T00:00:00Z\nbefore = \"hidden\"",
            )),
    )
    .await
}

/// Returns a case for every error id that the server can produce, each caused by a visitor's
/// actions.
async fn cases(server: &TestServer) -> Vec<ErrorCase> {
    let enter = "/?c=demo&e=sale&cid=de";
    let cancel = |visitor: &Visitor| format!("/cancel.aspx?c=demo&e=sale&cid=de&q={}", visitor.queue_id());
    let link = "c=demo&e=sale&cid=de";
    let case = |id, status, state, way_back: &str, page| ErrorCase {
        id,
        status,
        state,
        way_back: way_back.to_owned(),
        page,
    };
    let mut cases = Vec::new();
    for query in ["c=nobody&e=sale", "c=nobody"] {
        let page = server.visitor().at(&format!("{query}&cid=de")).load().await;
        cases.push(case("1", 404, "unknown-customer", "", page));
    }
    for query in ["c=demo&e=nothing", "c=demo", "c=demo&e=early"] {
        let page = server.visitor().at(&format!("{query}&cid=de")).load().await;
        cases.push(case("2", 404, "unknown-room", "", page));
    }
    let mut cancelled = server.visitor().at(link);
    cancelled.enter().await;
    let address = cancelled.query.clone();
    cancelled
        .open(&format!("/cancel/demo/sale/{}", cancelled.queue_id()))
        .await;
    cases.push(case(
        "4",
        410,
        "cancelled",
        enter,
        server.visitor().at(&address).load().await,
    ));

    let mut late = server.visitor().at(link);
    late.enter().await;
    server.poll(&late).await;
    server.advance(10 * 60_000).await;
    cases.push(case("4", 410, "after-window", &cancel(&late), late.load().await));

    let mut again = server.visitor().at(link);
    again.enter().await;
    server.pass(&again).await;
    server.advance(200_000).await;
    let mut page = again.load().await;
    for _ in 0..100 {
        if page.status != 200 {
            break;
        }
        server.advance(1_000).await;
        page = again.load().await;
    }
    cases.push(case("5", 403, "redirect-limit", &cancel(&again), page));

    for (code, state) in [
        ("hash", "token-hash"),
        ("eventid", "token-room"),
        ("timestamp", "token-expired"),
        ("ip", "token-address"),
        ("qidlimit", "token-used-up"),
        ("connector/sessionstate", "session-moved"),
        ("something", "token-refused"),
    ] {
        let page = server
            .get(
                &format!("/error/{code}/?{link}&ver=javascript-5.0.1&cver=7&man=a&ts=1"),
                &[],
            )
            .await;
        cases.push(case("6", 403, state, enter, page));
    }

    // The site decides who may join, so the only way back leads through the site.
    for (id, state, query) in [
        ("9", "enqueue-token", "c=demo&e=tokens&cid=de".to_owned()),
        ("10", "key-missing", "c=demo&e=once&cid=de".to_owned()),
        ("10", "invitation-invalid", "c=demo&e=guests&cid=de&code=x".to_owned()),
        (
            "11",
            "key-taken",
            format!("c=demo&e=once&cid=de&enqueuetoken={}", keyed(server, 2)),
        ),
    ] {
        if id == "11" {
            server
                .visitor()
                .at(&format!("c=demo&e=once&enqueuetoken={}", keyed(server, 1)))
                .enter()
                .await;
        }
        let page = server.visitor().at(&query).load().await;
        cases.push(case(id, 403, state, "", page));
    }
    cases
}

/// Returns an enqueue token for the room `once`; all tokens belong to one person.
fn keyed(server: &TestServer, number: u8) -> String {
    let token = EnqueueToken {
        room: Some("once".parse().expect("an id")),
        content: Content {
            key: Some("anna".into()),
            ..Content::default()
        },
        ..crate::sites::joining::token(server, number)
    };
    token.sign(&server.secret())
}

/// Id 3 is unused; 7 and 8 are those of challenges (`tests/it/rooms/challenge.rs`).
#[tokio::test]
async fn each_error_has_its_id_its_status_its_words_and_one_way_back() {
    let server = limited().await;
    for case in cases(&server).await {
        let of = (case.status, case.id.to_owned(), case.state.to_owned());
        assert_eq!(case.page.error_page(), of);
        assert_eq!(case.page.way_back(), case.way_back, "{of:?}");
        assert_eq!(
            (case.page.html("data-page").as_str(), case.page.html("lang").as_str()),
            ("error", "de"),
            "{of:?}"
        );
        let text = case.page.text();
        assert!(text.contains("class=\"todo\""), "what to do: {of:?}");
        assert!(
            case.page.location().is_empty() && case.page.header("refresh").is_empty(),
            "{of:?}"
        );
        assert!(
            !text.contains("http-equiv") && !text.contains("<script"),
            "never reloads by itself: {of:?}"
        );
    }
}

/// Follows redirects within the server, like a browser, until there is a page or another site;
/// returns the number of redirects.
async fn click(visitor: &mut Visitor, link: &str) -> (usize, Reply) {
    let from_the_page = [("sec-fetch-site", "same-origin"), ("sec-fetch-dest", "document")];
    let mut reply = visitor.get_with(link, &from_the_page).await;
    if reply.status == 200 && reply.html("data-page") == "leave" {
        // The link names another browser's place, so the page asks for confirmation.
        reply = visitor.post(link, "").await;
    }
    for redirects in 0..10 {
        let next = reply.location().to_owned();
        if !next.starts_with('/') {
            return (redirects, reply);
        }
        if next.starts_with("/?") {
            visitor.follow(&reply);
        }
        reply = visitor.get(&next).await;
    }
    panic!("round in circles from {link}");
}

#[tokio::test]
async fn a_site_that_refuses_everybody_for_ever_costs_a_click_a_round_and_nothing_by_itself() {
    let server = TestServer::with(&room("sale", "max_outflow = 600")).await;
    let mut visitor = server.visitor().at("c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp");
    visitor.enter().await;
    let mut places = std::collections::BTreeSet::new();
    for round in 0..10 {
        places.insert(visitor.queue_id());
        let url = server.pass(&visitor).await;
        let token = url.split_once("queueittoken=").expect("a token").1;
        let refused = format!("/error/hash/?c=demo&e=sale&queueittoken={token}&ts=1&t=https%3A%2F%2Fshop.example%2Fp");
        let (redirects, page) = click(&mut visitor, &refused).await;
        assert_eq!((redirects, page.error_page().1.as_str()), (0, "6"), "round {round}");
        let (redirects, page) = click(&mut visitor, &page.way_back()).await;
        assert_eq!(
            (redirects, page.status.as_u16()),
            (2, 200),
            "round {round}: cancel, a new place, its page"
        );
        assert_eq!(page.html("data-page"), "queue");
    }
    assert_eq!(places.len(), 10, "a new place a round, and the old one given up");
    assert_eq!(server.stats().await["waiting"], 1);
}

#[tokio::test]
async fn every_way_back_ends_in_the_room_within_three_steps_or_with_a_click() {
    let server = limited().await;
    for case in cases(&server).await.iter().filter(|case| !case.way_back.is_empty()) {
        let mut link = case.way_back.to_owned();
        let mut visitor = server.visitor();
        for _ in 0..10 {
            let (redirects, page) = click(&mut visitor, &link).await;
            assert!(redirects <= 2, "{}", case.state);
            // A visitor whose turn has come by now continues to the site.
            let on = page.location().starts_with(SHOP);
            assert!(
                on || page.html("data-page") == "queue",
                "{}: {}",
                case.state,
                page.text()
            );
            // The visitor presses the same button again, as after going back in the browser's
            // history.
            case.way_back.clone_into(&mut link);
        }
        assert!(
            server.stats().await["waiting"].as_u64() <= Some(13),
            "no place is left behind: {}",
            server.stats().await
        );
    }
}
