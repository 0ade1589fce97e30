//! One word for one thing in every language, as `docs/languages/glossary.toml` lists them.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::super::locales::{LocaleSource, SOURCES};
use super::lint::shapes_of;

const GLOSSARY: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/languages/glossary.toml"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Glossary {
    terms: BTreeMap<String, Term>,
    /// The texts that no message of a language contains.
    never: BTreeMap<String, Vec<String>>,
    languages: BTreeMap<String, BTreeMap<String, TermForms>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    meaning: String,
    /// The messages that contain the term in every language.
    messages: Vec<String>,
}

/// One language's word for a term.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct TermForms {
    #[serde(rename = "use")]
    good: Vec<String>,
    #[serde(rename = "not", default)]
    bad: Vec<String>,
    #[serde(default)]
    except: Vec<String>,
}

impl Glossary {
    fn load() -> Self {
        toml::from_str(GLOSSARY).unwrap_or_else(|error| panic!("docs/languages/glossary.toml: {error}"))
    }

    /// Returns a language's words, those of its base included.
    fn words(&self, source: &LocaleSource) -> BTreeMap<String, TermForms> {
        let mut words = source.base().map(|base| self.words(base)).unwrap_or_default();
        words.extend(self.languages.get(source.language).cloned().unwrap_or_default());
        words
    }
}

/// Returns a text in the form in which it is compared: in lower case, with a space at each end, so
/// that every word has one on both sides.
fn plain(text: &str) -> String {
    format!(" {} ", text.to_lowercase())
}

fn contains(text: &str, word: &str) -> bool {
    text.contains(&word.to_lowercase())
}

/// Returns the faults in the use of one term.
fn faults(term: &Term, forms: &TermForms, messages: &BTreeMap<String, String>) -> Vec<String> {
    let lacks = |name: &&String| !forms.good.iter().any(|word| contains(&messages[*name], word));
    let lacking = term.messages.iter().filter(lacks);
    let mut found: Vec<String> = lacking
        .map(|name| format!("{name} has none of {:?}: {}", forms.good, messages[name]))
        .collect();
    for (name, text) in messages {
        // Longer phrases first: a shorter one can be a part of them.
        let mut allowed: Vec<&String> = forms.good.iter().chain(&forms.except).collect();
        allowed.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        let rest = allowed.iter().fold(text.clone(), |text, phrase| {
            text.replace(&phrase.to_lowercase(), "\u{fffc}")
        });
        let second = forms.bad.iter().filter(|word| contains(&rest, word));
        found.extend(second.map(|word| format!("{name} has a second word, {word:?}: {text}")));
    }
    found
}

fn texts(source: &LocaleSource) -> BTreeMap<String, String> {
    let shapes = shapes_of(source).into_values();
    shapes.map(|shape| (shape.name, plain(&shape.text))).collect()
}

#[test]
fn every_language_has_one_word_for_one_thing() {
    let glossary = Glossary::load();
    let mut found = Vec::new();
    for source in SOURCES {
        let words = glossary.words(source);
        let terms: Vec<_> = glossary.terms.keys().collect();
        assert_eq!(words.keys().collect::<Vec<_>>(), terms, "{}", source.language);
        let messages = texts(source);
        for (name, term) in &glossary.terms {
            let faults = faults(term, &words[name], &messages);
            found.extend(
                faults
                    .into_iter()
                    .map(|fault| format!("{}, {name}: {fault}", source.language)),
            );
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn forbidden_texts_do_not_occur() {
    for (language, phrases) in Glossary::load().never {
        let family = |source: &&LocaleSource| {
            source.language == language || source.base().is_some_and(|base| base.language == language)
        };
        let sources: Vec<_> = SOURCES.iter().filter(family).collect();
        assert!(!sources.is_empty(), "{language} is no language");
        for source in sources {
            for (name, text) in texts(source) {
                let said = phrases.iter().find(|phrase| contains(&text, phrase));
                assert_eq!(said, None, "{}: {name} = {text}", source.language);
            }
        }
    }
}

#[test]
fn the_glossary_names_ten_terms_and_more_and_only_languages_that_there_are() {
    let glossary = Glossary::load();
    assert!(glossary.terms.len() >= 10);
    for (name, term) in &glossary.terms {
        assert!(!term.meaning.is_empty() && term.messages.len() >= 3, "{name}");
    }
    for language in glossary.languages.keys() {
        let source = LocaleSource::find(language);
        assert_eq!(source.map(|source| source.language), Some(language.as_str()));
    }
}

#[test]
fn a_second_word_and_a_missing_one_are_found() {
    let term = Term {
        meaning: String::new(),
        messages: vec!["leave".to_owned()],
    };
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
    let forms = TermForms {
        good: words(&["Schlange"]),
        bad: words(&["Reihe", " Zeile"]),
        except: words(&["an der Reihe"]),
    };
    let check = |texts: &[(&str, &str)]| {
        let messages = texts.iter().map(|(name, text)| ((*name).to_owned(), plain(text)));
        faults(&term, &forms, &messages.collect()).len()
    };
    assert_eq!(check(&[("leave", "Die Warteschlange verlassen")]), 0);
    assert_eq!(check(&[("leave", "Verlassen")]), 1);
    assert_eq!(check(&[("leave", "Schlange"), ("turn", "Sie sind an der Reihe")]), 0);
    assert_eq!(check(&[("leave", "Schlange"), ("turn", "Reihe")]), 1);
    assert_eq!(check(&[("leave", "Schlange und Warteschlange, Buchzeile")]), 0);
    assert_eq!(check(&[("leave", "Schlange, Zeile")]), 1);
}
