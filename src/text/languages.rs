//! The set of all languages. The set is known at start; the messages of a language are resolved on
//! first use, since most rooms need few languages. The messages of themes can be replaced while the
//! server runs.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwap;
use sha2::{Digest, Sha256};

use super::language::{Language, LanguageTexts};
use super::locales::{LocaleSource, PSEUDO, SOURCES};
use super::overrides::{Override, OverrideError};

/// Maximum length of a tag, bytes; a longer tag names no language.
pub(super) const TAG_BYTES_MAX: usize = 35;

/// All languages and their cultures.
#[derive(Debug)]
pub struct Languages {
    /// English first.
    families: Vec<Family>,
    /// Each language, followed by its cultures; English first.
    cultures: Vec<LazyCulture>,
    /// Tags in lower case with their index in `cultures`, sorted.
    index: Vec<(String, usize)>,
    themed: ArcSwap<ThemedLanguages>,
    /// Whether `themed` has any: every poll asks, and most installations have none.
    has_themed: AtomicBool,
}

/// By theme and language: the languages with messages of that theme.
#[derive(Debug, Default)]
pub struct ThemedLanguages(BTreeMap<(String, &'static str), Themed>);

/// A language as a theme says it: with the theme's own messages if it has any.
#[derive(Debug)]
pub enum LanguageInTheme<'a> {
    /// The theme has no messages in this language.
    Plain(&'a Language),
    /// The language with messages of the theme.
    Themed(Arc<Language>),
}

impl Deref for LanguageInTheme<'_> {
    type Target = Language;

    fn deref(&self) -> &Language {
        match self {
            Self::Plain(language) => language,
            Self::Themed(language) => language,
        }
    }
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
    /// Identifies the theme's messages.
    wording: Arc<str>,
    /// The cultures by tag.
    cultures: BTreeMap<String, OnceLock<Arc<Language>>>,
}

impl ThemedLanguages {
    /// Resolves the messages of themes.
    ///
    /// # Errors
    /// Returns every message that is not among the embedded messages, lacks an attribute, or uses
    /// an unknown variable.
    pub fn of<'a>(overrides: impl IntoIterator<Item = Override<'a>>) -> Result<Self, Vec<OverrideError>> {
        let overrides: Vec<_> = overrides.into_iter().collect();
        let (mut themed, mut errors) = (Self::default(), Vec::new());
        for own in &overrides {
            if let Err(found) = themed.add(own, &overrides) {
                errors.extend(found);
            }
        }
        if errors.is_empty() { Ok(themed) } else { Err(errors) }
    }

    /// Adds the messages of one override to its language and to the variants of that language. A
    /// variant for which the theme has its own messages uses both.
    fn add(&mut self, own: &Override<'_>, all: &[Override<'_>]) -> Result<(), Vec<OverrideError>> {
        for source in own.check()?.with_variants() {
            let base = source.base().map(|base| base.language);
            let files = [base, Some(source.language)].into_iter().flatten();
            let files = files.filter_map(|tag| all.iter().find(|other| other.theme == own.theme && other.is_in(tag)));
            let files: Vec<_> = files.collect();
            let mut hash = Sha256::new();
            files.iter().for_each(|file| hash.update(file.text));
            let wording: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
            let words = own.resolve(source, files.into_iter().map(Override::file).collect())?;
            let cultures = source.tags().map(|tag| (tag, OnceLock::new())).collect();
            let key = (own.theme.to_owned(), source.language);
            let themed = Themed {
                words,
                wording: wording.into(),
                cultures,
            };
            self.0.insert(key, themed);
        }
        Ok(())
    }
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
            themed: ArcSwap::default(),
            has_themed: AtomicBool::new(false),
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
        self,
        overrides: impl IntoIterator<Item = Override<'a>>,
    ) -> Result<Self, Vec<OverrideError>> {
        self.replace_themed(ThemedLanguages::of(overrides)?);
        Ok(self)
    }

    /// Replaces the messages of all themes.
    pub fn replace_themed(&self, themed: ThemedLanguages) {
        let has_any = !themed.0.is_empty();
        self.themed.store(Arc::new(themed));
        self.has_themed.store(has_any, Ordering::Release);
    }

    /// Returns whether any theme has messages of its own.
    #[must_use]
    pub fn are_themed(&self) -> bool {
        self.has_themed.load(Ordering::Acquire)
    }

    /// Returns the same culture with the messages of a theme.
    #[must_use]
    pub fn in_theme<'a>(&self, language: &'a Language, theme: &str) -> LanguageInTheme<'a> {
        if !self.are_themed() {
            return LanguageInTheme::Plain(language);
        }
        let all = self.themed.load();
        let themed = all.0.get(&(theme.to_owned(), language.family()));
        let said = themed.and_then(|themed| {
            let kept = themed.cultures.get(language.tag())?;
            let (words, wording) = (&themed.words, &themed.wording);
            Some(kept.get_or_init(|| language.with_texts(Arc::clone(words), Arc::clone(wording)).into()))
        });
        match said {
            Some(said) => LanguageInTheme::Themed(Arc::clone(said)),
            None => LanguageInTheme::Plain(language),
        }
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
        // Every poll looks up a tag, so the tag is normalized once, and without a copy on the heap.
        let mut normal = [0; TAG_BYTES_MAX];
        let normal = normal.get_mut(..tag.len())?;
        for (place, byte) in normal.iter_mut().zip(tag.bytes()) {
            *place = normalized(byte);
        }
        let found = self.index.binary_search_by(|(known, _)| known.as_bytes().cmp(normal));
        found.ok().map(|at| self.index[at].1)
    }

    /// Returns the index of the pseudo-locale.
    pub(super) fn pseudo(&self) -> usize {
        self.cultures.len() - 1
    }
}

/// Returns whether a known tag, which is in lower case, equals a tag from outside, in any case and
/// with `_` for `-`.
pub(super) fn is_same(known: &str, tag: &str) -> bool {
    known.bytes().eq(tag.bytes().map(normalized))
}

fn normalized(byte: u8) -> u8 {
    match byte {
        b'_' => b'-',
        _ => byte.to_ascii_lowercase(),
    }
}
