//! Chooses the culture for a visitor: the link's culture, then (if the room allows it) the
//! browser's languages, then the room's culture, then English.
//!
//! Tags match by RFC 4647 *lookup*: `de-Latn-CH` tries `de-Latn-CH`, `de-Latn`, `de`. Each step
//! resolves aliases: `zh-TW` is `zh-Hant-TW`, `no` is `nb`. An unknown tag is skipped, and so are
//! `*` and languages with `q=0`. The pseudo-locale is available by name only, never from a browser.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::language::Language;
use super::languages::{Languages, TAG_BYTES_MAX, is_same};
use super::locales::ALIASES;

/// Maximum number of languages read from one `Accept-Language` header.
const RANGES_MAX: usize = 16;

impl Languages {
    /// Returns the culture for a request. `cid` is the link's culture; `accept_language` counts
    /// only if `detect` is set.
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
            .unwrap_or_else(|| self.at(0))
    }

    /// Returns the best culture for a tag, if its language exists.
    #[must_use]
    pub fn find(&self, tag: &str) -> Option<&Language> {
        self.look_up(tag).map(|place| self.at(place))
    }

    fn accepted(&self, header: &str) -> Option<&Language> {
        let ranges = header.split(',').take(RANGES_MAX).filter_map(weighted);
        let mut ranges: SmallVec<[(u16, &str); RANGES_MAX]> = ranges.collect();
        // The sort is stable: of equal weights the first one wins.
        ranges.sort_by_key(|(weight, _)| Reverse(*weight));
        let mut places = ranges.into_iter().filter_map(|(_, tag)| self.look_up(tag));
        places.find(|place| *place != self.pseudo()).map(|place| self.at(place))
    }

    fn look_up(&self, tag: &str) -> Option<usize> {
        if tag.is_empty() || tag.len() > TAG_BYTES_MAX {
            return None;
        }
        let tag = tag.trim();
        let mut range = tag;
        loop {
            if let Some(place) = self.place(range) {
                return Some(place);
            }
            if let Some((_, name)) = ALIASES.iter().find(|(other, _)| is_same(other, range)) {
                // An alias never leads to another alias.
                return self.look_up(&format!("{name}{}", &tag[range.len()..]));
            }
            range = range.rsplit_once(['-', '_'])?.0;
        }
    }
}

/// Parses `tag;q=0.8` into the weight in thousandths and the tag; `None` if the weight is zero or
/// not a number.
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
