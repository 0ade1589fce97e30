//! Isolation of foreign words in languages that are written from right to left: names, addresses
//! and codes are often Latin, and without isolation they would swap places with the adjacent text.
//! Titles of tabs have no markup that could isolate text.

use super::super::locales::SOURCES;
use super::*;

/// The variables whose values can be in any script.
const FOREIGN: [&str; 5] = ["room", "code", "reason", "address", "host"];

/// Returns how often the text contains a foreign value, and how often an isolated one.
fn counts(text: &str) -> (usize, usize) {
    let of =
        |form: &dyn Fn(&str) -> String| -> usize { FOREIGN.iter().map(|name| text.matches(&form(name)).count()).sum() };
    let value = |name: &str| format!("{{ ${name} }}");
    let isolated = |name: &str| format!(r#"{{"\u2068"}}{}{{"\u2069"}}"#, value(name));
    (of(&value), of(&isolated))
}

#[test]
fn foreign_words_are_isolated_where_the_text_runs_from_right_to_left() {
    let languages = languages();
    let leftward: Vec<&str> = languages
        .each()
        .filter(|language| language.direction() == app::texts::Direction::Rtl)
        .map(Language::family)
        .collect();
    for source in SOURCES.iter().filter(|source| leftward.contains(&source.language)) {
        let mut seen = 0;
        for file in source.files() {
            for line in file.text.lines().filter(|line| !line.starts_with('#')) {
                let (values, isolated) = counts(line);
                assert_eq!(values, isolated, "{}: {line}", file.path);
                seen += values;
            }
        }
        assert!(seen >= 17, "{}: {seen}", source.language);
    }
}

#[test]
fn a_page_isolates_a_latin_name() {
    let languages = languages();
    for tag in ["ar", "fa", "he", "ur"] {
        let title = languages.find(tag).unwrap().status_texts(&status()).title;
        assert!(title.ends_with("\u{2068}Sale\u{2069}"), "{title:?}");
        let subject = languages.find(tag).unwrap().email_texts().subject(&["Sale"]);
        assert!(subject.starts_with("\u{2068}Sale\u{2069}"), "{subject:?}");
    }
}
