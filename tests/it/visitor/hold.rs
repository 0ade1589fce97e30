//! Stepping aside when it is nearly the visitor's turn: the place is kept, the visitor is not let
//! in meanwhile, and gets the next free permit after the return.

use http::Method;
use serde_json::json;
use store::{AnyStore, MemoryStore};

use crate::support::{Reply, TestServer, Visitor, room};

const HOLD_MS: u64 = 5 * 60_000;

async fn server() -> TestServer {
    TestServer::with(&room("sale", "max_outflow = 12\nhold_minutes = 5")).await
}

/// Returns the action of the form on the page; empty if the visitor cannot step aside.
fn action(page: &Reply) -> String {
    let text = page.text();
    // The renderer puts the class last.
    let (before, _) = text.split_once("class=\"hold\"").expect("a form");
    let (_, form) = before.rsplit_once("<form").expect("a tag");
    let (_, action) = form.split_once("action=\"").expect("an action");
    let action = action.split('"').next().unwrap_or_default();
    action.replace("&amp;", "&").replace("&#38;", "&")
}

/// Presses the button of the form on the page, and loads the page that comes then.
async fn press(visitor: &mut Visitor, page: &Reply) -> Reply {
    let reply = visitor.post(&action(page), "").await;
    assert_eq!(
        (reply.status.as_u16(), reply.onward()),
        (200, format!("/?{}", visitor.query).as_str()),
        "{}",
        reply.text()
    );
    visitor.load().await
}

/// Returns a visitor who enters, with the page.
async fn next(server: &TestServer) -> (Visitor, Reply) {
    let mut visitor = server.visitor();
    let page = visitor.enter().await;
    (visitor, page)
}

/// Enters, and steps aside by the form on the page.
async fn aside(server: &TestServer) -> Visitor {
    let (mut visitor, page) = next(server).await;
    let page = press(&mut visitor, &page).await;
    assert_eq!(page.html("data-state"), "aside");
    assert_eq!(server.stats().await["aside"], 1);
    visitor
}

/// Returns the name of the cookie that remembers a visitor's hold.
fn cookie(visitor: &Visitor) -> String {
    format!("anteroom_hold_{}", &visitor.places()[0][..8])
}

/// Polls as a page does, for this long, or until the visitor is let in.
async fn poll_for(server: &TestServer, visitor: &Visitor, for_ms: u64) -> Option<String> {
    let end_ms = server.now_ms() + for_ms;
    while server.now_ms() < end_ms {
        let answer = server.poll(visitor).await.json();
        if let Some(url) = answer["redirectUrl"].as_str() {
            return Some(url.to_owned());
        }
        server
            .advance(answer["updateInterval"].as_u64().expect("an interval"))
            .await;
    }
    None
}

#[tokio::test]
async fn visitors_aside_are_not_let_in_and_go_in_after_the_return() {
    let server = server().await;
    let (mut visitor, page) = next(&server).await;
    let aside = press(&mut visitor, &page).await;
    assert_eq!(
        (aside.html("data-state"), aside.status.as_u16()),
        ("aside".to_owned(), 200)
    );
    assert_eq!(server.stats().await["aside"], 1);
    assert_eq!(poll_for(&server, &visitor, 100_000).await, None, "aside");
    let answer = server.poll(&visitor).await.json();
    assert_eq!(
        (
            &answer["forecastStatus"],
            &answer["texts"]["state"],
            &answer["ticket"]["queueNumber"]
        ),
        (&json!("InLine"), &json!("aside"), &json!(1))
    );
    assert_eq!(server.grants().await.len(), 0);

    // Others go first meanwhile.
    let (other, _) = next(&server).await;
    assert!(poll_for(&server, &other, 30_000).await.is_some());

    let back_ms = server.now_ms();
    let page = press(&mut visitor, &aside).await;
    assert_ne!(page.html("data-state"), "aside");
    assert_eq!(server.stats().await["aside"], 0);
    assert!(poll_for(&server, &visitor, 30_000).await.is_some());
    let waited_ms = server.now_ms() - back_ms;
    assert!(
        waited_ms <= 6_000 + 5_000,
        "three polls and a permit in five seconds: {waited_ms} ms"
    );
    assert_eq!(server.grants().await.len(), 2);
}

#[tokio::test]
async fn the_page_that_leads_back_speaks_the_room_s_language() {
    let keys = "max_outflow = 12\nhold_minutes = 5\nculture = \"de-DE\"";
    let server = TestServer::with(&room("sale", keys)).await;
    let (mut visitor, page) = next(&server).await;
    let reply = visitor.post(&action(&page), "").await;
    assert!(reply.leads_on(), "{}", reply.text());
    assert!(page.html("lang").starts_with("de"));
    assert_eq!(reply.html("lang"), page.html("lang"));
}

#[tokio::test]
async fn an_open_claim_of_somebody_who_steps_aside_is_not_granted() {
    let server = TestServer::with(&room("sale", "max_outflow = 1\nhold_minutes = 5")).await;
    let (before, _) = next(&server).await;
    let (mut visitor, page) = next(&server).await;
    assert!(poll_for(&server, &before, 90_000).await.is_some());
    let permit_ms = server.now_ms() + 60_000;
    for _ in 0..2 {
        server.poll(&visitor).await;
    }
    // A claim is held for a permit that becomes due within two seconds.
    server.advance(permit_ms - 1_000 - server.now_ms()).await;
    let claim = visitor.poll();
    server.settle().await;
    assert!(!claim.is_finished(), "the node holds it for the permit");
    visitor.post(&action(&page), "").await;
    let answer = server.resolve(claim).await.json();
    assert_eq!(answer.get("redirectUrl"), None, "{answer}");
    assert_eq!(poll_for(&server, &visitor, 60_000).await, None);
    assert_eq!(server.grants().await.len(), 1);
}

#[tokio::test]
async fn when_the_time_is_over_the_page_takes_part_again_and_the_hold_was_the_only_one() {
    let server = server().await;
    let (mut visitor, page) = next(&server).await;
    press(&mut visitor, &page).await;
    let end_ms = server.now_ms() + HOLD_MS;
    while server.now_ms() < end_ms - 25_000 {
        assert_eq!(poll_for(&server, &visitor, 1_000).await, None, "aside");
    }
    server.advance(end_ms - 1_000 - server.now_ms()).await;
    let page = visitor.load().await;
    assert_eq!(page.html("data-state"), "aside", "to the last second");
    server.advance(1_500).await;
    let page = visitor.load().await;
    assert_ne!(page.html("data-state"), "aside");
    assert_eq!(action(&page), "", "once");
    let hold = format!("/hold?c=demo&e=sale&q={}", visitor.queue_id());
    let reply = visitor.post(&hold, "").await;
    assert_eq!(reply.header("set-cookie"), "", "however the form is sent");
    assert!(poll_for(&server, &visitor, 30_000).await.is_some());
}

#[tokio::test]
async fn where_the_room_does_not_offer_it_nothing_is_held() {
    let server = TestServer::sale(12).await;
    let (mut visitor, page) = next(&server).await;
    assert!(!page.text().contains("class=\"hold\""));
    let hold = format!("/hold?c=demo&e=sale&q={}", visitor.queue_id());
    let reply = visitor.post(&hold, "").await;
    assert_eq!((reply.status.as_u16(), reply.header("set-cookie")), (200, ""));
    visitor
        .cookies
        .insert(cookie(&visitor), format!("{}.", server.now_ms() + 60_000));
    assert!(
        poll_for(&server, &visitor, 30_000).await.is_some(),
        "a cookie alone holds nothing"
    );
}

#[tokio::test]
async fn only_the_holder_steps_aside_and_only_by_a_form_of_ours() {
    let server = server().await;
    let (mut visitor, page) = next(&server).await;
    let action = action(&page);
    for (what, reply) in [
        ("a link", visitor.get(&action).await),
        (
            "another site's form",
            visitor.post_with(&action, &[("sec-fetch-site", "cross-site")]).await,
        ),
        (
            "somebody who only has the address",
            server.visitor().post(&action, "").await,
        ),
    ] {
        assert_eq!((reply.status.as_u16(), reply.header("set-cookie")), (200, ""), "{what}");
    }
    assert_eq!(server.stats().await["aside"], 0);
    // With a forged time, the visitor is not aside.
    visitor.cookies.insert(cookie(&visitor), format!("{}.", u64::MAX));
    let answer = server.poll(&visitor).await.json();
    assert_ne!(answer["texts"]["state"], "aside", "{answer}");
}

#[tokio::test]
async fn far_from_the_turn_nobody_steps_aside_and_a_cookie_hastens_nobody() {
    let server = TestServer::with(&room("sale", "max_outflow = 1\nhold_minutes = 5")).await;
    for _ in 0..60 {
        server.visitor().enter().await;
    }
    let (mut visitor, page) = next(&server).await;
    let reply = visitor.post(&action(&page), "").await;
    assert_eq!((reply.status.as_u16(), reply.header("set-cookie")), (200, ""));
    assert_eq!(server.stats().await["aside"], 0);
    visitor.cookies.insert(cookie(&visitor), "0.back".to_owned());
    let answer = server.poll(&visitor).await.json();
    assert!(
        answer["updateInterval"].as_u64().is_some_and(|ms| ms > 4_000),
        "{answer}"
    );
}

#[tokio::test]
async fn a_device_that_takes_the_place_without_the_cookie_is_not_aside() {
    let server = server().await;
    let mut visitor = aside(&server).await;
    visitor.cookies.remove(&cookie(&visitor));
    server.poll(&visitor).await;
    assert_eq!(server.stats().await["aside"], 0, "the next poll is awaited again");
}

#[tokio::test]
async fn a_hold_of_less_than_half_a_minute_is_not_offered_and_not_spent() {
    let keys = "max_outflow = 12\nhold_minutes = 4\nnumber_valid_minutes = 5";
    let server = TestServer::with(&room("sale", keys)).await;
    let (mut visitor, page) = next(&server).await;
    let early = action(&page);
    server.advance(230_000).await;
    assert_eq!(action(&visitor.load().await), "");
    let reply = visitor.post(&early, "").await;
    assert_eq!((reply.status.as_u16(), reply.header("set-cookie")), (200, ""));
    assert_eq!(server.stats().await["aside"], 0);
}

#[tokio::test]
async fn a_hold_ends_before_the_number_does() {
    let keys = "max_outflow = 12\nhold_minutes = 4\nnumber_valid_minutes = 5";
    let server = TestServer::with(&room("sale", keys)).await;
    let (mut visitor, page) = next(&server).await;
    server.advance(180_000).await;
    let page = press(&mut visitor, &page).await;
    let text = page.text();
    let seconds = text.split_once("data-seconds=\"").expect("the time").1;
    let seconds: u64 = seconds.split('"').next().unwrap_or_default().parse().expect("seconds");
    assert!(seconds <= 75, "a minute before the five are over: {seconds} s");
}

#[tokio::test]
async fn visitors_who_came_back_elsewhere_count_as_back_with_the_next_poll() {
    let server = server().await;
    let mut visitor = aside(&server).await;
    // The return went to another node, so this one knows it by the cookie alone.
    let back = format!("{}back", visitor.cookies[&cookie(&visitor)]);
    visitor.cookies.insert(cookie(&visitor), back);
    server.poll(&visitor).await;
    assert_eq!(server.stats().await["aside"], 0);
}

#[tokio::test]
async fn visitors_aside_who_leave_the_line_count_no_longer() {
    let server = server().await;
    let mut visitor = aside(&server).await;
    let leave = format!("/exitline.aspx?{}", visitor.query);
    assert_eq!(visitor.post(&leave, "").await.html("data-page"), "left");
    assert_eq!(server.stats().await["aside"], 0);
}

#[tokio::test]
async fn a_place_that_was_left_for_a_priority_groups_is_not_aside() {
    let pool = "[[pool]]\nid = \"shop\"\nrate = 12\n\n";
    let group = "[[group]]\npool = \"shop\"\nid = \"vip\"\nname = \"Friends\"\nweight = 3\n";
    let room = room("sale", "max_outflow = 12\nhold_minutes = 5\npool = \"shop\"");
    let server = TestServer::with(&format!("{pool}{group}{room}")).await;
    let codes = r#"{"codes": ["gold"], "unlimited": true}"#;
    let added = server.admin(Method::POST, "pools/shop/groups/vip/codes", codes).await;
    assert_eq!(added.status, 200, "{}", added.text());
    let mut visitor = aside(&server).await;
    let form = format!("c=demo&e=sale&q={}&code=gold", visitor.queue_id());
    assert!(visitor.post("/priority", &form).await.leads_on());
    assert_eq!(server.stats().await["aside"], 0);
}

#[tokio::test]
async fn while_the_store_is_away_nobody_steps_aside() {
    let memory = MemoryStore::new();
    let settings = room("sale", "max_outflow = 12\nhold_minutes = 5");
    let server = TestServer::on(AnyStore::Memory(memory.clone()), &settings).await;
    let (mut visitor, page) = next(&server).await;
    memory.set_away(true);
    server.poll(&visitor).await;
    server.advance(3_000).await;
    let reply = visitor.post(&action(&page), "").await;
    assert_eq!((reply.status.as_u16(), reply.header("set-cookie")), (503, ""));
    memory.set_away(false);
    server.advance(3_000).await;
    assert!(
        poll_for(&server, &visitor, 30_000).await.is_some(),
        "the place waits as before"
    );
}

#[tokio::test]
async fn visitors_aside_are_told_when_everything_is_sold() {
    let pool = "[[pool]]\nid = \"shop\"\nmax_sessions = 9\nstock = 9\n\n";
    let room = room("sale", "max_outflow = 12\nhold_minutes = 5\npool = \"shop\"");
    let server = TestServer::with(&format!("{pool}{room}")).await;
    let (mut visitor, page) = next(&server).await;
    let aside = press(&mut visitor, &page).await;
    assert_eq!(aside.html("data-state"), "aside");
    let reply = server.admin(Method::PATCH, "pools/shop", r#"{"stock": 0}"#).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    server.settle().await;
    let answer = server.poll(&visitor).await.json();
    assert_eq!(answer["texts"]["state"], "sold-out", "{answer}");
    let page = visitor.load().await;
    assert_eq!(page.html("data-state"), "sold-out");
    assert!(page.text().contains("data-seconds=\"\""), "nobody is called back to it");
}
