//! The keys of `[[room]]` for CrowdHandler's API: the room's slug, and the URLs that it protects.

use std::fmt;
use std::str::FromStr;

use crowdhandler::{RoomPattern, UrlMatch};

use super::{ConfigProblems, Pool};

/// The longest slug, characters.
const SLUG_CHARS_MAX: usize = 100;
/// First segments of the server's own paths, which a slug would hide.
const OWN_SEGMENTS: [&str; 22] = [
    "about",
    "admin",
    "api",
    "assets",
    "cancel",
    "ch",
    "ch-api",
    "console",
    "diagnostics",
    "draw",
    "email",
    "error",
    "health",
    "hold",
    "js",
    "language",
    "metrics",
    "move",
    "priority",
    "push",
    "script",
    "status",
];

/// CrowdHandler's name for a room: 1 to 100 of `a–z`, `0–9` and `-`, beginning with a letter or a
/// digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Slug(String);

impl Slug {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Slug {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_ours = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if text.is_empty() || text.len() > SLUG_CHARS_MAX || !text.bytes().all(is_ours) || text.starts_with('-') {
            return Err(format!(
                "1 to {SLUG_CHARS_MAX} of a–z, 0–9 and - are wanted, beginning with a letter or a digit"
            ));
        }
        if OWN_SEGMENTS.contains(&text) {
            return Err(format!("/{text} is a page of the server's own; choose another slug"));
        }
        Ok(Self(text.to_owned()))
    }
}

/// A room as CrowdHandler's API sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The room's name there.
    pub slug: Slug,
    /// The URLs that the room protects on the domains of its pool.
    pub pattern: RoomPattern,
}

/// The keys as written.
#[derive(Debug)]
pub(super) struct RawCoverage {
    pub(super) slug: Option<String>,
    pub(super) url_match: Option<String>,
    pub(super) url_pattern: Option<String>,
}

impl RawCoverage {
    /// Checks the keys of a room in this pool. A pool that the room names and that could not be
    /// read has its own problems reported.
    pub(super) fn check(
        self,
        (pool, names_pool): (Option<&Pool>, bool),
        problems: &mut ConfigProblems<'_>,
    ) -> Option<Option<Coverage>> {
        let Some(slug) = self.slug else {
            for (key, given) in [
                ("url_match", self.url_match.is_some()),
                ("url_pattern", self.url_pattern.is_some()),
            ] {
                if given {
                    problems.add(
                        key,
                        "a room is found by its URLs only if it has a slug; set slug, or take this key out",
                    );
                }
            }
            return Some(None);
        };
        if pool.map_or(!names_pool, |pool| pool.domains.is_empty()) {
            problems.add(
                "slug",
                "CrowdHandler's API finds rooms by their domain: give the room a pool, and the pool `domains`",
            );
        }
        let slug = problems.take("slug", slug.parse::<Slug>());
        let Some(kind) = self.url_match else {
            problems.add(
                "url_match",
                "is needed beside slug: all, contains, contains-not, regex, regex-not or none",
            );
            return None;
        };
        let kind: Option<UrlMatch> = problems.take("url_match", kind.parse());
        let pattern = RoomPattern::new(kind?, &self.url_pattern.unwrap_or_default());
        let pattern = problems.take("url_pattern", pattern);
        Some(Some(Coverage {
            slug: slug?,
            pattern: pattern?,
        }))
    }
}
