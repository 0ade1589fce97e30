//! Percent-encoding as RFC 3986 has it for data, and one decoding of it. Not form encoding: `+` is a plus.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// All but the unreserved characters; so `!'()*` are encoded too.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Encodes everything but letters, digits and `-._~`.
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// Decodes once; `None` if that gives no UTF-8. A `%` without two hex digits behind it stays.
pub fn decode(text: &str) -> Option<String> {
    Some(percent_decode_str(text).decode_utf8().ok()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_more_than_browsers_do_and_decodes_once() {
        assert_eq!(encode("!'()*~-._/ä+"), "%21%27%28%29%2A~-._%2F%C3%A4%2B");
        assert_eq!(decode("a%2520b+%7e%").as_deref(), Some("a%20b+~%"));
        assert_eq!(decode("%ff"), None);
    }
}
