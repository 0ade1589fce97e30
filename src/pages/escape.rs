//! Escapes text for HTML.

/// Appends text, escaped for use between tags and inside quoted attributes.
pub(super) fn push_escaped(html: &mut String, text: &str) {
    // Most values have nothing to escape, and a loop over all bytes without an early exit can be
    // vectorized.
    if text.bytes().fold(false, |found, byte| found | is_special(byte)) {
        push_entities(html, text);
    } else {
        html.push_str(text);
    }
}

fn push_entities(html: &mut String, text: &str) {
    // Searches by bytes: all five characters are ASCII, and no byte of a longer character equals
    // them.
    let mut plain_from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(entity) = entity(byte) {
            html.push_str(&text[plain_from..at]);
            html.push_str(entity);
            plain_from = at + 1;
        }
    }
    html.push_str(&text[plain_from..]);
}

/// Returns whether a byte has an [`entity`]; without branches, so that the comparison can be
/// vectorized.
const fn is_special(byte: u8) -> bool {
    (byte == b'&') | (byte == b'<') | (byte == b'>') | (byte == b'"') | (byte == b'\'')
}

fn entity(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        b'\'' => Some("&#39;"),
        _ => None,
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
}
