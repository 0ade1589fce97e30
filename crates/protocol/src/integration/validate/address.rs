//! Conditions on URLs whose value no URL has, or that not every connector evaluates alike.
//!
//! The checks assume the URL as browsers send it: host in lower case, blanks and non-ASCII
//! characters escaped (a host in punycode), never a fragment, and without `queueittoken`.

use super::Problems;
use crate::integration::compare::ANY_TEXT;
use crate::integration::model::TriggerPart;
use crate::integration::normal;
use crate::integration::vocabulary::{Operator, UrlPart, ValidatorType};
use crate::queueittoken::PARAMETER;

pub(super) fn check(part: &TriggerPart, normal: bool, problems: &mut Problems<'_>) {
    let Some(url_part) = part
        .url_part
        .as_ref()
        .filter(|_| part.validator_type == Some(ValidatorType::Url))
    else {
        return;
    };
    for (key, value) in values(part) {
        let looked = AddressMatch {
            url_part,
            whole: matches!(part.operator, Some(Operator::Equals | Operator::EqualsAny)),
            ignore_case: part.is_ignore_case,
            normal,
        };
        if value == ANY_TEXT {
            continue;
        }
        if let Some(why) = looked.never(value) {
            let so = if part.is_negative {
                "holds always"
            } else {
                "never holds"
            };
            problems.warn(&key, format!("{why}: it {so}"));
        } else if let Some(why) = looked.not_everywhere(value) {
            problems.warn(&key, why);
        }
    }
}

/// Returns the texts that a part compares with, and their keys.
pub(super) fn values(part: &TriggerPart) -> Vec<(String, &str)> {
    match part.operator {
        Some(Operator::Equals | Operator::Contains) => {
            let value = part.value_to_compare.as_deref();
            value
                .map(|value| ("ValueToCompare".to_owned(), value))
                .into_iter()
                .collect()
        }
        Some(Operator::EqualsAny | Operator::ContainsAny) => {
            let listed = part.values_to_compare.iter().flatten().enumerate();
            listed
                .map(|(index, value)| (format!("ValuesToCompare/{index}"), value.as_str()))
                .collect()
        }
        Some(Operator::Other(_)) | None => Vec::new(),
    }
}

/// The properties of a part that determine how it examines a URL.
struct AddressMatch<'p> {
    url_part: &'p UrlPart,
    /// Whether the part compares the whole text.
    whole: bool,
    ignore_case: bool,
    /// Whether connectors with a normaliser examine the normal form.
    normal: bool,
}

impl AddressMatch<'_> {
    /// Returns why no URL has this value.
    fn never(&self, value: &str) -> Option<String> {
        if !value.is_ascii() {
            return Some("addresses are ASCII (`b%C3%BCcher` in a path, `xn--bcher-kva` in a host)".to_owned());
        }
        if value.contains('#') {
            return Some("browsers send no fragment".to_owned());
        }
        if value.contains(|char: char| char.is_whitespace() || char.is_control() || "\"<>".contains(char)) {
            return Some("blanks, control characters, quotation marks and < > are escaped in addresses".to_owned());
        }
        if value.to_ascii_lowercase().contains(PARAMETER) {
            return Some("connectors take the token out of the address first".to_owned());
        }
        match self.url_part {
            UrlPart::PageUrl => self.never_a_url(value),
            UrlPart::PagePath => self.never_a_path(value),
            UrlPart::HostName => self.never_a_host(value),
            UrlPart::Other(_) => None,
        }
        .or_else(|| self.escaped_otherwise(value))
    }

    fn never_a_url(&self, value: &str) -> Option<String> {
        let lower = value.to_ascii_lowercase();
        let scheme = ["https://", "http://"]
            .into_iter()
            .find(|scheme| lower.starts_with(scheme));
        if self.whole && scheme.is_none() {
            return Some("an address begins with https:// or http://".to_owned());
        }
        let rest = &value[scheme?.len()..];
        let host = rest.split(['/', '?']).next().unwrap_or_default();
        let origin = value.len() - rest.len() + host.len();
        let has_capitals = value[..origin] != lower[..origin];
        if has_capitals && !self.ignore_case {
            return Some("browsers send scheme and host in lower case".to_owned());
        }
        let behind = &rest[host.len()..];
        let lacks_path = behind.starts_with('?') || self.whole && behind.is_empty();
        lacks_path.then(|| "behind the host there is always a /".to_owned())
    }

    fn never_a_path(&self, value: &str) -> Option<String> {
        if value.contains('?') {
            return Some("a path ends before the ?".to_owned());
        }
        if self.whole && !value.starts_with('/') {
            return Some("a path begins with /".to_owned());
        }
        value
            .contains("://")
            .then(|| "a path has neither scheme nor host".to_owned())
    }

    fn never_a_host(&self, value: &str) -> Option<String> {
        if value.contains(['/', '?']) {
            return Some("a host has neither scheme nor path".to_owned());
        }
        if self.whole && value.is_empty() {
            return Some("every address has a host".to_owned());
        }
        let has_capitals = value.bytes().any(|byte| byte.is_ascii_uppercase());
        (has_capitals && !self.ignore_case).then(|| "browsers send hosts in lower case".to_owned())
    }

    /// Returns why the normal form of a URL never has this value.
    fn escaped_otherwise(&self, value: &str) -> Option<String> {
        let normal = normal::piece(value);
        let differs = if self.ignore_case {
            !normal.eq_ignore_ascii_case(value)
        } else {
            normal != value
        };
        (self.normal && differs).then(|| format!("connectors that look at the normal form of addresses see {normal}"))
    }

    /// Returns why connectors evaluate the value differently.
    fn not_everywhere(&self, value: &str) -> Option<&'static str> {
        match self.url_part {
            UrlPart::HostName if value.contains(':') => Some("connectors differ in whether a host has its port"),
            UrlPart::PageUrl if self.whole => Some(
                "not at Akamai, where the address has its token still when a visitor comes back: compare pagePath, or use contains",
            ),
            _ => None,
        }
    }
}
