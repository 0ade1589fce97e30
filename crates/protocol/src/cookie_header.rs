//! Parsing of a request's `Cookie` headers (RFC 6265, 4.2.1), for the waiting room and for sites.
//!
//! A browser sends all cookies of a host in one line, unchanged from when they were set. The parser
//! therefore skips only the pairs that it cannot read: another program's cookie, with bytes that
//! are not UTF-8, does not cost a visitor their place or session. Names and values are returned
//! verbatim, except that white space around them is trimmed; quotes and percent signs remain.

use std::ops::Range;

use memchr::{memchr, memchr_iter};

/// Returns names and values in the order of the lines. A name that occurs twice is returned twice.
pub fn pairs<'a>(lines: impl Iterator<Item = &'a [u8]>) -> impl Iterator<Item = (&'a str, &'a str)> {
    lines.flat_map(|bytes| {
        let line = CookieLine::new(bytes);
        places(bytes).filter_map(move |place| {
            let at = place.start + memchr(b'=', &bytes[place.clone()])?;
            Some((line.trimmed(place.start..at)?, line.trimmed(at + 1..place.end)?))
        })
    })
}

/// Returns the pairs of a line as they are written, with the white space around them.
pub fn written_pairs(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    places(line).map(|place| &line[place])
}

/// Returns the places of the pairs in a line.
fn places(line: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let ends = memchr_iter(b';', line).chain([line.len()]);
    ends.scan(0, |from, end| {
        let place = *from..end;
        *from = end + 1;
        Some(place)
    })
}

/// A line whose bytes are checked once if all of them are UTF-8, which is the usual case.
#[derive(Clone, Copy)]
struct CookieLine<'a> {
    bytes: &'a [u8],
    text: Option<&'a str>,
}

impl<'a> CookieLine<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let text = std::str::from_utf8(bytes).ok();
        Self { bytes, text }
    }

    /// Returns the text at a place, which lies between ASCII characters, without surrounding white
    /// space; `None` if it is not UTF-8. Fast for texts with at most one blank in front, which is
    /// the usual case.
    fn trimmed(self, place: Range<usize>) -> Option<&'a str> {
        let text = match self.text {
            Some(text) => text.get(place)?,
            None => std::str::from_utf8(&self.bytes[place]).ok()?,
        };
        let text = text.strip_prefix(' ').unwrap_or(text);
        let is_plain = |end: Option<&u8>| end.is_none_or(u8::is_ascii_graphic);
        let bytes = text.as_bytes();
        Some(match is_plain(bytes.first()) && is_plain(bytes.last()) {
            true => text,
            false => text.trim(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &[u8]) -> Vec<(&str, &str)> {
        pairs([line].into_iter()).collect()
    }

    #[test]
    fn pairs_are_returned_verbatim() {
        assert_eq!(read(b"a=1; b = x=y ;c=;;d"), [("a", "1"), ("b", "x=y"), ("c", "")]);
        assert_eq!(read(b"a=\"1%20\";a=2"), [("a", "\"1%20\""), ("a", "2")]);
        assert_eq!(read(b""), []);
    }

    #[test]
    fn every_line_is_read_as_by_splitting_and_trimming_it() {
        proptest::proptest!(|(line in "[a=; \u{a0}ü\\t]{0,12}")| {
            let split = line.split(';').filter_map(|pair| pair.split_once('='));
            let expected: Vec<_> = split.map(|(name, value)| (name.trim(), value.trim())).collect();
            proptest::prop_assert_eq!(read(line.as_bytes()), expected);
        });
    }

    #[test]
    fn unreadable_pairs_do_not_affect_other_pairs() {
        assert_eq!(read("city=Zürich; a=1".as_bytes()), [("city", "Zürich"), ("a", "1")]);
        assert_eq!(read(b"city=Z\xfcrich; a=1"), [("a", "1")]);
        assert_eq!(read(b" a = 1 ; \xfc=2; b=\xfc; c= =3"), [("a", "1"), ("c", "=3")]);
    }
}
