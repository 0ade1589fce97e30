//! A place is claimed by the browser that holds it: `q`, which people share, shows where it stands and
//! nothing more. One permit is one redirect, however many ask.

use connector::Connector;
use http::header::{COOKIE, HOST};
use http::{Method, Request};
use protocol::possession::PossessionKey;
use protocol::{MasterKey, QueueId};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{House, MASTER_KEY, Poll, Reply, SECRET, SHOP, Visitor, room};

const STRANGERS: u8 = 150;

/// Browsers at addresses of their own, in two networks, that open this page and have no cookie.
fn strangers(house: &House, query: &str) -> Vec<Visitor> {
    let at = |network, last| {
        let visitor = house.visitor().at(query);
        visitor.from([203, 0, network, last])
    };
    let all = (0..STRANGERS).flat_map(|last| [at(113, last), at(114, last)]);
    all.collect()
}

/// Everybody polls, as often as the browser that holds the place needs for its turn; the redirects that
/// each of them got.
async fn poll_until(house: &House, holder: Option<&Visitor>, others: &[Visitor], rounds: usize) -> Vec<String> {
    let mut redirects = Vec::new();
    for _ in 0..rounds {
        let mut polls: Vec<Poll> = others.iter().map(Visitor::poll).collect();
        polls.extend(holder.map(Visitor::poll));
        house.settle().await;
        for poll in polls {
            let reply = house.resolve(poll).await;
            let told = reply.json();
            assert_eq!(reply.status, 200, "{told}");
            redirects.extend(told["redirectUrl"].as_str().map(str::to_owned));
        }
        house.advance(2_000).await;
    }
    redirects
}

#[tokio::test]
async fn of_three_hundred_addresses_that_poll_one_q_none_is_let_in_and_its_browser_is() {
    let house = House::sale(1).await;
    let mut holder = house.visitor();
    holder.enter().await;
    let others = strangers(&house, &holder.query);
    assert_eq!(others.len(), 300);
    let told = poll_until(&house, None, &others, 3).await;
    assert_eq!(told, Vec::<String>::new(), "its browser is not there");
    assert_eq!(house.grants().await.len(), 0);

    // A permit falls due within a minute.
    let redirects = poll_until(&house, Some(&holder), &others, 40).await;
    assert!(!redirects.is_empty(), "its browser was let in");
    // Polls of the holder within the token's validity are lost replies: the very same URL.
    assert!(redirects.iter().all(|url| *url == redirects[0]), "{redirects:?}");
    assert!(redirects.len() <= 40, "no stranger got one: {}", redirects.len());
    assert_eq!(house.grants().await.len(), 1, "one permit");
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
    let house = House::sale(60).await;
    let mut before = house.visitor();
    before.enter().await;
    let mut holder = house.visitor();
    let own = holder.enter().await;
    let mut friend = house.visitor().at(&holder.query);
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
    let told = house.poll(&friend).await.json();
    assert_eq!(
        (
            &told["forecastStatus"],
            &told["ticket"]["queueNumber"],
            told.get("isRedirectToTarget")
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
    // Nobody who only looks on keeps a place alive.
    let room = house.room("sale");
    let present = || room.published().snapshot.waiting();
    for _ in 0..20 {
        house.advance(30_000).await;
        house.poll(&friend).await;
    }
    assert_eq!(present(), 0, "both fell silent");
}

#[tokio::test]
async fn a_cookie_made_of_the_q_is_none() {
    let house = House::sale(60).await;
    let mut holder = house.visitor();
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
        let mut forger = house.visitor().at(&holder.query);
        forger.cookies.insert("anteroom_place".to_owned(), value.clone());
        for _ in 0..5 {
            let told = house.poll(&forger).await.json();
            assert!(told.get("redirectUrl").is_none(), "{value}: {told}");
            house.advance(2_000).await;
        }
    }
    assert_eq!(house.grants().await.len(), 0);
    assert!(house.pass(&holder).await.starts_with(SHOP));
}

/// Enters as a browser that refuses cookies, by the page's own refresh.
async fn enter_without_cookies(house: &House) -> Visitor {
    let mut visitor = house.visitor();
    let reply = visitor.load().await;
    visitor.cookies.clear();
    visitor.follow(&reply);
    let page = visitor.load().await;
    visitor.cookies.clear();
    assert_eq!(page.status, 200);
    let (seconds, address) = page.header("refresh").split_once("; url=/?").expect("a refresh");
    assert_eq!(seconds, "2");
    assert!(address.contains("&holder=check&q="), "{address}");
    let mut visitor = visitor.at(address);
    let reply = visitor.load().await;
    visitor.cookies.clear();
    assert_eq!(reply.status, 302);
    assert_eq!(reply.header("set-cookie"), "", "the place is held by its link");
    visitor.follow(&reply);
    let page = visitor.load().await;
    assert_eq!((page.status.as_u16(), page.header("set-cookie")), (200, ""));
    assert_eq!(page.header("refresh"), "");
    visitor
}

#[tokio::test]
async fn a_browser_that_keeps_cookies_is_led_back_to_the_page_of_who_looks_on() {
    let house = House::sale(60).await;
    let mut holder = house.visitor();
    holder.enter().await;
    let mut friend = house.visitor().at(&holder.query);
    let page = friend.load().await;
    let (_, address) = page.header("refresh").split_once("; url=/?").expect("a refresh");
    assert_eq!(friend.cookies.len(), 1);
    let mut friend = friend.at(address);
    let back = friend.load().await;
    assert_eq!(back.location(), format!("/?{}", holder.query));
    friend.follow(&back);
    let page = friend.load().await;
    assert_eq!((page.status.as_u16(), page.header("refresh")), (200, ""));
    assert_eq!(house.stats().await["waiting"], 1, "no place was given");
}

#[tokio::test]
async fn a_visitor_without_cookies_is_let_in_by_page_and_by_script() {
    for by_script in [false, true] {
        let house = House::sale(60).await;
        let visitor = enter_without_cookies(&house).await;
        let url = if by_script {
            house.pass(&visitor).await
        } else {
            let page = format!("/?{}", visitor.query);
            let mut url = String::new();
            for _ in 0..20 {
                let reply = house.resolve(visitor.send(&page)).await;
                if reply.status == 302 {
                    url = reply.location().to_owned();
                    break;
                }
                house.advance(2_000).await;
            }
            url
        };
        assert!(url.starts_with(SHOP), "{url}");
        assert!(url.contains(&visitor.queue_id()));
    }
}

#[tokio::test]
async fn a_device_without_cookies_takes_a_place_over_and_holds_it() {
    let house = House::sale(60).await;
    let mut desktop = house.visitor();
    desktop.enter().await;
    let form = desktop.query.clone();
    let code = desktop.post("/move", &form).await.slot("code");
    let mut phone = house.visitor();
    let page = phone.get(&format!("/move/demo/sale/{code}")).await;
    assert!(
        page.text().contains("name=\"holder\" value=\"check\""),
        "{}",
        page.text()
    );
    phone.cookies.clear();
    let reply = phone
        .post("/move/demo/sale", &format!("code={code}&holder=check"))
        .await;
    phone.cookies.clear();
    phone.follow(&reply);
    assert!(house.pass(&phone).await.starts_with(SHOP));
}

#[tokio::test]
async fn the_link_of_a_visitor_without_cookies_admits_one() {
    let house = House::sale(1).await;
    let visitor = enter_without_cookies(&house).await;
    let all = strangers(&house, &visitor.query);
    // Until after the token's validity a second permit falls due, and is not spent on a repetition.
    let redirects = poll_until(&house, None, &all, 40).await;
    assert_eq!(redirects.len(), 1, "one permit, one redirect");
    assert_eq!(house.grants().await.len(), 1);
    let page = visitor.clone().load().await;
    assert_eq!((page.status.as_u16(), page.header("set-cookie")), (200, ""));
    // A later return is first in line again, and takes a permit of its own.
    house.advance(180_000).await;
    let again = poll_until(&house, None, &all, 40).await;
    assert_eq!(again.len(), 1);
    assert_ne!(again[0], redirects[0]);
    assert_eq!(house.grants().await.len(), 2, "as many permits as redirects");
}

async fn post(house: &House, path: &str) -> Value {
    let request = Request::post(path).header("content-type", "application/json");
    let reply = house.send(request.body("{}".into()).expect("a request")).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[tokio::test]
async fn an_app_holds_its_place_by_what_only_it_was_told() {
    let house = House::sale(60).await;
    let told = post(&house, "/api/mobileapp/queue/demo/sale/enqueue").await;
    let (id, url) = (&told["QueueId"], told["QueueUrl"].as_str().expect("a URL"));
    let query = url.split_once('?').expect("a query").1;
    let shared = format!("c=demo&e=sale&q={}", id.as_str().expect("an id"));
    let strangers = strangers(&house, &shared);
    assert_eq!(poll_until(&house, None, &strangers, 3).await, Vec::<String>::new());
    assert!(house.pass(&house.visitor().at(query)).await.starts_with(SHOP));
}

#[tokio::test]
async fn another_page_claims_by_its_session_and_not_by_the_queue_id() {
    let house = House::sale(60).await;
    let told = post(&house, "/spa-api/queue/demo/sale/enqueue").await;
    let text = |name: &str| told[name].as_str().expect("a text").to_owned();
    let path = format!("/spa-api/queue/demo/sale/{}/status", text("queueId"));
    let own = format!("{path}?seid={}&sets=1700000000000", text("sessionId"));
    let foreign = format!("{path}?seid={}&sets=1700000000000", text("queueId"));
    for path in [&path, &foreign] {
        for _ in 0..5 {
            let told = post(&house, path).await;
            assert!(told.get("redirectUrl").is_none(), "{told}");
            house.advance(2_000).await;
        }
    }
    for _ in 0..10 {
        let told = post(&house, &own).await;
        if told["isRedirectToTarget"] == true {
            return;
        }
        house.advance(2_000).await;
    }
    panic!("never let in");
}

#[tokio::test]
async fn a_place_in_the_draw_is_viewed_and_not_kept_by_its_q() {
    let keys = "max_outflow = 60\nstart = 2023-11-14T22:43:20Z\nprequeue_minutes = 60";
    let house = House::with(&room("sale", keys)).await;
    let mut holder = house.visitor();
    holder.enter().await;
    let mut friend = house.visitor().at(&holder.query);
    let page = friend.load().await;
    assert_eq!((page.status.as_u16(), page.html("data-page").as_str()), (200, "before"));
    let told = house.poll(&friend).await.json();
    assert_eq!(
        (&told["isBeforeOrIdle"], &told["forecastStatus"]),
        (&json!(true), &json!("NotReadyYet"))
    );
}

/// A site behind our connector, with the house's key and clock.
fn site(house: &House) -> axum::Router {
    let clock = house.clock.clone();
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
    let house = House::sale(1).await;
    let shop = site(&house);
    let mut holder = house.visitor();
    holder.enter().await;
    let url = house.pass(&holder).await;
    // A copied cookie is a copied credential: it gets the very same token.
    let copies: Vec<Visitor> = (0..50).map(|_| holder.clone()).collect();
    let redirects = poll_until(&house, None, &copies, 1).await;
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
    assert_eq!((sessions.len(), house.grants().await.len()), (1, 1));
    // A reload and the back button of the browser that was let in.
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
    let house = House::sale(60).await;
    let shop = site(&house);
    let mut holder = house.visitor();
    holder.enter().await;
    let url = house.pass(&holder).await;
    // The answer that set the session is lost.
    visit(&shop, &url, "").await;
    let back = visit(&shop, &url, "").await;
    let query = back.location().split_once("/?").expect("the room").1.to_owned();
    let mut holder = holder.at(&query);
    let place = holder.load().await;
    assert_eq!(place.status, 302);
    holder.follow(&place);
    for _ in 0..10 {
        let page = house.resolve(holder.send(&format!("/?{}", holder.query))).await;
        assert_eq!((page.status.as_u16(), page.location()), (200, ""), "no circle");
        assert!(house.poll(&holder).await.json().get("redirectUrl").is_none());
        house.advance(2_000).await;
    }
    house.advance(180_000).await;
    let next = house.pass(&holder).await;
    assert_ne!(next, url);
    assert_eq!(
        visit(&shop, &next, "").await.header("x-anteroom-refused"),
        "",
        "good once"
    );
}

#[tokio::test]
async fn a_room_that_asks_for_it_binds_tokens_to_the_first_address() {
    let house = House::with(&room("sale", "max_outflow = 60\nbind_address = true")).await;
    let mut holder = house.visitor().from([203, 0, 113, 7]);
    holder.enter().await;
    let url = house.pass(&holder).await;
    let hash = protocol::queueittoken::HashedIp::new(&house.secret(), [203, 0, 113, 7].into());
    assert!(url.contains(&format!("~hip_{}~", hash.as_str())), "{url}");
    // A copied cookie at another address gets the token of the first.
    let copy = holder.clone().from([203, 0, 113, 8]);
    assert_eq!(house.pass(&copy).await, url);
}
