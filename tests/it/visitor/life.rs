//! A room's life as visitors, sites and operators see it: before, pre-queue and draw, opening,
//! operators' switches, visibility, the end.

use serde_json::Value;

use crate::support::{START_MS, TestCrowd, TestServer, Visitor, most_in_any_minute, room};

const MINUTE: u64 = 60_000;

/// The start of the sale, T, ten minutes after the server opens.
const T: u64 = START_MS + 10 * MINUTE;

/// Returns a room that opens its pre-queue five minutes before T.
fn sale(keys: &str) -> String {
    room(
        "sale",
        &format!(
            "name = \"Summer sale\"\nmax_outflow = 60\nstart = 2023-11-14T22:23:20Z\nprequeue_minutes = 5\n{keys}"
        ),
    )
}

async fn until(server: &TestServer, moment: u64) {
    while server.now_ms() < moment {
        server.advance(1_000.min(moment - server.now_ms())).await;
    }
}

/// Returns a poll's answer.
async fn poll_status(server: &TestServer, visitor: &Visitor) -> Value {
    server.poll(visitor).await.json()
}

fn token_of(url: &str) -> &str {
    url.split_once("queueittoken=").map_or("", |(_, token)| token)
}

#[tokio::test]
async fn before_the_prequeue_there_is_a_countdown_and_no_place() {
    let server = TestServer::with(&sale("")).await;
    let mut visitor = server.visitor();
    let page = visitor.load().await;
    assert_eq!(
        (page.status.as_u16(), page.html("data-page")),
        (200, "before".to_owned())
    );
    assert_eq!(page.html("data-state"), "idle");
    assert!(visitor.places().is_empty() && page.header("set-cookie").is_empty());
    assert!(page.text().contains("2023-11-14T22:23:20Z"), "the start, for programs");
    let status = poll_status(&server, &visitor).await;
    assert_eq!(status["isBeforeOrIdle"], true);
    assert_eq!(status["pageId"], "before");
    assert_eq!(status["forecastStatus"], "NotReadyYet");
    assert_eq!(status["QueueState"], 1);
    assert_eq!(status["ticket"]["secondsToStart"], 600);
    assert_eq!(status["ticket"]["queueNumber"], Value::Null);
    assert_eq!(server.stats().await["phase"], "idle");
}

#[tokio::test]
async fn between_the_start_and_the_draw_a_page_counts_to_the_draw_alone() {
    let server = TestServer::with(&sale("")).await;
    until(&server, T - MINUTE).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let brief = async |moment: u64, state: &str| {
        until(&server, moment).await;
        let query = format!("{}&brief={state},,2166136261,", visitor.query);
        poll_status(&server, &visitor.clone().at(&query)).await["ticket"].take()
    };
    let before = brief(T - 30_000, "prequeue").await;
    assert_eq!(before["secondsToStart"], 30);
    let after = brief(T + 5_000, "prequeue").await;
    assert_eq!(after["secondsToStart"], Value::Null, "{after}");
    assert!(
        after["secondsToDraw"].as_u64().is_some_and(|seconds| seconds > 0),
        "{after}"
    );
}

#[tokio::test]
async fn the_prequeue_is_drawn_and_flows_from_half_a_minute_after_the_start() {
    let server = TestServer::with(&sale("opening = \"even\"")).await;
    until(&server, T - 5 * MINUTE).await;
    assert_eq!(server.stats().await["phase"], "prequeue");
    let mut visitors = Vec::new();
    for _ in 0..40 {
        let mut visitor = server.visitor();
        let page = visitor.enter().await;
        assert_eq!(page.html("data-state"), "prequeue");
        visitors.push(visitor);
        server.advance(200).await;
    }
    let early = poll_status(&server, &visitors[0]).await;
    assert_eq!(early["ticket"]["queueNumber"], Value::Null, "no number before the draw");
    assert_eq!(early["ticket"]["usersInQueue"], 40);
    until(&server, T + 14_000).await;
    assert_eq!(
        poll_status(&server, &visitors[0]).await["pageId"],
        "before",
        "people join until T+15"
    );
    let mut last = server.visitor();
    last.enter().await;
    visitors.push(last);
    until(&server, T + 16_000).await;
    let mut late = server.visitor();
    late.enter().await;
    let mut numbers = Vec::new();
    for visitor in &visitors {
        let status = poll_status(&server, visitor).await;
        assert_eq!(
            (status["pageId"].as_str(), status["QueueState"].as_u64()),
            (Some("queue"), Some(2))
        );
        numbers.push(status["ticket"]["queueNumber"].as_u64().expect("a number"));
    }
    assert!(!numbers.is_sorted(), "drawn: {numbers:?}");
    let behind = poll_status(&server, &late).await["ticket"]["queueNumber"].take();
    assert_eq!(behind, 42, "late comers keep their order");
    let link = "data-slot=\"draw\" href=\"/draw/demo/sale?q=";
    assert!(visitors[0].load().await.text().contains(link));
    assert!(!late.load().await.text().contains(link), "theirs was not drawn");
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=41).collect::<Vec<u64>>());
    assert!(server.grants().await.is_empty());
    documents_hold(&server, &visitors).await;
    let first = visitors_first(&server, &visitors).await;
    server.pass(first).await;
    let grants = server.grants().await;
    assert!(grants.iter().all(|grant| grant.granted_at >= T + 30_000), "{grants:?}");
}

/// Checks that the published draw and all receipts verify, and give the numbers that were shown.
#[tokio::test]
async fn the_premiere_turns_at_the_start_and_reveals_the_number_until_people_are_let_in() {
    let server = TestServer::with(&sale("opening = \"even\"")).await;
    until(&server, T - 5 * MINUTE).await;
    let mut visitors = Vec::new();
    for _ in 0..12 {
        let mut visitor = server.visitor();
        visitor.enter().await;
        visitors.push(visitor);
    }
    let heading = async |visitor: &mut Visitor| {
        let page = visitor.load().await;
        (page.html("data-state"), page.slot("headline"))
    };
    let shown = |state: &str, headline: &str| (state.to_owned(), headline.to_owned());
    let before = visitors[0].load().await;
    assert_eq!(before.html("data-seconds-to-draw"), "315");
    assert_eq!(heading(&mut visitors[0]).await, shown("prequeue", "You’re in the draw"));
    until(&server, T + 5_000).await;
    assert_eq!(visitors[0].load().await.html("data-seconds-to-draw"), "10");
    assert_eq!(heading(&mut visitors[0]).await, shown("prequeue", "It has started"));
    until(&server, T + 20_000).await;
    let mut numbers = std::collections::BTreeSet::new();
    for visitor in &mut visitors {
        let (state, headline) = heading(visitor).await;
        let number = headline
            .strip_prefix("You drew ")
            .and_then(|rest| rest.strip_suffix(" of 12"));
        let number: u64 = number
            .unwrap_or_else(|| panic!("{headline}"))
            .parse()
            .expect("a number");
        assert_eq!(state, "drawn");
        assert_eq!(visitor.load().await.slot("number"), number.to_string());
        numbers.insert(number);
    }
    assert_eq!(numbers, (1..=12).collect());
    let mut late = server.visitor();
    assert_eq!(
        late.enter().await.html("data-state"),
        "in-line",
        "nothing was drawn for them"
    );
    let json = server.poll(&visitors[0]).await.json();
    assert_eq!(
        (json["texts"]["state"].as_str(), json["forecastStatus"].as_str()),
        (Some("drawn"), Some("InLine"))
    );
    for page in ["prequeue", "drawn", "in-line"] {
        let query = format!("{}&shown=11&brief={page},,2166136261,", visitors[0].query);
        let shown = server.poll(&visitors[0].clone().at(&query)).await.json();
        assert_eq!(
            shown["texts"]["state"], "drawn",
            "at every poll, to a page that is {page}"
        );
        assert!(shown["ticket"]["waitSecondsHigh"].is_u64(), "with the wait: {shown}");
    }
    until(&server, T + 32_000).await;
    let states = [heading(&mut visitors[0]).await.0, heading(&mut visitors[11]).await.0];
    assert!(!states.contains(&"drawn".to_owned()), "{states:?}");
}

async fn documents_hold(server: &TestServer, visitors: &[Visitor]) {
    let document = server.get("/draw/demo/sale.json", &[]).await.text();
    for visitor in visitors {
        let receipt = server
            .get(&format!("/draw/demo/sale/receipt.json?q={}", visitor.queue_id()), &[])
            .await;
        let verified = draw::verify_texts(&document, Some(&receipt.text())).expect("the draw holds");
        let shown = poll_status(server, visitor).await["ticket"]["queueNumber"]
            .as_u64()
            .expect("a number");
        let said = format!("was drawn number {shown}.");
        assert!(verified.to_string().contains(&said), "{said} {verified}");
    }
}

/// Returns the visitor with the number 1.
async fn visitors_first<'a>(server: &TestServer, visitors: &'a [Visitor]) -> &'a Visitor {
    for visitor in visitors {
        if poll_status(server, visitor).await["ticket"]["queueNumber"] == 1 {
            return visitor;
        }
    }
    panic!("nobody is first");
}

#[tokio::test]
async fn a_full_opening_lets_the_first_minutes_amount_through_in_half_of_it() {
    let server = TestServer::with(&sale("")).await;
    until(&server, T - MINUTE).await;
    let mut crowd = TestCrowd::enter(&server, 150).await;
    crowd.wait(&server, T + 3 * MINUTE - server.now_ms()).await;
    let grants = server.grants().await;
    let within = |from: u64, to: u64| {
        grants
            .iter()
            .filter(|grant| (from..to).contains(&grant.granted_at))
            .count()
    };
    assert_eq!(within(0, T + 30_000), 0);
    assert!(
        within(T + 30_000, T + 61_000) >= 58,
        "{}",
        within(T + 30_000, T + 61_000)
    );
    let left = 60 - within(T + 30_000, T + 61_000);
    assert!(
        within(T + 61_000, T + 90_000) <= left,
        "what nobody took in time may still go, and no more"
    );
    assert!(within(T + 90_000, T + 150_000) >= 58);
    assert!(most_in_any_minute(&grants) <= 60);
}

#[tokio::test]
async fn the_draw_outlives_a_restart_at_any_moment() {
    let server = TestServer::durable(&sale("opening = \"even\"")).await;
    until(&server, T - MINUTE).await;
    let mut visitors = Vec::new();
    for _ in 0..12 {
        let mut visitor = server.visitor();
        visitor.enter().await;
        visitors.push(visitor.adrift());
    }
    let mut gone = visitors.remove(4).move_to(&server);
    let leave = format!("/exitline.aspx?{}", gone.query);
    gone.get(&leave).await;
    drop(gone);
    // The server is down while the pre-queue closes.
    let server = server.restart(T + 20_000 - (T - MINUTE)).await;
    server.settle().await;
    let visitors: Vec<Visitor> = visitors.into_iter().map(|visitor| visitor.move_to(&server)).collect();
    let mut before = Vec::new();
    for visitor in &visitors {
        before.push(poll_status(&server, visitor).await["ticket"]["queueNumber"].clone());
    }
    let visitors: Vec<Visitor> = visitors.into_iter().map(Visitor::adrift).collect();
    let server = server.restart(1_000).await;
    for (visitor, before) in visitors.into_iter().zip(before) {
        let visitor = visitor.move_to(&server);
        assert!(before.is_u64());
        assert_eq!(
            poll_status(&server, &visitor).await["ticket"]["queueNumber"],
            before,
            "the same number after a restart"
        );
    }
}

#[tokio::test]
async fn an_idle_room_may_pass_people_on_or_hide() {
    let server = TestServer::with(&sale("before = \"target\"")).await;
    let reply = server.visitor().load().await;
    let token = token_of(reply.location()).to_owned();
    assert!(token.contains("~ce_false~cv_3~rt_idle~"), "{token}");
    let poll = server.poll(&server.visitor()).await.json();
    assert_eq!(poll["isRedirectToTarget"], true);
    let server = TestServer::with(&sale("before = \"https://shop.example/soon\"")).await;
    assert_eq!(server.visitor().load().await.location(), "https://shop.example/soon");
    let server = TestServer::with(&sale("before = \"hidden\"")).await;
    let reply = server.visitor().load().await;
    assert_eq!(
        (reply.status.as_u16(), reply.html("data-error-id")),
        (404, "2".to_owned())
    );
    assert_eq!(server.poll(&server.visitor()).await.status, 404);
}

#[tokio::test]
async fn an_ended_room_shows_its_last_page_or_passes_people_on() {
    let server = TestServer::with(&room("sale", "max_outflow = 60\nend = 2023-11-14T22:14:20Z")).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    until(&server, START_MS + 61_000).await;
    let page = visitor.load().await;
    assert_eq!(
        (page.status.as_u16(), page.html("data-page")),
        (200, "after".to_owned())
    );
    assert!(
        page.text().contains("href=\"https://shop.example/\""),
        "the site, not the protected target"
    );
    assert_eq!(poll_status(&server, &visitor).await["pageId"], "after");
    assert_eq!(server.stats().await["phase"], "postqueue");
    let server = TestServer::with(&room("sale", "max_outflow = 60\nafter = \"target\"")).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    server.act("end").await;
    let url = poll_status(&server, &visitor).await["redirectUrl"]
        .as_str()
        .expect("a way on")
        .to_owned();
    assert!(token_of(&url).contains("~rt_afterevent~"), "{url}");
    assert!(url.contains(&visitor.queue_id()));
    assert!(server.grants().await.is_empty(), "no permit is spent on it");
}

#[tokio::test]
async fn a_disabled_room_passes_everybody_and_an_enabled_one_holds_them_again() {
    let server = TestServer::sale(60).await;
    let mut waiting = server.visitor();
    waiting.enter().await;
    server.act("disable").await;
    server.act("disable").await;
    let reply = server.visitor().load().await;
    assert!(
        token_of(reply.location()).contains("q_00000000-0000-0000-0000-000000000000~"),
        "{}",
        reply.location()
    );
    assert!(token_of(reply.location()).contains("~rt_disabled~"));
    assert_eq!(poll_status(&server, &waiting).await["isRedirectToTarget"], true);
    assert!(server.grants().await.is_empty());
    assert_eq!(server.stats().await["waiting"], 1);
    for _ in 0..3 {
        server.advance(4_000).await;
    }
    assert_eq!(
        server.stats().await["waiting"],
        0,
        "who was passed on is not waited for"
    );
    server.act("enable").await;
    assert_eq!(
        poll_status(&server, &waiting).await["ticket"]["queueNumber"],
        1,
        "the place is still there"
    );
}

#[tokio::test]
async fn a_reset_sends_everybody_to_the_end_of_a_new_run() {
    let server = TestServer::sale(60).await;
    let mut crowd = TestCrowd::enter(&server, 100).await;
    crowd.wait(&server, 30_000).await;
    let mut old = crowd.members.last().expect("somebody").visitor.clone();
    server.act("reset").await;
    assert_eq!(
        (
            server.stats().await["waiting"].clone(),
            server.stats().await["run"].clone()
        ),
        (0.into(), 1.into())
    );
    let poll = server.poll(&old).await;
    assert_eq!(poll.status, 410);
    assert!(poll.json()["error"]["enterUrl"].is_string());
    let reply = old.load().await;
    assert!(!reply.location().contains("q="), "enters anew: {}", reply.location());
    old.follow(&reply);
    let page = old.enter().await;
    assert_eq!(page.slot("number"), "1");
    let mut crowd = TestCrowd::enter(&server, 100).await;
    crowd.wait(&server, 60_000).await;
    assert!(
        most_in_any_minute(&server.grants().await) <= 60,
        "the last minute still counts"
    );
}

#[tokio::test]
async fn a_room_at_peak_is_not_seen_while_the_minute_has_room() {
    let server = TestServer::with(&room("sale", "max_outflow = 10\nvisibility = \"at-peak\"")).await;
    for index in 0..10 {
        let mut visitor = server.visitor();
        let reply = visitor.load().await;
        assert!(
            token_of(reply.location()).contains("~rt_safetynet~"),
            "{}",
            reply.location()
        );
        assert_eq!(visitor.places().len(), 1, "the place is remembered");
        if index == 0 {
            let again = visitor.load().await;
            visitor.follow(&again);
            assert_eq!(
                visitor.load().await.location(),
                reply.location(),
                "a lost reply is repeated"
            );
        }
        server.advance(100).await;
    }
    let mut eleventh = server.visitor();
    assert_eq!(eleventh.enter().await.html("data-page"), "queue", "the minute is full");
    let url = server.pass(&eleventh).await;
    assert!(token_of(&url).contains("~rt_queue~"), "{url}");
    let rts: Vec<String> = server.grants().await.into_iter().map(|grant| grant.rt).collect();
    assert_eq!(rts.iter().filter(|rt| *rt == "safetynet").count(), 10);
    assert!(most_in_any_minute(&server.grants().await) <= 10);
}

#[tokio::test]
async fn a_number_not_used_in_its_window_is_over() {
    let server = TestServer::with(&room("sale", "max_outflow = 600\nnumber_valid_minutes = 5")).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    server.advance(1_000).await;
    assert!(poll_status(&server, &visitor).await["ticket"]["windowStartTimeUTC"].is_string());
    for _ in 0..130 {
        server.advance(4_000).await;
    }
    let poll = server.poll(&visitor).await;
    assert_eq!(
        (poll.status.as_u16(), poll.json()["error"]["id"].as_u64()),
        (410, Some(4))
    );
    let page = visitor.load().await;
    assert_eq!(
        (page.status.as_u16(), page.html("data-error-id")),
        (410, "4".to_owned())
    );
}
