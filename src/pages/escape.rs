//! Escapes text for HTML.

/// Appends text, escaped for use between tags and inside quoted attributes.
pub(super) fn push_escaped(html: &mut String, text: &str) {
    escape_by(text, |piece| html.push_str(piece));
}

/// Calls `push` with the pieces of a text, escaped like by [`push_escaped`].
pub(super) fn escape_by(text: &str, mut push: impl FnMut(&str)) {
    // Searches by bytes: all five characters are ASCII, and no byte of a longer character equals
    // them.
    let mut rest = text;
    while let Some(at) = first_special(rest.as_bytes()) {
        push(&rest[..at]);
        push(entity(rest.as_bytes()[at]));
        rest = &rest[at + 1..];
    }
    push(rest);
}

/// Returns whether [`push_escaped`] changes a text.
pub(super) fn has_special(text: &str) -> bool {
    first_special(text.as_bytes()).is_some()
}

/// Returns the position of the first byte that has an [`entity`]. A page has some dozens of short
/// values, so the bytes are read in words of eight: longer blocks would leave most of them for the
/// remainder.
fn first_special(bytes: &[u8]) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        if let Some(at) = first_in_word(*word) {
            return Some(8 * index + at);
        }
    }
    if rest.is_empty() {
        return None;
    }
    match bytes.last_chunk::<8>() {
        // The last word covers the remainder; the bytes before that are known to have no entity.
        Some(last) => first_in_word(*last).map(|at| bytes.len() - 8 + at),
        None => rest
            .iter()
            .position(|byte| matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'')),
    }
}

fn first_in_word(word: [u8; 8]) -> Option<usize> {
    let found = specials(u64::from_le_bytes(word));
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

/// A word with 1 in every byte.
const ONES: u64 = u64::from_le_bytes([1; 8]);

/// Returns a word whose lowest set bit is in the lowest byte that has an [`entity`]; 0 if there is
/// none.
const fn specials(word: u64) -> u64 {
    // `&` and `'` differ in the lowest bit only, `<` and `>` in the next one.
    zeros((word & !ONES) ^ (ONES * b'&' as u64))
        | zeros((word & !(2 * ONES)) ^ (ONES * b'<' as u64))
        | zeros(word ^ (ONES * b'"' as u64))
}

/// Returns a word whose lowest set bit is in the lowest byte that is 0; 0 if there is none. The
/// subtraction borrows from the next byte only at a byte that is 0, so that the result below it is
/// correct.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & (ONES << 7)
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
        assert!(has_special(&html) && !has_special("待ち 1.234"));
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
        });
    }

    #[test]
    fn every_byte_is_found_at_every_position_of_a_word_and_no_other() {
        for byte in 0..=u8::MAX {
            for (length, at) in (1..=17).flat_map(|length| (0..length).map(move |at| (length, at))) {
                let mut bytes = [b'a'; 17];
                bytes[at] = byte;
                let special = b"&<>\"'".contains(&byte);
                let found = first_special(&bytes[..length]);
                assert_eq!(found, special.then_some(at), "{byte} at {at} of {length}");
            }
        }
    }
}
