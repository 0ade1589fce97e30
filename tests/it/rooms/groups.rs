//! Priority groups on the room's own pages: the form for a code, the lanes of a room side by side,
//! on one node and on two.

use anteroom::rooms::{EntryTicket, RoomState};
use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, ShownGrant, TestCrowd, TestServer, Visitor, most_in_any_minute, room};

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
/// A claim is held for two seconds. If the line's next permit becomes due a moment later, the
/// visitor gets it with the next poll.
const HELD_MS: u64 = 2_500;

/// Returns a room in a pool of this rate, with a group of weight 3.
fn rooms(rate: u32) -> String {
    let sale = room("sale", "max_outflow = 6000\npool = \"shop\"");
    let group = "[[group]]\npool = \"shop\"\nid = \"vip\"\nname = \"Friends\"\nweight = 3\n";
    format!("[[pool]]\nid = \"shop\"\nrate = {rate}\n{group}\n{sale}")
}

async fn server(rate: u32) -> TestServer {
    let server = TestServer::with(&rooms(rate)).await;
    add(&server, json!({ "codes": ["gold"], "unlimited": true })).await;
    server
}

async fn add(server: &TestServer, body: Value) -> Value {
    let reply = server
        .admin(Method::POST, "pools/shop/groups/vip/codes", &body.to_string())
        .await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Returns the form that the page sends for a code.
fn form(visitor: &Visitor, code: &str) -> String {
    format!("c=demo&e=sale&q={}&code={code}", visitor.queue_id())
}

/// Lets a visitor use a code, who then has the address of the new place.
async fn move_up(visitor: &mut Visitor, code: &str) {
    let form = form(visitor, code);
    let reply = visitor.post("/priority", &form).await;
    assert!(reply.leads_on(), "{}", reply.text());
    visitor.follow(&reply);
}

async fn line(server: &TestServer, visitor: &Visitor) -> (Value, Value) {
    let answer = server.poll(visitor).await.json();
    (
        answer["ticket"]["usersAhead"].clone(),
        answer["ticket"]["waitReason"].clone(),
    )
}

#[tokio::test]
async fn a_code_typed_on_the_page_moves_the_visitor_to_the_line_of_its_group() {
    let server = server(0).await;
    let (mut first, mut visitor) = (server.visitor(), server.visitor());
    first.enter().await;
    let page = visitor.enter().await;
    assert_eq!(page.slot("number"), "2");
    let link = format!("/priority?c=demo&amp;e=sale&amp;q={}", visitor.queue_id());
    assert!(page.text().contains(&link), "{link} in {}", page.text());
    let asks = visitor.get(&link.replace("&amp;", "&")).await;
    assert!(
        asks.status == 200 && asks.text().contains("name=\"code\""),
        "{}",
        asks.text()
    );
    let wrong = form(&visitor, "bronze");
    let wrong = visitor.post("/priority", &wrong).await;
    assert!(
        wrong.status == 403 && wrong.text().contains("isn’t valid here"),
        "{}",
        wrong.text()
    );
    assert_eq!(visitor.load().await.slot("number"), "2", "the place stays as it is");

    let (left, before) = (visitor.queue_id(), visitor.clone());
    move_up(&mut visitor, "GOLD").await;
    let page = visitor.load().await;
    assert_eq!(
        (
            page.status.as_u16(),
            page.slot("number").as_str(),
            page.slot("ahead").as_str()
        ),
        (200, "1", "0")
    );
    assert_ne!(visitor.queue_id(), left);
    let stranger = server.visitor().at(&format!("c=demo&e=sale&q={left}")).load().await;
    assert_eq!(stranger.status, 410, "the place is given up: {}", stranger.text());

    let mut lost = before.clone();
    let found = lost.load().await;
    lost.follow(&found);
    assert_eq!(
        lost.queue_id(),
        visitor.queue_id(),
        "the cookie goes on standing for the visitor"
    );
    let mut again = before;
    move_up(&mut again, "gold").await;
    assert_eq!(
        again.queue_id(),
        visitor.queue_id(),
        "whoever asks again has the same place"
    );
    let answer = first.load().await;
    assert_eq!(
        (answer.slot("number").as_str(), answer.slot("ahead").as_str()),
        ("1", "0")
    );
}

/// A node was killed between giving the place in the group's line and giving up the other one.
#[tokio::test]
async fn holders_of_a_place_by_a_code_are_not_refused_once_it_is_used_up() {
    let server = TestServer::with(&rooms(0)).await;
    add(&server, json!({ "codes": ["gold"], "uses": 1 })).await;
    let (mut first, mut second) = (server.visitor(), server.visitor());
    first.enter().await;
    second.enter().await;
    let room = server.room("sale");
    let queue_id = first.queue_id().parse().expect("an id");
    let lane = room.lane_of_group("vip").expect("the group's line");
    let places = RoomState::load(room.clone()).further_places(&queue_id).await;
    let voucher = places.expect("the store answers").next;
    let ticket = lane.with_token(EntryTicket::default(), voucher.expect("the first"));
    let taken = lane.join(&ticket).await.expect("the store answers");
    taken.expect("nothing was given for the place before");
    move_up(&mut second, "gold").await;
    move_up(&mut first, "gold").await;
    assert_eq!(first.load().await.slot("number"), "1", "the place that was given");
    assert_eq!(second.load().await.slot("number"), "2");
}

#[tokio::test]
async fn a_full_room_counts_all_its_lines_and_lets_a_visitor_change_lines() {
    let config = rooms(0).replace("max_outflow = 6000", "max_outflow = 6000\ncapacity = 2");
    let server = TestServer::with(&config).await;
    add(&server, json!({ "codes": ["gold"], "unlimited": true })).await;
    let (mut one, mut two) = (server.visitor(), server.visitor());
    one.enter().await;
    move_up(&mut one, "gold").await;
    two.enter().await;
    assert_eq!(server.visitor().load().await.status, 503, "one in each line");
    move_up(&mut two, "gold").await;
    assert_eq!(two.load().await.slot("number"), "2", "no more people wait than before");
    assert_eq!(server.visitor().load().await.status, 503);
    let left = two.post("/cancel/demo/sale", "").await;
    assert_ne!(left.status, 404, "{}", left.text());
    server.settle().await;
    assert_eq!(server.visitor().load().await.status, 302);
}

#[tokio::test]
async fn only_a_form_of_ours_uses_a_code_and_a_link_asks_first() {
    let server = server(0).await;
    let mut visitor = server.visitor().at("c=demo&e=sale&code=gold");
    let arrived = visitor.load().await;
    visitor.follow(&arrived);
    let (place, asked) = (visitor.queue_id(), visitor.load().await);
    assert!(
        asked.status == 302 && asked.location().contains("/priority?"),
        "{}",
        asked.location()
    );
    let page = visitor.get(asked.location()).await;
    assert!(page.text().contains("value=\"gold\""), "{}", page.text());
    let foreign = format!("/priority?{}", form(&visitor, "gold"));
    let reply = visitor
        .post_with(
            &foreign,
            &[
                ("sec-fetch-site", "cross-site"),
                ("content-type", "application/x-www-form-urlencoded"),
            ],
        )
        .await;
    assert!(reply.leads_on() || reply.status == 404, "{}", reply.text());
    assert_eq!(visitor.queue_id(), place);
    move_up(&mut visitor, "gold").await;
    assert_ne!(visitor.queue_id(), place);
    assert!(visitor.load().await.status == 200);
}

/// Before the start a code in a link is the key of an invitation, which stays in the link.
#[tokio::test]
async fn a_link_to_an_invited_room_asks_for_a_code_of_those_alone_who_came_after_the_start() {
    let early = "start = \"2023-11-14T22:23:20Z\"\nprequeue_minutes = 10\n\
                 invite_only = true\nvisitor_key_at = \"prequeue\"\npool = ";
    let server =
        TestServer::with(&rooms(0).replace("max_outflow = 6000\npool = ", &format!("max_outflow = 6000\n{early}")))
            .await;
    add(&server, json!({ "codes": ["gold"], "unlimited": true })).await;
    let body = r#"{"keys": ["anna"]}"#;
    let listed = server.admin(Method::POST, "rooms/demo/sale/invites", body).await;
    assert_eq!(listed.status, 200, "{}", listed.text());
    let mut anna = server.visitor().at("c=demo&e=sale&code=anna");
    let arrived = anna.load().await;
    anna.follow(&arrived);
    server.advance(11 * MINUTE).await;
    for link in [anna.query.clone(), "c=demo&e=sale&code=anna".to_owned()] {
        let page = anna.clone().at(&link).load().await;
        assert!(!page.location().contains("/priority?"), "{}", page.location());
    }
    let mut late = server.visitor().at("c=demo&e=sale&code=gold");
    let arrived = late.load().await;
    late.follow(&arrived);
    let asked = late.load().await;
    assert!(asked.location().contains("/priority?"), "{}", asked.text());
}

#[tokio::test]
async fn guesses_are_limited_and_change_nothing() {
    let server = server(0).await;
    let mut visitor = server.visitor().from([198, 51, 100, 7]);
    visitor.enter().await;
    let mut statuses = Vec::new();
    for guess in 0..40 {
        let form = form(&visitor, &format!("guess{guess}"));
        statuses.push(visitor.post("/priority", &form).await.status.as_u16());
    }
    assert!(statuses[..20].iter().all(|status| *status == 403), "{statuses:?}");
    assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
    assert_eq!(visitor.load().await.slot("number"), "1");
    let mut other = server.visitor().from([203, 0, 113, 50]);
    other.enter().await;
    move_up(&mut other, "gold").await;
}

#[tokio::test]
async fn the_lines_share_by_weight_and_the_others_are_told_why_they_wait_longer() {
    let server = server(60).await;
    let mut crowd = TestCrowd::enter(&server, 200).await;
    crowd.wait(&server, MINUTE).await;
    let ordinary = crowd.members[99].visitor.clone();
    let (before, _) = line(&server, &ordinary).await;
    for member in &mut crowd.members[100..] {
        move_up(&mut member.visitor, "gold").await;
    }
    crowd.wait(&server, 10 * SECOND).await;
    let (_, reason) = line(&server, &ordinary).await;
    assert_eq!(reason, "priority", "the wait is longer than before they came");
    crowd.wait(&server, 2 * MINUTE - 10 * SECOND).await;
    let (after, _) = line(&server, &ordinary).await;
    assert!(
        after.as_str() <= before.as_str() || after.to_string().len() < before.to_string().len(),
        "{before} {after}"
    );
    let (from, grants) = (server.now_ms() - MINUTE, server.grants().await);
    assert!(most_in_any_minute(&grants) <= 60, "{}", most_in_any_minute(&grants));
    let moved: Vec<String> = crowd.members[100..]
        .iter()
        .map(|member| member.visitor.queue_id())
        .collect();
    let (friends, others): (Vec<_>, Vec<_>) = grants.into_iter().partition(|grant| moved.contains(&grant.queue_id));
    // Of four permits, one a second, the friends get three and the others one.
    crowd.assert_fair_at(&friends, 2 * SECOND);
    crowd.assert_fair_at(&others, 4 * SECOND + HELD_MS);
    let lately = |grants: Vec<ShownGrant>| grants.into_iter().filter(|grant| grant.granted_at >= from).count();
    let (friends, others) = (lately(friends), lately(others));
    assert!(
        (13..=18).contains(&others) && (41..=47).contains(&friends),
        "{friends} friends, {others} others"
    );
}

#[tokio::test]
async fn operators_hold_and_reset_all_lines_at_once() {
    let server = server(600).await;
    server.act("pause").await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    move_up(&mut visitor, "gold").await;
    server.advance(MINUTE).await;
    server.poll(&visitor).await;
    assert_eq!(server.grants().await.len(), 0, "paused");
    server.act("reset").await;
    let left = visitor.load().await;
    assert_ne!(left.status, 200, "the place was of the past run: {}", left.text());
    let mut next = server.visitor();
    next.enter().await;
    move_up(&mut next, "gold").await;
    assert!(!server.pass(&next).await.is_empty());
    let room = server.room("sale");
    let lane = room.lane_of_group("vip").expect("the group's lane").published();
    let (own, lane) = (room.published().snapshot.ledger().run, lane.snapshot.ledger().run);
    assert_eq!(own, lane);
}

#[tokio::test]
async fn of_two_on_two_nodes_one_has_a_single_use_code() {
    let server = TestServer::with(&rooms(0)).await;
    let other = server.beside().await;
    let made = add(&server, json!({ "count": 1 })).await;
    let code = made["codes"][0]["code"].as_str().expect("a code");
    let (mut one, mut two) = (server.visitor(), other.visitor());
    one.enter().await;
    two.enter().await;
    let (first, second) = tokio::join!(
        one.submit("/priority", &form(&one, code)),
        two.submit("/priority", &form(&two, code)),
    );
    let replies = [first, second].map(|reply| reply.expect("handlers do not panic"));
    let leads_on = replies.each_ref().map(Reply::leads_on);
    let refused = replies.iter().filter(|reply| reply.status == 403);
    assert_eq!((leads_on[0] != leads_on[1], refused.count()), (true, 1), "{replies:?}");
    let winner = if leads_on[0] { &mut one } else { &mut two };
    let mut elsewhere = winner.clone().move_to(if leads_on[0] { &other } else { &server });
    // The other node reads this node's commits every second.
    for _ in 0..6 {
        server.advance(500).await;
        other.settle().await;
        drop(elsewhere.poll().await);
    }
    let found = elsewhere.load().await;
    assert_eq!(
        found.status,
        302,
        "the other node finds the place by the cookie: {}",
        found.text()
    );
    elsewhere.follow(&found);
    assert_eq!(elsewhere.load().await.slot("number"), "1");
}

#[tokio::test]
async fn a_code_leaves_one_record_however_often_it_is_brought() {
    let server = server(0).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let before = visitor.clone();
    move_up(&mut visitor, "gold").await;
    for _ in 0..20 {
        let mut again = before.clone();
        move_up(&mut again, "gold").await;
        assert_eq!(again.queue_id(), visitor.queue_id());
    }
    let store = server.memory.as_ref().expect("a server in memory");
    let pool = store::PoolId::new("~pool/shop").expect("a name");
    let records = store::Store::scan(store, &pool, b"v").await.expect("memory").1;
    assert_eq!(records.len(), 1, "{records:?}");
    let bytes = records[0].0.as_bytes().len() + records[0].1.len();
    assert!(bytes <= 40, "{bytes} bytes");
}
