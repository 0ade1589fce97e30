//! Answers to the scripts of protected pages: stay, with a cookie, or go into the room. The answers
//! never allow more than the room's own page.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Method, Request};
use protocol::session_cookie::{Session, SessionContext, SessionFields};
use protocol::{Minutes, RoomId, UnixSeconds, percent};
use serde_json::{Value, json};

use crate::support::{Reply, TestServer, room};

const PAGE: &str = "https://shop.example/buy?a=1";

/// Sends the client's request from this page, with additional parameters.
async fn call(server: &TestServer, page: &str, more: &str) -> Value {
    let path = format!(
        "/javascriptqueue/demo/sale/1700000000000?t={}&ver=js1{more}",
        percent::encode(page)
    );
    answer(&server.get(&path, &[]).await)
}

/// Returns the object that the script passes on.
fn answer(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text());
    let script = reply.text();
    let call = script.strip_prefix("window.queueit['demo']['sale'].enqueue(");
    let object = call.and_then(|rest| rest.strip_suffix(");\n"));
    serde_json::from_str(object.unwrap_or_else(|| panic!("a call, not {script}"))).expect("an object")
}

/// Returns the session of an answer, as a connector reads it.
fn session(server: &TestServer, answer: &Value) -> Session {
    session_at(server, answer, None)
}

/// Returns the session of an answer to a visitor at this address.
fn session_at(server: &TestServer, answer: &Value, address: Option<IpAddr>) -> Session {
    let room: RoomId = "sale".parse().expect("an id");
    let expected = SessionContext {
        room: &room,
        now: UnixSeconds(server.now_ms() / 1_000),
        validity: Minutes::new(20).expect("more than 0"),
        client_ip: address,
    };
    let value = answer["cookieValue"]
        .as_str()
        .unwrap_or_else(|| panic!("a cookie, not {answer}"));
    let session = SessionFields::parse(value).verify(&server.secret(), &expected);
    session.expect("a genuine session")
}

fn goes_to(answer: &Value) -> &str {
    assert_eq!(answer["redirect"], true, "{answer}");
    answer["redirectUrl"].as_str().expect("an address")
}

const INTO_ROOM: &str = "https://queue.example/?c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fbuy%3Fa%3D1";

#[tokio::test]
async fn a_newcomer_goes_into_the_room_and_takes_no_place_yet() {
    let server = TestServer::sale(60).await;
    assert_eq!(goes_to(&call(&server, PAGE, "").await), INTO_ROOM);
    let more = "&cid=de&l=default&t_show=78&x=1";
    let long =
        "https://queue.example/?c=demo&e=sale&cid=de&l=default&t=https%3A%2F%2Fshop.example%2Fbuy%3Fa%3D1&t_show=78";
    assert_eq!(goes_to(&call(&server, PAGE, more).await), long);
    let own = server.get("/javascriptqueue/demo/sale/1", &[]).await;
    assert_eq!(goes_to(&answer(&own)), "https://queue.example/?c=demo&e=sale");
    assert_eq!(server.stats().await["waiting"], 0);
    assert_eq!(server.visitor().enter().await.slot("number"), "1");
}

#[tokio::test]
async fn the_answer_is_a_script_for_this_page_and_this_moment() {
    let server = TestServer::sale(60).await;
    let reply = server.get("/javascriptqueue/demo/sale/1", &[]).await;
    assert_eq!(reply.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(reply.header("x-content-type-options"), "nosniff");
    assert_eq!(reply.header("cross-origin-resource-policy"), "cross-origin");
    assert_eq!(reply.header("set-cookie"), "");
    let head = Request::builder()
        .method(Method::HEAD)
        .uri("/javascriptqueue/demo/sale/1");
    let head = server.send(head.body(Body::empty()).expect("a request")).await;
    assert_eq!(head.status, 405);
}

#[tokio::test]
async fn visitors_who_come_back_with_a_token_stay_with_a_session() {
    let server = TestServer::sale(60).await;
    let mut visitor = server
        .visitor()
        .at(&format!("c=demo&e=sale&t={}", percent::encode(PAGE)));
    visitor.enter().await;
    let back = server.pass(&visitor).await;
    let answer = call(&server, &back, "").await;
    let stays = session(&server, &answer);
    assert_eq!(
        (stays.redirect_type.as_str(), stays.queue_id),
        ("queue", Some(visitor.queue_id()))
    );
    assert_eq!(answer.get("fixedCookieValidity"), None);

    // A page whose visitors end at another address sends the token beside the target.
    let (_, token) = back.split_once("queueittoken=").expect("a token");
    let beside = call(&server, PAGE, &format!("&queueittoken={token}")).await;
    assert_eq!(beside, answer);
    assert_eq!(server.grants().await.len(), 1, "it costs no permit");

    // No use is recorded here: docs/design/one-permit.md, 5.
    server.advance(60_000).await;
    let later = session(&server, &call(&server, &back, "").await);
    assert_eq!(later.queue_id, Some(visitor.queue_id()));
    assert_eq!(later.issued_at.0, server.now_ms() / 1_000, "a session of its own");
    assert_eq!(server.grants().await.len(), 1);

    for bad in [
        token.replace("~ts_17", "~ts_18"),
        format!("{token}0"),
        "nonsense".to_owned(),
    ] {
        let page = format!("{PAGE}&queueittoken={bad}");
        assert_eq!(goes_to(&call(&server, &page, "").await), INTO_ROOM, "{bad}");
    }
    server.advance(121_000).await;
    assert_eq!(
        goes_to(&call(&server, &back, "").await),
        INTO_ROOM,
        "a token is good for three minutes"
    );
}

#[tokio::test]
async fn a_session_is_handed_back_as_it_is_and_never_renewed() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let back = server.pass(&visitor).await;
    let value = call(&server, &back, "").await["cookieValue"]
        .as_str()
        .expect("a cookie")
        .to_owned();
    let kept = |value: &str, minutes: &str| format!("&_cval={}&_cv={minutes}", percent::encode(value));

    server.advance(5 * 60_000).await;
    assert_eq!(
        call(&server, PAGE, &kept(&value, "6")).await,
        json!({ "cookieValue": value })
    );
    assert_eq!(goes_to(&call(&server, PAGE, &kept(&value, "4")).await), INTO_ROOM);
    let forged = value.replace("IssueTime=1", "IssueTime=2");
    for (value, minutes) in [
        (value.as_str(), "0"),
        (value.as_str(), "x"),
        (forged.as_str(), "20"),
        ("timeout", "20"),
        ("", "20"),
    ] {
        assert_eq!(
            goes_to(&call(&server, PAGE, &kept(value, minutes)).await),
            INTO_ROOM,
            "{value} {minutes}"
        );
    }
}

#[tokio::test]
async fn a_session_that_must_end_says_when() {
    let pool = "[[pool]]\nid = \"shop\"\nrate = 60\nmax_sessions = 100\nsession_minutes = 10\n\n";
    let server = TestServer::with(&(pool.to_owned() + &room("sale", "max_outflow = 60\npool = \"shop\""))).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let back = server.pass(&visitor).await;
    let answer = call(&server, &back, "").await;
    assert_eq!(answer["fixedCookieValidity"], 10);
    assert_eq!(session(&server, &answer).fixed_validity, Minutes::new(10));
}

/// Returns a server with a room that opens in a quarter of an hour.
async fn idle(before: &str) -> TestServer {
    let keys = format!("max_outflow = 60\nstart = 2023-11-14T22:28:20Z\nend = 2023-11-14T22:30:20Z\n{before}");
    TestServer::with(&room("sale", &keys)).await
}

#[tokio::test]
async fn before_it_opens_the_room_says_what_becomes_of_people() {
    let server = idle("before = \"target\"").await;
    let answer = call(&server, PAGE, "").await;
    assert_eq!(
        answer["fixedCookieValidity"], 3,
        "it ends soon, lest they be there when it opens"
    );
    assert_eq!(session(&server, &answer).redirect_type, "idle");
    assert_eq!(goes_to(&call(&idle("").await, PAGE, "").await), INTO_ROOM);
    let elsewhere = idle("before = \"https://soon.example/\"").await;
    assert_eq!(goes_to(&call(&elsewhere, PAGE, "").await), "https://soon.example/");
    let hidden = call(&idle("before = \"hidden\"").await, PAGE, "").await;
    assert_eq!(hidden, json!({ "isError": true, "error": "unknown-room" }));
}

#[tokio::test]
async fn a_room_that_is_over_or_switched_off_lets_people_be() {
    let server = idle("after = \"target\"").await;
    server.act("disable").await;
    assert_eq!(
        session(&server, &call(&server, PAGE, "").await).redirect_type,
        "disabled"
    );
    server.act("enable").await;
    server.act("end").await;
    assert_eq!(
        session(&server, &call(&server, PAGE, "").await).redirect_type,
        "afterevent"
    );
    let server = idle("").await;
    server.act("end").await;
    assert_eq!(
        goes_to(&call(&server, PAGE, "").await),
        INTO_ROOM,
        "a page says that it is over"
    );
}

#[tokio::test]
async fn a_room_that_shows_itself_at_peak_is_passed_unseen_until_then() {
    let server = TestServer::with(&room("sale", "max_outflow = 2\nvisibility = \"at-peak\"")).await;
    for count in 1..=2 {
        let answer = call(&server, PAGE, "").await;
        assert_eq!(session(&server, &answer).redirect_type, "safetynet");
        assert_eq!(server.grants().await.len(), count, "each pass is a grant");
    }
    assert!(server.grants().await.iter().all(|grant| grant.rt == "safetynet"));
    // A visitor who makes the line appear is in the line.
    let third = call(&server, PAGE, "").await;
    let address = goes_to(&third);
    let place = address
        .strip_prefix(&format!("{INTO_ROOM}&holder="))
        .unwrap_or_else(|| panic!("a place in {address}"));
    let visitor = server.visitor().at(&format!("c=demo&e=sale&holder={place}"));
    let page = visitor.clone().load().await;
    assert_eq!(page.html("data-page"), "queue");
    assert_eq!(goes_to(&call(&server, PAGE, "").await), INTO_ROOM);
    assert_eq!(server.stats().await["waiting"], 1);
    assert!(
        server.pass(&visitor).await.contains("~rt_queue~"),
        "the script's browser had no cookie"
    );
}

#[tokio::test]
async fn the_gates_of_the_rooms_page_are_here_too() {
    let office = "[[ip_group]]\nid = \"office\"\naddresses = [\"203.0.113.7\"]\n";
    let keys = "max_outflow = 60\nvisibility = \"at-peak\"\ninvite_only = true\nbypass_ip_groups = [\"office\"]";
    let server = TestServer::with(&(office.to_owned() + &room("sale", keys))).await;
    let uninvited = call(&server, PAGE, "&code=nobody").await;
    let with_code = INTO_ROOM.replace("&t=", "&code=nobody&t=");
    assert_eq!(goes_to(&uninvited), with_code, "the room says what it wants");
    assert_eq!(server.grants().await, []);

    let peer = SocketAddr::from(([203, 0, 113, 7], 1));
    let request = Request::get("/javascriptqueue/demo/sale/1").extension(ConnectInfo(peer));
    let colleague = server.send(request.body(Body::empty()).expect("a request")).await;
    let session = session_at(&server, &answer(&colleague), Some(peer.ip()));
    assert_eq!(session.redirect_type, "disabled");
    assert_eq!(server.grants().await, []);
}

#[tokio::test]
async fn refusals_are_written_as_script() {
    let server = TestServer::sale(60).await;
    let error = |code: &str| json!({ "isError": true, "error": code });
    assert_eq!(
        call(&server, "https://evil.example/", "").await,
        error("foreign-target")
    );
    for (path, begins) in [
        (
            "/javascriptqueue/demo/nothing/1",
            "window.queueit['demo']['nothing'].enqueue({",
        ),
        (
            "/javascriptqueue/nobody/sale/1",
            "window.queueit['nobody']['sale'].enqueue({",
        ),
        (
            "/javascriptqueue/demo/x'%5D;%3C%2Fscript%3E%E2%80%A8/1",
            "window.queueit['demo']['x\\u0027];\\u003c/script>\\u2028'].enqueue({",
        ),
    ] {
        let reply = server.get(path, &[]).await;
        assert_eq!(reply.status, 200);
        let text = reply.text();
        assert!(text.starts_with(begins) && text.contains("\"isError\":true"), "{text}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_gets_neither_a_session_nor_a_place() {
    let office = "[[ip_group]]\nid = \"office\"\naddresses = [\"198.51.100.0/24\"]\n";
    let keys = "max_outflow = 600\nvisibility = \"at-peak\"\nbypass_ip_groups = [\"office\"]";
    let server = TestServer::with(&format!("{office}{}", room("sale", keys))).await;
    let path = format!("/javascriptqueue/demo/sale/1?t={}", percent::encode(PAGE));
    let load = async |page: Option<&str>, site: &str, peer: &str| {
        let peer: SocketAddr = peer.parse().expect("an address");
        let mut request = Request::get(&path)
            .header("host", "queue.example")
            .header("sec-fetch-dest", "script")
            .extension(ConnectInfo(peer));
        if !site.is_empty() {
            request = request.header("sec-fetch-site", site);
        }
        if let Some(page) = page {
            request = request.header("referer", page);
        }
        let reply = server.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(reply.header("access-control-allow-origin"), "");
        answer(&reply)
    };
    for (page, site) in [
        (Some("https://evil.example/"), "cross-site"),
        (None, "cross-site"),
        (None, "same-site"),
        (Some("https://sub.shop.example/"), "same-site"),
        (Some("https://evil.example/?https://shop.example/"), ""),
        (Some("nonsense"), "cross-site"),
    ] {
        for peer in ["192.0.2.1:9", "198.51.100.7:9"] {
            let answered = load(page, site, peer).await;
            assert_eq!(goes_to(&answered), INTO_ROOM, "{page:?} {site} {peer}");
        }
    }
    assert_eq!(server.grants().await.len(), 0, "nobody took a place");
    for (page, site) in [
        (Some("https://shop.example/"), "cross-site"),
        (Some("https://shop.example/buy?a=1"), ""),
        (None, ""),
    ] {
        for (peer, rt) in [("192.0.2.1:9", "safetynet"), ("198.51.100.7:9", "disabled")] {
            let address: SocketAddr = peer.parse().expect("an address");
            let answered = load(page, site, peer).await;
            assert_eq!(
                session_at(&server, &answered, Some(address.ip()))
                    .redirect_type
                    .as_str(),
                rt,
                "{page:?} {site}"
            );
        }
    }
}

#[tokio::test]
async fn a_site_that_hides_its_referer_is_protected_by_way_of_the_room() {
    let server = TestServer::with(&room("sale", "max_outflow = 600\nvisibility = \"at-peak\"")).await;
    let hidden = [("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "script")];
    let path = |page: &str| format!("/javascriptqueue/demo/sale/1?t={}", percent::encode(page));
    let sent = answer(&server.get(&path(PAGE), &hidden).await);
    let (_, query) = goes_to(&sent).split_once('?').expect("a query");
    let back = server.visitor().at(query).load().await;
    assert!(back.location().starts_with(PAGE), "{}", back.location());
    let stays = answer(&server.get(&path(back.location()), &hidden).await);
    assert_eq!(session(&server, &stays).redirect_type.as_str(), "safetynet");
}
