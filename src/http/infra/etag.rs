//! Entity tags in conditional requests (RFC 9110, 13.1).

use http::header::{HeaderName, IF_MATCH, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue};

/// Returns whether the client has this content already (`If-None-Match`). The comparison is weak:
/// proxies weaken tags when they compress.
pub(in crate::http) fn matches_if_none_match(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    any(headers, IF_NONE_MATCH, |known| opaque(known) == opaque(tag.as_bytes()))
}

/// Returns whether `If-Match` names this content; `None` if the header is absent. The tags are
/// compared byte for byte.
pub(in crate::http) fn matches_if_match(headers: &HeaderMap, tag: &HeaderValue) -> Option<bool> {
    let says = headers.contains_key(IF_MATCH);
    says.then(|| any(headers, IF_MATCH, |meant| meant == tag.as_bytes()))
}

/// Returns whether a listed tag matches; `*` matches always.
fn any(headers: &HeaderMap, name: HeaderName, is_it: impl Fn(&[u8]) -> bool) -> bool {
    let lines = headers.get_all(name).iter();
    let mut tags = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
    tags.any(|tag| tag.trim_ascii() == b"*" || is_it(tag.trim_ascii()))
}

fn opaque(tag: &[u8]) -> &[u8] {
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_compared_weakly_to_spare_a_download_and_strongly_to_overwrite() {
        let headers =
            |name: HeaderName, value: &'static str| HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
        let (weak, strong) = (HeaderValue::from_static("W/\"a\""), HeaderValue::from_static("\"a\""));
        for (value, known) in [
            ("\"b\", W/\"a\"", true),
            ("\"a\"", true),
            ("*", true),
            ("\"b\"", false),
            ("a", false),
        ] {
            assert_eq!(
                matches_if_none_match(&headers(IF_NONE_MATCH, value), &weak),
                known,
                "{value}"
            );
        }
        for (value, meant) in [("\"b\",\"a\"", true), ("*", true), ("W/\"a\"", false), ("\"b\"", false)] {
            assert_eq!(
                matches_if_match(&headers(IF_MATCH, value), &strong),
                Some(meant),
                "{value}"
            );
        }
        assert_eq!(matches_if_match(&HeaderMap::new(), &strong), None);
        assert!(!matches_if_none_match(&HeaderMap::new(), &weak));
    }
}
