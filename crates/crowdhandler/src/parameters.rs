//! The `ch-*` parameters by which CrowdHandler's parties communicate through the URLs that a
//! visitor opens: their removal, the code that visitors bring, and the two URLs that carry them.
//!
//! Other parameters are never decoded and encoded again: they stay as they are, byte for byte, in
//! their order. Values are encoded as JavaScript's `encodeURIComponent` does, as the captured
//! examples show. They are decoded as form values, in which `+` is a blank. The URLs that this
//! module returns contain all characters of their targets: a caller who writes one into a header
//! escapes the characters that a header cannot hold (`protocol::percent::encode_unprintable`).

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::signature::AccountPublicKey;
use crate::utc_time::UtcTime;

/// The parameter of a priority or access code.
const CODE: &str = "ch-code";

/// The parameters that are no part of a page's own URL.
const NAMES: [&str; 6] = [
    CODE,
    "ch-fresh",
    "ch-id",
    "ch-id-signature",
    "ch-public-key",
    "ch-requested",
];

/// The characters that `encodeURIComponent` escapes.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Removes the `ch-*` parameters from the query, regardless of the case of their names, and also if
/// their names are percent-encoded. The question mark goes with the last parameter; the fragment
/// stays. Any text is accepted.
pub fn strip(url: &str) -> Cow<'_, str> {
    let (page, query, fragment) = cut(url);
    let Some(query) = query.filter(|query| query.split('&').any(is_ours)) else {
        return Cow::Borrowed(url);
    };
    let mut stripped = String::with_capacity(url.len());
    stripped.push_str(page);
    let kept = query.split('&').filter(|parameter| !is_ours(parameter));
    for (number, parameter) in kept.enumerate() {
        stripped.push(if number == 0 { '?' } else { '&' });
        stripped.push_str(parameter);
    }
    stripped.push_str(fragment);
    Cow::Owned(stripped)
}

/// Returns the decoded value of the first `ch-code` that has one.
pub fn code(url: &str) -> Option<String> {
    let query = cut(url).1?;
    form_urlencoded::parse(query.as_bytes())
        .find(|(name, value)| name.eq_ignore_ascii_case(CODE) && !is_absent(value))
        .map(|(_, value)| value.into_owned())
}

/// Returns whether a value counts as not given: integrations write the words that their language
/// shows for a missing value.
pub fn is_absent(value: &str) -> bool {
    matches!(value, "" | "null" | "undefined")
}

/// The parameters that a promoted visitor carries back to the page. Any text is accepted and
/// encoded.
#[derive(Clone, Copy)]
pub struct ReturnParameters<'a> {
    /// `ch-id`: the visitor's token.
    pub token: &'a str,
    /// `ch-id-signature`: absent if no room covers the page.
    pub signature: Option<&'a str>,
    /// `ch-requested`: the time that the signature covers. Some integrations remove the `ch-*`
    /// parameters from the URL only if this one is present.
    pub requested: UtcTime,
    /// `ch-code`: empty when there is none.
    pub code: Option<&'a str>,
}

/// Returns the URL that takes a promoted visitor back to `target`: its `ch-*` parameters removed,
/// and new ones appended to the query, before any fragment. [`strip`] restores the target.
pub fn return_url(target: &str, parameters: &ReturnParameters<'_>) -> String {
    let target = strip(target);
    let (page, query, fragment) = cut(&target);
    let mut url = page.to_owned();
    match query {
        Some(query) => url.extend(["?", query, "&"]),
        None => url.push('?'),
    }
    url.push_str("ch-id=");
    push_encoded(&mut url, parameters.token);
    if let Some(signature) = parameters.signature {
        url.push_str("&ch-id-signature=");
        push_encoded(&mut url, signature);
    }
    url.push_str("&ch-requested=");
    push_encoded(&mut url, &parameters.requested.to_string());
    url.push_str("&ch-code=");
    push_encoded(&mut url, parameters.code.unwrap_or_default());
    url.push_str("&ch-fresh=true");
    url.push_str(fragment);
    url
}

/// The parameters that a visitor carries to the waiting room.
#[derive(Clone, Copy)]
pub struct WaitingRoomParameters<'a> {
    /// The room; without it, the page has to find the room by the public key.
    pub slug: Option<&'a str>,
    /// `url`: the page that the visitor asked for; without it, the room's own target applies.
    pub target: Option<&'a str>,
    /// `ch-code`: empty when there is none.
    pub code: Option<&'a str>,
    /// `ch-id`: empty when there is none.
    pub token: Option<&'a str>,
    /// `ch-public-key`: the account.
    pub public_key: &'a AccountPublicKey,
}

/// Returns the URL of the waiting room's page below `base`, with or without a slash at its end. The
/// target's own `ch-*` parameters are removed.
pub fn waiting_room_url(base: &str, parameters: &WaitingRoomParameters<'_>) -> String {
    let mut url = format!("{}/", base.trim_end_matches('/'));
    push_encoded(&mut url, parameters.slug.unwrap_or_default());
    url.push_str("?url=");
    push_encoded(&mut url, &strip(parameters.target.unwrap_or_default()));
    url.push_str("&ch-code=");
    push_encoded(&mut url, parameters.code.unwrap_or_default());
    url.push_str("&ch-id=");
    push_encoded(&mut url, parameters.token.unwrap_or_default());
    url.push_str("&ch-public-key=");
    url.push_str(parameters.public_key.as_str());
    url
}

/// Cuts a URL into the text before the query, the query without its question mark, and the fragment
/// with its `#`.
pub(crate) fn cut(url: &str) -> (&str, Option<&str>, &str) {
    let (address, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
    match address.split_once('?') {
        Some((page, query)) => (page, Some(query), fragment),
        None => (address, None, fragment),
    }
}

fn is_ours(parameter: &str) -> bool {
    let name = parameter.split_once('=').map_or(parameter, |(name, _)| name);
    let name = || percent_decode_str(name).map(|byte| byte.to_ascii_lowercase());
    NAMES.iter().any(|own| name().eq(own.bytes()))
}

fn push_encoded(url: &mut String, text: &str) {
    url.extend(utf8_percent_encode(text, COMPONENT));
}

#[cfg(test)]
mod tests {
    use units::UnixSeconds;

    use super::*;

    #[test]
    fn stripping_keeps_the_rest() {
        for (url, stripped) in [
            ("", ""),
            ("https://a.example", "https://a.example"),
            ("https://a.example/?", "https://a.example/?"),
            (
                "https://a.example/b?ch-id=1&ch-fresh=true#top",
                "https://a.example/b#top",
            ),
            (
                "https://a.example/b?x=%7E+é&&=&ch-id=1&y&ch-idx=2#ch-id=3?ch-id=4",
                "https://a.example/b?x=%7E+é&&=&y&ch-idx=2#ch-id=3?ch-id=4",
            ),
            (
                "/?CH-Code=1&Ch-Fresh&ch-ID=2&ch-id-signature=3&ch-public-key=4&ch-requested=5",
                "/",
            ),
            ("/?c%68-id=1&%43H%2dcode=2&ch%2Did=3&a=%", "/?a=%"),
            ("/?ch-id=1&ch%252Did=2", "/?ch%252Did=2"),
            ("/?a=1?ch-id=2&b=ch-id=3", "/?a=1?ch-id=2&b=ch-id=3"),
            ("/?&ch-id=1", "/?"),
            ("/ch-id=1&ch-id=2", "/ch-id=1&ch-id=2"),
        ] {
            assert_eq!(strip(url), stripped, "{url}");
        }
    }

    #[test]
    fn the_code_is_the_first_that_says_something() {
        for (url, there) in [
            ("https://www.example.com/tickets?ch-code=VIP%201", Some("VIP 1")),
            ("https://www.example.com/tickets?a=1&CH-CODE=VIP+1#x", Some("VIP 1")),
            (
                "/?ch-code=&ch-code=null&ch-code=undefined&ch-code=a&ch-code=b",
                Some("a"),
            ),
            ("/?ch%2Dcode=a%26b", Some("a&b")),
            ("/?ch-code=null", None),
            ("/?ch-code", None),
            ("/?a=1#ch-code=b", None),
            ("/", None),
        ] {
            assert_eq!(code(url).as_deref(), there, "{url}");
        }
    }

    fn returning<'a>(signature: Option<&'a str>, code: Option<&'a str>) -> ReturnParameters<'a> {
        ReturnParameters {
            token: "tok0WR",
            signature,
            requested: UtcTime(UnixSeconds(1_795_228_760)),
            code,
        }
    }

    #[test]
    fn the_way_back_is_the_captured_one() {
        let signature = "95ee".repeat(16);
        let expected = format!(
            "https://www.example.com/tickets?a=1&ch-id=tok0WR&ch-id-signature={signature}&ch-requested=2026-11-21T02%3A39%3A20Z&ch-code=V1&ch-fresh=true#top"
        );
        for target in [
            "https://www.example.com/tickets?a=1#top",
            "https://www.example.com/tickets?ch-id=old&a=1&ch-code=V0#top",
            &expected,
        ] {
            let url = return_url(target, &returning(Some(&signature), Some("V1")));
            assert_eq!(url, expected, "{target}");
        }
    }

    #[test]
    fn the_way_back_without_signature_code_and_query() {
        assert_eq!(
            return_url("https://a.example", &returning(None, None)),
            "https://a.example?ch-id=tok0WR&ch-requested=2026-11-21T02%3A39%3A20Z&ch-code=&ch-fresh=true"
        );
        assert_eq!(
            return_url("/?#", &returning(None, Some("a b&c#"))),
            "/?&ch-id=tok0WR&ch-requested=2026-11-21T02%3A39%3A20Z&ch-code=a%20b%26c%23&ch-fresh=true#"
        );
    }

    #[test]
    fn the_way_to_the_room_is_the_captured_one() {
        let public_key = &"0a".repeat(32).parse().unwrap();
        let mut parameters = WaitingRoomParameters {
            slug: Some("main-sale"),
            target: Some("https://www.example.com/tickets?evt=1&ch-id=old&x=a%20b"),
            code: None,
            token: Some("tok0ABCDEF123456"),
            public_key,
        };
        let expected = format!(
            "https://wait.crowdhandler.com/main-sale?url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1%26x%3Da%2520b&ch-code=&ch-id=tok0ABCDEF123456&ch-public-key={public_key}"
        );
        for base in ["https://wait.crowdhandler.com", "https://wait.crowdhandler.com/"] {
            assert_eq!(waiting_room_url(base, &parameters), expected);
        }
        (parameters.slug, parameters.target, parameters.token) = (None, None, None);
        parameters.code = Some("VIP 1");
        assert_eq!(
            waiting_room_url("https://a.example/ch", &parameters),
            format!("https://a.example/ch/?url=&ch-code=VIP%201&ch-id=&ch-public-key={public_key}")
        );
    }

    /// The expected text is JavaScript's own.
    #[test]
    fn values_are_encoded_as_javascript_does() {
        let mut encoded = String::new();
        push_encoded(&mut encoded, "-_.!~*'() aä&=+/?:@,;$#%");
        assert_eq!(encoded, "-_.!~*'()%20a%C3%A4%26%3D%2B%2F%3F%3A%40%2C%3B%24%23%25");
    }
}
