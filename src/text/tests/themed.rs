//! A theme's own messages.

use super::*;
use crate::text::locales::LocaleSource;
use crate::text::messages::shapes;
use crate::text::overrides::RETIRED;

fn own<'a>(language: &'a str, text: &'a str) -> Override<'a> {
    Override {
        theme: "gala",
        language,
        text,
    }
}

fn problems(language: &str, text: &str) -> Vec<String> {
    let errors = languages().with_themes([own(language, text)]).unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn a_theme_says_it_its_own_way_in_every_culture_of_the_language_and_nowhere_else() {
    let text = "page-leave = Give up your seat\nstatus-announce-in-line = { $ahead ->\n [one] One guest. { $wait }\n *[other] { $ahead } guests. { $wait }\n }\n";
    let languages = languages().with_themes([own("en", text)]).unwrap();
    let indian = languages.find("en-IN").unwrap();
    let themed = languages.in_theme(indian, "gala");
    assert_eq!(
        (themed.tag(), themed.page_texts().leave.as_str()),
        ("en-IN", "Give up your seat")
    );
    let announced = |ahead| themed.status_texts(&VisitorStatus { ahead, ..status() }).announce;
    assert_eq!(announced(123_456), "1,23,456 guests. 3–5 minutes");
    assert_eq!(announced(1), "One guest. 3–5 minutes");
    assert_eq!(themed.page_texts().skip, indian.page_texts().skip);
    assert_eq!(
        languages.in_theme(&themed, "gala").page_texts().leave,
        "Give up your seat"
    );
    let elsewhere = [
        languages.in_theme(indian, "default"),
        languages.in_theme(languages.find("de").unwrap(), "gala"),
    ];
    for language in elsewhere {
        assert_ne!(language.page_texts().leave, "Give up your seat");
    }
}

#[test]
fn a_variant_takes_what_the_theme_says_in_its_base_and_its_own_first() {
    let languages = languages()
        .with_themes([
            own("en-GB", "page-skip = Skip to your spot\n"),
            own("en", "page-leave = Give up your seat\npage-skip = Skip to your seat\n"),
        ])
        .unwrap();
    let said = |tag: &str| {
        let texts = languages.in_theme(languages.find(tag).unwrap(), "gala").page_texts();
        (texts.leave, texts.skip, texts.number_label)
    };
    let american = ["Give up your seat", "Skip to your seat", "Your number in line"].map(str::to_owned);
    let british = ["Give up your seat", "Skip to your spot", "Your number in the queue"].map(str::to_owned);
    assert_eq!(said("en-US"), american.into());
    assert_eq!(said("en-IE"), british.into());
    let fault = problems("en-GB", "page-leaf = Off\n");
    assert_eq!(fault, ["gala/messages.en-GB.ftl:1: there is no message `page-leaf`"]);
}

#[test]
fn forbidden_messages_of_a_theme_are_named_with_their_line() {
    assert_eq!(
        problems("de", "\n\npage-leaf = Raus\npage-leave = Raus { $room }\n"),
        [
            "gala/messages.de.ftl:3: there is no message `page-leaf`",
            "gala/messages.de.ftl:4: `page-leave` is not given `$room`",
        ]
    );
    assert_eq!(
        problems("en", "notice-left = Bye\n    .what = Gone\n"),
        ["gala/messages.en.ftl:1: `notice-left.todo` is missing"]
    );
    assert_eq!(
        problems("en", "status-title-next = { $room ->\n [one] a\n *[other] b\n }\n"),
        ["gala/messages.en.ftl:1: `status-title-next` is given no number to choose by"]
    );
    assert_eq!(
        problems("en", "status-announce-in-line = { $ahead ->\n [1] a\n *[other] b\n }\n"),
        ["gala/messages.en.ftl:1: `status-announce-in-line`: `1` is no plural category"]
    );
    assert_eq!(
        problems("tlh", "page-leave = Qapla\n"),
        ["gala/messages.tlh.ftl: is in no language that there is"]
    );
    let broken = problems("en", "page-leave = { $\n");
    assert!(broken[0].starts_with("gala/messages.en.ftl:"), "{broken:?}");
    let lost = problems("en", "page-leave = { other-message }\n");
    assert!(lost[0].starts_with("gala/messages.en.ftl: `page-leave`"), "{lost:?}");
}

/// Themes that were made for a former version go on to be loaded.
#[test]
fn a_message_that_no_page_shows_any_more_is_a_warning_and_changes_nothing() {
    let text = "page-leave = Give up your seat\n\npage-no-script = { $other }\n    .more = { more }\n";
    let own = own("en", text);
    let languages = languages().with_themes([own]).unwrap();
    let themed = languages.in_theme(languages.find("en-IE").unwrap(), "gala");
    assert_eq!(themed.page_texts().leave, "Give up your seat");
    let warnings: Vec<String> = own.retired().iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "gala/messages.en.ftl:3: no page shows `page-no-script` any more; remove it, and say it in `page-keep-open` if needed"
        ]
    );
}

#[test]
fn a_retired_message_has_a_successor_and_is_no_message_itself() {
    let files = LocaleSource::find("en").unwrap().files();
    let shapes = files.iter().flat_map(|file| shapes(&file.text).unwrap());
    let names: Vec<String> = shapes.map(|shape| shape.name).collect();
    for (retired, successor) in RETIRED {
        assert!(names.iter().any(|name| name == successor), "{successor}");
        assert!(
            names.iter().all(|name| name.split('.').next() != Some(retired)),
            "{retired}"
        );
        let warnings = own("de", &format!("{retired} = x\n")).retired();
        assert!(
            warnings.len() == 1 && warnings[0].problem.contains(successor),
            "{warnings:?}"
        );
    }
}

#[test]
fn messages_are_replaced_while_pages_use_the_former_ones() {
    let languages = languages()
        .with_themes([own("en", "page-leave = Leave the foyer\n")])
        .unwrap();
    let english = languages.find("en").unwrap();
    let former = languages.in_theme(english, "gala");
    let next = ThemedLanguages::of([own("en", "page-leave = Leave the hall\n")]).unwrap();
    languages.replace_themed(next);
    let now = languages.in_theme(english, "gala");
    assert_eq!(former.page_texts().leave, "Leave the foyer");
    assert_eq!(now.page_texts().leave, "Leave the hall");
    assert!(former.wording() != now.wording() && english.wording().is_empty());
    languages.replace_themed(ThemedLanguages::default());
    assert!(!languages.are_themed());
    assert_eq!(languages.in_theme(english, "gala").page_texts().leave, "Leave the line");
}
