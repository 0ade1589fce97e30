//! Checks of texts with a format: hosts, URLs, names of cookies and headers.

use super::{Problems, TEXT_BYTES_MAX};
use crate::host_name::is_host_name;

/// Returns the text unless it is missing or empty.
pub(super) fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

/// Reports an error when a text is too long.
pub(super) fn check_length(key: &str, text: &str, problems: &mut Problems<'_>) {
    if text.len() > TEXT_BYTES_MAX {
        problems.error(key, format!("longer than {TEXT_BYTES_MAX} bytes"));
    }
}

/// Warns of a text that the vendor's Python connector cannot put into a URL.
pub(super) fn check_ascii(key: &str, text: &str, problems: &mut Problems<'_>) {
    if !text.is_ascii() {
        problems.warn(
            key,
            "has characters outside ASCII, on which the vendor's Python connector fails and lets everybody in: write it in ASCII",
        );
    }
}

/// Whether the text is `host[:port][/path]`, which connectors put behind `https://`.
pub(super) fn is_queue_domain(text: &str) -> bool {
    let (authority, path) = text.split_at(text.find('/').unwrap_or(text.len()));
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    is_host_name(host)
        && port.parse::<u16>().is_ok_and(|port| port > 0)
        && path
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !b"?#\\<>\"".contains(&byte))
}

/// Whether the text is an absolute http or https URL with a host, without user information, white
/// space or control characters.
pub(super) fn is_web_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = rest.map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    host.is_some_and(|host| !host.is_empty() && !host.contains('@'))
        && !text.chars().any(|char| char.is_whitespace() || char.is_control())
}

/// Whether the text can be the name of a cookie or header (RFC 9110, `token`).
pub(super) fn is_token(text: &str) -> bool {
    !text.is_empty() && (text.bytes()).all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// Whether the text consists of JavaScript names joined by dots, each optionally with element
/// indices: `shop.items[0].kind`.
pub(super) fn is_variable(text: &str) -> bool {
    let is_letter = |char: char| char.is_alphabetic() || matches!(char, '_' | '$');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').all(|step| {
        let mut pieces = step.split('[');
        let name = pieces.next().unwrap_or_default();
        name.starts_with(is_letter)
            && name.chars().all(|char| is_letter(char) || char.is_numeric())
            && pieces.all(|index| index.strip_suffix(']').is_some_and(is_number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_hosts_that_stand_behind_https() {
        for good in [
            "q.example",
            "localhost:8443",
            "q.example/queue/",
            "203.0.113.7",
            "q.example:443/a-b",
        ] {
            assert!(is_queue_domain(good), "{good}");
        }
        for bad in [
            "",
            "https://q.example",
            "q.example:",
            "q.example:0",
            "q.example:99999",
            "q_x",
            "q..x",
            "q.example/?a",
            "q.example/ü",
            "a b",
            "me@q.example",
            "-a.example",
        ] {
            assert!(!is_queue_domain(bad), "{bad}");
        }
        assert!(
            ["shop.kind", "_$1", "shop.items[0].kind", "a[1][22]"]
                .into_iter()
                .all(is_variable)
        );
        assert!(
            !["", "a.", "1a", "a()", "a[]", "a[b]", "a[0", "[0]"]
                .into_iter()
                .any(is_variable)
        );
    }

    #[test]
    fn targets_are_absolute() {
        assert!(is_web_url("https://shop.example/ä?x=1") && is_web_url("http://localhost:8081"));
        for bad in [
            "",
            "/buy",
            "shop.example",
            "javascript:alert(1)",
            "https://",
            "https://me@shop.example/",
            "https://a b/",
        ] {
            assert!(!is_web_url(bad), "{bad}");
        }
    }
}
