//! The waiting page's fragments: every hole is there, switched-off parts are not, and what is written stays escaped.

use app::{
    hole::{self, Hole},
    page::{ClientScript, Slot, WaitingShape, render_waiting_page},
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
        no_script: text("no script"),
        leave: text("leave"),
        queue_id_label: text("queue id"),
        offline: text("offline"),
        online_again: text("online again"),
        redirecting_headline: text("redirecting"),
        redirecting_lead: text("redirecting lead"),
        redirecting_link: text("redirecting link"),
        skip: text("skip"),
        powered_by: text("powered by"),
    }
}

fn shape(shown: bool) -> WaitingShape {
    WaitingShape {
        room_name: "Sale & more".into(),
        lang: "ar".into(),
        direction: Direction::Rtl,
        page: PageId::Queue,
        texts: texts(),
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
        logo_url: Some("/theme/default/logo.svg".into()),
        script: shown.then(|| ClientScript {
            js_path: "/pkg/app-1.js".into(),
            wasm_path: "/pkg/app-</script>.wasm".into(),
        }),
    }
}

fn whole(shape: &WaitingShape) -> String {
    let fragments = render_waiting_page(shape);
    let attributes: String = fragments
        .html_attributes
        .iter()
        .map(|(name, value)| format!("{name}={value} "))
        .collect();
    let slots: String = fragments.slots.iter().map(|(_, html)| html.as_str()).collect();
    attributes + &fragments.title + &fragments.head + &slots + &fragments.scripts
}

#[test]
fn every_hole_is_in_the_page_and_no_other_marker() {
    let page = whole(&shape(true));
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
    for slot in ["ahead", "wait", "number", "progress", "updated", "message"] {
        assert_eq!(page.matches(&format!("data-slot=\"{slot}\"")).count(), 1, "{slot}");
    }
    assert!(page.contains("lang=ar dir=rtl data-page=queue data-state="));
}

#[test]
fn what_is_switched_off_is_not_rendered() {
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
}

#[test]
fn texts_and_paths_are_escaped() {
    let page = whole(&shape(true));
    assert!(page.contains("&lt;keep open&gt;") && !page.contains("<keep open>"));
    assert!(page.contains("Sale &amp; more"));
    assert_eq!(page.matches("</script>").count(), page.matches("<script").count());
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
}
