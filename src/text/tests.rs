//! The visitors' texts: word by word in some languages, and as a whole in all of them.

use std::collections::BTreeSet;

use app::view::{PageState, WaitReason};

use super::*;

mod choice;
mod docs;
mod glossary;
mod isolation;
mod lint;
mod themed;

fn languages() -> Languages {
    Languages::load()
}

fn status() -> VisitorStatus<'static> {
    VisitorStatus {
        state: PageState::InLine,
        is_elsewhere: false,
        ahead: 1234,
        wait_low_seconds: Some(180),
        wait_high_seconds: Some(300),
        is_wait_not_known_yet: false,
        reason: None,
        number: Some(1240),
        population: None,
        seconds_to_start: None,
        stock: None,
        room: "Sale",
        shown: ShownFigures::ALL,
    }
}

#[test]
fn arabic_has_all_six_categories_and_its_own_digits() {
    let languages = languages();
    let egypt = languages.find("ar-EG").unwrap();
    let announced = |ahead| egypt.status_texts(&VisitorStatus { ahead, ..status() }).announce;
    assert!(announced(1).starts_with("أمامك شخص واحد."));
    assert!(announced(2).starts_with("أمامك شخصان."));
    assert!(announced(3).starts_with("أمامك ٣ أشخاص."));
    assert!(announced(11).starts_with("أمامك ١١ شخصًا."));
    assert!(announced(100).starts_with("أمامك ١٠٠ شخص."));
    assert!(announced(103).starts_with("أمامك ١٠٣ أشخاص."));
    assert_eq!(egypt.time_utc(9 * 3_600 + 5 * 60 + 30), "٩:٠٥:٣٠ ص UTC");
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
        let status = VisitorStatus {
            wait_low_seconds: Some(low * 60),
            wait_high_seconds: Some(high * 60),
            ..status()
        };
        languages.find(tag).unwrap().status_texts(&status).wait
    };
    assert_eq!(wait("en", 0, 0), "less than a minute");
    assert_eq!(wait("en", 0, 1), "up to 1 minute");
    assert_eq!(wait("en", 1, 2), "1–2 minutes");
    assert_eq!(wait("en", 80, 80), "about 1 hour, 20 minutes");
    assert_eq!(wait("en", 60, 120), "1–2 hours");
    assert_eq!(wait("en", 50, 70), "50 minutes to 1 hour, 10 minutes");
    assert_eq!(wait("de", 80, 80), "etwa 1 Stunde, 20 Minuten");
    assert_eq!(wait("de", 3, 5), "3–5 Minuten");
    assert_eq!(wait("ja", 3, 5), "3～5分");
    assert_eq!(wait("ja", 0, 5), "最大5 分");
    assert_eq!(wait("ja", 80, 80), "約1 時間 20 分");
    assert_eq!(wait("ar-AE", 1, 2), "من دقيقة إلى دقيقتين");
    assert_eq!(wait("ar-AE", 3, 5), "من 3 إلى 5 دقائق");
    assert_eq!(wait("ar-AE", 80, 80), "ساعة و20 دقيقة تقريبًا");
}

#[test]
fn each_state_has_its_own_words() {
    let languages = languages();
    for language in languages.each() {
        let mut headlines = BTreeSet::new();
        let mut titles = BTreeSet::new();
        for (state, ahead) in [
            (PageState::InLine, 7),
            (PageState::InLine, 0),
            (PageState::Almost, 7),
            (PageState::FirstInLine, 0),
            (PageState::Redirecting, 0),
            (PageState::Paused, 7),
            (PageState::SoldOut, 7),
            (PageState::Idle, 0),
            (PageState::Prequeue, 0),
            (PageState::Drawing, 0),
            (PageState::Drawn, 7),
            (PageState::Ended, 0),
        ] {
            let texts = language.status_texts(&VisitorStatus {
                state,
                ahead,
                population: Some(1300),
                ..status()
            });
            assert!(texts.title.contains("Sale"), "{}", texts.title);
            assert!(!texts.lead.is_empty() && !texts.announce.is_empty());
            let in_line = state.is_waiting()
                || matches!(
                    state,
                    PageState::Drawn | PageState::FirstInLine | PageState::SoldOut | PageState::Paused
                );
            assert_eq!(texts.wait != "–", in_line);
            assert_eq!((texts.state, texts.countdown.as_str()), (state, ""));
            headlines.insert(texts.headline);
            titles.insert(texts.title);
        }
        // The page of a visitor who is almost there has the title of the line: how many people are
        // ahead.
        assert_eq!((headlines.len(), titles.len()), (12, 11), "{}", language.tag());
    }
}

#[test]
fn a_wait_that_rose_says_why() {
    let languages = languages();
    for language in languages.each() {
        let texts = |reason, state| {
            language.status_texts(&VisitorStatus {
                reason,
                state,
                ..status()
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
            WaitReason::Restored,
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
        assert_eq!(seen.len(), 9, "{}", language.tag());
    }
}

#[test]
fn the_stock_is_stated_beside_the_people_ahead() {
    let languages = languages();
    let texts = |tag: &str, left: u64, ahead: u64, shown: bool| {
        languages.find(tag).unwrap().status_texts(&VisitorStatus {
            stock: Some(StockStatus { left, as_of: None }),
            ahead,
            shown: ShownFigures {
                ahead: shown,
                ..ShownFigures::ALL
            },
            ..status()
        })
    };
    let said = |tag: &str, left: u64, ahead: u64| texts(tag, left, ahead, true).stock;
    assert_eq!(said("en", 304, 1_200), "About 300 left. 1,200 people are ahead of you.");
    assert_eq!(said("en", 304, 1), "About 300 left. 1 person is ahead of you.");
    assert_eq!(said("en", 9, 0), "Only a few left.");
    assert_eq!(said("ru", 304, 2), "Осталось примерно 300. Перед вами 2 человека.");
    assert_eq!(said("ar-EG", 304, 103), "المتبقي نحو ٣٠٠. أمامك ١٠٣ أشخاص.");
    assert_eq!(texts("en", 304, 1_200, false).stock, "About 300 left.");
    assert!(texts("en", 304, 7, true).announce.ends_with(" About 300 left."));
    for language in languages.each() {
        let tag = language.tag();
        assert!(!said(tag, 0, 0).contains('0'), "{tag}: nothing is promised");
        assert_ne!(said(tag, 304, 0), said(tag, 9, 0), "{tag}");
    }
    let old = VisitorStatus {
        stock: Some(StockStatus {
            left: 304,
            as_of: Some(StockTime::Time(10 * 3_600 + 300)),
        }),
        ahead: 0,
        ..status()
    };
    let old = languages.find("en").unwrap().status_texts(&old).stock;
    assert!(old.starts_with("About 300 left. (As of 10:05:00"), "{old}");
}

#[test]
fn the_time_to_the_start_reads_well() {
    let languages = languages();
    let texts = |tag: &str, seconds: u64| {
        languages.find(tag).unwrap().status_texts(&VisitorStatus {
            state: PageState::Prequeue,
            ahead: 0,
            number: None,
            seconds_to_start: Some(seconds),
            ..status()
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
        ("Starts in 5 minutes · Sale", "–")
    );
    assert_eq!(soon.announce, "It starts in 5 minutes.");
    let now = texts("en", 0);
    assert_eq!(now.title, "It has started · Sale");
    assert!(now.announce.starts_with("In a moment the numbers are drawn."));
}

#[test]
fn the_draw_reveals_the_number_among_all() {
    let languages = languages();
    let drawn = |tag: &str, shown| {
        languages.find(tag).unwrap().status_texts(&VisitorStatus {
            state: PageState::Drawn,
            number: Some(1_040),
            population: Some(2_082),
            shown: ShownFigures {
                number: shown,
                ..ShownFigures::ALL
            },
            ..status()
        })
    };
    let texts = drawn("en", true);
    assert_eq!(texts.headline, "You drew 1,040 of 2,082");
    assert_eq!(texts.title, "You drew 1,040 of 2,082 · Sale");
    assert!(
        texts.announce.starts_with("You drew 1,040 of 2,082. "),
        "{}",
        texts.announce
    );
    assert!(!drawn("en", false).headline.contains("1,040"));
    for language in languages.each() {
        let headline = drawn(language.tag(), true).headline;
        let numbers = [1_040, 2_082].map(|number| language.number(number));
        assert!(numbers.iter().all(|number| headline.contains(number)), "{headline}");
    }
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
        let texts = languages.find("en").unwrap().status_texts(&VisitorStatus {
            state,
            seconds_to_start: Some(300),
            ..status()
        });
        assert_eq!(texts.countdown, "", "{state:?}");
        assert!(!texts.title.to_lowercase().contains("start"), "{state:?}");
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
    let none = VisitorStatus {
        number: None,
        wait_low_seconds: None,
        ..status()
    };
    let texts = languages().find("en").unwrap().status_texts(&none);
    assert_eq!(
        (texts.number.as_str(), texts.wait.as_str()),
        ("–", "not known at the moment")
    );
}

#[test]
fn a_wait_that_is_not_known_yet_has_words_of_its_own() {
    let languages = languages();
    for language in languages.each() {
        let not_yet = |state| {
            let texts = language.status_texts(&VisitorStatus {
                state,
                wait_low_seconds: None,
                wait_high_seconds: None,
                is_wait_not_known_yet: true,
                ..status()
            });
            texts.wait
        };
        let reported = not_yet(PageState::InLine);
        assert!(reported.chars().any(char::is_alphabetic), "{reported}");
        assert_ne!(reported, language.wait(None, None), "{}", language.tag());
        assert_eq!(reported, language.wait_not_known_yet());
        assert_eq!(not_yet(PageState::Paused), language.wait(None, None));
    }
}

#[test]
fn a_paused_line_says_in_words_that_its_wait_is_not_known() {
    let languages = languages();
    for language in languages.each() {
        let wait = |state, low| {
            let texts = language.status_texts(&VisitorStatus {
                state,
                wait_low_seconds: low,
                ..status()
            });
            texts.wait
        };
        let unknown = wait(PageState::InLine, None);
        assert!(unknown.chars().any(char::is_alphabetic), "{unknown}");
        assert_eq!(wait(PageState::Paused, Some(60)), unknown, "{}", language.tag());
    }
}

#[test]
fn a_figure_that_is_not_shown_is_in_no_text() {
    const SWITCHES: [bool; 2] = [false, true];
    let sets = SWITCHES
        .into_iter()
        .flat_map(|ahead| SWITCHES.map(|wait| (ahead, wait)))
        .flat_map(|(ahead, wait)| SWITCHES.map(|number| ShownFigures { ahead, wait, number }));
    let sets: Vec<_> = sets.collect();
    for language in languages().each() {
        let all = language.status_texts(&status());
        for state in PageState::ALL {
            for shown in &sets {
                let texts = |ahead| {
                    language.status_texts(&VisitorStatus {
                        state,
                        ahead,
                        reason: Some(WaitReason::OperatorSlowed),
                        shown: *shown,
                        ..status()
                    })
                };
                let (some, none) = (texts(1234), texts(0));
                let said = format!("{some:?}");
                let tag = language.tag();
                assert!(shown.ahead || !said.contains(&all.ahead), "{tag} {said}");
                assert!(
                    shown.ahead || some == none,
                    "{tag}: nobody ahead is a figure, too: {none:?}"
                );
                assert!(shown.wait || !said.contains(&all.wait), "{tag} {said}");
                assert!(shown.number || !said.contains(&all.number), "{tag} {said}");
                assert_eq!(
                    some.reason.is_empty(),
                    !state.is_waiting() || !shown.wait,
                    "{tag} {state:?}"
                );
                for text in [&some.title, &some.headline, &some.announce, &none.title, &none.announce] {
                    assert!(!text.is_empty(), "{tag} {state:?} {shown:?}");
                }
            }
        }
    }
}

#[test]
fn notices_have_three_different_texts() {
    for language in languages().each() {
        for notice in Notice::ALL {
            let texts = language.notice(*notice);
            let set = BTreeSet::from([&texts.heading, &texts.what, &texts.todo]);
            assert!(
                set.len() == 3 && set.iter().all(|text| text.chars().count() > 2),
                "{notice:?}"
            );
        }
        assert!(language.shared_notice_texts().reference("6 hash").contains("6 hash"));
    }
}
