//! Every waiting page in every language is complete, has the right text direction, and leaves no
//! placeholder unfilled.

use crate::support::{Reply, START_MS, TestServer, room};

const CULTURES: [(&str, &str, &str); 4] = [
    ("en-US", "en-US", "ltr"),
    ("de", "de", "ltr"),
    ("ja", "ja", "ltr"),
    ("ar", "ar", "rtl"),
];

fn assert_whole(page: &Reply, culture: (&str, &str, &str), state: &str) {
    let (cid, lang, direction) = culture;
    assert_eq!(page.status, 200);
    assert_eq!(page.html("lang"), lang, "{cid}");
    assert_eq!(
        (page.html("dir"), page.html("data-state")),
        (direction.to_owned(), state.to_owned()),
        "{cid}"
    );
    let text = page.text();
    assert!(
        !text.contains(['\u{E000}', '\u{E001}']),
        "an unfilled hole in {cid}/{state}"
    );
    for slot in [
        "ahead", "wait", "number", "updated", "announce", "headline", "lead", "queue-id",
    ] {
        assert!(!page.slot(slot).is_empty(), "{slot} in {cid}/{state}");
    }
    assert_eq!(text.matches("<h1").count(), 1);
    assert!(text.contains("http-equiv=\"refresh\""), "goes on without script");
}

#[tokio::test]
async fn every_state_in_every_language() {
    let server = TestServer::sale(60).await;
    let mut visitors = Vec::new();
    for _ in 0..12 {
        let mut visitor = server.visitor();
        let place = visitor.load().await;
        visitor.follow(&place);
        visitors.push(visitor);
    }
    let (first, last) = (visitors[1].query.clone(), visitors[11].query.clone());
    let mut headlines = std::collections::BTreeSet::new();
    for culture in CULTURES {
        let at = |query: &str| server.visitor().at(&format!("{query}&cid={}", culture.0));
        let page = at(&last).load().await;
        assert_whole(&page, culture, "in-line");
        headlines.insert(page.slot("headline"));
    }
    server.advance(1_000).await;
    for (culture, visitor) in CULTURES.into_iter().zip(&visitors) {
        // Every visitor must first learn that it is their turn; a later poll would be a claim.
        let query = format!("{}&cid={}", visitor.query, culture.0);
        let page = visitor.clone().at(&query).load().await;
        assert_whole(&page, culture, "first-in-line");
        headlines.insert(page.slot("headline"));
    }
    server.act("pause").await;
    for culture in CULTURES {
        for query in [&first, &last] {
            let page = server.visitor().at(&format!("{query}&cid={}", culture.0)).load().await;
            assert_whole(&page, culture, "paused");
            headlines.insert(page.slot("headline"));
        }
    }
    assert_eq!(headlines.len(), 12, "three states in four languages: {headlines:?}");
}

#[tokio::test]
async fn the_link_chooses_the_language_then_the_browser_where_the_room_lets_it() {
    let rooms = crate::support::room("sale", "max_outflow = 0\nculture = \"de-DE\"")
        + &crate::support::room("world", "max_outflow = 0\ndetect_language = true\nculture = \"de-DE\"");
    let server = TestServer::with(&rooms).await;
    for (e, cid, accepted, lang) in [
        ("sale", "", "ja", "de"),
        ("sale", "&cid=ar-EG", "ja", "ar"),
        ("sale", "&cid=tlh", "ja", "de"),
        ("world", "", "mi, ja;q=0.5", "ja"),
        ("world", "", "mi", "de"),
        ("world", "&cid=zh-TW&l=default", "ja", "zh-Hant"),
        ("world", "&cid=en-GB", "ja", "en"),
    ] {
        let mut visitor = server.visitor().at(&format!("c=demo&e={e}{cid}"));
        visitor.enter().await;
        let page = server
            .get(&format!("/?{}", visitor.query), &[("accept-language", accepted)])
            .await;
        let found = page.html("lang");
        assert!(
            found == lang || found.starts_with(&format!("{lang}-")),
            "{e} {cid} {accepted}: {found}"
        );
    }
}

#[tokio::test]
async fn each_display_switch_takes_one_thing_off_the_page_and_says_so_to_scripts() {
    let switches = [
        ("queue_number", "data-slot=\"number\"", "queueNumberVisible"),
        ("users_ahead", "data-slot=\"ahead\"", "usersInLineAheadOfYouVisible"),
        ("wait", "data-slot=\"wait\"", "whichIsInVisible"),
        ("progress", "<progress", "progressVisible"),
        ("last_updated", "data-slot=\"updated\"", "lastUpdatedVisible"),
        ("language_picker", "<select", "languageSelectorVisible"),
    ];
    for (off, ..) in switches {
        let keys = format!("max_outflow = 6\ndisplay = {{ {off} = false }}");
        let server = TestServer::with(&crate::support::room("sale", &keys)).await;
        let mut visitor = server.visitor();
        let page = visitor.enter().await.text();
        let answer = server.poll(&visitor).await.json();
        for (switch, part, flag) in switches {
            assert_eq!(page.contains(part), switch != off, "{part} with {off} off");
            assert_eq!(answer["layout"][flag], switch != off, "{flag} with {off} off");
        }
    }
}

#[tokio::test]
async fn the_picker_offers_every_language_once_and_marks_the_pages_own() {
    let server = TestServer::sale(0).await;
    for culture in CULTURES {
        let mut visitor = server.visitor().at(&format!("c=demo&e=sale&cid={}", culture.0));
        let page = visitor.enter().await.text();
        let tag = culture.1.split('-').next().expect("a language");
        assert_eq!(page.matches(" selected").count(), 1, "{culture:?}");
        let option = page
            .split("<option ")
            .find(|option| option.contains(" selected"))
            .expect("one is");
        assert!(option.contains(&format!("value=\"{tag}\"")), "{option}");
        let query = visitor.query.replace('&', "&amp;");
        assert!(
            page.contains(&format!("name=\"back\" value=\"{query}\"")),
            "{culture:?}"
        );
    }
}

/// Returns the path of the tab's icon; empty without one.
fn icon_of(page: &Reply) -> String {
    let text = page.text();
    let link = text.split("<link rel=\"icon\" href=\"").nth(1).unwrap_or_default();
    link.split('"').next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_language_that_is_picked_leads_back_to_the_same_place() {
    let server = TestServer::sale(0).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let (before, query) = (
        visitor.queue_id(),
        visitor.query.replace('=', "%3D").replace('&', "%26"),
    );
    let reply = visitor.get(&format!("/language?cid=de&back={query}")).await;
    // A redirect would stop before the site, if the page of the room let the visitor in.
    assert_eq!((reply.status.as_u16(), reply.html("lang")), (200, "de".to_owned()));
    assert!(
        reply.text().contains("href=\"/?c=demo&#38;e=sale&#38;"),
        "{}",
        reply.text()
    );
    let icon = icon_of(&reply);
    visitor.follow(&reply);
    let page = visitor.load().await;
    assert!(
        !icon.is_empty() && icon == icon_of(&page),
        "the tab keeps its icon: {icon:?}"
    );
    assert_eq!((page.status.as_u16(), page.html("lang")), (200, "de".to_owned()));
    assert_eq!(visitor.queue_id(), before);
}

/// In front, a page without scripts must ask as soon as the line expects it to; otherwise the next
/// visitor goes first.
#[tokio::test]
async fn pages_without_scripts_go_in_in_order() {
    let server = TestServer::sale(12).await;
    let mut waiting = Vec::new();
    let mut order = Vec::new();
    for step in 0..1_200 {
        if step % 27 == 0 && step / 27 < 12 {
            let mut visitor = server.visitor();
            visitor.enter().await;
            waiting.push((server.now_ms(), step / 27, visitor));
        }
        let now = server.now_ms();
        let mut left = Vec::new();
        for (due, name, visitor) in waiting {
            if due > now {
                left.push((due, name, visitor));
                continue;
            }
            let page = server.resolve(visitor.send(&format!("/?{}", visitor.query))).await;
            if page.status == 302 {
                order.push(name);
                continue;
            }
            let text = page.text();
            let (_, refresh) = text.split_once("http-equiv=\"refresh\" content=\"").expect("a refresh");
            let (seconds, _) = refresh.split_once('"').expect("a closed attribute");
            let seconds: u64 = seconds.parse().expect("seconds");
            left.push((now + seconds * 1_000, name, visitor));
        }
        waiting = left;
        server.advance(100).await;
    }
    assert_eq!(order, (0..12).collect::<Vec<_>>());
}

#[tokio::test]
async fn before_the_start_nothing_on_a_page_without_scripts_grows_false_until_it_reloads() {
    let keys = "max_outflow = 60\nstart = 2023-11-14T22:23:20Z\nprequeue_minutes = 5";
    let server = TestServer::with(&room("sale", keys)).await;
    let start_ms = START_MS + 600_000;
    let mut visitor = server.visitor();
    while server.now_ms() + 5_000 < start_ms {
        let page = visitor.load().await;
        if page.status == 302 {
            visitor.follow(&page);
            continue;
        }
        let text = page.text();
        let (_, refresh) = text.split_once("http-equiv=\"refresh\" content=\"").expect("a refresh");
        let (seconds, _) = refresh.split_once('"').expect("an attribute ends");
        let lasts: u64 = seconds.parse().expect("whole seconds");
        let left = (start_ms - server.now_ms()) / 1_000;
        let words = page.slot("countdown").replace('\u{a0}', " ");
        let minutes = words.split_once(" minute").map(|(minutes, _)| minutes.parse::<u64>());
        match minutes {
            Some(Ok(minutes)) => {
                let at_the_end = left.saturating_sub(lasts).max(60);
                assert!(minutes * 60 <= at_the_end && left >= 60, "{words}, {left} s, {lasts} s");
            }
            _ => assert_eq!((words.as_str(), left < 60), ("less than a minute", true), "{left} s"),
        }
        let starts_at = page.slot("starts-at");
        assert!(
            starts_at.contains("10:23:20") && starts_at.ends_with("UTC"),
            "{starts_at}"
        );
        server.advance(7_000).await;
    }
}
