//! A permit behind our connector: one redirect, one session.

use connector::Connector;
use http::header::{COOKIE, HOST};
use http::{Method, Request};
use tower::ServiceExt;

use super::poll_until;
use crate::support::{Reply, SECRET, TestServer, Visitor, room};

const SHOP: &str = "https://shop.example/";

/// Returns a site behind our connector, with the server's key and clock.
fn site(server: &TestServer) -> axum::Router {
    let clock = server.clock.clone();
    let now = move || anteroom::clock::Clock::Manual(clock.clone()).unix_seconds();
    let connector = Connector::builder(
        "demo".parse().expect("an id"),
        "sale".parse().expect("an id"),
        protocol::SecretKey::new(SECRET).expect("a key"),
        "queue.example",
    );
    let connector = connector.clock(now).build().expect("a connector");
    axum::Router::new()
        .fallback(|| async { "bought" })
        .layer(connector.layer())
}

/// Returns the site, a visitor whom the room has let in, and the address of the redirect.
async fn let_in(server: &TestServer) -> (axum::Router, Visitor, String) {
    let mut holder = server.visitor();
    holder.enter().await;
    let url = server.pass(&holder).await;
    (site(server), holder, url)
}

async fn visit(site: &axum::Router, url: &str, cookie: &str) -> Reply {
    let path = url.split_once("://shop.example").expect("the shop").1;
    let request = Request::builder()
        .method(Method::GET)
        .uri(path)
        .header(HOST, "shop.example");
    let request = request.header(COOKIE, cookie).body(axum::body::Body::empty());
    let answer = site.clone().oneshot(request.expect("a request")).await;
    Reply::read(answer.expect("the site answers")).await
}

#[tokio::test]
async fn one_permit_is_one_redirect_and_one_session() {
    let server = TestServer::sale(1).await;
    let (shop, holder, url) = let_in(&server).await;
    // A copied cookie is a copied credential: its holder gets the same token.
    let copies: Vec<Visitor> = (0..50).map(|_| holder.clone()).collect();
    let redirects = poll_until(&server, None, &copies, 1).await;
    assert!(redirects.len() == 50 && redirects.iter().all(|copy| *copy == url));
    let mut sessions = Vec::new();
    for _ in 0..300 {
        let reply = visit(&shop, &url, "").await;
        assert_eq!(reply.status, 302);
        let cookie = reply
            .header("set-cookie")
            .split(';')
            .next()
            .unwrap_or_default()
            .to_owned();
        if cookie.is_empty() {
            assert!(reply.location().starts_with("https://queue.example/?c=demo&e=sale&"));
            assert_eq!(reply.header("x-anteroom-refused"), "token-used");
        } else {
            assert!(reply.location().starts_with("http://shop.example/"));
            sessions.push(cookie);
        }
    }
    assert_eq!((sessions.len(), server.grants().await.len()), (1, 1));
    // A reload, and the back button, in the browser that was let in.
    let again = visit(&shop, &url, &sessions[0]).await;
    assert!(
        again.location().starts_with("http://shop.example/"),
        "{}",
        again.location()
    );
    assert!(!again.location().contains("queueittoken"));
}

#[tokio::test]
async fn a_visitor_whose_token_was_used_waits_for_the_next_permit_and_goes_round_no_circle() {
    let server = TestServer::sale(60).await;
    let (shop, holder, url) = let_in(&server).await;
    // The answer that set the session gets lost.
    visit(&shop, &url, "").await;
    let back = visit(&shop, &url, "").await;
    let query = back.location().split_once("/?").expect("the room").1.to_owned();
    let mut holder = holder.at(&query);
    let place = holder.load().await;
    assert_eq!(place.status, 302);
    holder.follow(&place);
    // Other windows of the browser can have the session. This window has no session, so the site
    // sends it through the room again, which returns it with the same token.
    for _ in 0..2 {
        let again = holder.load().await;
        assert_eq!((again.status.as_u16(), again.location()), (302, SHOP));
    }
    assert!(
        visit(&shop, SHOP, "")
            .await
            .location()
            .starts_with("https://queue.example/?c=demo")
    );
    for _ in 0..10 {
        let page = holder.load().await;
        assert_eq!((page.status.as_u16(), page.location()), (200, ""), "no circle");
        let answered = server.poll(&holder).await.json();
        assert!(answered.get("redirectUrl").is_none());
        let low = answered["ticket"]["waitSecondsLow"].as_u64().expect("an estimate");
        assert!((160..=180).contains(&low), "until the token has expired: {answered}");
        server.advance(2_000).await;
    }
    server.advance(180_000).await;
    let next = server.pass(&holder).await;
    assert_ne!(next, url);
    assert_eq!(
        visit(&shop, &next, "").await.header("x-anteroom-refused"),
        "",
        "good once"
    );
}

/// Two windows are let in with one token at the same moment.
#[tokio::test]
async fn a_second_window_goes_in_with_the_session_of_the_first() {
    let server = TestServer::sale(60).await;
    let (shop, holder, url) = let_in(&server).await;
    let first = visit(&shop, &url, "").await;
    let session = first.header("set-cookie").split(';').next().expect("a pair").to_owned();
    let second = visit(&shop, &url, "").await;
    let query = second.location().split_once("/?").expect("the room").1.to_owned();
    let mut window = holder.at(&query);
    let place = window.load().await;
    window.follow(&place);
    let answered = server.poll(&window).await.json();
    assert_eq!(
        answered.get("redirectUrl"),
        None,
        "a script is given no address without a token: {answered}"
    );
    let back = window.load().await;
    assert_eq!((back.status.as_u16(), back.location()), (302, SHOP));
    assert_eq!(visit(&shop, SHOP, &session).await.text(), "bought");
    assert_eq!(server.grants().await.len(), 1);
}

#[tokio::test]
async fn a_room_that_asks_for_it_binds_tokens_to_the_first_address() {
    let server = TestServer::with(&room("sale", "max_outflow = 60\nbind_address = true")).await;
    let mut holder = server.visitor().from([203, 0, 113, 7]);
    holder.enter().await;
    let url = server.pass(&holder).await;
    let hash = protocol::queueittoken::HashedIp::new(&server.secret(), [203, 0, 113, 7].into());
    assert!(url.contains(&format!("~hip_{}~", hash.as_str())), "{url}");
    // A copied cookie at another address gets the token of the first address.
    let copy = holder.clone().from([203, 0, 113, 8]);
    assert_eq!(server.pass(&copy).await, url);
}
