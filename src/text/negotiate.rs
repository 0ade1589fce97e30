//! Which culture a visitor reads: what the link says, then (if the room wants it) the browser's languages, then the room's culture, then English.
//!
//! Tags match by RFC 4647 *lookup*: `de-Latn-CH` tries `de-Latn-CH`, `de-Latn`, `de`. A name that no step knows is passed over. `*` and
//! languages with `q=0` count for nothing.

use std::cmp::Reverse;

use super::{catalog::TextError, language::Language, locales::SOURCES};

/// Longest tag looked at, bytes.
const TAG_BYTES_MAX: usize = 35;
/// Languages of one `Accept-Language` header that are looked at.
const RANGES_MAX: usize = 16;

/// All languages and their cultures.
#[derive(Debug)]
pub struct Languages {
    /// English first.
    all: Vec<Language>,
    /// Tags in lower case with their place in `all`, sorted.
    index: Vec<(String, usize)>,
}

impl Languages {
    /// Reads the embedded messages.
    ///
    /// # Errors
    /// A message is missing, unused or malformed. The build's tests see it first.
    pub fn load() -> Result<Self, TextError> {
        let mut all = Vec::new();
        for source in &SOURCES {
            all.extend(Language::family(source)?);
        }
        let tags = all.iter().enumerate();
        let mut index: Vec<_> = tags
            .map(|(place, language)| (language.tag().to_ascii_lowercase(), place))
            .collect();
        index.sort();
        Ok(Self { all, index })
    }

    /// Every language and culture, English first.
    pub fn iter(&self) -> impl Iterator<Item = &Language> {
        self.all.iter()
    }

    /// The culture for a request. `cid` is the link's culture; `accept_language` counts only with `detect`.
    #[must_use]
    pub fn negotiate(
        &self,
        cid: Option<&str>,
        accept_language: Option<&str>,
        room_culture: &str,
        detect: bool,
    ) -> &Language {
        cid.and_then(|tag| self.find(tag))
            .or_else(|| {
                let header = accept_language.filter(|_| detect)?;
                self.accepted(header)
            })
            .or_else(|| self.find(room_culture))
            .unwrap_or(&self.all[0])
    }

    /// The best culture for a tag, if its language is spoken here.
    #[must_use]
    pub fn find(&self, tag: &str) -> Option<&Language> {
        if tag.len() > TAG_BYTES_MAX {
            return None;
        }
        let tag = tag.trim().to_ascii_lowercase().replace('_', "-");
        let mut range = tag.as_str();
        loop {
            let found = self.index.binary_search_by(|(known, _)| known.as_str().cmp(range));
            if let Ok(at) = found {
                return Some(&self.all[self.index[at].1]);
            }
            range = range.rsplit_once('-')?.0;
        }
    }

    fn accepted(&self, header: &str) -> Option<&Language> {
        let mut ranges: Vec<(u16, &str)> = header.split(',').take(RANGES_MAX).filter_map(weighted).collect();
        // Stable: of equal weights the first named wins.
        ranges.sort_by_key(|(weight, _)| Reverse(*weight));
        ranges.into_iter().find_map(|(_, tag)| self.find(tag))
    }
}

/// `tag;q=0.8` as weight in thousandths and tag; none where the weight is nought or no number.
fn weighted(range: &str) -> Option<(u16, &str)> {
    let mut parts = range.split(';');
    let tag = parts.next()?.trim();
    let weight = parts.find_map(|part| part.trim().strip_prefix("q="));
    let weight = match weight {
        Some(text) => text.trim().parse::<f32>().ok()?,
        None => 1.0,
    };
    let thousandths = (weight.clamp(0.0, 1.0) * 1000.0) as u16;
    (thousandths > 0).then_some((thousandths, tag))
}
