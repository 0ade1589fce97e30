//! The waiting page's fragments: every hole occurs, disabled parts do not, and inserted texts are
//! escaped.

use app::{
    hole::{self, Hole},
    page::{ClientScript, Draw, HoldTexts, LanguageChoice, Links, PushSwitch, Slot, WaitingShape, render_waiting_page},
    texts::{Direction, PageTexts},
    view::{LayoutFlags, PageId},
};

fn texts() -> PageTexts {
    let text = |name: &str| format!("<{name}>");
    PageTexts {
        ahead_label: text("ahead"),
        wait_label: text("wait"),
        number_label: text("number"),
        progress_label: text("progress"),
        updated_label: text("updated"),
        message_label: text("message"),
        keep_open: text("keep open"),
        details: text("details"),
        pastimes_heading: text("pastimes"),
        embed_show: text("embed"),
        game_title: text("game"),
        game_how: text("game how"),
        game_play: text("game play"),
        game_card: text("game card"),
        game_found: text("game found"),
        game_again: text("game again"),
        unit_days: text("days"),
        unit_hours: text("hours"),
        unit_minutes: text("minutes"),
        unit_seconds: text("seconds"),
        leave: text("leave"),
        leave_loses: text("leave loses"),
        leave_stay: text("leave stay"),
        leave_pending: text("leave pending"),
        leave_can_undo: text("leave can undo"),
        leave_undo: text("leave undo"),
        queue_id_label: text("queue id"),
        entry: text("entry"),
        wait_unknown: text("wait unknown"),
        offline: text("offline"),
        online_again: text("online again"),
        redirecting_headline: text("redirecting"),
        redirecting_lead: text("redirecting lead"),
        redirecting_link: text("redirecting link"),
        skip: text("skip"),
        powered_by: text("powered by"),
        about_link: text("about link"),
        status_link: text("status link"),
        countdown_label: text("countdown label"),
        prequeue_countdown_label: text("prequeue countdown label"),
        starts_at_label: text("starts at label"),
        keep_open_before: text("keep open before"),
        keep_open_idle: text("keep open idle"),
        notify_heading: text("notify heading"),
        notify_sound: text("notify sound"),
        notify_vibration: text("notify vibration"),
        notify_notification: text("notify notification"),
        notify_denied: text("notify denied"),
        language_label: text("language label"),
        language_apply: text("language apply"),
        move_link: text("move link"),
        priority_link: text("priority link"),
        draw_in_label: text("draw in label"),
        countdown_now: text("a moment"),
        started_headline: text("started"),
        drawing_headline: text("drawing"),
        draw_heading: text("draw heading"),
        draw_closing: text("draw closing"),
        draw_chance: text("draw chance"),
        draw_number: text("draw number"),
        draw_with_beacon: text("draw with beacon"),
        draw_check: text("draw check"),
        draw_receipt: text("draw receipt"),
        draw_receipt_link: text("draw receipt link"),
        draw_check_link: text("draw check link"),
        drawn_link: text("drawn link"),
        skip_content: text("skip content"),
        ended_help: text("ended help"),
        back_to_site: text("back to site"),
    }
}

pub(crate) fn shape(shown: bool) -> WaitingShape {
    WaitingShape {
        room_name: "Sale & more".into(),
        lang: "ar".into(),
        direction: Direction::Rtl,
        page: PageId::Queue,
        placed: true,
        draw: None,
        digits: "٠١٢٣٤٥٦٧٨٩".into(),
        texts: texts(),
        email: Some("email link".into()),
        push: Some(PushSwitch {
            script: "/assets/push-1.js".into(),
            button: "<push button>".into(),
            failed: "<push failed>".into(),
        }),
        hold: Some(HoldTexts {
            offer: "<hold offer>".into(),
            button: "<hold button>".into(),
            left: "<hold left>".into(),
            back: "<hold back>".into(),
            ending: "<hold ending>".into(),
        }),
        layout: LayoutFlags {
            language_selector_visible: shown,
            logo_visible: shown,
            dynamic_message_visible: shown,
            queue_number_visible: shown,
            users_in_line_ahead_of_you_visible: shown,
            which_is_in_visible: shown,
            progress_visible: shown,
            last_updated_visible: shown,
        },
        languages: [("en", "English"), ("ar", "العربية")]
            .map(|(tag, name)| LanguageChoice {
                tag: tag.into(),
                name: name.into(),
                chosen: tag == "ar",
            })
            .into(),
        links: Links {
            language: "/language".into(),
            about: "/about?cid=ar".into(),
            status: String::new(),
            takes_codes: true,
        },
        pastimes: String::new(),
        figures: Vec::new(),
        logo_url: Some("/theme/default/logo.svg".into()),
        script: shown.then(|| ClientScript {
            js_path: "/pkg/app-1.js".into(),
            wasm_path: "/pkg/app-</script>.wasm".into(),
        }),
    }
}

/// A page of a room with a pre-queue.
fn drawn(page: PageId, placed: bool) -> WaitingShape {
    WaitingShape {
        page,
        placed,
        draw: Some(Draw::WithBeacon),
        ..shape(true)
    }
}

/// Returns all pages of such a room: before the start with and without a place, the line, after the
/// end.
pub(crate) fn life() -> [WaitingShape; 4] {
    [
        drawn(PageId::Before, false),
        drawn(PageId::Before, true),
        drawn(PageId::Queue, true),
        drawn(PageId::After, false),
    ]
}

/// Returns the holes in a page, in the order of [`Hole::ALL`].
fn holes(page: &str) -> Vec<Hole> {
    Hole::ALL
        .iter()
        .copied()
        .filter(|hole| page.contains(&hole.marker()))
        .collect()
}

fn whole(shape: &WaitingShape) -> String {
    let fragments = render_waiting_page(shape);
    let attributes: String = fragments
        .html_attributes
        .iter()
        .map(|(name, value)| format!("{name}={value} "))
        .collect();
    let slots: String = fragments.slots.iter().map(|(_, html)| html.as_str()).collect();
    attributes + &fragments.preload + &fragments.title + &fragments.head + &slots + &fragments.scripts
}

#[test]
fn every_hole_is_in_the_page_and_no_other_marker() {
    let page: String = life().iter().map(whole).collect();
    for hole in Hole::ALL {
        assert!(page.contains(&hole.marker()), "{hole:?}");
    }
    for after in page.split(hole::OPEN).skip(1) {
        let name = after.split(hole::CLOSE).next().unwrap();
        assert!(Hole::from_name(name).is_some(), "{name}");
    }
}

#[test]
fn live_parts_carry_the_contracts_slots() {
    let page = whole(&shape(true));
    for slot in ["ahead", "wait", "reason", "number", "progress", "updated", "message"] {
        assert_eq!(page.matches(&format!("data-slot=\"{slot}\"")).count(), 1, "{slot}");
    }
    assert!(page.contains("lang=ar dir=rtl data-page=queue data-state="));
    assert!(
        page.contains("data-slot=\"message\" dir=\"auto\""),
        "a message runs in the direction of its own script: {page}"
    );
}

#[test]
fn a_lost_connection_has_its_place_beside_the_heading() {
    for shape in life() {
        let (fragments, is_live) = (render_waiting_page(&shape), shape.page != PageId::After);
        let note = "</h1><p data-slot=\"connection\" class=\"connection\"></p>";
        assert_eq!(
            fragments.slot(Slot::Heading).contains(note),
            is_live,
            "{:?}",
            shape.page
        );
        assert!(!fragments.slot(Slot::Status).contains("data-slot=\"connection\""));
    }
}

#[test]
fn the_switch_for_a_web_push_is_hidden_until_the_page_finds_all_that_it_needs() {
    let page = whole(&shape(true));
    let switch = "aria-pressed=\"false\" data-push=\"/assets/push-1.js\" hidden>&lt;push button&gt;</button>";
    assert_eq!(page.matches(switch).count(), 1, "{page}");
    assert!(
        page.contains("data-slot=\"push-failed\" role=\"alert\" hidden>&lt;push failed&gt;"),
        "{page}"
    );
    let without = WaitingShape {
        push: None,
        ..shape(true)
    };
    for (shape, why) in [
        (without, "the room offers none"),
        (shape(false), "no script"),
        (drawn(PageId::Before, false), "no place"),
        (drawn(PageId::After, false), "no turn comes"),
    ] {
        assert!(!whole(&shape).contains("push"), "{why}");
    }
}

#[test]
fn before_the_start_there_is_a_countdown_and_no_line() {
    let page = whole(&drawn(PageId::Before, true));
    assert!(page.contains("data-page=before data-state="));
    for slot in [
        "countdown",
        "number",
        "updated",
        "announce",
        "receipt",
        "draw",
        "queue-id",
    ] {
        assert_eq!(page.matches(&format!("data-slot=\"{slot}\"")).count(), 1, "{slot}");
    }
    for slot in ["ahead", "wait", "reason", "progress"] {
        assert!(!page.contains(&format!("data-slot=\"{slot}\"")), "{slot}");
    }
    let starts = Hole::StartsUtc.marker();
    assert!(page.contains(&format!("<time data-slot=\"countdown\" datetime=\"{starts}\">")));
    let seconds = Hole::SecondsToStart.marker();
    assert!(page.contains(&format!("data-seconds-to-start={seconds} ")) && page.contains("data-digits=٠١٢٣٤٥٦٧٨٩"));
    assert!(
        !page.contains(&Hole::AheadCount.marker()) && page.contains("data-ahead=\"\""),
        "a number from before the start binds no line"
    );
}

#[test]
fn visitors_without_a_place_cannot_leave() {
    let (idle, placed) = (
        whole(&drawn(PageId::Before, false)),
        whole(&drawn(PageId::Before, true)),
    );
    for part in [
        Hole::LeaveUrl,
        Hole::TransferUrl,
        Hole::EmailUrl,
        Hole::QueueId,
        Hole::ReceiptUrl,
        Hole::Number,
    ] {
        assert!(
            !idle.contains(&part.marker()) && placed.contains(&part.marker()),
            "{part:?}"
        );
    }
    assert!(idle.contains(&Hole::DrawUrl.marker()) && idle.contains(&Hole::Countdown.marker()));
    assert!(idle.contains("&lt;keep open idle&gt;") && placed.contains("&lt;keep open before&gt;"));
    // For the time between start and number.
    assert!(placed.contains("&lt;keep open&gt;") && !idle.contains("&lt;keep open&gt;"));
    assert!(
        idle.contains("<leptos-island"),
        "it polls: that is how it learns of the opening"
    );
}

#[test]
fn a_draw_is_mentioned_only_in_its_own_rooms_and_caveats_only_on_the_page_that_checks_it() {
    for page in [PageId::Before, PageId::Queue] {
        let with = whole(&drawn(page, true));
        let without = whole(&WaitingShape {
            draw: Some(Draw::WithoutBeacon),
            ..drawn(page, true)
        });
        let promise = "&lt;draw with beacon&gt;";
        assert_eq!(with.contains(promise), page == PageId::Before);
        assert!(!without.contains(promise));
        assert!(
            [&with, &without]
                .iter()
                .all(|html| html.contains(&Hole::DrawUrl.marker()))
        );
        let none = whole(&WaitingShape {
            draw: None,
            ..drawn(page, true)
        });
        assert!(!none.contains("draw-heading") && !none.contains(&Hole::DrawUrl.marker()));
    }
}

#[test]
fn after_the_end_nothing_runs_and_nothing_refreshes() {
    let page = whole(&drawn(PageId::After, false));
    assert!(page.contains("data-page=after"));
    for gone in ["<leptos-island", "<script", "<noscript", "preload", "exitline"] {
        assert!(!page.contains(gone), "{gone}");
    }
    let left = holes(&page);
    assert_eq!(
        left,
        [
            Hole::State,
            Hole::Title,
            Hole::Headline,
            Hole::Lead,
            Hole::Message,
            Hole::Query,
            Hole::TargetUrl
        ]
    );
    assert!(page.contains("id=\"status\""), "the skip link leads somewhere");
}

#[test]
fn elements_that_are_switched_off_are_not_rendered() {
    let page = whole(&shape(false));
    for part in ["ahead", "wait", "number", "progress", "updated", "message"] {
        assert!(!page.contains(&format!("data-slot=\"{part}\"")), "{part}");
    }
    for gone in ["<img", "<script", "modulepreload"] {
        assert!(!page.contains(gone), "{gone}");
    }
    assert!(
        page.contains("<noscript><meta http-equiv=\"refresh\""),
        "without script the page still refreshes itself"
    );
    assert_eq!(page.matches("<noscript").count(), 1, "and says nothing twice: {page}");
}

/// Browsers without scripts would follow links to them.
#[test]
fn only_scripts_name_the_files_of_the_island() {
    let page = whole(&shape(true));
    let outside: String = page
        .split("<script")
        .map(|part| part.rsplit("</script>").next().unwrap_or_default())
        .collect();
    for file in ["app-1.js", ".wasm", "preload"] {
        assert!(page.contains(file) && !outside.contains(file), "{file}: {outside}");
    }
}

#[test]
fn texts_and_paths_are_escaped() {
    let page = whole(&shape(true));
    assert!(page.contains("&lt;keep open&gt;") && !page.contains("<keep open>"));
    assert!(page.contains("Sale &amp; more"));
    assert_eq!(page.matches("</script>").count(), page.matches("<script").count());
}

#[test]
fn the_rooms_name_stands_in_a_slot_of_its_own_for_eyes_alone() {
    let fragments = render_waiting_page(&shape(true));
    assert_eq!(
        fragments.slot(Slot::Room),
        "<p aria-hidden=\"true\" class=\"event\"><bdi>Sale &amp; more</bdi></p>"
    );
    assert!(fragments.slot(Slot::Logo).contains("Sale &amp; more"));
}

#[test]
fn the_status_is_one_island_without_props() {
    let fragments = render_waiting_page(&shape(true));
    let status = fragments.slot(Slot::Status);
    assert!(
        status.starts_with("<leptos-island data-component=\"LiveStatus_"),
        "{status}"
    );
    assert!(!status.contains("data-props"));
    for (slot, html) in &fragments.slots {
        assert_eq!(html.contains("<leptos-island"), *slot == Slot::Status, "{slot:?}");
        assert_eq!(Slot::from_name(slot.name()), Some(*slot));
    }
    let before = render_waiting_page(&drawn(PageId::Before, true));
    assert_eq!(before.slot(Slot::Status).matches("<leptos-island").count(), 1);
}
