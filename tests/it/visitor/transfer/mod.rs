//! Transfers of a place to another device: two browsers and the real router.

mod attempts;
mod pages;

use crate::support::{Poll, Reply, SHOP, TestServer, Visitor, room};

async fn server() -> TestServer {
    TestServer::with(&room("sale", "name = \"Summer sale\"\nmax_outflow = 0")).await
}

async fn entered(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor();
    visitor.enter().await;
    visitor
}

/// Presses the button on the device with the place; returns the page with the code.
async fn shows_code(visitor: &mut Visitor) -> Reply {
    let form = visitor.query.clone();
    visitor.post("/move", &form).await
}

/// Returns the code, and checks its page.
async fn code_of(visitor: &mut Visitor) -> String {
    let page = shows_code(visitor).await;
    assert_eq!((page.status.as_u16(), page.html("data-state").as_str()), (200, "code"));
    page.slot("code")
}

async fn takes(visitor: &mut Visitor, code: &str) -> Reply {
    visitor.post("/move/demo/sale", &format!("code={code}")).await
}

fn status_and_state(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.html("data-state"))
}

/// Takes over the place, and follows the redirect.
async fn transfer_place(from: &mut Visitor, to: &mut Visitor) {
    let code = code_of(from).await;
    let reply = takes(to, &code).await;
    assert!(reply.leads_on(), "{}", reply.text());
    to.follow(&reply);
}

async fn is_past(server: &TestServer, visitor: &Visitor) {
    let poll = server.poll(visitor).await;
    assert_eq!(
        (poll.status.as_u16(), poll.json()["error"]["code"].as_str()),
        (410, Some("moved"))
    );
}

#[tokio::test]
async fn a_place_goes_to_the_phone_with_its_number_and_the_desktop_is_told() {
    let server = server().await;
    entered(&server).await;
    let mut desktop = server
        .visitor()
        .at("c=demo&e=sale&cid=de&t=https%3A%2F%2Fshop.example%2Fx%3Fa%3D1&t_show=7");
    desktop.enter().await;
    let before = server.poll(&desktop).await.json();

    let offer = desktop.get(&format!("/move?{}", desktop.query)).await;
    assert_eq!(status_and_state(&offer), (200, "offer".to_owned()));
    assert_eq!(
        (offer.html("data-page").as_str(), offer.html("lang").as_str()),
        ("move", "de")
    );
    assert_eq!(offer.header("cache-control"), "no-store");
    assert!(
        offer
            .header("content-security-policy")
            .starts_with("default-src 'none'; style-src")
    );
    let page = shows_code(&mut desktop).await;
    let code = page.slot("code");
    assert!(
        page.text().contains(">http://queue.example/move/demo/sale<"),
        "{}",
        page.text()
    );
    assert!(page.text().contains("<svg ") && page.header("content-security-policy").contains("default-src 'none'"));

    let mut phone = server.visitor();
    let confirm = phone.get(&format!("/move/demo/sale/{code}?cid=de")).await;
    assert_eq!(status_and_state(&confirm), (200, "confirm".to_owned()));
    assert_eq!(server.poll(&desktop).await.status, 200, "a GET moves nothing");
    let reply = takes(&mut phone, &code.to_lowercase().replace('-', " ")).await;
    assert!(reply.leads_on(), "{}", reply.text());
    assert!(reply.header("cache-control").contains("no-store"));
    phone.follow(&reply);
    for kept in ["cid=de", "t=https%3A%2F%2Fshop.example%2Fx%3Fa%3D1", "t_show=7"] {
        assert!(phone.query.contains(kept), "{kept} in {}", phone.query);
    }
    assert_eq!(phone.places().len(), 1);
    assert_ne!(phone.queue_id(), desktop.queue_id());
    let after = server.poll(&phone).await.json();
    for figure in ["queueNumber", "usersInLineAheadOfYou", "usersInQueue"] {
        assert_eq!(after["ticket"][figure], before["ticket"][figure], "{figure}");
    }

    is_past(&server, &desktop).await;
    let answer = desktop.load().await;
    assert_eq!(answer.error_page(), (410, String::new(), "moved".to_owned()));
    assert_eq!(answer.html("data-page"), "moved");
    assert!(
        answer.way_back().starts_with("/?c=demo&e=sale"),
        "{}",
        answer.way_back()
    );
    let stranger = server.visitor().at(&desktop.query).load().await;
    assert_eq!(stranger.error_page().2, "moved", "a link with the old id says the same");
    let again = desktop.get(&answer.way_back()).await;
    desktop.follow(&again);
    assert_eq!(desktop.load().await.slot("number"), "3", "who joins again is the last");
}

/// A target that is too long for the transfer: the phone goes to the room's own target, and keeps
/// all parameters that fit.
#[tokio::test]
async fn parameters_that_do_not_fit_stay_behind() {
    let server = server().await;
    let long = format!(
        "c=demo&e=sale&cid=de&t=https%3A%2F%2Fshop.example%2F{}&t_show=7",
        "x".repeat(256)
    );
    let mut desktop = server.visitor().at(&long);
    desktop.enter().await;
    let mut phone = server.visitor();
    transfer_place(&mut desktop, &mut phone).await;
    assert_eq!(
        phone.query,
        format!("c=demo&e=sale&cid=de&t_show=7&q={}", phone.queue_id())
    );
    assert_eq!(phone.load().await.slot("number"), "1");
}

#[tokio::test]
async fn of_two_takers_with_one_code_one_gets_the_place() {
    let server = server().await;
    let mut desktop = entered(&server).await;
    for _ in 0..4 {
        let code = code_of(&mut desktop).await;
        let form = format!("code={code}");
        let (one, other) = (server.visitor(), server.visitor());
        let (one, other) = tokio::join!(
            one.submit("/move/demo/sale", &form),
            other.submit("/move/demo/sale", &form)
        );
        let replies = [one, other].map(|reply| reply.expect("handlers do not panic"));
        let mut statuses = replies.clone().map(|reply| reply.status.as_u16());
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 403]);
        is_past(&server, &desktop).await;
        let mut winner = server.visitor();
        replies.iter().filter(|reply| reply.leads_on()).for_each(|reply| {
            winner.keep(reply);
            winner.follow(reply);
        });
        assert_eq!(server.poll(&winner).await.status, 200);
        desktop = winner;
        server.advance(600_000).await;
    }
    assert_eq!(
        server.stats().await["waiting"].as_u64().map(|waiting| waiting <= 1),
        Some(true)
    );
}

#[tokio::test]
async fn a_code_works_once_for_five_minutes_and_until_the_next_one() {
    let server = server().await;
    let mut desktop = entered(&server).await;
    let (mut phone, mut tablet) = (server.visitor(), server.visitor());
    let first = code_of(&mut desktop).await;
    let second = code_of(&mut desktop).await;
    assert_eq!(
        status_and_state(&takes(&mut phone, &first).await),
        (403, "enter".to_owned()),
        "replaced"
    );
    server.advance(300_000).await;
    assert_eq!(takes(&mut phone, &second).await.status, 403, "too old");
    let third = code_of(&mut desktop).await;
    server.advance(299_999).await;
    assert!(takes(&mut phone, &third).await.leads_on());
    assert_eq!(takes(&mut tablet, &third).await.status, 403, "used");
    for wrong in ["", "2222-2222", "nonsense", "K7QX-3MT0", "%00", &"2".repeat(500)] {
        server.advance(60_000).await;
        let page = takes(&mut tablet, wrong).await;
        assert_eq!(status_and_state(&page), (403, "enter".to_owned()), "{wrong}");
        assert!(page.text().contains("role=\"alert\""));
    }
    assert!(tablet.places().is_empty());
}

#[tokio::test]
async fn a_restart_between_every_two_steps_changes_nothing() {
    let server = TestServer::durable(&room("sale", "max_outflow = 0")).await;
    let mut desktop = entered(&server).await;
    let mut phone = server.visitor();
    let code = code_of(&mut desktop).await;
    (desktop, phone) = (desktop.adrift(), phone.adrift());
    let server = server.restart(1_000).await;
    (desktop, phone) = (desktop.move_to(&server), phone.move_to(&server));
    let reply = takes(&mut phone, &code).await;
    assert!(reply.leads_on(), "{}", reply.text());
    phone.follow(&reply);
    (desktop, phone) = (desktop.adrift(), phone.adrift());
    let server = server.restart(1_000).await;
    (desktop, phone) = (desktop.move_to(&server), phone.move_to(&server));
    is_past(&server, &desktop).await;
    assert_eq!(server.poll(&phone).await.json()["ticket"]["queueNumber"], 1);
    assert_eq!(takes(&mut server.visitor(), &code).await.status, 403);
    transfer_place(&mut phone, &mut desktop).await;
    is_past(&server, &phone).await;
    assert_eq!(
        server.poll(&desktop).await.json()["ticket"]["queueNumber"],
        1,
        "and back again"
    );
}

#[tokio::test]
async fn first_in_line_moves_too_and_the_new_device_is_told_before_it_goes() {
    let server = TestServer::sale(60).await;
    let mut desktop = entered(&server).await;
    let mut phone = server.visitor();
    let first = server.poll(&desktop).await.json();
    assert_eq!(first["forecastStatus"], "FirstInLine");
    server.act("pause").await;
    let claim: Poll = desktop.poll();
    transfer_place(&mut desktop, &mut phone).await;
    let held = server.resolve(claim).await;
    assert_ne!(held.status, 302);
    server.act("resume").await;
    is_past(&server, &desktop).await;
    let answer = server.poll(&phone).await.json();
    assert_eq!(answer["forecastStatus"], "FirstInLine");
    let url = server.pass(&phone).await;
    assert!(
        url.starts_with(SHOP) && url.contains(&format!("q_{}", phone.queue_id())),
        "{url}"
    );
    is_past(&server, &desktop).await;
    let grants = server.grants().await;
    assert_eq!(grants.len(), 1);
    assert_eq!(grants[0].queue_id, phone.queue_id());

    let page = shows_code(&mut phone).await;
    assert_eq!(status_and_state(&page), (409, "offer".to_owned()), "it was let through");
    assert!(!page.text().contains("<form"), "another try is of no use");
}

/// The old device's pending request does not wait for a permit that belongs to the other device
/// now.
#[tokio::test]
async fn a_claim_that_is_held_is_answered_when_the_place_moves() {
    let server = TestServer::sale(5).await;
    let mut one = entered(&server).await;
    let mut other = entered(&server).await;
    server.pass(&one).await;
    let mut claim = other.poll();
    server.settle().await;
    while claim.is_finished() {
        let answer = claim.await.expect("handlers do not panic").json();
        assert_eq!(answer["redirectUrl"].as_str(), None, "it never waited for a permit");
        server.advance(500).await;
        claim = other.poll();
        server.settle().await;
    }
    transfer_place(&mut other, &mut one).await;
    server.settle().await;
    assert!(claim.is_finished());
    let answer = claim.await.expect("handlers do not panic");
    assert_eq!(
        (answer.status.as_u16(), answer.json()["error"]["code"].as_str()),
        (410, Some("moved"))
    );
}

#[tokio::test]
async fn the_place_of_the_taking_browser_is_given_up_and_the_page_says_so_before() {
    let server = server().await;
    let mut desktop = entered(&server).await;
    let mut phone = entered(&server).await;
    let own = server.visitor().at(&phone.query);
    let code = code_of(&mut desktop).await;
    let fresh = server.visitor().get(&format!("/move/demo/sale/{code}")).await.text();
    let holder = phone.get(&format!("/move/demo/sale/{code}")).await.text();
    assert!(holder.matches("class=\"todo\"").count() > fresh.matches("class=\"todo\"").count());
    let reply = takes(&mut phone, &code).await;
    phone.follow(&reply);
    assert_eq!(server.poll(&phone).await.json()["ticket"]["queueNumber"], 1);
    assert_eq!(phone.places().len(), 1);
    assert_eq!(server.poll(&own).await.status, 410);
    assert_eq!(server.stats().await["waiting"], 1);

    // A browser may take over a place that it holds already: nothing is given up.
    let code = code_of(&mut phone).await;
    let reply = takes(&mut phone, &code).await;
    phone.follow(&reply);
    assert_eq!(server.poll(&phone).await.status, 200);
}

#[tokio::test]
async fn the_old_device_cannot_cancel_and_another_sites_form_moves_nothing() {
    let server = server().await;
    let mut desktop = entered(&server).await;
    let mut phone = server.visitor();
    transfer_place(&mut desktop, &mut phone).await;
    let old = desktop.queue_id();
    desktop.open(&format!("/cancel/demo/sale/{old}")).await;
    desktop.get(&format!("/exitline.aspx?c=demo&e=sale&q={old}")).await;
    assert_eq!(server.poll(&phone).await.status, 200);
    assert_eq!(server.stats().await["waiting"], 1);
    let page = server
        .visitor()
        .at(&format!("c=demo&e=sale&q={old}"))
        .get("/move?c=demo&e=sale")
        .await;
    assert_eq!(status_and_state(&page), (200, "enter".to_owned()));
    let page = server.get(&format!("/move?c=demo&e=sale&q={old}"), &[]).await;
    assert_eq!(page.error_page().2, "moved");

    let code = code_of(&mut phone).await;
    for (path, form, next) in [
        (
            "/move/demo/sale",
            format!("code={code}"),
            format!("/move/demo/sale/{code}"),
        ),
        ("/move", phone.query.clone(), format!("/move?{}", phone.query)),
    ] {
        let request = http::Request::post(path)
            .header("sec-fetch-site", "cross-site")
            .header("cookie", format!("anteroom_place={}", phone.cookies["anteroom_place"]))
            .header("content-type", "application/x-www-form-urlencoded");
        let reply = server.send(request.body(form.into()).expect("a request")).await;
        assert_eq!((reply.status.as_u16(), reply.onward()), (200, next.as_str()));
        assert_eq!(reply.header("set-cookie"), "");
    }
    assert!(takes(&mut desktop, &code).await.leads_on(), "the code was not touched");
}

#[tokio::test]
async fn rooms_that_are_unknown_hidden_or_not_open_show_no_such_page() {
    let keys = "max_outflow = 60\nstart = 2023-12-01T10:00:00Z\nbefore = \"hidden\"";
    let server = TestServer::with(&(room("sale", "max_outflow = 60") + &room("secret", keys))).await;
    for (path, status) in [
        ("/move?c=nobody&e=sale", 404),
        ("/move/demo/nothing", 404),
        ("/move/demo/nothing/2222-2222", 404),
        ("/move/demo/secret", 404),
        ("/move?c=demo&e=secret", 404),
        ("/move?c=demo&e=sale&q=nonsense", 403),
        ("/move/demo/sale/x%2Fy", 403),
    ] {
        assert_eq!(server.get(path, &[]).await.status, status, "{path}");
    }
    server.act("disable").await;
    for path in ["/move/demo/sale", "/move?c=demo&e=sale&cid=de"] {
        let reply = server.get(path, &[]).await;
        assert_eq!(reply.status, 303, "everybody passes: {path}");
        assert!(reply.location().starts_with("/?c=demo&e=sale"), "{}", reply.location());
    }
}
