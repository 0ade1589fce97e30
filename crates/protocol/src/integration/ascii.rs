//! JSON with only ASCII characters. Every connector reads `\u` escapes, but two misread UTF-8, so
//! that a text matches nothing: the Cloudflare worker decodes a push byte by byte, and Java uses
//! the machine's encoding, which is ASCII under `LC_ALL=C`.

use serde::Serialize;

/// Returns the value as JSON. A character beyond U+FFFF becomes a surrogate pair (RFC 8259, section
/// 7).
///
/// # Panics
/// When the value has no JSON form, such as a map whose keys are not texts.
pub(super) fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("texts, numbers and lists can be written");
    if text.is_ascii() {
        return text;
    }
    // In JSON only the characters of strings can be beyond ASCII; the rest is copied unchanged.
    let mut ascii = String::with_capacity(text.len() * 2);
    let mut units = [0; 2];
    for char in text.chars() {
        if char.is_ascii() {
            ascii.push(char);
        } else {
            for unit in char.encode_utf16(&mut units) {
                ascii.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    ascii
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_ascii_text_is_escaped_and_parsed_again() {
        let texts = [
            "plain \"/\\\n",
            "Köln",
            "日本",
            "😀",
            "\u{2028}\u{ffff}\u{10ffff}",
            "é\"ü",
        ];
        let written = json(&texts);
        assert!(written.is_ascii(), "{written}");
        assert!(
            written.contains(r"K\u00f6ln") && written.contains(r"\ud83d\ude00"),
            "{written}"
        );
        let read: Vec<String> = serde_json::from_str(&written).unwrap();
        assert_eq!(read, texts);
    }
}
