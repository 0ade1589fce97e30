//! The messages of all languages: complete, used and translated, with exactly the plural categories
//! of the language and the variables of the English message.

use std::collections::{BTreeMap, BTreeSet};

use icu_list::{
    ListFormatter,
    options::{ListFormatterOptions, ListLength},
};
use icu_locale_core::Locale;
use icu_plurals::PluralCategory;

use super::super::{
    catalog::Catalog,
    error::BundleError,
    language::LanguageTexts,
    locales::{LocaleSource, PSEUDO, SOURCES},
    messages::{Shape, VALUE, shapes},
    number::Numbers,
    *,
};

/// Messages that are equal to the English ones on purpose, by language.
const SAME_AS_ENGLISH: &[(&str, &str)] = &[("da", "notice-reference"), ("fr", "page-unit-minutes")];

/// Returns the messages of a language, those of its base included.
pub(super) fn shapes_of(source: &LocaleSource) -> BTreeMap<String, Shape> {
    let mut all = source.base().map(shapes_of).unwrap_or_default();
    all.extend(own_shapes(source));
    all
}

/// Returns the messages of a language's own folder.
fn own_shapes(source: &LocaleSource) -> BTreeMap<String, Shape> {
    let files = source.files().into_iter();
    let all = files.flat_map(|file| shapes(&file.text).unwrap_or_else(|faults| panic!("{}: {faults:?}", file.path)));
    all.map(|shape| (shape.name.clone(), shape)).collect()
}

#[test]
fn every_language_has_every_message_and_none_besides() {
    for source in SOURCES.iter().chain([&PSEUDO]) {
        if let Err(error) = LanguageTexts::resolve(source, Vec::new()) {
            panic!("{}: {error}", source.language);
        }
    }
}

#[test]
fn every_culture_can_be_made() {
    let languages = Languages::load();
    let tags: BTreeSet<&str> = languages.iter().map(Language::tag).collect();
    let reported = SOURCES.iter().flat_map(LocaleSource::tags).count();
    assert_eq!(tags.len(), reported);
    let pseudo = languages.at(languages.pseudo());
    assert_eq!(pseudo.family(), PSEUDO.language);
}

#[test]
fn a_message_that_is_missing_or_left_over_is_named() {
    let numbers = Numbers::new("en").unwrap();
    let mut catalog = Catalog::new("en", SOURCES[0].files(), Vec::new(), &numbers).unwrap();
    catalog.fixed("page-leave");
    catalog.fixed("page-no-such-message");
    catalog.fixed("status-title-next");
    let Err(BundleError::Messages { problems, .. }) = catalog.finish() else {
        panic!("an incomplete catalogue was accepted");
    };
    let said = |text: &str| problems.iter().any(|problem| problem.contains(text));
    assert!(said("`page-no-such-message` is missing"));
    assert!(said("`page-skip` is not used") && said("`notice-left.what` is not used"));
    assert!(said("`status-title-next`: ") && !said("`page-leave`"));
}

#[test]
fn every_language_has_the_same_files() {
    let names = |source: &LocaleSource| -> Vec<String> {
        let files = source.files().into_iter();
        files
            .map(|file| file.path.rsplit('/').next().unwrap().to_owned())
            .collect()
    };
    let all = names(&SOURCES[0]);
    for source in SOURCES {
        if source.base().is_some() {
            let known = names(source).iter().all(|name| all.contains(name));
            assert!(known, "{}", source.language);
        } else {
            assert_eq!(names(source), all, "{}", source.language);
        }
    }
}

/// A message of a variant differs from its base's in its text or in that of an attribute: equal
/// messages are not copied.
#[test]
fn a_variant_has_only_what_it_says_differently() {
    let mut variants = 0;
    for source in SOURCES {
        let Some(base) = source.base() else { continue };
        variants += 1;
        let base = shapes_of(base);
        let mut differing = BTreeMap::new();
        for (name, shape) in own_shapes(source) {
            let original = base.get(&name);
            let original = original.unwrap_or_else(|| panic!("{}: {name} is no message", source.language));
            let id = name.split('.').next().unwrap_or_default().to_owned();
            *differing.entry(id).or_insert(false) |= original.text != shape.text;
        }
        let copied: Vec<_> = differing.iter().filter(|(_, differs)| !**differs).collect();
        assert!(copied.is_empty(), "{}: {copied:?}", source.language);
        assert!(!differing.is_empty(), "{}", source.language);
    }
    assert_eq!(variants, 2);
}

#[test]
fn every_folder_of_messages_is_a_language() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    let folders = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let folders: BTreeSet<String> = folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    let languages: BTreeSet<String> = SOURCES.iter().map(|source| source.language.to_owned()).collect();
    assert_eq!(folders, languages);
}

#[test]
fn nothing_is_left_in_english() {
    let english = shapes_of(&SOURCES[0]);
    let mut used = BTreeSet::new();
    let mut left = Vec::new();
    for source in SOURCES.iter().filter(|source| !source.language.starts_with("en")) {
        for (name, shape) in shapes_of(source) {
            // A message that consists of values and signs needs no translation.
            let same = english[&name].text == shape.text && shape.text.chars().any(char::is_alphabetic);
            let allowed = SAME_AS_ENGLISH
                .iter()
                .position(|(language, message)| source.language == *language && *message == name);
            match allowed {
                Some(at) if same => _ = used.insert(at),
                None if same => left.push(format!("{}: {name} = {}", source.language, shape.text)),
                _ => {}
            }
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
    assert_eq!(
        used.len(),
        SAME_AS_ENGLISH.len(),
        "something is allowed that is not needed"
    );
}

#[test]
fn messages_that_select_on_a_number_name_every_category_and_no_other() {
    for source in SOURCES {
        let numbers = Numbers::new(source.language).unwrap();
        let wanted: BTreeSet<&str> = numbers.categories().map(name_of).collect();
        for (name, shape) in shapes_of(source) {
            for keys in &shape.selects {
                let keys: BTreeSet<&str> = keys.iter().map(String::as_str).collect();
                assert_eq!(keys, wanted, "{}: {name}", source.language);
            }
        }
    }
}

#[test]
fn messages_are_given_what_english_is_given() {
    let english = shapes_of(&SOURCES[0]);
    for source in SOURCES {
        for (name, shape) in shapes_of(source) {
            assert_eq!(shape.variables, english[&name].variables, "{}: {name}", source.language);
            assert_eq!(
                shape.selects.is_empty(),
                english[&name].selects.is_empty(),
                "{}: {name}",
                source.language
            );
        }
    }
}

/// "Between 1 hour and 20 minutes and 2 hours" can be read in two ways.
#[test]
fn a_range_of_lengths_is_not_joined_by_the_word_inside_a_length() {
    let wide = ListFormatterOptions::default().with_length(ListLength::Wide);
    for source in SOURCES {
        let locale: Locale = source.language.parse().unwrap();
        let list = ListFormatter::try_new_unit((&locale).into(), wide).unwrap();
        let length = list.format(["1", "2"].into_iter()).to_string();
        let inside = length.trim_start_matches('1').trim_end_matches('2').trim();
        let range = &shapes_of(source)["status-wait-between"].text;
        let between = range.split(VALUE).nth(1).unwrap().trim();
        assert!(!between.is_empty() && between != inside, "{}: {range}", source.language);
    }
}

#[test]
fn a_choice_falls_as_cldr_has_it() {
    for source in SOURCES {
        let numbers = Numbers::new(source.language).unwrap();
        let choices = numbers.categories().map(name_of);
        let choices: String = choices
            .map(|name| {
                format!(
                    " [{name}] {name}
"
                )
            })
            .collect();
        let text = format!("a = {{ $n ->\n{choices} *[none] none\n }}\n");
        let file = locales::MessageFile {
            path: String::new(),
            text,
        };
        let mut catalog = Catalog::new(source.language, vec![file], Vec::new(), &numbers).unwrap();
        let counted = catalog.counted("a", "n", &[]);
        for category in numbers.categories() {
            let mut filled = String::new();
            counted.push(category, &mut filled, |_, _| {});
            assert_eq!(filled, name_of(category), "{}", source.language);
        }
    }
}

#[test]
fn quotation_marks_are_the_languages_own() {
    for source in SOURCES {
        for (name, shape) in shapes_of(source) {
            assert!(
                !shape.text.contains('"'),
                "{}: {name} = {}",
                source.language,
                shape.text
            );
            assert!(
                !shape.text.contains('\''),
                "{}: {name} = {}",
                source.language,
                shape.text
            );
        }
    }
}

#[test]
fn french_signs_stand_beside_a_narrow_blank() {
    let french = SOURCES.iter().find(|source| source.language == "fr").unwrap();
    let mut signs = 0;
    for (name, shape) in shapes_of(french) {
        let chars: Vec<char> = shape.text.chars().collect();
        for (at, sign) in chars.iter().enumerate() {
            let beside = match sign {
                ':' | ';' | '?' | '!' | '»' => at.checked_sub(1),
                '«' => Some(at + 1),
                _ => continue,
            };
            let beside = beside.and_then(|beside| chars.get(beside));
            assert_eq!(beside, Some(&'\u{202f}'), "{name} = {}", shape.text);
            signs += 1;
        }
    }
    assert!(signs > 20, "{signs}");
}

#[test]
fn chinese_and_japanese_texts_have_full_width_signs() {
    let is_own = |letter: &char| matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    let is_narrow = |sign: &char| ",.!?:;()".contains(*sign);
    for language in ["ja", "zh-Hans", "zh-Hant"] {
        let source = SOURCES.iter().find(|source| source.language == language).unwrap();
        for (name, shape) in shapes_of(source) {
            let chars: Vec<char> = shape.text.chars().filter(|letter| *letter != ' ').collect();
            let mut pairs = chars.windows(2);
            let is_mixed = pairs.any(|pair| pair.iter().any(is_own) && pair.iter().any(is_narrow));
            assert!(!is_mixed, "{language}: {name} = {}", shape.text);
        }
    }
}

#[test]
fn no_blank_stands_beside_another_or_at_an_end() {
    for source in SOURCES {
        for (name, shape) in shapes_of(source) {
            let text = shape.text.as_str();
            let at_an_end = shape.selects.is_empty() && text != text.trim();
            assert!(
                !at_an_end && !text.contains("  "),
                "{}: {name} = {text:?}",
                source.language
            );
        }
    }
}

#[test]
fn languages_are_named_as_they_name_themselves() {
    let known: BTreeMap<&str, &str> = BY_INTL.iter().copied().collect();
    for source in SOURCES {
        assert_eq!(source.name.to_lowercase(), known[source.language].to_lowercase());
        assert!(
            !source.name.starts_with(char::is_lowercase),
            "a menu's entries begin alike: {}",
            source.name
        );
    }
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

/// From Node's `Intl.DisplayNames` of each language for itself.
#[rustfmt::skip]
const BY_INTL: &[(&str, &str)] = &[
    ("ar", "العربية"),
    ("bg", "български"),
    ("bn", "বাংলা"),
    ("ca", "català"),
    ("cs", "čeština"),
    ("da", "dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("en-GB", "British English"),
    ("es", "español"),
    ("et", "eesti"),
    ("eu", "euskara"),
    ("fa", "فارسی"),
    ("fi", "suomi"),
    ("fil", "Filipino"),
    ("fr", "français"),
    ("gl", "galego"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("hr", "hrvatski"),
    ("hu", "magyar"),
    ("id", "Indonesia"),
    ("is", "íslenska"),
    ("it", "italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("lt", "lietuvių"),
    ("lv", "latviešu"),
    ("ms", "Melayu"),
    ("nb", "norsk bokmål"),
    ("nl", "Nederlands"),
    ("pl", "polski"),
    ("pt", "português"),
    ("pt-PT", "português europeu"),
    ("ro", "română"),
    ("ru", "русский"),
    ("sk", "slovenčina"),
    ("sl", "slovenščina"),
    ("sr", "српски"),
    ("sv", "svenska"),
    ("ta", "தமிழ்"),
    ("th", "ไทย"),
    ("tr", "Türkçe"),
    ("uk", "українська"),
    ("ur", "اردو"),
    ("vi", "Tiếng Việt"),
    ("zh-Hans", "简体中文"),
    ("zh-Hant", "繁體中文"),
];
