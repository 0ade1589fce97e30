//! Browsers without cookies hold their place by the link that leads to it.

use super::{poll_until, strangers};
use crate::support::{SHOP, TestServer, Visitor};

/// Enters like a browser that refuses cookies, by the page's own refresh.
async fn enter_without_cookies(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor();
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
    let server = TestServer::sale(60).await;
    let mut holder = server.visitor();
    holder.enter().await;
    let mut friend = server.visitor().at(&holder.query);
    let page = friend.load().await;
    let (_, address) = page.header("refresh").split_once("; url=/?").expect("a refresh");
    assert_eq!(friend.cookies.len(), 1);
    let mut friend = friend.at(address);
    let back = friend.load().await;
    assert_eq!(back.location(), format!("/?{}", holder.query));
    friend.follow(&back);
    let page = friend.load().await;
    assert_eq!((page.status.as_u16(), page.header("refresh")), (200, ""));
    assert_eq!(server.stats().await["waiting"], 1, "no place was given");
}

#[tokio::test]
async fn a_visitor_without_cookies_is_let_in_by_page_and_by_script() {
    for by_script in [false, true] {
        let server = TestServer::sale(60).await;
        let visitor = enter_without_cookies(&server).await;
        let url = if by_script {
            server.pass(&visitor).await
        } else {
            let page = format!("/?{}", visitor.query);
            let mut url = String::new();
            for _ in 0..20 {
                let reply = server.resolve(visitor.send(&page)).await;
                if reply.status == 302 {
                    url = reply.location().to_owned();
                    break;
                }
                server.advance(2_000).await;
            }
            url
        };
        assert!(url.starts_with(SHOP), "{url}");
        assert!(url.contains(&visitor.queue_id()));
    }
}

#[tokio::test]
async fn a_device_without_cookies_takes_a_place_over_and_holds_it() {
    let server = TestServer::sale(60).await;
    let mut desktop = server.visitor();
    desktop.enter().await;
    let form = desktop.query.clone();
    let code = desktop.post("/move", &form).await.slot("code");
    let mut phone = server.visitor();
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
    assert!(server.pass(&phone).await.starts_with(SHOP));
}

#[tokio::test]
async fn the_link_of_a_visitor_without_cookies_admits_one() {
    let server = TestServer::sale(1).await;
    let visitor = enter_without_cookies(&server).await;
    let all = strangers(&server, &visitor.query);
    // A second permit becomes due before the token expires, and is not spent on a repeated
    // redirect.
    let redirects = poll_until(&server, None, &all, 40).await;
    assert_eq!(redirects.len(), 1, "one permit, one redirect");
    assert_eq!(server.grants().await.len(), 1);
    let page = visitor.clone().load().await;
    assert_eq!((page.status.as_u16(), page.header("set-cookie")), (200, ""));
    let answer = server.poll(&visitor).await.json();
    let low = answer["ticket"]["waitSecondsLow"].as_u64().expect("an estimate");
    assert!((90..=180).contains(&low), "not before the token has expired: {answer}");
    // A visitor who returns later is at the front again, and takes another permit.
    server.advance(180_000).await;
    let again = poll_until(&server, None, &all, 40).await;
    assert_eq!(again.len(), 1);
    assert_ne!(again[0], redirects[0]);
    assert_eq!(server.grants().await.len(), 2, "as many permits as redirects");
}

#[tokio::test]
async fn a_visitor_without_cookies_leaves_by_the_form_and_nobody_by_the_id_alone() {
    let server = TestServer::sale(1).await;
    // The first visitor takes the only permit of this minute.
    server.visitor().enter().await;
    let mut visitor = enter_without_cookies(&server).await;
    let leave = format!("/exitline.aspx?{}", visitor.query);
    let question = visitor.get(&leave).await;
    assert_eq!(question.html("data-page"), "leave", "{}", question.text());
    visitor.cookies.clear();
    let shared = format!("c=demo&e=sale&q={}", visitor.queue_id());
    let refused = server.visitor().post(&format!("/exitline.aspx?{shared}"), "").await;
    assert_eq!(refused.status, 403, "an id alone gives nothing up");
    assert_eq!(refused.way_back(), format!("/?{shared}"));
    let pending = visitor.post(&format!("{leave}&leaving=begin"), "").await;
    visitor.cookies.clear();
    assert_eq!(pending.html("data-state"), "pending", "{}", pending.text());
    let line = visitor.open(&pending.way_back()).await;
    visitor.cookies.clear();
    assert_eq!(line.location(), format!("/?{}", visitor.query));
    let (_, end) = pending.header("refresh").split_once("; url=").expect("a refresh");
    // Such a browser cannot remember an undo, so the link is good for a shorter time.
    server.advance(30_001).await;
    let late = visitor.get(end).await;
    assert_eq!(late.html("data-state"), "question", "{}", late.text());

    let pending = visitor.post(&format!("{leave}&leaving=begin"), "").await;
    visitor.cookies.clear();
    let (_, end) = pending.header("refresh").split_once("; url=").expect("a refresh");
    server.advance(12_000).await;
    let left = visitor.get(end).await;
    assert_eq!((left.status.as_u16(), left.html("data-page").as_str()), (200, "left"));
    assert_eq!(server.poll(&visitor).await.status, 410);
}
