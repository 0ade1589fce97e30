//! `GET /api/getStatus`: the JSON of `docs/integrate/polling.md`, a visitor's turn, lost replies,
//! and every refusal.

use protocol::queueittoken::{TokenContext, TokenFields};
use protocol::{RoomId, UnixSeconds, token_url};
use serde_json::{Value, json};

use super::line_of;
use crate::support::{Reply, SHOP, START_MS, TestCrowd, TestServer, Visitor, redacted, room};

#[tokio::test]
async fn somebody_in_line_is_told_exactly_what_the_contract_says() {
    let server = TestServer::sale(6).await;
    let visitor = line_of(&server, 10).await;
    server.advance(5_000).await;
    let reply = server.poll(&visitor).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("content-type")),
        (200, "application/json")
    );
    assert_eq!(reply.header("cache-control"), "no-store");
    let answer = reply.json();
    let interval = answer["updateInterval"].as_u64().expect("milliseconds");
    assert!((2_000..=40_000).contains(&interval), "{interval}");
    let ticket = &answer["ticket"];
    assert_eq!(ticket["QueueId"], visitor.queue_id());
    assert_eq!(
        (&ticket["lastUpdatedUTC"], &ticket["expectedServiceTimeUTC"]),
        (&json!("2023-11-14T22:13:25Z"), &json!("2023-11-14T22:14:52Z"))
    );
    redacted(|| insta::assert_json_snapshot!(answer));
}

#[tokio::test]
async fn the_bar_of_a_short_wait_begins_where_what_is_left_shows_and_never_goes_back() {
    let server = TestServer::sale(6).await;
    let mut visitor = line_of(&server, 5).await;
    let first = server.poll(&visitor).await.json();
    let ticket = &first["ticket"];
    let seconds = |end: &str| ticket[end].as_f64().expect("an estimate");
    let to_come = (seconds("waitSecondsLow") + seconds("waitSecondsHigh")) / 2.0;
    let progress = |answer: &Value| answer["ticket"]["progress"].as_f64().expect("a share");
    // The answer has whole seconds, and the bar the exact wait.
    let off = progress(&first) - (1.0 - to_come / 60.0);
    assert!(
        (20.0..58.0).contains(&to_come) && off.abs() < 0.02,
        "{to_come} s: {first:#}"
    );
    let mut before = progress(&first);
    // No longer than the line waits for those in front.
    for _ in 0..2 {
        server.advance(1_500).await;
        let page = visitor.load().await;
        let shown = page.text();
        let (_, value) = shown.split_once(" max=\"1\" value=\"").expect("a bar");
        let (value, _) = value.split_once('"').expect("an attribute ends");
        let now: f64 = value.parse().expect("a share");
        assert!(now >= before, "{now} after {before}");
        before = now;
    }
}

#[tokio::test]
async fn nobody_with_many_people_ahead_is_told_to_be_almost_there() {
    // Eight seconds of outflow are 32 people: all of them ask for permits.
    let server = TestServer::sale(240).await;
    let mut line: Vec<Visitor> = Vec::new();
    for _ in 0..30 {
        let mut visitor = server.visitor();
        visitor.enter().await;
        line.push(visitor);
    }
    let answer = server.poll(&line[24]).await.json();
    assert_eq!(answer["ticket"]["usersInLineAheadOfYou"], 24);
    assert_eq!(answer["forecastStatus"], "FirstInLine", "the protocol's state");
    assert_eq!(answer["texts"]["state"], "in-line", "what people read");
    assert_eq!(answer["texts"]["headline"], "You’re in line");
}

#[tokio::test]
async fn ones_turn_is_told_before_the_redirect_and_the_token_is_the_sites() {
    let server = TestServer::sale(60).await;
    let visitor = line_of(&server, 1).await;
    let answer = server.poll(&visitor).await.json();
    assert_eq!(answer["forecastStatus"], "FirstInLine");
    assert_eq!(answer["updateInterval"], 2_000);
    server.advance(2_000).await;
    let reply = server.poll(&visitor).await;
    let turn = reply.json();
    let url = turn["redirectUrl"].as_str().expect("a URL").to_owned();
    assert_eq!(turn, json!({ "isRedirectToTarget": true, "redirectUrl": url }));
    assert_eq!(reply.header("cache-control"), "no-store");

    let token = url.strip_prefix(SHOP).expect("the room's own target");
    let granted_at = server.grants().await[0].granted_at;
    let id = visitor.queue_id();
    let content = format!("e_sale~q_{id}~ts_{}~ce_true~rt_queue~h_", granted_at / 1_000 + 180);
    assert!(token.starts_with(&content), "{token} begins {content}");
    let room: RoomId = "sale".parse().expect("an id");
    let check = |now| {
        let expected = TokenContext {
            room: &room,
            now: UnixSeconds(now),
            client_ip: None,
        };
        TokenFields::parse(token).verify(&server.secret(), &expected)
    };
    assert_eq!(check(granted_at / 1_000), Ok(()), "signed with the site's key");
    assert!(check(granted_at / 1_000 + 181).is_err(), "for three minutes");
}

#[tokio::test]
async fn without_script_the_page_itself_says_so_first_and_then_redirects() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor();
    let page = visitor.enter().await;
    assert_eq!(page.html("data-state"), "first-in-line");
    server.advance(3_000).await;
    let reply = visitor.load().await;
    assert_eq!(reply.status, 302);
    assert!(reply.location().starts_with(SHOP), "{}", reply.location());
}

#[tokio::test]
async fn a_lost_reply_is_repeated_to_the_byte_and_costs_no_permit() {
    let server = TestServer::durable(&room("sale", "max_outflow = 60")).await;
    let mut visitor = line_of(&server, 1).await;
    let url = server.pass(&visitor).await;
    let granted_at = server.grants().await[0].granted_at;
    let until_ms = granted_at + 180_000;

    assert_eq!(server.poll(&visitor).await.json()["redirectUrl"], url.as_str());
    server.advance(until_ms - 60_000 - server.now_ms()).await;
    assert_eq!(visitor.load().await.location(), url, "the page as well");

    visitor = visitor.adrift();
    let server = server.restart(59_999).await;
    visitor = visitor.move_to(&server);
    assert_eq!(server.now_ms(), until_ms - 1);
    assert_eq!(
        server.poll(&visitor).await.json()["redirectUrl"],
        url.as_str(),
        "after a restart as well"
    );
    assert_eq!(server.grants().await.len(), 1, "one permit");
    assert_eq!(server.stats().await["redirectsTotal"], 1);

    server.advance(1).await;
    let answer = server.poll(&visitor).await.json();
    assert_eq!(
        answer["forecastStatus"], "FirstInLine",
        "after the token's 180 s it is a new turn"
    );
    let later = server.pass(&visitor).await;
    assert_ne!(later, url);
    assert_eq!(token_url::strip(&later), token_url::strip(&url));
    assert_eq!(server.grants().await.len(), 2, "with a permit of its own");
}

#[tokio::test]
async fn a_place_is_redirected_five_times_and_then_refused_with_error_5() {
    let server = TestServer::sale(60).await;
    let mut visitor = line_of(&server, 1).await;
    for _ in 0..5 {
        server.pass(&visitor).await;
        server.advance(180_000).await;
    }
    assert_eq!(server.poll(&visitor).await.json()["forecastStatus"], "FirstInLine");
    server.advance(2_000).await;
    let refused = server.poll(&visitor).await;
    assert_eq!(
        (refused.status.as_u16(), refused.json()["error"]["id"].clone()),
        (403, json!(5))
    );
    assert_eq!(server.stats().await["redirectsTotal"], 5);

    visitor.load().await;
    server.advance(2_000).await;
    let page = visitor.load().await;
    assert_eq!(page.error_page(), (403, "5".to_owned(), "redirect-limit".to_owned()));
    assert_eq!(
        page.way_back(),
        format!("/cancel.aspx?c=demo&e=sale&q={}", visitor.queue_id())
    );
}

#[tokio::test]
async fn nobody_is_told_more_people_ahead_than_their_page_has_shown() {
    let server = TestServer::sale(6).await;
    let visitor = line_of(&server, 20).await;
    let ahead = |query: &str| {
        let visitor = visitor.clone().at(&format!("{}&{query}", visitor.query));
        let server = &server;
        async move {
            let answer = server.poll(&visitor).await.json();
            (
                answer["ticket"]["usersInLineAheadOfYou"].clone(),
                answer["texts"]["ahead"].clone(),
            )
        }
    };
    assert_eq!(ahead("shown=4").await, (json!(4), json!("4")));
    assert_eq!(ahead("shown=400").await, (json!(19), json!("19")));
    assert_eq!(ahead("shown=few").await, (json!(19), json!("19")));
}

#[tokio::test]
async fn ahead_never_rises_though_people_leave_fall_silent_and_come_back() {
    let server = TestServer::sale(20).await;
    let mut crowd = TestCrowd::enter(&server, 80).await;
    crowd.wait(&server, 20_000).await;
    for index in (5..80).step_by(7) {
        crowd.members[index].fall_silent(server.now_ms() + 215_000);
    }
    for index in (8..80).step_by(11) {
        let mut visitor = crowd.members[index].visitor.clone();
        visitor.open(&format!("/cancel/demo/sale/{}", visitor.queue_id())).await;
        crowd.members[index].fall_silent(u64::MAX);
    }
    crowd.wait(&server, 360_000).await;
    let gone = (8..80).step_by(11).count();
    assert_eq!(
        crowd.through().len(),
        80 - gone,
        "everybody who stayed or came back went through"
    );
    assert_eq!(server.stats().await["waiting"], 0);
}

/// Returns status, error id, code, and the address for entering again.
fn refusal(reply: &Reply) -> (u16, Value, String, Value) {
    assert_eq!(reply.header("content-type"), "application/json", "{}", reply.text());
    assert_eq!(reply.header("cache-control"), "no-store");
    let body = reply.json();
    let error = body["error"].as_object().expect("an error object");
    let mut fields: Vec<&str> = error.keys().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["code", "detail", "enterUrl", "id"]);
    assert!(error["detail"].as_str().is_some_and(|detail| detail.ends_with('.')));
    let code = error["code"].as_str().expect("a word").to_owned();
    (
        reply.status.as_u16(),
        error["id"].clone(),
        code,
        error["enterUrl"].clone(),
    )
}

#[tokio::test]
async fn refusals_are_json_with_the_vendors_id_and_where_to_enter() {
    let server = TestServer::sale(60).await;
    let mut visitor = line_of(&server, 1).await;
    let query = visitor.query.clone();
    visitor.open(&format!("/cancel/demo/sale/{}", visitor.queue_id())).await;
    let enter = json!("/?c=demo&e=sale&cid=de&t=https%3A%2F%2Fshop.example%2Fp&t_show=a%20b");
    let others = "&cid=de&t=https%3A%2F%2Fshop.example%2Fp&t_show=a+b";
    for (query, expected) in [
        ("e=sale".to_owned(), (400, json!(0), "missing-argument", Value::Null)),
        ("c=demo".to_owned(), (400, json!(0), "missing-argument", Value::Null)),
        (
            format!("c=demo&e=sale{others}"),
            (400, json!(0), "missing-argument", enter.clone()),
        ),
        (
            "c=nobody&e=sale".to_owned(),
            (404, json!(1), "unknown-customer", Value::Null),
        ),
        (
            "c=demo&e=nothing".to_owned(),
            (404, json!(2), "unknown-room", Value::Null),
        ),
        (
            format!("c=demo&e=sale&q=x{others}"),
            (403, json!(0), "foreign-place", enter.clone()),
        ),
        (format!("{query}{others}"), (410, json!(4), "cancelled", enter.clone())),
    ] {
        let path = format!("/api/getStatus?{query}");
        let headers = [("accept", "text/html"), ("referer", "https://queue.example/")];
        let (status, id, code, enter) = expected;
        assert_eq!(
            refusal(&server.get(&path, &headers).await),
            (status, id, code.to_owned(), enter),
            "{query}"
        );
    }
}

/// A refusal would make the page enter as well, but stand in the browser's log as an error.
#[tokio::test]
async fn a_page_from_before_the_prequeue_is_told_that_it_has_opened() {
    let keys = "start = 2023-11-14T22:23:20Z\nprequeue_minutes = 5\nmax_outflow = 60";
    let server = TestServer::with(&room("sale", keys)).await;
    let mut visitor = server.visitor();
    assert_eq!(visitor.load().await.html("data-state"), "idle");
    let page = visitor
        .clone()
        .at(&format!("{}&brief=idle,,2166136261,,0,,,en-US", visitor.query));
    let state = async || {
        let polled = server.poll(&page).await;
        assert_eq!(polled.status, 200, "{}", polled.text());
        polled.json()["texts"].clone()
    };
    assert_eq!(state().await["state"], "idle");
    server.advance(5 * 60_000).await;
    let opened = state().await;
    assert_eq!(opened, json!({ "state": "prequeue" }), "no text of a place");
    assert_eq!(server.stats().await["waiting"], 0, "a poll gives no place");
    assert_eq!(
        refusal(&server.poll(&visitor).await).0,
        400,
        "no page shows this visitor"
    );
    assert_eq!(visitor.enter().await.html("data-state"), "prequeue");
    server.advance(6 * 60_000).await;
    assert_ne!(state().await["state"], "idle", "the line has opened");
}

#[tokio::test]
async fn a_poll_with_a_foreign_target_spends_no_permit() {
    let server = TestServer::sale(60).await;
    let visitor = line_of(&server, 1).await;
    let foreign = visitor
        .clone()
        .at(&format!("{}&t=https%3A%2F%2Fevil.example%2F", visitor.query));
    for _ in 0..3 {
        let refused = server.poll(&foreign).await;
        assert_eq!(refusal(&refused).0, 403);
        server.advance(2_000).await;
    }
    assert_eq!(server.grants().await, []);
    assert!(server.pass(&visitor).await.starts_with(SHOP));
}

#[tokio::test]
async fn a_claim_is_held_until_its_permit_falls_due() {
    let server = TestServer::sale(60).await;
    let (one, two) = (line_of(&server, 1).await, line_of(&server, 1).await);
    server.poll(&one).await;
    server.poll(&two).await;
    assert!(
        server.poll(&one).await.json()["redirectUrl"].is_string(),
        "the first permit is there"
    );
    let held = two.poll();
    server.advance(900).await;
    assert!(!held.is_finished(), "held, for the next falls due within a second");
    server.advance(150).await;
    assert!(held.is_finished(), "and answered as it does");
    assert!(held.await.expect("an answer").json()["redirectUrl"].is_string());
    assert!(server.now_ms() < START_MS + 2_000);
}

#[tokio::test]
async fn a_page_and_its_script_share_one_permit_and_one_token() {
    let server = TestServer::sale(60).await;
    let visitor = line_of(&server, 1).await;
    assert_eq!(server.poll(&visitor).await.json()["forecastStatus"], "FirstInLine");
    server.advance(2_000).await;
    let (page, poll, again) = (
        visitor.send(&format!("/?{}", visitor.query)),
        visitor.poll(),
        visitor.poll(),
    );
    let url = server.resolve(page).await.location().to_owned();
    assert!(url.starts_with(SHOP), "{url}");
    for poll in [poll, again] {
        assert_eq!(server.resolve(poll).await.json()["redirectUrl"], url.as_str());
    }
    assert_eq!(server.grants().await.len(), 1);
}

#[tokio::test]
async fn clients_that_hung_up_take_nobodys_permit() {
    let server = TestServer::sale(60).await;
    let (one, two, three) = (
        line_of(&server, 1).await,
        line_of(&server, 1).await,
        line_of(&server, 1).await,
    );
    for visitor in [&one, &two, &three] {
        server.poll(visitor).await;
    }
    server.poll(&one).await;
    let gone = two.poll();
    server.settle().await;
    gone.abort();
    server.advance(1_050).await;
    assert_eq!(
        server.grants().await.len(),
        1,
        "the permit that fell due waits for an open request"
    );
    assert!(
        server.poll(&three).await.json()["redirectUrl"].is_string(),
        "and answers it"
    );
    assert_eq!(server.grants().await[1].queue_id, three.queue_id());
}

#[tokio::test]
async fn the_first_poll_of_a_page_deep_in_line_comes_within_seconds_where_the_line_moves() {
    let server = TestServer::sale(6).await;
    let mut visitor = line_of(&server, 301).await;
    let first_poll_ms = |page: Reply| -> u64 {
        let page = page.text();
        let (_, rest) = page.split_once(" data-poll-ms=\"").expect("an island");
        let (number, _) = rest.split_once('"').expect("an attribute ends");
        number.parse().expect("milliseconds")
    };
    let interval = server.poll(&visitor).await.json()["updateInterval"].as_u64();
    assert!(interval.is_some_and(|ms| ms > 20_000), "{interval:?}");
    let soon = first_poll_ms(visitor.load().await);
    assert!((4_000..=6_000).contains(&soon), "{soon}");
    server.act("pause").await;
    server.settle().await;
    let paused = first_poll_ms(visitor.load().await);
    assert!(paused > 20_000, "nothing moves: {paused}");
}
