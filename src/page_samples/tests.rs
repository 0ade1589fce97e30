//! Strict tests of every page × every state × every theme × every language.

mod sheets;

use std::collections::BTreeSet;

use app::page::Slot;
use app::view::PageState;

use super::*;
use crate::text::Notice;
use requirements::{PageContents, faults, inspected};

#[test]
fn every_scene_is_whole_in_every_theme_and_language() {
    let (all, themes, scenes) = (Languages::load(), Themes::load(None).unwrap(), Scene::all());
    // One thread for each theme: there are about ten thousand pages.
    std::thread::scope(|threads| {
        for theme in themes.iter() {
            let (all, scenes) = (&all, &scenes);
            threads.spawn(move || {
                languages(all).for_each(|language| scenes.iter().for_each(|scene| assert_whole(scene, language, theme)))
            });
        }
    });
}

fn assert_whole(scene: &Scene, language: &Language, theme: &Theme) {
    let html = scene.render(language, theme);
    let seen = PageContents::of(&html);
    let at = || format!("{} in {} ({})", scene.name(), theme.id, language.tag());
    assert_eq!(inspected(&seen, &html, language), Vec::<String>::new(), "{}", at());
    assert!(seen.has("html", "data-page", scene.page), "{}", at());
    assert!(seen.has("html", "data-state", scene.state), "{}", at());
    assert!(seen.has("link", "href", &theme.stylesheet), "{}", at());
    assert_eq!(seen.count("script"), 0, "{}", at());
}

/// Snapshots of pages without scripts, in both writing directions.
#[test]
fn the_waiting_page_and_an_error_page_as_a_whole() {
    let (all, themes, scenes) = (Languages::load(), Themes::load(None).unwrap(), Scene::all());
    let theme = themes.iter().find(|theme| theme.id == "default").unwrap();
    let mut settings = insta::Settings::clone_current();
    // Asset names, and the island's position in the source.
    settings.add_filter(r"\.[0-9a-f]{12}\.", ".[hash].");
    settings.add_filter(r"LiveStatus_\d+", "LiveStatus_[hash]");
    for name in ["queue.in-line", "error.token-hash"] {
        let scene = scenes.iter().find(|scene| scene.name() == name).unwrap();
        for tag in ["en", "ar"] {
            let language = languages(&all)
                .find(|language| language.tag().starts_with(tag))
                .unwrap();
            let page = scene.render(language, theme).replace("><", ">\n<");
            settings.bind(|| insta::assert_snapshot!(format!("{name}.{tag}"), page));
        }
    }
}

#[test]
fn there_is_a_scene_of_every_state_every_notice_and_every_way_of_the_draw() {
    let scenes = Scene::all();
    let names: BTreeSet<String> = scenes.iter().map(Scene::name).collect();
    assert_eq!(names.len(), scenes.len(), "two scenes of one name");
    let there = |page: &str, state: &str| scenes.iter().any(|scene| scene.page == page && scene.state == state);
    for state in PageState::ALL {
        assert!(
            ["before", "queue", "after"]
                .iter()
                .any(|page| there(page, state.as_str())),
            "{state:?}"
        );
    }
    for notice in Notice::ALL {
        assert!(scenes.iter().any(|scene| scene.state == notice.name()), "{notice:?}");
    }
    for state in ["offer", "code", "enter", "confirm"] {
        assert!(there("move", state), "{state}");
    }
    for state in ["question", "pending"] {
        assert!(there("leave", state), "{state}");
    }
    for state in ["ask", "kept", "sent"] {
        assert!(there("email", state), "{state}");
    }
    for state in ["drawn", "kept", "not-yet", "aborted", "public", "broken"] {
        assert!(there("draw", state), "{state}");
    }
}

#[test]
fn the_browsers_moments_look_as_the_script_makes_them() {
    let (all, themes) = (Languages::load(), Themes::load(None).unwrap());
    let (german, theme) = (all.find("de").unwrap(), themes.default_theme());
    let html = |name: &str| {
        let scenes = Scene::all();
        let scene = scenes.iter().find(|scene| scene.name() == name).unwrap();
        scene.render(german, theme)
    };
    let texts = german.page_texts();
    let on_the_way = html("queue.redirecting");
    assert!(
        on_the_way.contains(&format!(">{}</h1>", texts.redirecting_headline)),
        "{on_the_way}"
    );
    assert!(on_the_way.contains("<p class=\"go\"><a"), "{on_the_way}");
    let lost = html("queue.in-line.connection-lost");
    assert!(lost.contains("data-connection=\"lost\"") && lost.contains(&format!(">{}</p>", texts.offline)));
    assert!(!html("queue.in-line").contains("data-connection"));
}

#[test]
fn the_question_without_scripts_has_the_languages_digits_and_is_not_reloaded_before_the_wait_is_over() {
    let (all, themes, scenes) = (Languages::load(), Themes::load(None).unwrap(), Scene::all());
    let theme = themes.default_theme();
    let html = |case: &str, language: &Language| {
        let scene = scenes.iter().find(|scene| scene.page == "slowed" && scene.case == case);
        scene.unwrap().render(language, theme)
    };
    for language in languages(&all) {
        let page = html("question", language);
        let (_, rest) = page.split_once("<label for=\"sum\">").unwrap();
        let (label, _) = rest.split_once("</label>").unwrap();
        for number in [7, 5] {
            assert!(label.contains(&language.number(number)), "{}: {label}", language.tag());
        }
        assert!(!page.contains("role=\"alert\""), "{page}");
        assert!(page.contains("content=\"600\""), "the later of both: {page}");
        let again = html("question-again", language);
        assert!(again.contains("role=\"alert\""), "{again}");
        assert!(
            again.contains(&language.shared_notice_texts().question_wrong),
            "{again}"
        );
    }
    assert!(html("question", all.find("fa").unwrap()).contains('۷'));
}

#[test]
fn one_culture_speaks_for_each_language() {
    let all = Languages::load();
    let tags: Vec<&str> = languages(&all).map(Language::tag).collect();
    assert!(tags.starts_with(&["en", "ar"]) && tags.contains(&"zh-Hant"), "{tags:?}");
    assert!(!tags.contains(&"de-CH"), "{tags:?}");
}

#[test]
fn missing_parts_of_a_page_are_reported() {
    let all = Languages::load();
    let english = all.find("en").unwrap();
    let whole = Scene::all()[0].render(english, Themes::load(None).unwrap().default_theme());
    for (from, to, fault) in [
        ("<h1", "<h2", "<h1> must occur once"),
        ("<!doctype html>", "", "the doctype"),
        (" lang=\"en\"", "", "`lang`"),
        (" dir=\"ltr\"", " dir=\"rtl\"", "`dir`"),
        ("id=\"status\"", "id=\"other\"", "the first link"),
        ("</footer>", "<p id=\"status\"></p></footer>", "`status` occurs twice"),
        ("</footer>", "<p onclick=\"x\"></p></footer>", "<p> has `onclick`"),
        (
            "</footer>",
            "<img src=\"//x.example/a.png\"></footer>",
            "<img> loads `//x.example/a.png`",
        ),
        ("</footer>", "\u{E000}</footer>", "a mark is left"),
        ("</footer>", "{ $ahead }</footer>", "a variable"),
    ] {
        let found = faults(&whole.replacen(from, to, 1), english);
        assert!(found.len() == 1 || from == "<h1", "{fault}: {found:?}");
        assert!(found.iter().any(|it| it.contains(fault)), "{fault}: {found:?}");
    }
    // Pastimes are shown if the theme has any.
    assert_eq!(Slot::ALL.len(), 15, "a new slot: do scenes show it?");
}
