//! The values of a list header, last value first. A reader that starts at the end sees the values
//! of the site's own proxy before those of a stranger, and a stranger's quotation marks cannot
//! enclose the proxy's values.

use http::HeaderMap;

/// Returns the values of all lines without surrounding white space, beginning with the last line's
/// last value.
pub(crate) fn values<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a [u8]> {
    of_all_lines(headers, name, |line| LastFirst {
        rest: Some(line),
        separator: b',',
        quotes: false,
    })
}

/// Like [`values`], for lists whose values can contain quoted strings with commas.
pub(crate) fn values_outside_quotes<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a [u8]> {
    of_all_lines(headers, name, |line| outside_quotes(line, b','))
}

/// Splits a text at the separators outside of quoted strings and returns the parts, last part
/// first.
pub(crate) fn outside_quotes(text: &[u8], separator: u8) -> LastFirst<'_> {
    LastFirst {
        rest: Some(text),
        separator,
        quotes: true,
    }
}

fn of_all_lines<'a>(
    headers: &'a HeaderMap,
    name: &str,
    cut: impl Fn(&'a [u8]) -> LastFirst<'a>,
) -> impl Iterator<Item = &'a [u8]> {
    let lines = headers.get_all(name).into_iter().rev();
    lines.flat_map(move |line| cut(line.as_bytes())).map(<[u8]>::trim_ascii)
}

/// An iterator over the parts of a text, last part first.
#[derive(Debug)]
pub(crate) struct LastFirst<'a> {
    rest: Option<&'a [u8]>,
    separator: u8,
    quotes: bool,
}

impl<'a> Iterator for LastFirst<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.rest?;
        let mut quoted = false;
        for (at, byte) in text.iter().copied().enumerate().rev() {
            if self.quotes && byte == b'"' && !is_escaped(text, at) {
                quoted = !quoted;
            } else if byte == self.separator && !quoted {
                self.rest = Some(&text[..at]);
                return Some(&text[at + 1..]);
            }
        }
        self.rest = None;
        Some(text)
    }
}

fn is_escaped(text: &[u8], at: usize) -> bool {
    let backslashes = text[..at].iter().rev().take_while(|byte| **byte == b'\\');
    backslashes.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        let parts = outside_quotes(text.as_bytes(), b',');
        parts.map(|part| std::str::from_utf8(part).unwrap()).collect()
    }

    #[test]
    fn commas_in_quotes_separate_nothing() {
        assert_eq!(parts("a,b"), ["b", "a"]);
        assert_eq!(parts(""), [""]);
        assert_eq!(parts("a,\"b,c\",d"), ["d", "\"b,c\"", "a"]);
        assert_eq!(parts("a=\"\\\",\\\\\",d"), ["d", "a=\"\\\",\\\\\""]);
    }

    #[test]
    fn a_quote_that_a_stranger_opens_does_not_reach_what_comes_after() {
        assert_eq!(parts("for=\",for=192.0.2.1")[0], "for=192.0.2.1");
        assert_eq!(parts("for=\"\\,for=\"[2001:db8::1]:1\"")[0], "for=\"[2001:db8::1]:1\"");
    }
}
