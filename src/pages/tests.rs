//! Strict tests of every page × every language × every theme.

mod draw;
mod style;

use app::{
    hole::Hole,
    page::{ClientScript, Draw, LanguageChoice, Links, PushSwitch, WaitingShape},
    texts::PageTexts,
    view::{LayoutFlags, PageId},
};

use super::*;
use crate::{
    page_samples::requirements::{PageContents, faults},
    text::{Language, Languages, Notice},
    theme::{Theme, ThemeFiles, Themes},
};

/// Asserts that a page is sound, and returns its elements.
fn assert_sound(html: &str, language: &Language) -> PageContents {
    assert_eq!(faults(html, language), Vec::<String>::new(), "{html}");
    PageContents::of(html)
}

fn shape(language: &Language, theme: &Theme, script: bool) -> WaitingShape {
    let script = script.then(|| ClientScript {
        js_path: "/assets/a.js".to_owned(),
        wasm_path: "/assets/a.wasm".to_owned(),
    });
    WaitingShape {
        room_name: "Sale <&> \u{E000}Co".to_owned(),
        lang: language.tag().to_owned(),
        direction: language.direction(),
        page: PageId::Queue,
        placed: true,
        draw: None,
        digits: language.digits(),
        texts: language.page_texts(),
        email: Some(language.email_texts().title(&[])),
        push: Some(PushSwitch {
            script: "/assets/push.js".to_owned(),
            button: language.push_texts().button(&[]),
            failed: language.push_texts().failed(&[]),
        }),
        hold: Some(crate::http::hold(language, 300_000)),
        layout: LayoutFlags {
            language_selector_visible: true,
            logo_visible: true,
            dynamic_message_visible: true,
            queue_number_visible: true,
            users_in_line_ahead_of_you_visible: true,
            which_is_in_visible: true,
            progress_visible: true,
            last_updated_visible: true,
        },
        languages: vec![LanguageChoice {
            tag: language.tag().to_owned(),
            name: "\u{202b}<Name>".to_owned(),
            chosen: true,
        }],
        links: Links {
            language: "/language".to_owned(),
            about: "/about?cid=x".to_owned(),
            status: String::new(),
            ..Links::default()
        },
        pastimes: String::new(),
        figures: theme.layout.figures(),
        logo_url: theme.logo.clone(),
        script,
    }
}

/// Every page of a room's lifecycle: the page, whether the visitor has a place, and the draw.
const LIFE: [(PageId, bool, Option<Draw>); 7] = [
    (PageId::Before, false, None),
    (PageId::Before, false, Some(Draw::WithBeacon)),
    (PageId::Before, true, Some(Draw::WithBeacon)),
    (PageId::Before, true, Some(Draw::WithoutBeacon)),
    (PageId::Queue, true, None),
    (PageId::Queue, true, Some(Draw::WithoutBeacon)),
    (PageId::After, false, None),
];

/// Returns whether a hole occurs on such a page.
fn belongs(hole: Hole, (page, placed, draw): (PageId, bool, Option<Draw>), script: bool) -> bool {
    match hole {
        Hole::State | Hole::Title | Hole::Headline | Hole::Lead | Hole::Message => true,
        Hole::Ahead
        | Hole::AheadCount
        | Hole::AheadLength
        | Hole::NumberLength
        | Hole::Wait
        | Hole::Reason
        | Hole::Stock
        | Hole::ReasonName
        | Hole::Progress
        | Hole::HoldUrl
        | Hole::HoldSeconds
        | Hole::HoldLeft
        | Hole::Near => page == PageId::Queue,
        Hole::Number | Hole::QueueId | Hole::LeaveUrl | Hole::TransferUrl | Hole::EmailUrl => placed,
        // Only in rooms whose pool has priority groups.
        Hole::PriorityUrl => false,
        Hole::Updated
        | Hole::UpdatedUtc
        | Hole::PollMs
        | Hole::RefreshSeconds
        | Hole::Announce
        | Hole::Version
        | Hole::CheckMs => page != PageId::After,
        Hole::Nonce => script && page != PageId::After,
        Hole::Countdown
        | Hole::StartsUtc
        | Hole::StartsAt
        | Hole::SecondsToStart
        | Hole::SecondsToPrequeue
        | Hole::SecondsToDraw => page == PageId::Before,
        Hole::PrequeueCountdown => page == PageId::Before && !placed,
        Hole::Query => true,
        Hole::ReceiptUrl => page == PageId::Before && placed && draw.is_some(),
        Hole::DrawUrl => draw.is_some(),
        Hole::TargetUrl => page == PageId::After,
    }
}

#[test]
fn every_waiting_page_is_whole_in_every_language_and_theme() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    // Cultures of one language have the same texts.
    for language in languages.each() {
        for theme in themes.iter() {
            for moment in LIFE {
                for script in [false, true] {
                    assert_waiting_page(language, theme, moment, script);
                }
            }
        }
    }
}

fn assert_waiting_page(language: &Language, theme: &Theme, moment: (PageId, bool, Option<Draw>), script: bool) {
    let (page, placed, draw) = moment;
    let shape = WaitingShape {
        page,
        placed,
        draw,
        ..shape(language, theme, script)
    };
    let html = WaitingPage::render(&shape, theme).fill(|hole| match hole.is_html() {
        true => format!("«{}»&lt;&#39;&quot;&amp;&gt;", hole.name()).into(),
        false => format!("«{}»<'\"&>", hole.name()).into(),
    });
    let seen = assert_sound(&html, language);
    assert!(seen.has("link", "href", &theme.stylesheet));
    let name = ["before", "queue", "after"][page as usize];
    assert!(seen.has("html", "data-page", name));
    for hole in Hole::ALL {
        let filled = html.contains(&format!("«{}»&lt;&#39;&quot;&amp;&gt;", hole.name()));
        assert_eq!(
            filled,
            belongs(*hole, moment, script),
            "{hole:?} on {moment:?}, script: {script}"
        );
    }
    assert_eq!(seen.count("script") > 0, script && page != PageId::After);
    // An `h2` occurs only below the `h1`, and names the section that it heads.
    assert_eq!(seen.count("h2"), usize::from(page == PageId::Before && draw.is_some()));
    assert_eq!(seen.count("h3"), 0);
    assert_eq!(
        seen.count("h2") > 0,
        seen.has("section", "aria-labelledby", "draw-heading")
    );
    assert!(html.contains("Sale &lt;&amp;&gt; Co"));
    for text in said(&language.page_texts(), moment) {
        let escaped = askama::filters::escape(text, askama::filters::Html)
            .unwrap()
            .to_string();
        assert!(html.contains(text) || html.contains(&escaped), "{text} on {moment:?}");
    }
}

/// Returns the texts that such a page must contain.
fn said(texts: &PageTexts, (page, placed, draw): (PageId, bool, Option<Draw>)) -> Vec<&str> {
    let promises = draw == Some(Draw::WithBeacon) && page == PageId::Before;
    let promise = promises.then_some(texts.draw_with_beacon.as_str());
    let mut said: Vec<&str> = match (page, placed) {
        (PageId::Queue, _) => vec![&texts.skip, &texts.keep_open, &texts.ahead_label, &texts.wait_label],
        (PageId::Before, true) => vec![
            &texts.skip_content,
            &texts.keep_open,
            &texts.keep_open_before,
            &texts.countdown_label,
        ],
        (PageId::Before, false) => vec![&texts.skip_content, &texts.keep_open_idle, &texts.countdown_label],
        (PageId::After, _) => vec![&texts.skip_content, &texts.ended_help, &texts.back_to_site],
    };
    said.extend(promise);
    said.extend(placed.then_some(texts.leave.as_str()));
    said.extend(placed.then_some(texts.move_link.as_str()));
    said
}

#[test]
fn a_figure_stands_where_the_theme_places_it_and_the_others_in_the_status() {
    let languages = Languages::load();
    let english = languages.find("en").unwrap();
    let mut files = ThemeFiles::built_in("default").unwrap();
    files.name = "stub".to_owned();
    let layout = String::from_utf8(files.files["layout.html"].clone()).unwrap();
    let stub = "<aside class=\"stub\"><slot name=\"number\">7</slot><slot name=\"updated\">Now</slot></aside>";
    let message = "<slot name=\"message\">";
    let layout = layout.replace(message, &format!("{stub}{message}"));
    files.files.insert("layout.html".to_owned(), layout.into_bytes());
    let themes = Themes::load_beside(&files, &[]).unwrap();
    let theme = themes.get("stub").unwrap();
    let html = WaitingPage::render(&shape(english, theme, true), theme).fill(|hole| hole.name().into());
    assert_sound(&html, english);
    let (_, placed) = html.split_once("<aside class=\"stub\">").unwrap();
    let (placed, _) = placed.split_once("</aside>").unwrap();
    for (slot, is_placed) in [
        ("number", true),
        ("updated", true),
        ("ahead", false),
        ("wait", false),
        ("entry", false),
        ("progress", false),
    ] {
        let mark = format!("data-slot=\"{slot}\"");
        assert_eq!(html.matches(&mark).count(), 1, "{slot}");
        assert_eq!(placed.contains(&mark), is_placed, "{slot}");
    }
}

#[test]
fn the_first_load_is_small() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let (german, theme) = (languages.find("de").unwrap(), themes.default_theme());
    // Stepping aside and web push are off by default.
    let options = [(false, false, 0), (true, false, 400), (false, true, 150)];
    let life = LIFE
        .into_iter()
        .flat_map(|moment| options.map(|option| (moment, option)));
    for ((page, placed, draw), (has_hold, has_push, more_bytes)) in life {
        // The page before the opening explains the draw, once.
        let bytes_max = if page == PageId::Before { 5 * 1024 } else { 4 * 1024 };
        let bytes_max = bytes_max + more_bytes;
        let shape = shape(german, theme, true);
        let shape = WaitingShape {
            page,
            placed,
            draw,
            hold: shape.hold.clone().filter(|_| has_hold),
            push: shape.push.clone().filter(|_| has_push),
            ..shape
        };
        let page = WaitingPage::render(&shape, theme);
        let html = page.fill(|_| "1.234".into());
        let compressed = page.fill_brotli_by(|_, text| text.push_str("1.234"));
        assert!(
            compressed.len() < bytes_max,
            "{} bytes of HTML, {} in brotli",
            html.len(),
            compressed.len()
        );
        // The guess saves a second allocation.
        let (guessed, likely) = (
            page.fill(|_| "".into()).capacity(),
            page.fill(|_| "x".repeat(48).into()).len(),
        );
        assert!(likely <= guessed);
    }
}

#[test]
fn every_notice_is_whole_in_every_language_and_theme_with_and_without_a_way_back() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    for language in languages.each() {
        for theme in themes.iter() {
            for notice in Notice::ALL {
                for way_back in [None, Some("/?c=demo&e=sale&t=\"x\"")] {
                    let page = NoticePage {
                        error_id: 6,
                        way_back,
                        ..NoticePage::new(*notice)
                    };
                    let html = page.render(language, theme);
                    let seen = assert_sound(&html, language);
                    let texts = language.notice(*notice);
                    for text in [&texts.heading, &texts.what, &texts.todo] {
                        assert!(
                            html.contains(
                                &askama::filters::escape(text, askama::filters::Html)
                                    .unwrap()
                                    .to_string()
                            )
                        );
                    }
                    assert!(seen.has("html", "data-state", notice.name()) && seen.has("html", "data-error-id", "6"));
                    assert!(seen.has("link", "href", &theme.stylesheet) && seen.count("script") == 0);
                    let buttons: Vec<_> = seen.values("a", "href").skip(1).collect();
                    let words = language.shared_notice_texts();
                    match way_back {
                        Some(_) => assert_eq!(buttons, ["/?c=demo&#38;e=sale&#38;t=&#34;x&#34;"]),
                        None => assert!(buttons.is_empty() && !html.contains("way-back")),
                    }
                    assert!(way_back.is_none() || !html.contains(&words.no_way_back));
                }
            }
        }
    }
}

#[test]
fn a_notice_says_what_kind_of_page_it_is() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let (english, theme) = (languages.find("en").unwrap(), themes.default_theme());
    let render = |page: NoticePage<'_>| page.render(english, theme);
    for (notice, page, reference) in [
        (Notice::TokenHash, "error", true),
        (Notice::Holding, "holding", false),
        (Notice::Overload, "overload", false),
        (Notice::RoomFull, "room-full", false),
        (Notice::Left, "left", false),
    ] {
        let html = render(NoticePage::new(notice));
        assert!(html.contains(&format!(
            "data-page=\"{page}\" data-state=\"{}\" data-error-id=\"\"",
            notice.name()
        )));
        assert_eq!(html.contains("Reference: "), reference);
        assert!(!html.contains("http-equiv"));
    }
    let html = render(NoticePage {
        error_id: 6,
        room_name: Some("A&B"),
        ..NoticePage::new(Notice::TokenHash)
    });
    assert!(
        html.contains("Reference: 6 token-hash") && html.contains("<title>We couldn’t confirm your link · A&#38;B<")
    );
    assert!(html.contains("go back to the site you came from"));
    let html = render(NoticePage {
        retry: Some(NoticeRetry::Here {
            seconds: 12,
            nonce: Some("0f"),
            address: None,
            without_scripts: None,
            work: None,
        }),
        way_back: Some("/?c=a"),
        ..NoticePage::new(Notice::Holding)
    });
    assert!(html.contains("<noscript><meta http-equiv=\"refresh\" content=\"12\"></noscript>"));
    assert!(html.contains("<script nonce=\"0f\" data-seconds=\"12\">"));
    assert!(
        html.contains("<a href=\"/?c=a\" rel=\"nofollow\">Try again</a>"),
        "{html}"
    );
    let html = render(NoticePage {
        retry: Some(NoticeRetry::ByScript),
        ..NoticePage::new(Notice::Holding)
    });
    assert!(!html.contains("http-equiv") && !html.contains("<script"));
    assert!(
        html.contains("We’re looking up your place in line.") && !html.contains("technical problem"),
        "nothing has failed yet: {html}"
    );
    assert!(
        html.contains("<noscript><p class=\"todo\">Please go back to the site"),
        "{html}"
    );
}

#[test]
fn the_page_of_a_price_names_its_reason_and_the_wait_in_every_language() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    for language in languages.each() {
        let (slowed, check) = (language.notice(Notice::Slowed), language.notice(Notice::SoftBlock));
        for (lead, text) in [
            (NoticeLead::Usual, slowed.what.as_str()),
            (NoticeLead::Connection, check.what.as_str()),
            (NoticeLead::Check, check.heading.as_str()),
            (NoticeLead::Nothing, ""),
        ] {
            let page = NoticePage {
                lead,
                patience_seconds: Some(60),
                ..NoticePage::new(Notice::Slowed)
            };
            let html = page.render(language, themes.default_theme());
            assert_sound(&html, language);
            let escaped = askama::filters::escape(text, askama::filters::Html).unwrap();
            let shown = format!("<p class=\"lead\">{escaped}</p>");
            assert_eq!(html.contains(&shown), lead != NoticeLead::Nothing, "{html}");
            assert_eq!(html.contains("class=\"lead\""), lead != NoticeLead::Nothing, "{html}");
            assert!(html.contains(&language.wait(Some(60), Some(60))), "{html}");
        }
    }
}

#[test]
fn a_page_without_a_button_speaks_of_none() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let (english, theme) = (languages.find("en").unwrap(), themes.default_theme());
    let (mut without, confirm) = (0, TransferStep::Confirm { replaces: false });
    for step in [TransferStep::Offer, TransferStep::Enter, confirm] {
        for error in std::iter::once(None).chain(TransferError::ALL.map(Some)) {
            let page = TransferPage {
                room_name: "Sale",
                step,
                error,
                action: "/move",
                fields: &[],
                line_url: None,
                picker: None,
                watch: None,
            };
            let html = page.render(english, theme);
            let has_form = html.contains("<form");
            without += u8::from(!has_form);
            assert_eq!(html.contains("<button"), has_form);
            assert_eq!(html.contains("class=\"lead\""), has_form, "{step:?}, {error:?}");
        }
    }
    assert_eq!(without, 6, "three errors end two of the steps");
}

#[test]
fn the_way_back_is_a_web_address_or_none() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let (english, theme) = (languages.find("en").unwrap(), themes.default_theme());
    for (url, shown) in [
        ("/?c=a", true),
        ("https://queue.example/?c=a", true),
        ("http://127.0.0.1:8080/", true),
        ("//evil.example/", false),
        ("/\\evil.example/", false),
        ("javascript:alert(1)", false),
        ("data:text/html,x", false),
        ("", false),
    ] {
        let page = NoticePage {
            way_back: Some(url),
            ..NoticePage::new(Notice::Cancelled)
        };
        assert_eq!(page.render(english, theme).contains("Back to the line"), shown, "{url}");
    }
}
