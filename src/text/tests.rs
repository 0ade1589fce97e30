//! The messages themselves: complete, used, translated, plural in every category.

use std::collections::{BTreeMap, BTreeSet};

use app::view::{PageState, WaitReason};
use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, PatternElement, VariantKey},
    parser::parse,
};
use icu_plurals::PluralCategory;

use super::{
    catalog::{Catalog, TextError},
    culture::Culture,
    locales::{MessageFile, SOURCES, Source},
    number::Numbers,
    *,
};

/// Messages that are rightly the same as in English.
const SAME_AS_ENGLISH: &[&str] = &[];

fn languages() -> Languages {
    Languages::load().unwrap()
}

fn standing() -> Standing<'static> {
    Standing {
        state: PageState::InLine,
        ahead: 1234,
        wait_low_seconds: Some(180),
        wait_high_seconds: Some(300),
        reason: None,
        number: Some(1240),
        seconds_to_start: None,
        room: "Sale",
    }
}

/// Message texts as written, by `id` and `id.attribute`.
fn sources_of(source: &Source) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for MessageFile { text: file, .. } in source.files() {
        let mut name = String::new();
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            if let Some((id, text)) = line.split_once(" = ") {
                let id = id.trim();
                if let Some(attribute) = id.strip_prefix('.') {
                    let owner = name.split('.').next().unwrap().to_owned();
                    name = format!("{owner}.{attribute}");
                } else {
                    name = id.to_owned();
                }
                texts.insert(name.clone(), text.to_owned());
            }
        }
    }
    texts
}

#[test]
fn every_language_has_every_message_and_none_besides() {
    // `load` fails on a message that is missing, unused or does not resolve; here is the proof that it does.
    assert!(Languages::load().is_ok());
    let english = &SOURCES[0];
    let culture = Culture::new("en").unwrap();
    let mut catalog = Catalog::new("en", english.files(), &culture).unwrap();
    catalog.fixed("page-leave");
    catalog.fixed("page-no-such-message");
    catalog.fixed("status-title-next");
    let Err(TextError::Messages { problems, .. }) = catalog.finish() else {
        panic!("an incomplete catalogue was accepted");
    };
    let said = |text: &str| problems.iter().any(|problem| problem.contains(text));
    assert!(said("`page-no-such-message` is missing"));
    assert!(said("`page-skip` is not used") && said("`notice-about.what` is not used"));
    assert!(said("`status-title-next`: ") && !said("`page-leave`"));
}

#[test]
fn nothing_is_left_in_english() {
    let english = sources_of(&SOURCES[0]);
    for source in &SOURCES[1..] {
        for (name, text) in sources_of(source) {
            let same = english.get(&name) == Some(&text);
            let allowed = SAME_AS_ENGLISH.contains(&name.as_str());
            assert!(!same || allowed, "{}: {name} = {text}", source.language);
        }
    }
}

#[test]
fn messages_that_select_on_a_number_name_every_category() {
    let mut selecting = 0;
    for source in &SOURCES {
        let numbers = Numbers::new(source.language).unwrap();
        let wanted: BTreeSet<&str> = numbers.samples().iter().map(|(c, _)| name_of(*c)).collect();
        for MessageFile { path, text } in source.files() {
            for entry in parse(text.as_str()).unwrap().body {
                let Entry::Message(message) = entry else {
                    continue;
                };
                let elements = message.value.into_iter().flat_map(|value| value.elements);
                for element in elements {
                    let PatternElement::Placeable {
                        expression: Expression::Select { selector, variants },
                    } = element
                    else {
                        continue;
                    };
                    assert!(matches!(selector, InlineExpression::VariableReference { .. }));
                    let keys = variants.iter().map(|variant| match &variant.key {
                        VariantKey::Identifier { name } => *name,
                        VariantKey::NumberLiteral { value } => *value,
                    });
                    let keys: BTreeSet<&str> = keys.collect();
                    assert_eq!(keys, wanted, "{path}: {}", message.id.name);
                    selecting += 1;
                }
            }
        }
    }
    assert_eq!(selecting, 3 * SOURCES.len());
}

fn name_of(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

#[test]
fn arabic_has_all_six_categories_and_its_own_digits() {
    let languages = languages();
    let egypt = languages.find("ar-EG").unwrap();
    let announced = |ahead| egypt.status_texts(&Standing { ahead, ..standing() }).announce;
    assert!(announced(1).starts_with("أمامك شخص واحد."));
    assert!(announced(2).starts_with("أمامك شخصان."));
    assert!(announced(3).starts_with("أمامك ٣ أشخاص."));
    assert!(announced(11).starts_with("أمامك ١١ شخصًا."));
    assert!(announced(100).starts_with("أمامك ١٠٠ شخص."));
    assert!(announced(103).starts_with("أمامك ١٠٣ أشخاص."));
    assert_eq!(egypt.time_utc(9, 5, 30), "٠٩:٠٥:٣٠ UTC");
    assert_eq!(languages.find("ar-AE").unwrap().number(1234), "1,234");
}

#[test]
fn numbers_are_grouped_as_the_culture_does() {
    let languages = languages();
    let number = |tag: &str| languages.find(tag).unwrap().number(1_234_567);
    assert_eq!(number("en-US"), "1,234,567");
    assert_eq!(number("en-IN"), "12,34,567");
    assert_eq!(number("de-DE"), "1.234.567");
    assert_eq!(number("de-CH"), "1'234'567");
    assert_eq!(number("ja-JP"), "1,234,567");
    assert_eq!(number("ar-EG"), "١٬٢٣٤٬٥٦٧");
}

#[test]
fn estimates_read_well() {
    let languages = languages();
    let wait = |tag: &str, low: u64, high: u64| {
        let standing = Standing {
            wait_low_seconds: Some(low * 60),
            wait_high_seconds: Some(high * 60),
            ..standing()
        };
        languages.find(tag).unwrap().status_texts(&standing).wait
    };
    assert_eq!(wait("en", 0, 0), "less than a minute");
    assert_eq!(wait("en", 0, 1), "up to 1 minute");
    assert_eq!(wait("en", 1, 2), "1–2 minutes");
    assert_eq!(wait("en", 80, 80), "about 1 hour, 20 minutes");
    assert_eq!(wait("en", 60, 120), "1–2 hours");
    assert_eq!(wait("en", 50, 70), "50 minutes to 1 hour, 10 minutes");
    assert_eq!(wait("de", 80, 80), "etwa 1 Stunde, 20 Minuten");
    assert_eq!(wait("de", 3, 5), "3–5 Minuten");
    assert_eq!(wait("ja", 3, 5), "3~5分");
    assert_eq!(wait("ja", 0, 5), "最大5 分");
    assert_eq!(wait("ja", 80, 80), "約1 時間 20 分");
    assert_eq!(wait("ar-AE", 1, 2), "من دقيقة إلى دقيقتين");
    assert_eq!(wait("ar-AE", 3, 5), "من 3 إلى 5 دقائق");
    assert_eq!(wait("ar-AE", 80, 80), "ساعة و20 دقيقة تقريبًا");
}

#[test]
fn each_state_has_its_own_words() {
    let languages = languages();
    for language in languages.iter() {
        let mut headlines = BTreeSet::new();
        let mut titles = BTreeSet::new();
        for (state, ahead) in [
            (PageState::InLine, 7),
            (PageState::InLine, 0),
            (PageState::FirstInLine, 0),
            (PageState::Redirecting, 0),
            (PageState::Paused, 7),
            (PageState::Idle, 0),
            (PageState::Prequeue, 0),
            (PageState::Drawing, 0),
            (PageState::Ended, 0),
        ] {
            let texts = language.status_texts(&Standing {
                state,
                ahead,
                ..standing()
            });
            assert!(texts.title.contains("Sale"), "{}", texts.title);
            assert!(!texts.lead.is_empty() && !texts.announce.is_empty());
            let in_line = matches!(state, PageState::InLine | PageState::FirstInLine);
            assert_eq!(texts.wait != "–", in_line);
            assert_eq!((texts.state, texts.countdown.as_str()), (state, ""));
            headlines.insert(texts.headline);
            titles.insert(texts.title);
        }
        assert_eq!((headlines.len(), titles.len()), (9, 9), "{}", language.tag());
    }
}

#[test]
fn a_wait_that_rose_says_why() {
    let languages = languages();
    for language in languages.iter() {
        let texts = |reason, state| {
            language.status_texts(&Standing {
                reason,
                state,
                ..standing()
            })
        };
        let plain = texts(None, PageState::InLine);
        assert_eq!(plain.reason, "");
        let mut seen = BTreeSet::new();
        for reason in [
            WaitReason::OperatorSlowed,
            WaitReason::Paused,
            WaitReason::MoreCameBack,
            WaitReason::StoreAway,
            WaitReason::CappedBySessions,
            WaitReason::PoolShared,
            WaitReason::AutotuneSlowed,
            WaitReason::Priority,
        ] {
            let risen = texts(Some(reason), PageState::InLine);
            assert_eq!(risen.wait, plain.wait);
            assert!(risen.reason.len() > 20, "{}", risen.reason);
            seen.insert(risen.reason);
            assert_eq!(
                texts(Some(reason), PageState::Paused).reason,
                "",
                "there is no wait to explain"
            );
        }
        assert_eq!(seen.len(), 8, "{}", language.tag());
    }
}

#[test]
fn the_time_to_the_start_reads_well() {
    let languages = languages();
    let texts = |tag: &str, seconds: u64| {
        languages.find(tag).unwrap().status_texts(&Standing {
            state: PageState::Prequeue,
            ahead: 0,
            number: None,
            seconds_to_start: Some(seconds),
            ..standing()
        })
    };
    let countdown = |tag: &str, seconds: u64| texts(tag, seconds).countdown;
    assert_eq!(countdown("en", 0), "a moment");
    assert_eq!(countdown("en", 59), "less than a minute");
    assert_eq!(countdown("en", 12 * 60 + 59), "12 minutes");
    assert_eq!(countdown("en", 61 * 60), "1 hour, 1 minute");
    assert_eq!(countdown("en", 51 * 3_600), "2 days, 3 hours");
    assert_eq!(countdown("de", 59), "weniger als eine Minute");
    assert_eq!(countdown("de", 48 * 3_600), "2 Tage");
    assert_eq!(countdown("de", 25 * 3_600), "1 Tag, 1 Stunde");
    assert_eq!(countdown("ja", 80 * 60), "1 時間 20 分");
    assert_eq!(countdown("ja", 51 * 3_600), "2 日 3 時間");
    assert_eq!(countdown("ar-AE", 120), "دقيقتان");
    assert_eq!(countdown("ar-EG", 12 * 60), "١٢ دقيقة");
    assert_eq!(countdown("ar-AE", 51 * 3_600), "يومان و3 ساعات");
    assert_eq!(countdown("ar-AE", 11 * 86_400), "11 يومًا");

    let soon = texts("en", 300);
    assert_eq!(
        (soon.title.as_str(), soon.number.as_str()),
        ("Until the start: 5 minutes · Sale", "–")
    );
    assert_eq!(soon.announce, "Time until the start: 5 minutes.");
    let now = texts("en", 0);
    assert_eq!(now.title, "Before the start · Sale");
    assert!(now.announce.starts_with("You are in the pre-queue."));
}

#[test]
fn nothing_is_counted_once_the_room_has_started() {
    let languages = languages();
    for state in [
        PageState::InLine,
        PageState::Drawing,
        PageState::Ended,
        PageState::Paused,
    ] {
        let texts = languages.find("en").unwrap().status_texts(&Standing {
            state,
            seconds_to_start: Some(300),
            ..standing()
        });
        assert_eq!(texts.countdown, "", "{state:?}");
        assert!(!texts.title.contains("start"), "{state:?}");
    }
}

#[test]
fn digits_are_the_cultures() {
    let languages = languages();
    let digits = |tag: &str| languages.find(tag).unwrap().digits();
    assert_eq!(digits("en-US"), "0123456789");
    assert_eq!(digits("ar-AE"), "0123456789");
    assert_eq!(digits("ar-EG"), "٠١٢٣٤٥٦٧٨٩");
}

#[test]
fn there_is_a_dash_where_there_is_no_number_yet() {
    let none = Standing {
        number: None,
        wait_low_seconds: None,
        ..standing()
    };
    let texts = languages().find("en").unwrap().status_texts(&none);
    assert_eq!(
        (texts.number.as_str(), texts.wait.as_str()),
        ("–", "not known at the moment")
    );
}

#[test]
fn the_link_comes_first_then_the_browser_then_the_room() {
    let languages = languages();
    let tag = |cid, accept, room, detect| languages.negotiate(cid, accept, room, detect).tag().to_owned();
    assert_eq!(tag(Some("ja-JP"), Some("de"), "ar-EG", true), "ja-JP");
    assert_eq!(tag(Some("da-DK"), Some("de"), "ar-EG", true), "de");
    assert_eq!(tag(None, Some("de"), "ar-EG", false), "ar-EG");
    assert_eq!(tag(None, Some("fr, *;q=0.5"), "de-CH", true), "de-CH");
    assert_eq!(tag(None, None, "xx-YY", true), "en");
    assert_eq!(tag(Some(""), Some(""), "", true), "en");
    assert_eq!(tag(Some("DE_ch"), None, "en-US", true), "de-CH");
    assert_eq!(tag(Some("ar-Arab-SO"), None, "en-US", true), "ar");
}

#[test]
fn the_browsers_weights_count() {
    let languages = languages();
    let tag = |accept: &str| {
        let language = languages.negotiate(None, Some(accept), "en-US", true);
        language.tag().to_owned()
    };
    assert_eq!(tag("de;q=0.5, ja;q=0.9, fr"), "ja");
    assert_eq!(tag("de;q=0, ar;q=0.001"), "ar");
    assert_eq!(tag("de-AT,de;q=0.9,en;q=0.8"), "de-AT");
    assert_eq!(tag("ja;q=many, de;q=0.1"), "de");
    // Bounds: the 17th language is not looked at, nor an absurd tag.
    assert_eq!(tag(&format!("{}de", "fr,".repeat(16))), "en-US");
    assert_eq!(tag(&format!("{}de", "fr,".repeat(15))), "de");
    assert_eq!(tag(&format!("de-{}", "x".repeat(40))), "en-US");
}

#[test]
fn notices_have_three_different_texts() {
    for language in languages().iter() {
        for notice in Notice::ALL {
            let texts = language.notice(*notice);
            let set = BTreeSet::from([&texts.heading, &texts.what, &texts.todo]);
            assert!(set.len() == 3 && set.iter().all(|text| text.len() > 10), "{notice:?}");
        }
        assert!(language.notice_words().reference("6 hash").contains("6 hash"));
    }
}
