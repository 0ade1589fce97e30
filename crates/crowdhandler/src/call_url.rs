//! The URL of the page that a visitor asks for, as a call names it.
//!
//! Parsing is lenient about path and query, which stay as they are: rooms' patterns match the text
//! that the integration saw. It is strict about what precedes them, because the visitor is sent
//! back to this URL: a text that a browser could understand as another host is refused. Not a
//! general URL parser: nothing is decoded or normalized but the host's case.

use std::net::Ipv6Addr;
use std::str::FromStr;

use crate::parameters::{cut, strip};

/// The longest host accepted, in bytes, without its port.
const HOST_BYTES_MAX: usize = 253;

/// Why a text is not the URL of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CallUrlError {
    /// Neither `http://` nor `https://` at its start.
    #[error("url must be absolute and start with https:// or http://")]
    NotHttp,
    /// A control character, which browsers would skip.
    #[error("url must not contain control characters")]
    Control,
    /// Text before an `@`.
    #[error("url must not contain a user name or password")]
    Credentials,
    /// No host, or one with characters that no `Host` header has.
    #[error("url has no valid host")]
    Host,
    /// A port that is not a number up to 65535.
    #[error("url has no valid port")]
    Port,
}

/// An absolute http or https URL without `ch-*` parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallUrl {
    whole: String,
    host: String,
    port: Option<u16>,
    path_and_query: String,
}

impl CallUrl {
    /// Returns the whole URL as it came, without its `ch-*` parameters. It can contain blanks and
    /// characters beyond ASCII.
    pub fn as_str(&self) -> &str {
        &self.whole
    }

    /// Returns the host in lower case, without its port.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the port, if the URL names one.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Returns path and query, to which rooms' patterns apply. The path has at least a slash; the
    /// fragment is left out.
    pub fn path_and_query(&self) -> &str {
        &self.path_and_query
    }
}

impl FromStr for CallUrl {
    type Err = CallUrlError;

    fn from_str(text: &str) -> Result<Self, CallUrlError> {
        if text.bytes().any(|byte| byte.is_ascii_control()) {
            return Err(CallUrlError::Control);
        }
        let whole = strip(text).into_owned();
        let address = whole.len() - cut(&whole).2.len();
        let rest = behind_scheme(&whole[..address]).ok_or(CallUrlError::NotHttp)?;
        let (authority, tail) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let (host, port) = host_and_port(authority)?;
        let slash = if tail.starts_with('/') { "" } else { "/" };
        let path_and_query = format!("{slash}{tail}");
        Ok(Self {
            host,
            port,
            path_and_query,
            whole,
        })
    }
}

/// Returns the text behind `http://` or `https://`, in any case.
fn behind_scheme(url: &str) -> Option<&str> {
    ["https://", "http://"].into_iter().find_map(|scheme| {
        let (start, rest) = url.split_at_checked(scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(rest)
    })
}

fn host_and_port(authority: &str) -> Result<(String, Option<u16>), CallUrlError> {
    if authority.contains('@') {
        return Err(CallUrlError::Credentials);
    }
    let host_length = match authority.strip_prefix('[') {
        Some(inner) => inner.find(']').ok_or(CallUrlError::Host)? + 2,
        None => authority.find(':').unwrap_or(authority.len()),
    };
    let (host, port) = authority.split_at(host_length);
    if !is_host(host) {
        return Err(CallUrlError::Host);
    }
    let port = match port.strip_prefix(':') {
        Some("") => None,
        Some(digits) if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            Some(digits.parse().map_err(|_| CallUrlError::Port)?)
        }
        Some(_) => return Err(CallUrlError::Port),
        None if port.is_empty() => None,
        None => return Err(CallUrlError::Host),
    };
    Ok((host.to_ascii_lowercase(), port))
}

/// Returns whether the text is an IPv6 address in brackets, or labels of letters, digits, hyphens
/// and underscores, with or without a dot at the end. Names beyond ASCII come in their ASCII form.
fn is_host(text: &str) -> bool {
    if let Some(address) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return address.parse::<Ipv6Addr>().is_ok();
    }
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    text.len() <= HOST_BYTES_MAX && text.strip_suffix('.').unwrap_or(text).split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_cut_into_host_and_path() {
        for (text, whole, host, port, path) in [
            (
                "https://www.example.com/tickets?evt=1&x=a%20b",
                "https://www.example.com/tickets?evt=1&x=a%20b",
                "www.example.com",
                None,
                "/tickets?evt=1&x=a%20b",
            ),
            (
                "HTTP://Shop.Example:8080?ch-id=1&A=B#/x",
                "HTTP://Shop.Example:8080?A=B#/x",
                "shop.example",
                Some(8080),
                "/?A=B",
            ),
            (
                "https://localhost:#top",
                "https://localhost:#top",
                "localhost",
                None,
                "/",
            ),
            (
                "https://my_site.example./ä b\\c//@:",
                "https://my_site.example./ä b\\c//@:",
                "my_site.example.",
                None,
                "/ä b\\c//@:",
            ),
            ("http://[::1]:80/", "http://[::1]:80/", "[::1]", Some(80), "/"),
        ] {
            let url: CallUrl = text.parse().unwrap();
            assert_eq!(
                (url.as_str(), url.host(), url.port(), url.path_and_query()),
                (whole, host, port, path)
            );
        }
    }

    #[test]
    fn urls_that_could_lead_elsewhere_are_refused() {
        for (text, error) in [
            ("", CallUrlError::NotHttp),
            ("/tickets", CallUrlError::NotHttp),
            ("//www.example.com/", CallUrlError::NotHttp),
            ("www.example.com", CallUrlError::NotHttp),
            ("https:/www.example.com/", CallUrlError::NotHttp),
            ("javascript://www.example.com/%0aalert(1)", CallUrlError::NotHttp),
            (" https://www.example.com/", CallUrlError::NotHttp),
            ("httpé://", CallUrlError::NotHttp),
            ("https://www.exa\tmple.com/", CallUrlError::Control),
            ("https://www.example.com/\r\nx: y", CallUrlError::Control),
            ("https://www.example.com@evil.example/", CallUrlError::Credentials),
            ("https://www.example.com\\@evil.example/", CallUrlError::Credentials),
            ("https://www.example.com\\.evil.example/", CallUrlError::Host),
            ("https://", CallUrlError::Host),
            ("https:///www.example.com/", CallUrlError::Host),
            ("https://.", CallUrlError::Host),
            ("https://a..b/", CallUrlError::Host),
            ("https://evil.example%2f.example.com/", CallUrlError::Host),
            ("https://evil。example.com/", CallUrlError::Host),
            ("https://a b/", CallUrlError::Host),
            ("https://*/", CallUrlError::Host),
            ("https://[::1/", CallUrlError::Host),
            ("https://[::1]a/", CallUrlError::Host),
            ("https://[::g]/", CallUrlError::Host),
            ("https://a.example:65536/", CallUrlError::Port),
            ("https://a.example:+80/", CallUrlError::Port),
            ("https://a.example:80:80/", CallUrlError::Port),
        ] {
            assert_eq!(text.parse::<CallUrl>(), Err(error), "{text}");
        }
        let long = format!("https://{}/", "a".repeat(HOST_BYTES_MAX));
        assert!(long.parse::<CallUrl>().is_ok());
        let longer = format!("https://{}/", "a".repeat(HOST_BYTES_MAX + 1));
        assert_eq!(longer.parse::<CallUrl>(), Err(CallUrlError::Host));
    }
}
