//! The domains that an account registers, with wildcards, and which hosts they cover.
//!
//! A pattern is `https://host`, where each `*` stands for any run of characters, also for none. It
//! covers hosts of either scheme and any port, in any case, with or without a leading `www.`: so
//! `https://www.example.com` covers `example.com` and vice versa. A dot at the end of a host is
//! ignored; otherwise visitors could bypass the room by adding one.
//!
//! With a wildcard, `www.` is a label like any other: `https://*.example.com` covers
//! `www.example.com`, but not `example.com`.

use std::fmt;
use std::str::FromStr;

use crate::call_url::CallUrl;

/// The longest pattern accepted and the longest host compared, in bytes.
pub const DOMAIN_BYTES_MAX: usize = 260;

/// Why a text is not the pattern of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DomainPatternError {
    /// Neither `http://` nor `https://` at its start, in lower case.
    #[error("a domain starts with https:// or http://")]
    Scheme,
    /// Nothing behind the scheme.
    #[error("a domain needs a host, as in https://www.example.com")]
    Empty,
    /// A path, query or fragment, even a single slash.
    #[error("a domain has no path: not even a slash at its end")]
    Path,
    /// A host with other characters than letters, digits and `-_.*`, with an empty label, or too
    /// long.
    #[error("a domain's host has labels of letters, digits, hyphens and *")]
    Host,
    /// A port that is not a number up to 65535.
    #[error("a domain's port is a number up to 65535")]
    Port,
}

/// A registered domain, such as `https://www.example.com` or `https://*.example.com`.
///
/// `Display` writes it exactly as registered: some integrations compare it with `https://` and
/// their `Host` header, port included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DomainPattern {
    text: Box<str>,
    /// Lower case, without scheme and port.
    host: Box<str>,
    port: Option<u16>,
}

impl DomainPattern {
    /// Returns the domain as registered.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the domain is registered with http.
    pub fn is_plain(&self) -> bool {
        self.text.starts_with("http://")
    }

    /// Returns the port with which the domain is registered.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Returns whether this domain covers a host, with or without a port.
    pub fn matches(&self, host: &str) -> bool {
        let host = host.split_once(':').map_or(host, |(host, _)| host);
        let host = host.strip_suffix('.').unwrap_or(host);
        if host.len() > DOMAIN_BYTES_MAX {
            return false;
        }
        let host = host.to_ascii_lowercase();
        is_like(self.host.as_bytes(), host.as_bytes())
            || is_like(without_www(&self.host).as_bytes(), without_www(&host).as_bytes())
    }

    /// Returns whether this domain covers the host of an http or https URL, also of an `Origin`
    /// header. A text that is not such a URL by [`CallUrl`]'s rules is not covered.
    pub fn matches_url(&self, url: &str) -> bool {
        url.parse::<CallUrl>().is_ok_and(|url| self.matches(url.host()))
    }
}

impl FromStr for DomainPattern {
    type Err = DomainPatternError;

    fn from_str(text: &str) -> Result<Self, DomainPatternError> {
        let rest = ["https://", "http://"]
            .into_iter()
            .find_map(|scheme| text.strip_prefix(scheme))
            .ok_or(DomainPatternError::Scheme)?;
        if rest.is_empty() {
            return Err(DomainPatternError::Empty);
        }
        if rest.contains(['/', '\\', '?', '#']) {
            return Err(DomainPatternError::Path);
        }
        let (host, port) = rest
            .split_once(':')
            .map_or((rest, None), |(host, port)| (host, Some(port)));
        let read = |port: &str| {
            let digits = Some(port).filter(|port| port.bytes().all(|digit| digit.is_ascii_digit()));
            digits
                .and_then(|port| port.parse().ok())
                .ok_or(DomainPatternError::Port)
        };
        let port = port.map(read).transpose()?;
        if text.len() > DOMAIN_BYTES_MAX || !host.split('.').all(is_label) {
            return Err(DomainPatternError::Host);
        }
        Ok(Self {
            text: text.into(),
            host: host.to_ascii_lowercase().into(),
            port,
        })
    }
}

impl fmt::Display for DomainPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn is_label(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'*');
    !text.is_empty() && text.bytes().all(is_allowed)
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// Returns whether a text matches the pattern, in which each `*` stands for any run of characters
/// except `/`. Takes at most as many steps as the product of both lengths: after a mismatch, only
/// the latest `*` is extended.
fn is_like(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut read) = (0, 0);
    // The positions at which to continue when the latest `*` takes one more character.
    let mut retry: Option<(usize, usize)> = None;
    while read < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                at += 1;
                retry = Some((at, read));
            }
            Some(byte) if *byte == text[read] => {
                at += 1;
                read += 1;
            }
            _ => match &mut retry {
                Some((behind, taken)) if text[*taken] != b'/' => {
                    *taken += 1;
                    (at, read) = (*behind, *taken);
                }
                _ => return false,
            },
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(text: &str) -> DomainPattern {
        text.parse().unwrap()
    }

    #[test]
    fn hosts_are_covered_in_any_case_with_any_port_and_without_www() {
        for registered in ["https://www.example.com", "http://Example.com:8443"] {
            let domain = domain(registered);
            for host in [
                "example.com",
                "www.example.com",
                "WWW.Example.COM:3000",
                "example.com.",
                "www.example.com.:443",
            ] {
                assert!(domain.matches(host), "{registered} {host}");
            }
            for host in [
                "",
                "example.co",
                "example.comm",
                "a.example.com",
                "www.www.example.com",
                "wwwexample.com",
                "example.com..",
                "example.com/",
                "[::1]:443",
            ] {
                assert!(!domain.matches(host), "{registered} {host}");
            }
            assert_eq!(domain.to_string(), registered);
        }
    }

    #[test]
    fn a_wildcard_stands_for_any_run_of_characters() {
        for (registered, host, covered) in [
            ("https://*.example.com", "shop.example.com", true),
            ("https://*.example.com", "a.b.example.com", true),
            ("https://*.example.com", "www.example.com", true),
            ("https://*.example.com", "www.shop.example.com", true),
            ("https://*.example.com", "example.com", false),
            ("https://*.example.com", "evilexample.com", false),
            ("https://*.example.com", "evil.com/.example.com", false),
            ("https://*.example.com", "a.example.com.evil.com", false),
            ("https://shop-*.example.*", "shop-1.example.org", true),
            ("https://shop-*.example.*", "shop-.example.co.uk", true),
            ("https://shop-*.example.*", "shop.example.org", false),
            ("https://www.*.example.com", "a.example.com", true),
            ("https://a*a*b", "aaab", true),
            ("https://a*a*b", "ab", false),
            ("https://**", "anything", true),
        ] {
            assert_eq!(domain(registered).matches(host), covered, "{registered} {host}");
        }
    }

    #[test]
    fn many_wildcards_take_little_time() {
        let many = domain(&format!("https://{}b", "a*".repeat(100)));
        assert!(!many.matches(&"a".repeat(DOMAIN_BYTES_MAX)));
        assert!(!many.matches(&"a".repeat(1_000_000)));
    }

    #[test]
    fn urls_are_covered_by_their_host() {
        let domain = domain("https://*.example.com");
        for url in [
            "https://a.example.com",
            "https://a.example.com:8443/x?y#z",
            "HTTP://A.Example.Com",
        ] {
            assert!(domain.matches_url(url), "{url}");
        }
        for url in [
            "null",
            "a.example.com",
            "https://evil.example?.example.com",
            "https://evil.example/.example.com",
            "https://evil.example\\.example.com",
            "https://a.example.com@evil.example",
        ] {
            assert!(!domain.matches_url(url), "{url}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, error) in [
            ("", DomainPatternError::Scheme),
            ("www.example.com", DomainPatternError::Scheme),
            ("ftp://www.example.com", DomainPatternError::Scheme),
            ("*://www.example.com", DomainPatternError::Scheme),
            ("https://", DomainPatternError::Empty),
            ("https://www.example.com/", DomainPatternError::Path),
            ("https://www.example.com/a", DomainPatternError::Path),
            ("https://www.example.com?a", DomainPatternError::Path),
            ("https://a..b", DomainPatternError::Host),
            ("https://a@b", DomainPatternError::Host),
            ("https://:80", DomainPatternError::Host),
            ("https://ü.example", DomainPatternError::Host),
            ("https://a:", DomainPatternError::Port),
            ("https://a:*", DomainPatternError::Port),
            ("https://a:65536", DomainPatternError::Port),
        ] {
            assert_eq!(text.parse::<DomainPattern>(), Err(error), "{text}");
        }
        let long = format!("https://{}", "a".repeat(DOMAIN_BYTES_MAX));
        assert_eq!(long.parse::<DomainPattern>(), Err(DomainPatternError::Host));
    }
}
