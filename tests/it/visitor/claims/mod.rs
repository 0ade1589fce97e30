//! Only the browser that holds a place can claim it: `q`, which people share, shows the place in
//! line and nothing more. A permit gives one redirect, for any number of browsers.

mod at_a_site;
mod cookieless;
mod hidden_page;
mod late_poll;

use http::Request;
use protocol::possession::PossessionKey;
use protocol::{MasterKey, QueueId};
use serde_json::{Value, json};

use crate::support::{MASTER_KEY, Poll, SHOP, TestServer, Visitor, room};

const STRANGERS: u8 = 150;

/// Returns browsers at different addresses in two networks that open this page without a cookie.
fn strangers(server: &TestServer, query: &str) -> Vec<Visitor> {
    let at = |network, last| {
        let visitor = server.visitor().at(query);
        visitor.from([203, 0, network, last])
    };
    let all = (0..STRANGERS).flat_map(|last| [at(113, last), at(114, last)]);
    all.collect()
}

/// Lets all browsers poll as often as the holder needs for its turn, and returns all redirects.
async fn poll_until(server: &TestServer, holder: Option<&Visitor>, others: &[Visitor], rounds: usize) -> Vec<String> {
    let mut redirects = Vec::new();
    for _ in 0..rounds {
        let mut polls: Vec<Poll> = others.iter().map(Visitor::poll).collect();
        polls.extend(holder.map(Visitor::poll));
        server.settle().await;
        for poll in polls {
            let reply = server.resolve(poll).await;
            let answer = reply.json();
            assert_eq!(reply.status, 200, "{answer}");
            redirects.extend(answer["redirectUrl"].as_str().map(str::to_owned));
        }
        server.advance(2_000).await;
    }
    redirects
}

#[tokio::test]
async fn of_three_hundred_addresses_that_poll_one_q_none_is_let_in_and_its_browser_is() {
    let server = TestServer::sale(1).await;
    let mut holder = server.visitor();
    holder.enter().await;
    let others = strangers(&server, &holder.query);
    assert_eq!(others.len(), 300);
    let answer = poll_until(&server, None, &others, 3).await;
    assert_eq!(answer, Vec::<String>::new(), "its browser is not there");
    assert_eq!(server.grants().await.len(), 0);

    // A permit becomes due within a minute.
    let redirects = poll_until(&server, Some(&holder), &others, 40).await;
    assert!(!redirects.is_empty(), "its browser was let in");
    // A holder's poll before the token expires counts as a lost reply and gets the same URL.
    assert!(redirects.iter().all(|url| *url == redirects[0]), "{redirects:?}");
    assert!(redirects.len() <= 40, "no stranger got one: {}", redirects.len());
    assert_eq!(server.grants().await.len(), 1, "one permit");
    for other in &others {
        let page = other.clone().load().await;
        assert_eq!(
            (page.status.as_u16(), page.location()),
            (200, ""),
            "a page, no redirect"
        );
    }
}

#[tokio::test]
async fn q_alone_shows_where_the_place_stands_and_how_to_take_it_over() {
    let server = TestServer::sale(60).await;
    let mut before = server.visitor();
    before.enter().await;
    let mut holder = server.visitor();
    let own = holder.enter().await;
    let mut friend = server.visitor().at(&holder.query);
    let page = friend.load().await;
    assert_eq!(page.status, 200);
    for slot in ["number", "ahead", "wait"] {
        assert_eq!(page.slot(slot), own.slot(slot), "{slot}");
    }
    assert_eq!(
        friend.places(),
        Vec::<String>::new(),
        "the friend's browser holds nothing"
    );
    let answer = server.poll(&friend).await.json();
    assert_eq!(
        (
            &answer["forecastStatus"],
            &answer["ticket"]["queueNumber"],
            answer.get("isRedirectToTarget")
        ),
        (&json!("InLine"), &json!(2), None)
    );
    let text = page.text();
    let (_, link) = text.split_once("href=\"/move?").expect("the way to take it over");
    let link = link.split('"').next().unwrap_or_default();
    let link = format!("/move?{}", link.replace("&amp;", "&").replace("&#38;", "&"));
    assert_eq!(link, format!("/move?c=demo&e=sale&q={}", holder.queue_id()));
    assert!(
        !page.text().contains("/exitline.aspx"),
        "it is not the friend's to leave"
    );
    let way = friend.get(&link).await;
    assert_eq!(
        (way.html("data-page"), way.html("data-state")),
        ("move".to_owned(), "enter".to_owned())
    );
    // Watching a place does not keep it alive.
    let room = server.room("sale");
    let present = || room.published().snapshot.waiting();
    for _ in 0..20 {
        server.advance(30_000).await;
        server.poll(&friend).await;
    }
    assert_eq!(present(), 0, "both fell silent");
}

/// Over plain http a host beside this one can set a cookie of the same name, with a place of its
/// own that came at the same time.
#[tokio::test]
async fn a_cookie_of_the_name_from_another_host_takes_nobody_elses_turn_away() {
    let server = TestServer::sale(60).await;
    server.act("pause").await;
    let mut other = server.visitor();
    other.enter().await;
    let mut holder = server.visitor();
    holder.enter().await;
    let value = |visitor: &Visitor| visitor.cookies["anteroom_place"].clone();
    let own = value(&holder);
    for line in [
        format!("anteroom_place=zz; anteroom_place={own}"),
        format!("anteroom_place={}; anteroom_place={own}", value(&other)),
        format!("anteroom_place={own}; anteroom_place={}", value(&other)),
    ] {
        let page = server.get(&format!("/?{}", holder.query), &[("cookie", &line)]).await;
        assert_eq!(
            (page.status.as_u16(), page.slot("number").as_str()),
            (200, "2"),
            "{line}"
        );
        assert_eq!(page.header("set-cookie"), "", "{line}");
    }
    assert_eq!(server.stats().await["waiting"], 2, "no place is given up");
    server.act("resume").await;
    let line = format!("anteroom_place={}; anteroom_place={own}", value(&other));
    let mut answer = Value::Null;
    for _ in 0..5 {
        let poll = format!("/api/getStatus?{}", holder.query);
        answer = server.get(&poll, &[("cookie", &line)]).await.json();
        server.advance(2_000).await;
    }
    assert!(
        answer["redirectUrl"].as_str().is_some_and(|url| url.starts_with(SHOP)),
        "{answer}"
    );
}

#[tokio::test]
async fn a_cookie_made_of_the_q_is_none() {
    let server = TestServer::sale(60).await;
    let mut holder = server.visitor();
    holder.enter().await;
    let digits = holder.queue_id().replace('-', "");
    let link_proof = PossessionKey::new(&MASTER_KEY.parse::<MasterKey>().expect("a key"))
        .link_proof(&holder.queue_id().parse::<QueueId>().expect("an id"))
        .replace('-', "");
    for value in [
        digits.clone(),
        format!("{digits}{}", "0".repeat(16)),
        format!("{digits}{}", &link_proof[..16]),
        link_proof,
    ] {
        let mut forger = server.visitor().at(&holder.query);
        forger.cookies.insert("anteroom_place".to_owned(), value.clone());
        for _ in 0..5 {
            let answer = server.poll(&forger).await.json();
            assert!(answer.get("redirectUrl").is_none(), "{value}: {answer}");
            server.advance(2_000).await;
        }
    }
    assert_eq!(server.grants().await.len(), 0);
    assert!(server.pass(&holder).await.starts_with(SHOP));
}

async fn post(server: &TestServer, path: &str) -> Value {
    let request = Request::post(path).header("content-type", "application/json");
    let reply = server.send(request.body("{}".into()).expect("a request")).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[tokio::test]
async fn an_app_holds_its_place_by_a_proof_that_only_it_has() {
    let server = TestServer::sale(60).await;
    let answer = post(&server, "/api/mobileapp/queue/demo/sale/enqueue").await;
    let (id, url) = (&answer["QueueId"], answer["QueueUrl"].as_str().expect("a URL"));
    let query = url.split_once('?').expect("a query").1;
    let shared = format!("c=demo&e=sale&q={}", id.as_str().expect("an id"));
    let strangers = strangers(&server, &shared);
    assert_eq!(poll_until(&server, None, &strangers, 3).await, Vec::<String>::new());
    assert!(server.pass(&server.visitor().at(query)).await.starts_with(SHOP));
}

#[tokio::test]
async fn another_page_claims_by_its_session_and_not_by_the_queue_id() {
    let server = TestServer::sale(60).await;
    let answer = post(&server, "/spa-api/queue/demo/sale/enqueue").await;
    let text = |name: &str| answer[name].as_str().expect("a text").to_owned();
    let path = format!("/spa-api/queue/demo/sale/{}/status", text("queueId"));
    let own = format!("{path}?seid={}&sets=1700000000000", text("sessionId"));
    let foreign = format!("{path}?seid={}&sets=1700000000000", text("queueId"));
    for path in [&path, &foreign] {
        for _ in 0..5 {
            let answer = post(&server, path).await;
            assert!(answer.get("redirectUrl").is_none(), "{answer}");
            server.advance(2_000).await;
        }
    }
    for _ in 0..10 {
        let answer = post(&server, &own).await;
        if answer["isRedirectToTarget"] == true {
            return;
        }
        server.advance(2_000).await;
    }
    panic!("never let in");
}

#[tokio::test]
async fn a_place_in_the_draw_is_viewed_and_not_kept_by_its_q() {
    let keys = "max_outflow = 60\nstart = 2023-11-14T22:43:20Z\nprequeue_minutes = 60";
    let server = TestServer::with(&room("sale", keys)).await;
    let mut holder = server.visitor();
    holder.enter().await;
    let mut friend = server.visitor().at(&holder.query);
    let page = friend.load().await;
    assert_eq!((page.status.as_u16(), page.html("data-page").as_str()), (200, "before"));
    let answer = server.poll(&friend).await.json();
    assert_eq!(
        (&answer["isBeforeOrIdle"], &answer["forecastStatus"]),
        (&json!(true), &json!("NotReadyYet"))
    );
}

#[tokio::test]
async fn viewers_are_not_told_that_they_are_let_in() {
    let server = TestServer::sale(60).await;
    let mut holder = server.visitor();
    holder.enter().await;
    let mut friend = server.visitor().at(&holder.query);
    friend.load().await;
    server.pass(&holder).await;
    let page = friend.load().await;
    assert_eq!(
        (page.status.as_u16(), page.html("data-state")),
        (200, "first-in-line".to_owned())
    );
    let elsewhere = "It’s already your turn on the other device. Please carry on there.";
    assert_eq!(page.slot("headline"), "Continue on another device");
    assert_eq!(
        (page.slot("lead"), page.slot("announce")),
        (elsewhere.to_owned(), elsewhere.to_owned())
    );
    assert!(!page.text().contains("You’ll go in as soon"), "{}", page.text());
    let answer = server.poll(&friend).await.json();
    assert_eq!(answer["texts"]["title"], "Continue on another device · Summer sale");
    assert_eq!(
        (&answer["texts"]["wait"], &answer["forecastStatus"]),
        (&json!("–"), &json!("InLine"))
    );
    let waits = friend
        .clone()
        .at(&format!("{}&brief=in-line,,2166136261,,0&shown=0", holder.query));
    let brief = server.poll(&waits).await.json();
    assert_eq!(
        brief["texts"]["lead"], elsewhere,
        "a page that waited is told: {brief:#}"
    );
}

#[tokio::test]
async fn viewers_read_the_same_heading_as_the_holder() {
    let server = TestServer::sale(6).await;
    let mut line = Vec::new();
    for _ in 0..4 {
        let mut visitor = server.visitor();
        visitor.enter().await;
        line.push(visitor);
    }
    let holder = line.pop().expect("the last");
    let friend = server.visitor().at(&holder.query);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        for visitor in &line {
            server.poll(visitor).await;
        }
        let own = server.poll(&holder).await.json();
        let told = server.poll(&friend).await.json();
        let page = friend.clone().load().await;
        let Some(state @ ("in-line" | "almost")) = own["texts"]["state"].as_str() else {
            break;
        };
        for text in ["state", "headline", "lead"] {
            assert_eq!(told["texts"][text], own["texts"][text], "{text}: {told:#}");
        }
        assert_eq!(
            (page.html("data-state"), page.slot("headline")),
            (
                state.to_owned(),
                own["texts"]["headline"].as_str().expect("a text").to_owned()
            )
        );
        assert_eq!(told["forecastStatus"], "InLine", "nothing is claimed");
        seen.insert(state.to_owned());
        server.advance(2_000).await;
    }
    assert!(seen.contains("almost"), "{seen:?}");
}

/// A phone loads an old tab again, or its holder comes late: the place can be let in again.
#[tokio::test]
async fn visitors_who_come_too_late_keep_the_place() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor().at("c=demo&e=sale&cid=de");
    visitor.enter().await;
    let id = visitor.queue_id();
    server.pass(&visitor).await;
    for code in ["timestamp", "ip"] {
        let page = visitor.get(&format!("/error/{code}/?c=demo&e=sale&cid=de")).await;
        assert_eq!(page.way_back(), "/?c=demo&e=sale&cid=de", "{code}");
    }
    let again = visitor.get("/?c=demo&e=sale&cid=de").await;
    assert_eq!(again.location(), format!("/?c=demo&e=sale&cid=de&q={id}"));
    visitor.follow(&again);
    assert!(server.pass(&visitor).await.contains("queueittoken="), "first in line");
}
