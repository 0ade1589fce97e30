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
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| SPECIAL[usize::from(byte)]) {
        html.push_str(&rest[..at]);
        html.push_str(entity(rest.as_bytes()[at]));
        rest = &rest[at + 1..];
    }
    html.push_str(rest);
}

/// Whether each byte has an [`entity`]. Links have many special characters, and a table finds them
/// with fewer steps than comparisons.
static SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = is_special(byte as u8);
        byte += 1;
    }
    table
};

/// Returns whether a byte has an [`entity`]; without branches, so that the comparison can be
/// vectorized.
const fn is_special(byte: u8) -> bool {
    (byte == b'&') | (byte == b'<') | (byte == b'>') | (byte == b'"') | (byte == b'\'')
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
}
