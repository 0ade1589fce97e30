//! The operator's message to visitors: text with links, in the visitors' languages, shown for a
//! time.
//!
//! A link is written `[words](https://…)`, or as a bare `https://…`. Only http and https addresses
//! become links, only with a host, and never with a user name, which could be mistaken for a host;
//! everything else remains plain text. This module does not produce HTML: [`crate::pages`] does.

use std::borrow::Cow;

use admission::WallMs;
use url::Url;

/// Characters that end a sentence rather than a bare address.
const AFTER_ADDRESS: [char; 10] = ['.', ',', ';', ':', '!', '?', ')', ']', '"', '\''];

/// The operator's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// For visitors whose language has no translation.
    pub text: AnnouncementText,
    /// Texts by culture.
    pub translations: Vec<(String, AnnouncementText)>,
    /// The time at which the message appears; `None` for always.
    pub from: Option<WallMs>,
    /// The time at which the message disappears; `None` for never.
    pub until: Option<WallMs>,
}

/// Whether a message is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnnouncementPhase {
    /// It is not shown yet.
    Before,
    /// It is shown.
    Shown,
    /// It is no longer shown.
    After,
}

impl Announcement {
    /// Returns whether the message is shown at a time.
    #[must_use]
    pub fn phase(&self, now: WallMs) -> AnnouncementPhase {
        if self.until.is_some_and(|until| until <= now) {
            return AnnouncementPhase::After;
        }
        match self.from {
            Some(from) if now < from => AnnouncementPhase::Before,
            _ => AnnouncementPhase::Shown,
        }
    }

    /// Returns the next time at which the message appears or disappears, if there is one.
    #[must_use]
    pub fn next_change(&self, now: WallMs) -> Option<WallMs> {
        match self.phase(now) {
            AnnouncementPhase::Before => self.from,
            AnnouncementPhase::Shown => self.until,
            AnnouncementPhase::After => None,
        }
    }

    /// Returns the text for a reader whose page is in the culture `tag`, of the language `family`:
    /// the translation for that culture, else for the language, else for another culture of the
    /// language, else the text for all others.
    #[must_use]
    pub fn text_for(&self, tag: &str, family: &str) -> &AnnouncementText {
        let find = |fits: &dyn Fn(&str) -> bool| self.translations.iter().find(|(culture, _)| fits(culture));
        let found = find(&|culture| culture.eq_ignore_ascii_case(tag))
            .or_else(|| find(&|culture| culture.eq_ignore_ascii_case(family)))
            .or_else(|| find(&|culture| culture.eq_ignore_ascii_case(language(tag))))
            .or_else(|| find(&|culture| language(culture).eq_ignore_ascii_case(language(tag))));
        found.map_or(&self.text, |(_, text)| text)
    }
}

/// Returns the language of a culture: `pt` of `pt-BR`.
fn language(culture: &str) -> &str {
    culture.split('-').next().unwrap_or_default()
}

/// A message in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnouncementText {
    source: String,
    parts: Vec<AnnouncementPart>,
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnnouncementPart {
    /// Text as it is written.
    Text(String),
    /// A link: its words, and its address as browsers write it.
    Link {
        /// The words to show.
        words: String,
        /// An http or https address.
        address: String,
    },
}

impl AnnouncementText {
    /// Reads a text and its links.
    #[must_use]
    pub fn new(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            parts: parts(source),
        }
    }

    /// Returns the text as the operator wrote it.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the parts in order.
    #[must_use]
    pub fn parts(&self) -> &[AnnouncementPart] {
        &self.parts
    }

    /// Returns whether there is a link.
    #[must_use]
    pub fn has_links(&self) -> bool {
        let is_link = |part: &AnnouncementPart| matches!(part, AnnouncementPart::Link { .. });
        self.parts.iter().any(is_link)
    }

    /// Returns the words, as a page with links shows them.
    #[must_use]
    pub fn words(&self) -> Cow<'_, str> {
        self.joined(|words, _| words.to_owned())
    }

    /// Returns the text for readers without links: each address follows its words.
    #[must_use]
    pub fn with_addresses(&self) -> Cow<'_, str> {
        self.joined(|words, address| {
            let is_address = words.parse::<Url>().is_ok_and(|own| own.as_str() == address);
            if is_address {
                words.to_owned()
            } else {
                format!("{words} ({address})")
            }
        })
    }

    fn joined(&self, link: impl Fn(&str, &str) -> String) -> Cow<'_, str> {
        if !self.has_links() {
            return Cow::Borrowed(&self.source);
        }
        let parts = self.parts.iter().map(|part| match part {
            AnnouncementPart::Text(text) => text.clone(),
            AnnouncementPart::Link { words, address } => link(words, address),
        });
        Cow::Owned(parts.collect())
    }
}

/// Cuts a text into its parts.
fn parts(source: &str) -> Vec<AnnouncementPart> {
    let mut parts = Vec::new();
    let (mut text, mut rest) = (String::new(), source);
    while let Some(first) = rest.chars().next() {
        let found = worded_link(rest).or_else(|| bare_link(rest, text.chars().next_back()));
        match found {
            Some((words, address, length)) => {
                if !text.is_empty() {
                    parts.push(AnnouncementPart::Text(std::mem::take(&mut text)));
                }
                parts.push(AnnouncementPart::Link { words, address });
                rest = &rest[length..];
            }
            None => {
                text.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    if !text.is_empty() {
        parts.push(AnnouncementPart::Text(text));
    }
    parts
}

/// Reads `[words](address)` at the start of a text: words, address, and the length of the whole.
fn worded_link(text: &str) -> Option<(String, String, usize)> {
    let (words, behind) = text.strip_prefix('[')?.split_once("](")?;
    let address = behind.get(..behind.find(')')?)?;
    let is_plain = !words.trim().is_empty() && !words.contains(['[', ']', '\n']);
    let length = "[](".len() + words.len() + address.len() + ")".len();
    is_plain.then(|| Some((words.trim().to_owned(), checked(address)?, length)))?
}

/// Reads `https://…` at the start of a text, unless a letter precedes it.
fn bare_link(text: &str, before: Option<char>) -> Option<(String, String, usize)> {
    let starts = text.starts_with("https://") || text.starts_with("http://");
    if !starts || before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let end = text.find(|letter: char| letter.is_whitespace() || matches!(letter, '<' | '>'));
    let words = text[..end.unwrap_or(text.len())].trim_end_matches(AFTER_ADDRESS);
    Some((words.to_owned(), checked(words)?, words.len()))
}

/// Returns an address as browsers write it, if it is allowed to become a link.
fn checked(address: &str) -> Option<String> {
    let url: Url = address.parse().ok()?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let is_plain = url.username().is_empty() && url.password().is_none();
    (is_web && is_plain && !address.contains(char::is_whitespace)).then(|| url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(words: &str, address: &str) -> AnnouncementPart {
        AnnouncementPart::Link {
            words: words.to_owned(),
            address: address.to_owned(),
        }
    }

    fn text(text: &str) -> AnnouncementPart {
        AnnouncementPart::Text(text.to_owned())
    }

    #[test]
    fn links_are_found_with_words_and_without() {
        let read =
            AnnouncementText::new("Doors at 8. [The line-up](https://shop.example/a?b=c&d), or https://x.example/y.");
        assert_eq!(
            read.parts(),
            [
                text("Doors at 8. "),
                link("The line-up", "https://shop.example/a?b=c&d"),
                text(", or "),
                link("https://x.example/y", "https://x.example/y"),
                text("."),
            ]
        );
        assert_eq!(read.words(), "Doors at 8. The line-up, or https://x.example/y.");
        assert_eq!(
            read.with_addresses(),
            "Doors at 8. The line-up (https://shop.example/a?b=c&d), or https://x.example/y."
        );
    }

    #[test]
    fn unsafe_addresses_stay_text() {
        for source in [
            "[x](javascript:alert(1))",
            "[x](JAVASCRIPT:alert(1))",
            "[x](data:text/html,hi)",
            "[x](//evil.example/)",
            "[x](/relative)",
            "[x](https://)",
            "[ ](https://shop.example/)",
            "[x](https://bank.example@evil.example/)",
            "[x](java\nscript:1)",
            "[x](https://shop.example/ \"title\")",
            "[x",
            "[x](https://shop.example",
            "xhttps://shop.example/",
            "mailto:a@b.example ftp://c.example",
            "[a [b](c)",
            "",
        ] {
            let read = AnnouncementText::new(source);
            let links = read
                .parts()
                .iter()
                .filter(|part| matches!(part, AnnouncementPart::Link { .. }));
            // An address that also occurs bare in the text can be a link of its own.
            let safe = |part: &AnnouncementPart| match part {
                AnnouncementPart::Link { address, .. } => address == "https://shop.example/",
                AnnouncementPart::Text(_) => true,
            };
            assert!(links.into_iter().all(safe), "{source}: {:?}", read.parts());
            assert_eq!(read.words(), source, "what is no link is shown as it is written");
        }
    }

    proptest::proptest! {
        #[test]
        fn every_address_is_of_the_web_and_no_text_is_lost(source in "(\\[|\\]|\\(|\\)|https://|http:|javascript:|a|ü|\\.| |@|/|<){0,24}") {
            let read = AnnouncementText::new(&source);
            for part in read.parts() {
                if let AnnouncementPart::Link { address, words } = part {
                    proptest::prop_assert!(address.starts_with("https://") || address.starts_with("http://"));
                    proptest::prop_assert!(!words.is_empty() && source.contains(words.as_str()));
                }
            }
            let shown: usize = read.words().len();
            proptest::prop_assert!(shown <= source.len());
        }
    }

    #[test]
    fn everybody_reads_their_language() {
        let of = |culture: &str| (culture.to_owned(), AnnouncementText::new(culture));
        let message = Announcement {
            text: AnnouncementText::new("everybody"),
            translations: [of("de"), of("pt-BR"), of("en-GB"), of("fr-FR")].into(),
            from: None,
            until: None,
        };
        for (tag, family, read) in [
            ("de-CH", "de", "de"),
            ("pt-BR", "pt", "pt-BR"),
            ("pt-PT", "pt-PT", "pt-BR"),
            ("en-IE", "en-GB", "en-GB"),
            ("fr-CA", "fr", "fr-FR"),
            ("ja-JP", "ja", "everybody"),
        ] {
            assert_eq!(message.text_for(tag, family).source(), read, "{tag}");
        }
    }

    #[test]
    fn it_is_shown_from_until() {
        let message = |from: Option<u64>, until: Option<u64>| Announcement {
            text: AnnouncementText::new("x"),
            translations: Vec::new(),
            from: from.map(WallMs),
            until: until.map(WallMs),
        };
        let at = |message: &Announcement, now: u64| (message.phase(WallMs(now)), message.next_change(WallMs(now)));
        let (before, shown, after) = (
            AnnouncementPhase::Before,
            AnnouncementPhase::Shown,
            AnnouncementPhase::After,
        );
        let timed = message(Some(10), Some(20));
        assert_eq!(at(&timed, 9), (before, Some(WallMs(10))));
        assert_eq!(at(&timed, 10), (shown, Some(WallMs(20))));
        assert_eq!(at(&timed, 20), (after, None));
        assert_eq!(at(&message(None, None), 0), (shown, None));
    }
}
