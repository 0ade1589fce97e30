//! The languages, their cultures, and their embedded messages.
//!
//! A language is a row of [`SOURCES`] and a folder of `locales/`; all Fluent files of the folder
//! are its messages. A *variant* (British English) has a base (English), whose message is used if
//! the variant's folder has none.

use crate::embedded::inflate;
use crate::text::pseudo;

/// The files of each folder of `locales/`, compressed.
const ARCHIVES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/locales.rs"));

/// One language.
#[derive(Debug)]
pub(in crate::text) struct LocaleSource {
    /// The language's tag, and the name of its folder.
    pub(in crate::text) language: &'static str,
    /// The language's own name, as menus show it.
    pub(in crate::text) name: &'static str,
    /// Regions that can have their own formats of numbers and dates, separated by spaces; the
    /// culture's tag is `language-REGION`, for a variant `base-REGION`.
    pub(in crate::text) regions: &'static str,
    /// The tag of the language of which this one is a variant.
    base: Option<&'static str>,
}

/// A Fluent file.
pub(in crate::text) struct MessageFile {
    /// The path in errors: `locales/<language>/<name>.ftl`.
    pub(in crate::text) path: String,
    pub(in crate::text) text: String,
}

impl LocaleSource {
    /// Returns the language with a tag in any case.
    pub(in crate::text) fn find(tag: &str) -> Option<&'static Self> {
        SOURCES.iter().find(|source| source.language.eq_ignore_ascii_case(tag))
    }

    /// Returns the language of which this one is a variant.
    pub(in crate::text) fn base(&self) -> Option<&'static Self> {
        self.base.and_then(Self::find)
    }

    /// Returns this language and its variants.
    pub(in crate::text) fn with_variants(&self) -> impl Iterator<Item = &'static Self> {
        SOURCES
            .iter()
            .filter(|source| source.language == self.language || source.base == Some(self.language))
    }

    /// Returns the files of this language's own folder in the order of their names. The files of a
    /// variant contain only messages that differ from its base.
    pub(in crate::text) fn files(&self) -> Vec<MessageFile> {
        if self.language == PSEUDO.language {
            let strange = |file: MessageFile| MessageFile {
                text: pseudo::pseudolocalize(file.text),
                path: file.path,
            };
            return SOURCES[0].files().into_iter().map(strange).collect();
        }
        let archive = ARCHIVES.iter().find(|(language, _)| *language == self.language);
        let Some((_, compressed)) = archive else {
            return Vec::new();
        };
        let files: Vec<(String, String)> =
            serde_json::from_str(&inflate(compressed)).expect("build.rs wrote an array of names and texts");
        let files = files.into_iter().filter(|(name, _)| name.ends_with(".ftl"));
        let files = files.map(|(name, text)| MessageFile {
            path: format!("locales/{}/{name}", self.language),
            text,
        });
        files.collect()
    }

    /// Returns the language's own tag, followed by its cultures' tags.
    pub(in crate::text) fn tags(&self) -> impl Iterator<Item = String> {
        let regions = self.regions.split_whitespace();
        let spoken = self.base.unwrap_or(self.language);
        let cultures = regions.map(move |region| format!("{spoken}-{region}"));
        [self.language.to_owned()].into_iter().chain(cultures)
    }
}

const fn language(language: &'static str, name: &'static str, regions: &'static str) -> LocaleSource {
    LocaleSource {
        language,
        name,
        regions,
        base: None,
    }
}

const fn variant(
    base: &'static str,
    language: &'static str,
    name: &'static str,
    regions: &'static str,
) -> LocaleSource {
    LocaleSource {
        base: Some(base),
        ..self::language(language, name, regions)
    }
}

/// The pseudo-locale: English that makes untranslated, truncated and too narrow texts visible.
/// Browsers never request it.
pub(in crate::text) const PSEUDO: LocaleSource = language("en-XA", "[Ƥşḗŭḓǿ]", "");

/// The languages; the fallback, English, comes first.
#[rustfmt::skip]
pub(in crate::text) const SOURCES: &[LocaleSource] = &[
    language("en", "English", "CA US"),
    language("ar", "العربية", "AE BH DZ EG IQ JO KW LB LY MA OM PS QA SA SD SY TN YE"),
    language("bg", "Български", "BG"),
    language("bn", "বাংলা", "BD IN"),
    language("ca", "Català", "AD ES"),
    language("cs", "Čeština", "CZ"),
    language("da", "Dansk", "DK"),
    language("de", "Deutsch", "AT BE CH DE IT LI LU"),
    language("el", "Ελληνικά", "CY GR"),
    variant("en", "en-GB", "British English", "AU HK IE IN NZ SG ZA"),
    language("es", "Español", "AR BO CL CO CR DO EC ES GT HN MX NI PA PE PR PY SV US UY VE"),
    language("et", "Eesti", "EE"),
    language("eu", "Euskara", "ES"),
    language("fa", "فارسی", "IR"),
    language("fi", "Suomi", "FI"),
    language("fil", "Filipino", "PH"),
    language("fr", "Français", "BE CA CH FR LU MA"),
    language("gl", "Galego", "ES"),
    language("he", "עברית", "IL"),
    language("hi", "हिन्दी", "IN"),
    language("hr", "Hrvatski", "BA HR"),
    language("hu", "Magyar", "HU"),
    language("id", "Indonesia", "ID"),
    language("is", "Íslenska", "IS"),
    language("it", "Italiano", "CH IT"),
    language("ja", "日本語", "JP"),
    language("ko", "한국어", "KR"),
    language("lt", "Lietuvių", "LT"),
    language("lv", "Latviešu", "LV"),
    language("ms", "Melayu", "BN MY SG"),
    language("nb", "Norsk bokmål", "NO"),
    language("nl", "Nederlands", "BE NL"),
    language("pl", "Polski", "PL"),
    language("pt", "Português", "BR"),
    variant("pt", "pt-PT", "Português europeu", "AO CV MZ"),
    language("ro", "Română", "MD RO"),
    language("ru", "Русский", "BY KZ RU"),
    language("sk", "Slovenčina", "SK"),
    language("sl", "Slovenščina", "SI"),
    language("sr", "Српски", "BA ME RS"),
    language("sv", "Svenska", "FI SE"),
    language("ta", "தமிழ்", "IN LK MY SG"),
    language("th", "ไทย", "TH"),
    language("tr", "Türkçe", "CY TR"),
    language("uk", "Українська", "UA"),
    language("ur", "اردو", "IN PK"),
    language("vi", "Tiếng Việt", "VN"),
    language("zh-Hans", "简体中文", "CN HK MO SG"),
    language("zh-Hant", "繁體中文", "HK MO TW"),
];

/// Alternative names of languages and cultures, in lower case; an alias replaces the beginning of a
/// tag.
pub(in crate::text) const ALIASES: &[(&str, &str)] = &[
    ("zh", "zh-hans"),
    ("zh-cn", "zh-hans-cn"),
    ("zh-sg", "zh-hans-sg"),
    ("zh-hk", "zh-hant-hk"),
    ("zh-mo", "zh-hant-mo"),
    ("zh-tw", "zh-hant-tw"),
    ("no", "nb"),
    ("nn", "nb"),
    ("iw", "he"),
    ("in", "id"),
    ("tl", "fil"),
    // Readers of Serbian in Latin script read Cyrillic as well.
    ("sr-latn", "sr"),
    ("sr-cyrl", "sr"),
];
