//! One element of a `Forwarded` header (RFC 7239, section 4):
//! `for=192.0.2.60;proto=http;host="a.example"`.

use crate::last_first::outside_quotes;

/// The statement of one proxy. Values are without their quotes, and `None` where they are absent.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Element<'a> {
    /// `for`: the node that made the request to the proxy.
    pub(crate) node: Option<&'a [u8]>,
    /// `proto`
    pub(crate) proto: Option<&'a [u8]>,
    /// `host`
    pub(crate) host: Option<&'a [u8]>,
}

impl<'a> Element<'a> {
    /// Parses one element. Names are case-insensitive, white space around pairs is ignored. Returns
    /// `None` for a malformed element: a pair without `=`, a repeated parameter, an unbalanced
    /// quotation mark, or an escape in a quoted string, which no address, scheme or host needs.
    pub(crate) fn parse(text: &'a [u8]) -> Option<Self> {
        let mut element = Self::default();
        for pair in outside_quotes(text, b';').map(<[u8]>::trim_ascii) {
            if pair.is_empty() {
                continue;
            }
            let at = pair.iter().position(|byte| *byte == b'=')?;
            let value = unquoted(&pair[at + 1..])?;
            let place = match &pair[..at] {
                name if name.eq_ignore_ascii_case(b"for") => &mut element.node,
                name if name.eq_ignore_ascii_case(b"proto") => &mut element.proto,
                name if name.eq_ignore_ascii_case(b"host") => &mut element.host,
                _ => continue,
            };
            if place.replace(value).is_some() {
                return None;
            }
        }
        Some(element)
    }
}

fn unquoted(value: &[u8]) -> Option<&[u8]> {
    let inside = value.strip_prefix(b"\"").map(|rest| rest.strip_suffix(b"\""));
    let plain = inside.unwrap_or(Some(value))?;
    (!plain.iter().any(|byte| matches!(byte, b'"' | b'\\'))).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<Element<'_>> {
        Element::parse(text.as_bytes())
    }

    #[test]
    fn elements_are_read_quoted_or_not() {
        let element = parse("For=\"[2001:db8:cafe::17]:4711\" ; proto=https;by=203.0.113.43; HOST=a.example;").unwrap();
        assert_eq!(element.node, Some(&b"[2001:db8:cafe::17]:4711"[..]));
        assert_eq!(element.proto, Some(&b"https"[..]));
        assert_eq!(element.host, Some(&b"a.example"[..]));
        assert_eq!(parse(""), Some(Element::default()));
        assert_eq!(parse("by=_proxy;ext=\"a;b\""), Some(Element::default()));
    }

    #[test]
    fn malformed_elements_are_ignored() {
        for text in [
            "192.0.2.1",
            "for=192.0.2.1;for=192.0.2.2",
            "for=\"192.0.2.1",
            "for=192.0.2.1\"",
            "for=\"",
            "for=\"192.0.2.1\\\"\"",
            "for=192.0.2.1;x",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
