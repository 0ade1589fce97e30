//! JSON in ASCII alone. Every connector reads `\u` escapes; two of them read UTF-8 as something
//! else, which then matches nothing: the Cloudflare worker decodes a push byte by byte, and Java
//! takes the machine's encoding, which is ASCII under `LC_ALL=C`.

use serde::Serialize;

/// The value as JSON; what is beyond U+FFFF becomes a surrogate pair, as JSON has it (RFC 8259,
/// section 7).
///
/// # Panics
/// For values that have no JSON, such as maps whose keys are no texts.
pub(super) fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("texts, numbers and lists can be written");
    if text.is_ascii() {
        return text;
    }
    // In JSON only the characters of texts can be beyond ASCII, so that the rest may be taken as it
    // is.
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
    fn what_is_beyond_ascii_is_escaped_and_read_again() {
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
