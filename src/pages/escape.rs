//! Escapes text for HTML.

/// Appends text, escaped for use between tags and inside quoted attributes.
pub(super) fn push_escaped(html: &mut String, text: &str) {
    // A loop over all bytes without an early exit can be vectorized. Most values have nothing to
    // escape, and links have ampersands only.
    let found = |(ampersand, other), byte| (ampersand | (byte == b'&'), other | is_bracket_or_quote(byte));
    match text.bytes().fold((false, false), found) {
        (false, false) => html.push_str(text),
        (true, false) => push_ampersands(html, text),
        (_, true) => push_entities(html, text),
    }
}

/// Appends a text in which ampersands alone are to be escaped.
fn push_ampersands(html: &mut String, text: &str) {
    let mut pieces = text.split('&');
    html.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        html.push_str("&amp;");
        html.push_str(piece);
    }
}

fn push_entities(html: &mut String, text: &str) {
    // Searches by bytes: all five characters are ASCII, and no byte of a longer character equals
    // them.
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| SPECIAL[usize::from(byte)]) {
        html.push_str(&rest[..at]);
        html.push_str(entity(rest.as_bytes()[at]));
        rest = &rest[at + 1..];
    }
    html.push_str(rest);
}

/// Whether each byte has an [`entity`]: a table finds it with fewer steps than comparisons.
static SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = byte == b'&' as usize || is_bracket_or_quote(byte as u8);
        byte += 1;
    }
    table
};

/// Returns whether a byte has an [`entity`] and is no ampersand; without branches, so that the
/// comparison can be vectorized.
const fn is_bracket_or_quote(byte: u8) -> bool {
    (byte == b'<') | (byte == b'>') | (byte == b'"') | (byte == b'\'')
}

fn entity(special: u8) -> &'static str {
    match special {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        b'"' => "&quot;",
        _ => "&#39;",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_text_or_attribute() {
        let mut html = String::from("=");
        push_escaped(&mut html, "<b a='1' c=\"2\">&amp; 待ち</b>");
        assert_eq!(html, "=&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp; 待ち&lt;/b&gt;");
        push_escaped(&mut html, "");
        assert!(html.ends_with("&gt;"));
    }

    #[test]
    fn any_text_is_escaped_as_character_by_character() {
        proptest::proptest!(|(text in "[a&<>\"'ü待]{0,40}")| {
            let mut slow = String::new();
            for character in text.chars() {
                match character {
                    '&' => slow.push_str("&amp;"),
                    '<' => slow.push_str("&lt;"),
                    '>' => slow.push_str("&gt;"),
                    '"' => slow.push_str("&quot;"),
                    '\'' => slow.push_str("&#39;"),
                    other => slow.push(other),
                }
            }
            let mut fast = String::new();
            push_escaped(&mut fast, &text);
            proptest::prop_assert_eq!(fast, slow);
            let ampersands = text.replace(|character| "<>\"'".contains(character), "&");
            let mut fast = String::new();
            push_escaped(&mut fast, &ampersands);
            proptest::prop_assert_eq!(fast, ampersands.replace('&', "&amp;"));
        });
    }
}
