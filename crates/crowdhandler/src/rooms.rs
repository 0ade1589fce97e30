//! The room that covers a page: the patterns of rooms, and the order in which they apply.
//!
//! Patterns apply to path and query as text, and are case-sensitive. A regular expression can match
//! anywhere in the text; the syntax is that of the `regex` crate, which matches in linear time and
//! has neither look-around nor back-references.
//!
//! **The order has meaning**: regular expressions first, then negated ones, then `contains`, then
//! `contains-not`, then `all`; within a kind, the given order applies. The first match wins. An
//! integration that evaluates the feed by itself must find the room that the answer names, or it
//! refuses the answer's signature.

use std::fmt;
use std::str::FromStr;

use regex::{Regex, RegexBuilder};
use serde::{Serialize, Serializer};

/// The longest pattern accepted, in bytes.
pub const PATTERN_BYTES_MAX: usize = 2048;
/// The largest compiled expression, and the largest cache of its automaton, in bytes.
const COMPILED_BYTES_MAX: usize = 1 << 20;
/// How deep groups and classes can be nested.
const NESTING_MAX: u32 = 50;

/// The way in which a room's pattern is compared with a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UrlMatch {
    /// Every page: a catch-all.
    All,
    /// Pages that contain the pattern.
    Contains,
    /// Pages in which the regular expression is found.
    Regex,
    /// Pages that do not contain the pattern.
    ContainsNot,
    /// Pages in which the regular expression is not found.
    RegexNot,
    /// No page: the room is disabled, and left out of the feed.
    None,
}

impl UrlMatch {
    const ALL: [Self; 6] = [
        Self::All,
        Self::Contains,
        Self::Regex,
        Self::ContainsNot,
        Self::RegexNot,
        Self::None,
    ];

    /// Returns the name in configurations and in the feed.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Contains => "contains",
            Self::Regex => "regex",
            Self::ContainsNot => "contains-not",
            Self::RegexNot => "regex-not",
            Self::None => "none",
        }
    }

    /// Returns whether rooms of this kind are shown in the feed.
    pub const fn is_in_feed(self) -> bool {
        !matches!(self, Self::None)
    }

    /// Returns whether the kind requires a pattern.
    const fn needs_pattern(self) -> bool {
        !matches!(self, Self::All | Self::None)
    }

    /// Position in the feed's order, from the first.
    const fn rank(self) -> u8 {
        match self {
            Self::Regex => 0,
            Self::RegexNot => 1,
            Self::Contains => 2,
            Self::ContainsNot => 3,
            Self::All => 4,
            Self::None => 5,
        }
    }
}

/// The error of a text that names no kind of match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a match is one of all, contains, regex, contains-not, regex-not and none")]
pub struct UrlMatchError;

impl FromStr for UrlMatch {
    type Err = UrlMatchError;

    fn from_str(text: &str) -> Result<Self, UrlMatchError> {
        let named = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        named.ok_or(UrlMatchError)
    }
}

impl fmt::Display for UrlMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for UrlMatch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Why a pattern is unusable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RoomPatternError {
    /// There is no pattern to compare pages with.
    #[error("`{0}` needs a pattern")]
    Empty(UrlMatch),
    /// The pattern is longer than [`PATTERN_BYTES_MAX`].
    #[error("a pattern has at most {PATTERN_BYTES_MAX} bytes")]
    TooLong,
    /// The text is not a regular expression, or compiles to one that is too large. The error text
    /// states the reason in one line.
    #[error("not a usable regular expression: {0}")]
    Regex(String),
}

/// A room's pattern, ready to be compared.
#[derive(Debug, Clone)]
pub struct RoomPattern {
    kind: UrlMatch,
    text: Box<str>,
    /// Present where the kind is a regular expression.
    regex: Option<Regex>,
}

/// Two patterns are equal when kind and text are; the compiled form follows from them.
impl PartialEq for RoomPattern {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.text) == (other.kind, &other.text)
    }
}

impl Eq for RoomPattern {}

impl RoomPattern {
    /// Compiles a pattern. `all` and `none` keep their pattern without using it.
    ///
    /// # Errors
    /// Returns an error if the kind needs a pattern and there is none, or if the pattern is too
    /// long or not a regular expression.
    pub fn new(kind: UrlMatch, pattern: &str) -> Result<Self, RoomPatternError> {
        if pattern.is_empty() && kind.needs_pattern() {
            return Err(RoomPatternError::Empty(kind));
        }
        if pattern.len() > PATTERN_BYTES_MAX {
            return Err(RoomPatternError::TooLong);
        }
        let regex = match kind {
            UrlMatch::Regex | UrlMatch::RegexNot => Some(compile(pattern)?),
            _ => None,
        };
        Ok(Self {
            kind,
            text: pattern.into(),
            regex,
        })
    }

    /// Returns how the pattern is compared.
    pub fn kind(&self) -> UrlMatch {
        self.kind
    }

    /// Returns the pattern as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the room covers the page with this path and query
    /// ([`crate::CallUrl::path_and_query`]).
    pub fn matches(&self, path_and_query: &str) -> bool {
        let is_found = || match &self.regex {
            Some(regex) => regex.is_match(path_and_query),
            None => path_and_query.contains(&*self.text),
        };
        match self.kind {
            UrlMatch::All => true,
            UrlMatch::None => false,
            UrlMatch::Contains | UrlMatch::Regex => is_found(),
            UrlMatch::ContainsNot | UrlMatch::RegexNot => !is_found(),
        }
    }
}

/// Returns the items in the order of the feed, without those that it does not show.
pub fn feed_order<T>(items: impl IntoIterator<Item = T>, kind: impl Fn(&T) -> UrlMatch) -> Vec<T> {
    let mut shown: Vec<T> = items.into_iter().filter(|item| kind(item).is_in_feed()).collect();
    shown.sort_by_key(|item| kind(item).rank());
    shown
}

fn compile(pattern: &str) -> Result<Regex, RoomPatternError> {
    RegexBuilder::new(pattern)
        .size_limit(COMPILED_BYTES_MAX)
        .dfa_size_limit(COMPILED_BYTES_MAX)
        .nest_limit(NESTING_MAX)
        .build()
        .map_err(|error| RoomPatternError::Regex(in_one_line(&error)))
}

/// Returns the message of an error, without the copy of the pattern that precedes it.
fn in_one_line(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(kind: UrlMatch, text: &str) -> RoomPattern {
        RoomPattern::new(kind, text).unwrap()
    }

    #[test]
    fn kinds_are_named_as_in_the_feed() {
        for kind in UrlMatch::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.is_in_feed(), kind != UrlMatch::None);
        }
        for bad in ["", "All", "contains_not", "disabled"] {
            assert_eq!(bad.parse::<UrlMatch>(), Err(UrlMatchError), "{bad}");
        }
    }

    #[test]
    fn patterns_apply_to_path_and_query() {
        for (kind, text, page, covered) in [
            (UrlMatch::All, "", "/", true),
            (UrlMatch::None, "/", "/", false),
            (UrlMatch::Contains, "/tickets", "/en/tickets?a", true),
            (UrlMatch::Contains, "evt=1", "/tickets?evt=1", true),
            (UrlMatch::Contains, "/tickets", "/Tickets", false),
            (UrlMatch::Contains, ".", "/tickets", false),
            (UrlMatch::ContainsNot, "/tickets", "/tickets", false),
            (UrlMatch::ContainsNot, "/tickets", "/about", true),
            (UrlMatch::Regex, "^/(sale|tickets)/\\d+$", "/tickets/12", true),
            (UrlMatch::Regex, "^\\/tickets\\?evt=\\d", "/tickets?evt=1", true),
            (UrlMatch::Regex, "^/tickets$", "/tickets?a", false),
            (UrlMatch::RegexNot, "^/about", "/about", false),
            (UrlMatch::RegexNot, "^/about", "/tickets", true),
        ] {
            assert_eq!(pattern(kind, text).matches(page), covered, "{kind} {text} {page}");
        }
    }

    #[test]
    fn unusable_patterns_say_what_is_wrong() {
        for kind in [
            UrlMatch::Contains,
            UrlMatch::Regex,
            UrlMatch::ContainsNot,
            UrlMatch::RegexNot,
        ] {
            assert_eq!(RoomPattern::new(kind, "").unwrap_err(), RoomPatternError::Empty(kind));
        }
        let long = "a".repeat(PATTERN_BYTES_MAX + 1);
        assert_eq!(
            RoomPattern::new(UrlMatch::All, &long).unwrap_err(),
            RoomPatternError::TooLong
        );
        let said = |text: &str| RoomPattern::new(UrlMatch::Regex, text).unwrap_err().to_string();
        assert_eq!(said("/(a"), "not a usable regular expression: unclosed group");
        assert!(said("(?!a)").contains("look-around"));
        assert!(said("(a)\\1").contains("backreferences"));
        assert!(said("(\\w{1000}){1000}").contains("size limit"));
        assert!(said(&"(".repeat(2000)).starts_with("not a usable regular expression: "));
        for text in ["/(a", "(?!a)", "[", "\\w{9999999}"] {
            assert!(!said(text).contains('\n'), "{text}");
        }
    }

    #[test]
    fn the_order_is_by_kind_and_then_as_given() {
        let rooms = [
            (UrlMatch::All, "1"),
            (UrlMatch::ContainsNot, "2"),
            (UrlMatch::Contains, "3"),
            (UrlMatch::None, "4"),
            (UrlMatch::RegexNot, "5"),
            (UrlMatch::Regex, "6"),
            (UrlMatch::Contains, "7"),
            (UrlMatch::Regex, "8"),
        ];
        let ordered = feed_order(rooms, |room| room.0);
        let names: Vec<&str> = ordered.into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["6", "8", "5", "3", "7", "2", "1"]);
    }

    #[test]
    fn the_first_match_in_the_order_of_the_feed_wins() {
        let rooms = [
            pattern(UrlMatch::None, ""),
            pattern(UrlMatch::All, "catch-all"),
            pattern(UrlMatch::Contains, "/sale"),
            pattern(UrlMatch::Contains, "/sale/shoes"),
            pattern(UrlMatch::Regex, "shoes$"),
        ];
        let first = |rooms: &[RoomPattern], page: &str| {
            let ordered = feed_order(rooms.to_vec(), RoomPattern::kind);
            let found = ordered.into_iter().find(|room| room.matches(page));
            found.map(|room| room.as_str().to_owned())
        };
        let chosen = |page| first(&rooms, page);
        assert_eq!(chosen("/sale/shoes").as_deref(), Some("shoes$"));
        assert_eq!(chosen("/sale/shoes?a").as_deref(), Some("/sale"));
        assert_eq!(chosen("/about").as_deref(), Some("catch-all"));
        assert_eq!(first(&rooms[..1], "/"), None);
    }
}
