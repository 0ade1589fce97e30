//! Percent-encoding as RFC 3986 defines it for data, and its decoding. Not form encoding: `+`
//! stands for itself.

use memchr::memchr;
use percent_encoding::{AsciiSet, CONTROLS, percent_encode_byte, utf8_percent_encode};

use crate::mac::hex_byte;

/// The bytes that need no escape, indexed by value; `!'()*` are not among them.
const UNRESERVED: [bool; 256] = {
    let mut unreserved = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        unreserved[byte as usize] =
            (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'-' | b'.' | b'_' | b'~');
        byte += 1;
    }
    unreserved
};

/// The ASCII characters that [`encode_unprintable`] escapes; it also escapes everything beyond
/// ASCII.
const UNPRINTABLE: &AsciiSet = &CONTROLS.add(b' ');

/// Encodes every byte except letters, digits and `-._~`.
pub fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len() * 3 / 2);
    encode_to(text, &mut encoded);
    encoded
}

/// Like [`encode`], but appends to `encoded`.
pub(crate) fn encode_to(text: &str, encoded: &mut String) {
    // Most values of a session need no escape.
    if text.bytes().all(|byte| UNRESERVED[usize::from(byte)]) {
        encoded.push_str(text);
        return;
    }
    let mut plain_from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !UNRESERVED[usize::from(byte)] {
            // Both indices are character boundaries: no byte of a longer character is unreserved.
            if plain_from < at {
                encoded.push_str(&text[plain_from..at]);
            }
            encoded.push_str(percent_encode_byte(byte));
            plain_from = at + 1;
        }
    }
    encoded.push_str(&text[plain_from..]);
}

/// Encodes blanks, control characters and everything beyond ASCII, so that the URL is a valid value
/// of a `Location` header.
pub fn encode_unprintable(url: &str) -> String {
    utf8_percent_encode(url, UNPRINTABLE).to_string()
}

/// Decodes once; `None` when the result is not UTF-8. A `%` not followed by two hex digits stays as
/// it is.
pub fn decode(text: &str) -> Option<String> {
    // Copies whole runs, which is faster than the crate's iterator, because a site decodes a cookie
    // on every request.
    let mut rest = text.as_bytes();
    let mut bytes = Vec::with_capacity(text.len());
    while let Some(at) = memchr(b'%', rest) {
        let (plain, escape) = rest.split_at(at);
        bytes.extend_from_slice(plain);
        rest = match escape {
            [_, high, low, behind @ ..] if let Some(byte) = hex_byte(*high, *low) => {
                bytes.push(byte);
                behind
            }
            _ => {
                bytes.push(b'%');
                &escape[1..]
            }
        };
    }
    bytes.extend_from_slice(rest);
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::any;

    use super::*;

    #[test]
    fn encodes_more_than_browsers_do_and_decodes_once() {
        assert_eq!(encode("!'()*~-._/ä+"), "%21%27%28%29%2A~-._%2F%C3%A4%2B");
        assert_eq!(decode("a%2520b+%7e%").as_deref(), Some("a%20b+~%"));
        assert_eq!(decode("%ff"), None);
        assert_eq!(decode("").as_deref(), Some(""));
    }

    #[test]
    fn any_url_becomes_visible_ascii() {
        assert_eq!(
            encode_unprintable("/ä b?c=%20&d=\n\u{7f}#e"),
            "/%C3%A4%20b?c=%20&d=%0A%7F#e"
        );
    }

    #[test]
    fn decodes_as_the_library_does() {
        proptest::proptest!(|(text in "[a%fF2é\u{10ffff}]{0,12}")| {
            let theirs = percent_encoding::percent_decode_str(&text).decode_utf8().ok();
            let ours = decode(&text);
            proptest::prop_assert_eq!(ours.as_deref(), theirs.as_deref());
        });
    }

    #[test]
    fn encodes_as_the_library_does() {
        const RESERVED: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
            .remove(b'-')
            .remove(b'.')
            .remove(b'_')
            .remove(b'~');
        proptest::proptest!(|(text in any::<String>())| {
            let theirs = utf8_percent_encode(&text, RESERVED).to_string();
            proptest::prop_assert_eq!(encode(&text), theirs);
        });
    }
}
