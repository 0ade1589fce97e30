use super::*;

const TICKETS: &str = "https://www.example.com/tickets";
const HELP: &str = "https://www.example.com/help";
const START: &str = "https://www.example.com/";

async fn two_rooms(pool: &str) -> Site {
    let rooms = room_for("sale", "/tickets")
        + &room("shop", "url_match = \"all\"")
        + &room(
            "vip",
            "url_match = \"regex\"\nurl_pattern = '^/vip/\\d+$'\nstart = 2023-12-01T10:00:00Z",
        )
        + &room("off", "url_match = \"none\"");
    Site::with(pool, &rooms).await
}

async fn three_rooms(pool: &str) -> Site {
    let rooms = room_for("sale", "/tickets") + &room_for("help", "/help") + &room("shop", "url_match = \"all\"");
    Site::with(pool, &rooms).await
}

#[tokio::test]
async fn the_feed_has_the_rooms_in_the_order_of_their_kinds() {
    let site = two_rooms("rate = 60\nsession_minutes = 7\ncheckout = \"^/thanks\"").await;
    let mut feeds = Vec::new();
    for path in ["/v1/rooms", "/v1/rooms/"] {
        let reply = site.send(with_key(Request::get(path), String::new())).await;
        assert_eq!(reply.header("x-datestamp"), "1700000000");
        feeds.push(reply.json());
    }
    assert_eq!(feeds[0], feeds[1]);
    // Three rooms on two hosts, and none that is off.
    insta::assert_json_snapshot!(feeds[0]);
}

#[tokio::test]
async fn a_path_in_another_spelling_is_another_page_and_a_catch_all_holds_it() {
    let site = two_rooms("rate = 0").await;
    let call = async |path: &str| site.call(None, &format!("https://www.example.com{path}")).await;
    assert_eq!(text(&call("/tickets").await, "slug"), "the-sale");
    for path in ["/%74ickets", "/Tickets", "//ticket%73", "/x/../%74ickets"] {
        let answer = call(path).await;
        assert_eq!(
            (text(&answer, "slug"), &answer["promoted"]),
            ("the-shop", &json!(0)),
            "{path}: integrations compare the same text with the feed"
        );
    }
}

#[tokio::test]
async fn a_room_that_opens_later_queues_everybody_until_then() {
    let site = two_rooms("rate = 6000").await;
    let answer = site.call(None, "https://www.example.com/vip/7").await;
    assert_eq!(
        (&answer["promoted"], text(&answer, "onsale")),
        (&json!(0), "2023-12-01T10:00:00Z")
    );
}

#[tokio::test]
async fn a_token_stands_for_its_visitor_in_every_room() {
    let site = two_rooms("rate = 0").await;
    let token = site.new_token(TICKETS).await;
    for _ in 0..3 {
        let answer = site.call(Some(&token), START).await;
        assert_eq!(
            (text(&answer, "token"), &answer["position"]),
            (token.as_str(), &json!(1)),
            "one further place"
        );
        site.server.advance(3_000).await;
    }
    let second = site.new_token(START).await;
    assert_eq!(site.call(Some(&second), START).await["position"], 2);
    assert_eq!(site.call(Some(&token), TICKETS).await["position"], 1);
}

#[tokio::test]
async fn visitors_let_into_a_room_are_let_into_the_catch_all_and_not_the_other_way_round() {
    let site = two_rooms("rate = 600").await;
    let token = site.new_token(TICKETS).await;
    site.patch_pool(r#"{"rate": 0}"#).await;
    let answer = site.call(Some(&token), START).await;
    assert_eq!((&answer["promoted"], text(&answer, "slug")), (&json!(1), "the-shop"));
    site.patch_pool(r#"{"rate": 600}"#).await;
    site.server.advance(5_000).await;
    let answer = site.call(None, START).await;
    let shopper = text(&answer, "token").to_owned();
    assert_eq!(answer["promoted"], 1);
    site.patch_pool(r#"{"rate": 0}"#).await;
    assert_eq!(site.call(Some(&shopper), TICKETS).await["promoted"], 0);
    assert_eq!(site.call(Some(&shopper), START).await["promoted"], 1);
}

#[tokio::test]
async fn visitors_of_a_further_room_go_back_with_the_same_token() {
    let site = two_rooms("rate = 0").await;
    let token = site.new_token(TICKETS).await;
    assert_eq!(text(&site.call(Some(&token), START).await, "token"), token);
    let other_time = format!("tok0zzzzzz{}", &token[10..]);
    let reply = site.server.get(&format!("/the-shop?ch-id={other_time}"), &[]).await;
    assert!(reply.location().ends_with("&via=crowdhandler"), "{}", reply.location());
    let mut visitor = crate::support::Visitor::new(site.server.router.clone(), "");
    let path = format!("/the-shop?ch-id={token}&ch-code=V1&ch-public-key={PUBLIC}");
    let page = visitor
        .get(&path)
        .await
        .location()
        .trim_start_matches("https://queue.example")
        .to_owned();
    assert_eq!(visitor.get(&page).await.slot("number"), "1");
    site.patch_pool(r#"{"rate": 600}"#).await;
    let poll = page.replacen("/?", "/api/getStatus?", 1);
    for _ in 0..100 {
        site.server.advance(2_000).await;
        let answer = site.server.resolve(visitor.send(&poll)).await.json();
        if let Some(url) = answer["redirectUrl"].as_str() {
            assert!(
                url.contains(&format!("?ch-id={token}&")) && url.contains("&ch-code=V1&"),
                "{url}"
            );
            assert_eq!(site.call(Some(&token), START).await["promoted"], 1);
            let forged = poll.replace(&format!("{token}."), "tok0NBEMDKAAAAAAAAAAAAAAAAAAAAAA.");
            assert_ne!(forged, poll);
            let answer = site.server.resolve(visitor.send(&forged)).await.json();
            let url = answer["redirectUrl"].as_str().expect("the same grant again");
            assert!(!url.contains("AAAAAAAA"), "{url}");
            return;
        }
    }
    panic!("never let through");
}

#[tokio::test]
async fn visitors_who_came_to_the_catch_all_first_are_let_in_there_as_well() {
    let site = two_rooms("rate = 0").await;
    let token = site.new_token(START).await;
    let answer = site.call(Some(&token), TICKETS).await;
    assert_eq!(
        (&answer["promoted"], text(&answer, "token")),
        (&json!(0), token.as_str())
    );
    assert_eq!(
        site.call(Some(&token), START).await["promoted"],
        0,
        "nobody is inside yet"
    );
    site.patch_pool(r#"{"rate": 600}"#).await;
    site.let_in(&token, TICKETS).await;
    site.patch_pool(r#"{"rate": 0}"#).await;
    let answer = site.call(Some(&token), START).await;
    assert_eq!(
        (&answer["promoted"], text(&answer, "slug"), text(&answer, "token")),
        (&json!(1), "the-shop", token.as_str())
    );
    let stranger = site.new_token(START).await;
    assert_eq!(site.call(Some(&stranger), START).await["promoted"], 0);
}

#[tokio::test]
async fn a_token_keeps_its_further_places_when_the_first_visit_is_over() {
    let site = three_rooms("rate = 600\nsession_minutes = 2").await;
    let token = site.new_token(TICKETS).await;
    site.let_in(&token, TICKETS).await;
    site.patch_pool(r#"{"rate": 0}"#).await;
    assert_eq!(site.call(Some(&token), HELP).await["position"], 1);
    for _ in 0..20 {
        site.server.advance(60_000).await;
    }
    let stats = site.server.admin(Method::GET, "rooms/acme/sale/stats", "").await.json();
    assert_eq!(stats["sessions"], 0, "nobody called");
    let answer = site.call(Some(&token), START).await;
    assert_eq!(text(&answer, "token"), token, "somebody who waits for help has a token");
    let answer = site.call(Some(&token), TICKETS).await;
    assert_eq!(
        (text(&answer, "token"), &answer["position"]),
        (token.as_str(), &json!(1)),
        "a new visit to the first room"
    );
    let answer = site.call(Some(&token), HELP).await;
    assert_eq!(
        (text(&answer, "token"), &answer["position"]),
        (token.as_str(), &json!(1))
    );
}

#[tokio::test]
async fn a_token_keeps_its_further_places_when_the_first_is_left_or_its_room_is_reset() {
    let site = three_rooms("rate = 0").await;
    let [leaver, other] = [site.call(None, TICKETS).await, site.call(None, TICKETS).await];
    let [leaver, other] = [&leaver, &other].map(|answer| text(answer, "token").to_owned());
    for (token, position) in [(&leaver, 1), (&other, 2)] {
        assert_eq!(site.call(Some(token), HELP).await["position"], position);
    }
    let mut visitor = crate::support::Visitor::new(site.server.router.clone(), "");
    visitor.get(&format!("/the-sale?ch-id={leaver}")).await;
    visitor.post("/cancel/acme/sale", "").await;
    assert_eq!(
        site.call(Some(&other), TICKETS).await["position"],
        1,
        "the first has left"
    );
    let answer = site.call(Some(&leaver), HELP).await;
    assert_eq!(
        (text(&answer, "token"), &answer["position"]),
        (leaver.as_str(), &json!(1)),
        "somebody who left one line still waits in another"
    );
    let reset = site.server.admin(Method::POST, "rooms/acme/sale/reset", "").await;
    assert!(reset.status.is_success(), "{}", reset.text());
    site.server.settle().await;
    let both_wait = async || {
        for (token, position) in [(&leaver, 1), (&other, 2)] {
            let answer = site.call(Some(token), HELP).await;
            assert_eq!(
                (text(&answer, "token"), &answer["position"]),
                (token.as_str(), &json!(position))
            );
        }
    };
    both_wait().await;
    let outside = r#"{"slug": null, "urlMatch": null, "urlPattern": null}"#;
    let patched = site.server.admin(Method::PATCH, "rooms/acme/sale", outside).await;
    assert_eq!(patched.status, 200, "{}", patched.text());
    site.server.settle().await;
    both_wait().await;
    for token in [&leaver, &other] {
        let answer = site.call(Some(token), START).await;
        assert_eq!(text(&answer, "token"), token, "a third room");
    }
    both_wait().await;
}

#[tokio::test]
async fn no_minute_has_more_new_visitors_in_both_rooms_than_the_rate() {
    let site = two_rooms("rate = 30").await;
    let mut waiting: Vec<(&str, String)> = Vec::new();
    for page in [TICKETS, START] {
        let answer = site.calls(&[None; 35], page).await;
        let tokens = answer.iter().map(|answer| (page, text(answer, "token").to_owned()));
        waiting.extend(tokens);
    }
    for _ in 0..200 {
        for page in [TICKETS, START] {
            let tokens: Vec<Option<&str>> = waiting
                .iter()
                .filter(|(own, _)| *own == page)
                .map(|(_, token)| Some(token.as_str()))
                .collect();
            let answer = site.calls(&tokens, page).await;
            let inside: Vec<String> = answer
                .iter()
                .filter(|answer| answer["promoted"] == 1)
                .map(|answer| text(answer, "token").to_owned())
                .collect();
            waiting.retain(|(_, token)| !inside.contains(token));
        }
        if waiting.is_empty() {
            break;
        }
        site.server.advance(2_000).await;
    }
    assert!(waiting.is_empty(), "{} still wait", waiting.len());
    let mut granted = Vec::new();
    for id in ["sale", "shop"] {
        let reply = site
            .server
            .admin(Method::GET, &format!("rooms/acme/{id}/grants"), "")
            .await;
        let grants = reply.text();
        let times = grants.lines().map(|line| {
            let grant: Value = serde_json::from_str(line).expect("NDJSON");
            grant["grantedAt"].as_u64().expect("milliseconds")
        });
        granted.extend(times);
    }
    granted.sort_unstable();
    assert_eq!(granted.len(), 70);
    for (index, at) in granted.iter().enumerate() {
        let window = granted[index..].iter().take_while(|other| **other < at + 60_000);
        assert!(window.count() <= 30, "from {at}: {granted:?}");
    }
}
