//! A visitor whose visit to a room is over comes again: at the end of the line, with the same token
//! as long as it is valid for the visitor in another room. Calls and the room's page behave alike.

use super::sessions::store_calls;
use super::*;
use crate::support::Visitor;

const TICKETS: &str = "https://www.example.com/tickets";
const THANKS: &str = "https://www.example.com/tickets/thanks";
const HELP: &str = "https://www.example.com/help";
const START: &str = "https://www.example.com/";

/// Returns a site whose line for help stands still.
async fn open_with_help_paused() -> Site {
    let rooms = room_for("sale", "/tickets") + &room_for("help", "/help") + &room("shop", "url_match = \"all\"");
    let pool = "rate = 6000\nsession_minutes = 2\ncheckout = \"/thanks$\"\ncheckout_ends_session = true";
    let site = Site::with(pool, &rooms).await;
    site.paused("help").await;
    site
}

impl Site {
    /// Opens an address, and keeps the cookies. Time passes until it is answered.
    async fn opened(&self, browser: &mut Visitor, path: &str) -> Reply {
        let reply = self.server.resolve(browser.send(path)).await;
        browser.keep(&reply);
        reply
    }

    async fn sessions(&self, room: &str) -> Value {
        let path = format!("rooms/acme/{room}/stats");
        self.server.admin(Method::GET, &path, "").await.json()["sessions"].clone()
    }

    /// Lets a visitor in and through the checkout; returns their token.
    async fn visited(&self, token: Option<&str>) -> String {
        let token = text(&self.call(token, TICKETS).await, "token").to_owned();
        self.let_in(&token, TICKETS).await;
        self.call(Some(&token), THANKS).await;
        self.server.settle().await;
        token
    }
}

#[tokio::test]
async fn a_next_visit_has_the_same_token_at_the_end_of_the_line() {
    let site = open_with_help_paused().await;
    let token = site.new_token(HELP).await;
    assert_eq!(site.visited(Some(&token)).await, token);
    assert_eq!(site.sessions("sale").await, 0);
    site.paused("sale").await;
    for position in 1..=2 {
        assert_eq!(site.call(None, TICKETS).await["position"], position);
    }
    for _ in 0..3 {
        let answer = site.call(Some(&token), TICKETS).await;
        assert_eq!(
            (text(&answer, "token"), &answer["position"], &answer["promoted"]),
            (token.as_str(), &json!(3), &json!(0)),
            "one next place"
        );
        site.server.advance(3_000).await;
    }
    let answer = site.call(Some(&token), HELP).await;
    assert_eq!(
        (text(&answer, "token"), &answer["position"]),
        (token.as_str(), &json!(1))
    );
}

#[tokio::test]
async fn calls_of_a_next_visit_never_ask_the_store() {
    let site = open_with_help_paused().await;
    let first = site.new_token(TICKETS).await;
    site.let_in(&first, TICKETS).await;
    site.call(Some(&first), HELP).await;
    site.call(Some(&first), THANKS).await;
    site.server.settle().await;
    site.let_in(&first, TICKETS).await;
    for page in [TICKETS, HELP] {
        site.call(Some(&first), page).await;
    }
    let before = store_calls(&site).await;
    for page in [TICKETS, HELP].repeat(20) {
        let reply = site.server.send(call_request(Some(&first), page)).await;
        assert_eq!(reply.json()["result"]["token"], first, "{}", reply.text());
    }
    assert_eq!(store_calls(&site).await, before);
}

#[tokio::test]
async fn a_token_that_stands_for_nobody_any_more_gets_no_places() {
    let site = open_with_help_paused().await;
    let token = site.visited(None).await;
    let answer = site.call(Some(&token), TICKETS).await;
    assert_ne!(text(&answer, "token"), token);
    let answer = site.call(Some(&token), HELP).await;
    assert_ne!(text(&answer, "token"), token);
}

#[tokio::test]
async fn a_token_has_eight_further_places_in_a_room_and_then_another_one_begins() {
    let site = open_with_help_paused().await;
    let token = site.new_token(HELP).await;
    for visit in 1..=8 {
        assert_eq!(site.visited(Some(&token)).await, token, "visit {visit}");
    }
    assert_ne!(site.visited(Some(&token)).await, token);
    assert_eq!(site.call(Some(&token), HELP).await["position"], 1);
}

#[tokio::test]
async fn calls_at_the_same_moment_get_one_next_place() {
    let site = open_with_help_paused().await;
    let token = site.new_token(HELP).await;
    site.visited(Some(&token)).await;
    site.paused("sale").await;
    for answer in site.calls(&[Some(token.as_str()); 9], TICKETS).await {
        assert_eq!(
            (text(&answer, "token"), &answer["position"]),
            (token.as_str(), &json!(1)),
            "{answer}"
        );
    }
    assert_eq!(site.call(None, TICKETS).await["position"], 2);
}

#[tokio::test]
async fn the_session_of_a_next_visit_is_kept_by_all_calls_and_ended_at_the_checkout() {
    let site = open_with_help_paused().await;
    let token = site.new_token(HELP).await;
    site.visited(Some(&token)).await;
    site.let_in(&token, TICKETS).await;
    for _ in 0..10 {
        site.call(Some(&token), HELP).await;
        site.server.advance(60_000).await;
    }
    assert_eq!(site.sessions("sale").await, 1);
    assert_eq!(site.call(Some(&token), TICKETS).await["promoted"], 1);
    let answer = site.call(Some(&token), START).await;
    assert_eq!((&answer["promoted"], text(&answer, "slug")), (&json!(1), "the-shop"));
    site.call(Some(&token), THANKS).await;
    site.server.settle().await;
    assert_eq!(site.sessions("sale").await, 0);
    site.paused("sale").await;
    assert_eq!(site.call(Some(&token), TICKETS).await["promoted"], 0);
}

#[tokio::test]
async fn the_page_of_a_further_room_gives_the_place_that_a_call_would_give() {
    let site = open_with_help_paused().await;
    let token = site.new_token(HELP).await;
    site.paused("sale").await;
    // Each page is in a separate browser: the second browser has lost the cookie.
    let mut pages = Vec::new();
    for _ in 0..2 {
        let mut browser = Visitor::new(site.server.router.clone(), "");
        let path = format!("/the-sale?ch-id={token}&ch-public-key={PUBLIC}");
        let reply = site.opened(&mut browser, &path).await;
        let page = reply.location().trim_start_matches("https://queue.example").to_owned();
        assert!(page.contains(&format!("via=crowdhandler.{token}.")), "{page}");
        assert_eq!(browser.get(&page).await.slot("number"), "1");
        pages.push(page);
    }
    assert_eq!(pages[0], pages[1]);
    assert_eq!(site.call(None, TICKETS).await["position"], 2, "one place");
    let answer = site.call(Some(&token), TICKETS).await;
    assert_eq!(
        (text(&answer, "token"), &answer["position"]),
        (token.as_str(), &json!(1))
    );
    // The page is opened again in the browser that waits in the room.
    let mut browser = Visitor::new(site.server.router.clone(), "");
    let path = format!("/the-sale?ch-id={token}&ch-public-key={PUBLIC}");
    for _ in 0..2 {
        let reply = site.opened(&mut browser, &path).await;
        assert_eq!(reply.location().trim_start_matches("https://queue.example"), pages[0]);
    }
    // A token without a visitor also counts as a newcomer's on the page.
    let reply = site
        .server
        .get("/the-sale?ch-id=tok0NBEMDKAAAAAAAAAAAAAAAAAAAAAA", &[])
        .await;
    assert!(reply.location().ends_with("&via=crowdhandler"), "{}", reply.location());
}

#[tokio::test]
async fn browsers_that_open_the_page_of_a_further_room_at_the_same_moment_get_one_place() {
    let site = open_with_help_paused().await;
    site.paused("sale").await;
    for turn in 1..=5 {
        let token = site.new_token(HELP).await;
        let path = format!("/the-sale?ch-id={token}&ch-public-key={PUBLIC}");
        let browsers: Vec<_> = (0..9).map(|_| Visitor::new(site.server.router.clone(), "")).collect();
        let opened: Vec<_> = browsers.iter().map(|browser| browser.send(&path)).collect();
        for opened in opened {
            let page = site.server.resolve(opened).await;
            let via = format!("via=crowdhandler.{token}.");
            assert!(page.location().contains(&via), "{}", page.location());
        }
        let answer = site.call(Some(&token), TICKETS).await;
        assert_eq!(
            (text(&answer, "token"), &answer["position"]),
            (token.as_str(), &json!(turn))
        );
    }
}

#[tokio::test]
async fn the_page_lets_nobody_back_in_whose_visit_is_over() {
    let site = open_with_help_paused().await;
    site.paused("sale").await;
    let token = site.new_token(TICKETS).await;
    let mut browser = Visitor::new(site.server.router.clone(), "");
    let path = format!("/the-sale?ch-id={token}&ch-public-key={PUBLIC}");
    let reply = site.opened(&mut browser, &path).await;
    let page = reply.location().trim_start_matches("https://queue.example").to_owned();
    assert_eq!(browser.get(&page).await.slot("number"), "1");
    let resumed = site.server.admin(Method::POST, "rooms/acme/sale/resume", "").await;
    assert!(resumed.status.is_success(), "{}", resumed.text());
    site.let_in(&token, TICKETS).await;
    site.paused("sale").await;
    let back = site.opened(&mut browser, &path).await;
    assert!(
        back.location().starts_with("https://www.example.com/"),
        "somebody inside: {}",
        back.location()
    );
    site.call(Some(&token), THANKS).await;
    site.server.settle().await;
    assert_eq!(site.sessions("sale").await, 0);
    assert_eq!(site.call(None, TICKETS).await["position"], 1);
    for path in [page.as_str(), "/the-sale?ch-public-key=x", path.as_str()] {
        let mut reply = site.opened(&mut browser, path).await;
        while reply.status.is_redirection() {
            let next = reply.location().trim_start_matches("https://queue.example").to_owned();
            assert!(next.starts_with('/'), "{path} leads to {next}");
            reply = site.opened(&mut browser, &next).await;
        }
        assert_eq!(reply.slot("number"), "3", "{path}: after the first, and the one since");
    }
    assert_eq!(site.grants().await.len(), 1);
}

#[tokio::test]
async fn the_page_knows_the_token_after_a_visit_that_is_over() {
    let site = open_with_help_paused().await;
    let token = site.new_token(HELP).await;
    site.visited(Some(&token)).await;
    site.paused("sale").await;
    for _ in 0..2 {
        let mut browser = Visitor::new(site.server.router.clone(), "");
        let path = format!("/the-sale?ch-id={token}&ch-public-key={PUBLIC}");
        let reply = site.opened(&mut browser, &path).await;
        assert!(
            reply.location().contains(&format!("via=crowdhandler.{token}.")),
            "{}",
            reply.location()
        );
    }
    let answer = site.call(Some(&token), TICKETS).await;
    assert_eq!(
        (text(&answer, "token"), &answer["position"]),
        (token.as_str(), &json!(1))
    );
    assert_eq!(site.call(None, TICKETS).await["position"], 2, "one place");
}

#[tokio::test]
async fn the_page_of_a_catch_all_lets_in_who_is_inside_another_room() {
    let site = open_with_help_paused().await;
    site.paused("shop").await;
    let token = site.new_token(START).await;
    let mut waits = Visitor::new(site.server.router.clone(), "");
    let path = |url: &str| format!("/the-shop?ch-id={token}&ch-public-key={PUBLIC}&url={url}");
    let page = site.opened(&mut waits, &path(START)).await;
    assert!(page.location().contains("&via=crowdhandler"), "{}", page.location());
    site.let_in(&token, TICKETS).await;
    for mut browser in [waits, Visitor::new(site.server.router.clone(), "")] {
        let back = site.opened(&mut browser, &path(START)).await;
        let start = format!("{START}?ch-id={token}&ch-id-signature=");
        assert!(back.location().starts_with(&start), "{}", back.location());
        let foreign = site.opened(&mut browser, &path("https://evil.example/")).await;
        assert!(
            !foreign.location().starts_with("https://evil"),
            "{}",
            foreign.location()
        );
    }
    let stats = site.server.admin(Method::GET, "rooms/acme/shop/stats", "").await.json();
    assert_eq!(stats["waiting"], 1, "nobody got another place: {stats}");
}
