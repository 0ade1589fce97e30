//! Parsing of a request's `Cookie` headers (RFC 6265, 4.2.1), for the waiting room and for sites.
//!
//! A browser sends all cookies of a host in one line, unchanged from when they were set. The parser
//! therefore skips only the pairs that it cannot read: another program's cookie, with bytes that
//! are not UTF-8, does not cost a visitor their place or session. Names and values are returned
//! verbatim, except that white space around them is trimmed; quotes and percent signs remain.

/// Returns names and values in the order of the lines. A name that occurs twice is returned twice.
pub fn pairs<'a>(lines: impl Iterator<Item = &'a [u8]>) -> impl Iterator<Item = (&'a str, &'a str)> {
    lines
        .flat_map(|line| line.split(|byte| *byte == b';'))
        .filter_map(|pair| std::str::from_utf8(pair).ok()?.split_once('='))
        .map(|(name, value)| (name.trim(), value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &[u8]) -> Vec<(&str, &str)> {
        pairs([line].into_iter()).collect()
    }

    #[test]
    fn pairs_are_as_they_stand_there() {
        assert_eq!(read(b"a=1; b = x=y ;c=;;d"), [("a", "1"), ("b", "x=y"), ("c", "")]);
        assert_eq!(read(b"a=\"1%20\";a=2"), [("a", "\"1%20\""), ("a", "2")]);
        assert_eq!(read(b""), []);
    }

    #[test]
    fn what_cannot_be_read_takes_nothing_else_away() {
        assert_eq!(read("city=Zürich; a=1".as_bytes()), [("city", "Zürich"), ("a", "1")]);
        assert_eq!(read(b"city=Z\xfcrich; a=1"), [("a", "1")]);
    }
}
