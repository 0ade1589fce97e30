//! The pseudo-locale of the preview: English with accents, longer, in brackets. It shows what a
//! theme does with long texts in all places at once, where a text is cut (its bracket is missing),
//! and which texts are not of the locales (they have no accents).
//!
//! The rendered page is changed, so that every text gets it, whoever wrote it. Numbers stay.

/// The language tag, the one by which other tools know this pseudo-locale.
pub(super) const TAG: &str = "en-XA";

/// The attribute that browsers show as text.
const SHOWN_ATTRIBUTE: &str = "aria-label=\"";
/// Elements whose content is no text.
const RAW: [&str; 2] = ["script", "style"];

/// Returns the English page in the pseudo-locale.
pub(super) fn page(html: &str) -> String {
    let mut changed = String::with_capacity(html.len() * 2);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        changed.push_str(&text(&rest[..at]));
        let end = at + tag_length(&rest[at..]);
        let tag = &rest[at..end];
        changed.push_str(&with_attribute(tag));
        rest = &rest[end..];
        if let Some(name) = RAW.iter().find(|name| tag[1..].starts_with(**name)) {
            let raw = rest.find(&format!("</{name}")).unwrap_or(rest.len());
            changed.push_str(&rest[..raw]);
            rest = &rest[raw..];
        }
    }
    changed.push_str(&text(rest));
    changed.replacen("lang=\"en\"", &format!("lang=\"{TAG}\""), 1)
}

/// Returns the length of the tag at the beginning, in bytes; a quoted value can contain `>`.
fn tag_length(html: &str) -> usize {
    let mut quote = None;
    for (at, byte) in html.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    html.len()
}

fn with_attribute(tag: &str) -> String {
    let parts = tag.split_once(SHOWN_ATTRIBUTE);
    let value = parts.and_then(|(before, rest)| Some((before, rest.split_once('"')?)));
    match value {
        Some((before, (value, after))) => format!("{before}{SHOWN_ATTRIBUTE}{}\"{after}", text(value)),
        None => tag.to_owned(),
    }
}

/// Returns a text in brackets, with accents, and each vowel twice. References such as `&#39;` stay.
fn text(plain: &str) -> String {
    let inner = plain.trim();
    if !inner.contains(|letter: char| letter.is_ascii_alphabetic()) {
        return plain.to_owned();
    }
    let mut changed = String::from("[");
    let mut is_reference = false;
    for letter in inner.chars() {
        is_reference |= letter == '&';
        let accented = if is_reference { letter } else { accented(letter) };
        changed.push(accented);
        if accented != letter && "aeiouAEIOU".contains(letter) {
            changed.push(accented);
        }
        is_reference &= letter != ';';
    }
    changed.push(']');
    plain.replacen(inner, &changed, 1)
}

fn accented(letter: char) -> char {
    const PLAIN: &str = "aceginorsuyzACEGINORSUYZ";
    const ACCENTED: &str = "áçéĝíñóŕšúýžÁÇÉĜÍÑÓŔŠÚÝŽ";
    let found = PLAIN.chars().zip(ACCENTED.chars()).find(|(plain, _)| *plain == letter);
    found.map_or(letter, |(_, accented)| accented)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_longer_and_marked_and_all_else_stays() {
        let html = "<html lang=\"en\"><script>go()</script><p class=\"lead\" title=\"a > b\">You&#39;re in <b>1,234</b> </p>\
            <section aria-label=\"News\"> One &amp; all\n</section></html>";
        assert_eq!(
            page(html),
            "<html lang=\"en-XA\"><script>go()</script><p class=\"lead\" title=\"a > b\">[Ýóóúú&#39;ŕéé ííñ] <b>1,234</b> </p>\
            <section aria-label=\"[Ñééwš]\"> [ÓÓñéé &amp; ááll]\n</section></html>"
        );
    }

    #[test]
    fn broken_html_is_taken_as_it_comes() {
        for html in ["", "<", "<p class=\"", "a < b", "<script>", "&", "é<ü>ö&"] {
            page(html);
        }
        assert_eq!(page("1 < 2"), "1 < 2");
    }
}
