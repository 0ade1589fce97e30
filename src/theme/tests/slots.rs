//! The slots of a layout: where they can stand, and those of single figures.

use super::*;

#[test]
fn parts_that_hide_a_slot_are_named_with_their_line() {
    for hidden in [
        "<div hidden>",
        "<div inert>",
        "<div aria-hidden=\"true\">",
        "<div class=\"x visually-hidden\">",
        "<details>",
    ] {
        let layout = LAYOUT.replace("<main id=\"m\">", &format!("<main id=\"m\">{hidden}"));
        let found = problems(plain(&layout));
        let wanted = "default/layout.html:15: a slot stands where it may not be seen";
        assert!(
            found.iter().any(|problem| problem.starts_with(wanted)),
            "{hidden}: {found:?}"
        );
    }
}

/// Returns the layout with this HTML before the slot `status`, at line 15.
fn with_figures(html: &str) -> String {
    LAYOUT.replace("<slot name=\"status\">", &format!("{html}<slot name=\"status\">"))
}

#[test]
fn single_figures_have_slots_of_their_own_and_none_must_be_there() {
    assert_eq!(
        load(vec![plain(LAYOUT)]).unwrap().default_theme().layout.figures(),
        Vec::new()
    );
    let figures: Vec<Slot> = Slot::ALL.into_iter().filter(|slot| slot.is_figure()).collect();
    let names: Vec<&str> = figures.iter().map(|slot| slot.name()).collect();
    assert_eq!(names, ["ahead", "wait", "entry", "number", "progress", "updated"]);
    let slots: String = names
        .iter()
        .map(|name| format!("<div class=\"{name}\"><slot name=\"{name}\">7</slot></div>"))
        .collect();
    let themes = load(vec![plain(&with_figures(&slots))]).unwrap();
    let layout = &themes.default_theme().layout;
    assert_eq!(layout.figures(), figures);
    assert!(
        outline(layout).contains("<div class=\"progress\">{progress}</div>"),
        "{}",
        outline(layout)
    );
}

#[test]
fn a_figure_that_is_placed_twice_or_unknown_is_named_with_its_line() {
    for (figures, wanted) in [
        (
            "<slot name=\"ahead\">7</slot><p>x</p><slot name=\"ahead\">7</slot>",
            "slot `ahead` occurs twice",
        ),
        (
            "<slot name=\"ahed\">7</slot>",
            "slot `ahed` is not known; there are skip, logo, room, heading, message, status, help, pastimes, footer, \
             ahead, wait, entry, number, progress, updated",
        ),
        ("<p>You: <slot name=\"number\">7</slot></p>", "a slot holds paragraphs"),
        (
            "<div hidden><slot name=\"wait\">7</slot></div>",
            "a slot stands where it may not be seen",
        ),
        (
            "<slot name=\"help\"><slot name=\"updated\">7</slot></slot>",
            "a slot stands inside another one",
        ),
    ] {
        let found = problems(plain(&with_figures(figures)));
        let wanted = format!("default/layout.html:15: {wanted}");
        assert!(
            found.iter().any(|problem| problem.starts_with(&wanted)),
            "{figures}: {found:?}"
        );
    }
}

#[test]
fn elements_around_a_figure_cannot_be_hidden() {
    let mut theme = plain(&with_figures(
        "<div class=\"stub\"><slot name=\"number\">7</slot></div>",
    ));
    theme
        .files
        .insert("style.css".to_owned(), b"b{}\n.stub{display:none}".to_vec());
    let found = problems(theme);
    assert_eq!(
        found,
        ["default/style.css:2: `display: none` would hide `.stub`, which every page needs"]
    );
}
