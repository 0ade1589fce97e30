//! What stands in a request's `Cookie` header (RFC 6265, 4.2.1), for the waiting room and the sites
//! alike.
//!
//! A browser sends the cookies of everybody on a host in one line, as they were set. So a pair that
//! cannot be read is passed over by itself: another program's cookie, with letters beyond ASCII or
//! with bytes that are no UTF-8, takes nobody's place and nobody's session away. Values are as they
//! stand there, quotes and percent signs included.

/// Names and values, in the order of the lines; of names that come twice both.
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
