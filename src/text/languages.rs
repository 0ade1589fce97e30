//! The set of all languages. The set is known at start; the messages of a language are resolved on
//! first use, since most rooms need few languages.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::language::{Language, LanguageTexts};
use super::locales::{LocaleSource, PSEUDO, SOURCES};
use super::overrides::{Override, OverrideError};

/// All languages and their cultures.
#[derive(Debug)]
pub struct Languages {
    /// English first.
    families: Vec<Family>,
    /// Each language, followed by its cultures; English first.
    cultures: Vec<LazyCulture>,
    /// Tags in lower case with their index in `cultures`, sorted.
    index: Vec<(String, usize)>,
    /// By theme and language: the languages with messages of that theme.
    themed: BTreeMap<(String, &'static str), Themed>,
}

#[derive(Debug)]
struct Family {
    source: &'static LocaleSource,
    words: OnceLock<Arc<LanguageTexts>>,
}

#[derive(Debug)]
struct LazyCulture {
    tag: String,
    /// Index in `families`.
    family: usize,
    language: OnceLock<Language>,
}

/// A language in a theme that has messages of its own.
#[derive(Debug)]
struct Themed {
    words: Arc<LanguageTexts>,
    /// The cultures by tag.
    cultures: BTreeMap<String, OnceLock<Language>>,
}

impl Languages {
    /// Collects the embedded languages.
    ///
    /// This cannot fail: the languages and their CLDR data are part of the program, texts are
    /// resolved on first use, and a test makes every culture, including the pseudo-locale, and
    /// resolves every message.
    #[must_use]
    pub fn load() -> Self {
        let mut languages = Self {
            families: Vec::new(),
            cultures: Vec::new(),
            index: Vec::new(),
            themed: BTreeMap::new(),
        };
        for source in SOURCES.iter().chain([&PSEUDO]) {
            languages.add(source);
        }
        let tags = languages.cultures.iter().enumerate();
        languages.index = tags
            .map(|(place, culture)| (culture.tag.to_ascii_lowercase(), place))
            .collect();
        languages.index.sort();
        languages
    }

    fn add(&mut self, source: &'static LocaleSource) {
        let family = self.families.len();
        self.families.push(Family {
            source,
            words: OnceLock::new(),
        });
        self.cultures.extend(source.tags().map(|tag| LazyCulture {
            tag,
            family,
            language: OnceLock::new(),
        }));
    }

    /// Adds the messages of themes to the languages.
    ///
    /// # Errors
    /// Returns every message that is not among the embedded messages, lacks an attribute, or uses
    /// an unknown variable.
    pub fn with_themes<'a>(
        mut self,
        overrides: impl IntoIterator<Item = Override<'a>>,
    ) -> Result<Self, Vec<OverrideError>> {
        let overrides: Vec<_> = overrides.into_iter().collect();
        let mut errors = Vec::new();
        for own in &overrides {
            if let Err(found) = self.add_theme(own, &overrides) {
                errors.extend(found);
            }
        }
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }

    /// Adds the messages of one override to its language and to the variants of that language. A
    /// variant for which the theme has its own messages uses both.
    fn add_theme(&mut self, own: &Override<'_>, all: &[Override<'_>]) -> Result<(), Vec<OverrideError>> {
        for source in own.check()?.with_variants() {
            let base = source.base().map(|base| base.language);
            let files = [base, Some(source.language)].into_iter().flatten();
            let files = files.filter_map(|tag| all.iter().find(|other| other.theme == own.theme && other.is_in(tag)));
            let words = own.resolve(source, files.map(Override::file).collect())?;
            let cultures = source.tags().map(|tag| (tag, OnceLock::new())).collect();
            let key = (own.theme.to_owned(), source.language);
            self.themed.insert(key, Themed { words, cultures });
        }
        Ok(())
    }

    /// Returns whether any theme has messages of its own.
    #[must_use]
    pub fn are_themed(&self) -> bool {
        !self.themed.is_empty()
    }

    /// Returns the same culture with the messages of a theme.
    #[must_use]
    pub fn in_theme<'a>(&'a self, language: &'a Language, theme: &str) -> &'a Language {
        if self.themed.is_empty() {
            return language;
        }
        let themed = self.themed.get(&(theme.to_owned(), language.family()));
        themed
            .and_then(|themed| {
                let kept = themed.cultures.get(language.tag())?;
                Some(kept.get_or_init(|| language.saying(Arc::clone(&themed.words))))
            })
            .unwrap_or(language)
    }

    /// Iterates over every language and culture except the pseudo-locale, English first.
    pub fn iter(&self) -> impl Iterator<Item = &Language> {
        let spoken = 0..self.cultures.len() - 1;
        spoken.map(|place| self.at(place))
    }

    /// Iterates over the languages and their variants without further regions, English first.
    pub fn each(&self) -> impl Iterator<Item = &Language> {
        self.iter().filter(|language| language.tag() == language.family())
    }

    /// Returns tags and native names of the languages for a picker, English first and then in the
    /// order of their tags.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        SOURCES.iter().map(|source| (source.language, source.name))
    }

    /// Resolves a culture on first use; no other function does.
    pub(super) fn at(&self, place: usize) -> &Language {
        let culture = &self.cultures[place];
        let family = &self.families[culture.family];
        culture.language.get_or_init(|| {
            let words = family.words.get_or_init(|| {
                let words = LanguageTexts::resolve(family.source, Vec::new());
                Arc::new(words.expect("a test resolves every embedded message"))
            });
            let language = Language::new(&culture.tag, family.source.language, Arc::clone(words));
            language.expect("a test makes every culture")
        })
    }

    /// Returns the index of a tag in any case.
    pub(super) fn place(&self, tag: &str) -> Option<usize> {
        let found = self.index.binary_search_by(|(known, _)| compare(known, tag));
        found.ok().map(|at| self.index[at].1)
    }

    /// Returns the index of the pseudo-locale.
    pub(super) fn pseudo(&self) -> usize {
        self.cultures.len() - 1
    }
}

/// Compares a known tag, which is in lower case, with a tag from outside: in any case, with `_` for
/// `-`. Every poll looks up a tag, so this makes no copy of it.
pub(super) fn compare(known: &str, tag: &str) -> Ordering {
    let normal = |byte: u8| if byte == b'_' { b'-' } else { byte.to_ascii_lowercase() };
    known.bytes().cmp(tag.bytes().map(normal))
}
