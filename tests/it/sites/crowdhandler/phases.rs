//! Rooms before their start and after their end: no visitor sees the site's pages, regardless of
//! the room's own target before the start and after the end.

use super::*;
use crate::support::Visitor;

const PAGE: &str = "https://www.example.com/tickets";
const NOT_YET: &str = "start = 2023-12-01T10:00:00Z";
const OVER: &str = "end = 2023-11-01T10:00:00Z";

async fn with_room(keys: &str) -> Site {
    let rooms = room("sale", &format!("url_match = \"all\"\n{keys}"));
    Site::with("rate = 6000", &rooms).await
}

#[tokio::test]
async fn a_room_that_is_not_open_lets_nobody_in_wherever_it_sends_its_visitors() {
    for times in [NOT_YET, OVER] {
        let (key, moment) = match times {
            NOT_YET => ("before", "idle"),
            _ => ("after", "ended"),
        };
        for place in ["page", "target", "https://info.example/soon"] {
            let site = with_room(&format!("{times}\n{key} = {place:?}")).await;
            let answer = site.call(None, PAGE).await;
            let token = text(&answer, "token").to_owned();
            assert_eq!(
                (&answer["promoted"], &answer["status"], &answer["slug"], &answer["hash"]),
                (&json!(0), &json!(1), &json!("the-sale"), &Value::Null),
                "{key} = {place}: {answer}"
            );
            let again = site.call(Some(&token), PAGE).await;
            assert_eq!(
                (&again["promoted"], text(&again, "token")),
                (&json!(0), token.as_str()),
                "{key} = {place}"
            );
            let of_page = json!({"slug": "the-sale", "page": "1", "lang": "en"});
            let reply = site
                .send(post("/v1/requests", "application/json", of_page.to_string()))
                .await;
            let shown = &reply.json()["result"]["page"];
            assert_eq!(
                (&shown["status"]["texts"]["state"], &shown["returnUrl"]),
                (&json!(moment), &Value::Null),
                "{key} = {place}: {shown}"
            );
        }
    }
}

#[tokio::test]
async fn from_the_start_on_the_same_visitor_is_let_in() {
    for place in ["target", "https://info.example/soon"] {
        let site = with_room(&format!("start = 2023-11-14T22:20:00Z\nbefore = {place:?}")).await;
        let token = site.new_token(PAGE).await;
        site.server.advance(10 * 60_000).await;
        let answer = site.call(Some(&token), PAGE).await;
        let token = text(&answer, "token").to_owned();
        assert_eq!(site.let_in(&token, PAGE).await["status"], 1, "{place}");
    }
}

#[tokio::test]
async fn a_visitor_whom_the_site_sends_here_is_not_sent_back_to_be_sent_here_again() {
    for (times, key, page) in [(NOT_YET, "before", "before"), (OVER, "after", "after")] {
        let site = with_room(&format!("{times}\n{key} = \"target\"")).await;
        let url: String = url::form_urlencoded::byte_serialize(PAGE.as_bytes()).collect();
        let mut visitor = Visitor::new(site.server.router.clone(), "");
        let path = format!("/the-sale?url={url}&ch-id=&ch-public-key={PUBLIC}");
        let here = visitor.get(&path).await.location().to_owned();
        let reply = visitor.get(here.trim_start_matches("https://queue.example")).await;
        assert_eq!(
            (reply.status.as_u16(), reply.html("data-page").as_str()),
            (200, page),
            "{}",
            reply.location()
        );
        // Visitors by the other protocol go where the room sends them, with a token for the site.
        let other = Visitor::new(site.server.router.clone(), "")
            .get("/?c=acme&e=sale")
            .await;
        assert!(
            other
                .location()
                .starts_with("https://www.example.com/start?queueittoken="),
            "{}",
            other.location()
        );
    }
}

#[tokio::test]
async fn a_room_that_asks_for_invitations_before_the_start_takes_no_codes_after_it() {
    let times = "start = \"2023-11-14T22:33:20Z\"\nprequeue_minutes = 10";
    for (at, after) in [("prequeue", 0), ("entry", 1)] {
        let site = with_room(&format!("{times}\ninvite_only = true\nvisitor_key_at = {at:?}")).await;
        for (available, advance_ms) in [(1, 660_000), (1, 660_000), (after, 0)] {
            let answer = site.call(None, PAGE).await;
            assert_eq!(answer["priorityAvailable"], available, "{at}: {answer}");
            site.server.advance(advance_ms).await;
        }
    }
}
