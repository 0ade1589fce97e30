//! The URL as the browser saw it, reconstructed from the request and the headers of a trusted
//! proxy.
//!
//! Scheme: from the trusted proxy, else from the request (HTTP/2), else as configured. Host: from
//! the trusted proxy, else from the request. A host is untrusted text, so only characters of hosts
//! and ports are accepted. The URL has no fragment: browsers do not send it.

use client_address::{TrustedProxies, is_authority};
use http::request::Parts;
use http::{Uri, header};
use protocol::redirect::Scheme;

use crate::proxies;

/// Returns scheme and `host[:port]`; `None` if the request names no usable host.
pub(crate) fn origin<'a>(parts: &'a Parts, trusted: &TrustedProxies, otherwise: Scheme) -> Option<Origin<'a>> {
    let client = proxies::client(trusted, parts);
    let forwarded = client
        .https
        .map(|https| if https { Scheme::Https } else { Scheme::Http });
    let scheme = forwarded.or_else(|| scheme_from(uri(parts).scheme_str()?));
    let header_host = || parts.headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let uri_host = || uri(parts).authority().map(http::uri::Authority::as_str);
    let host = client.host.or_else(header_host).or_else(uri_host);
    Some(Origin {
        scheme: scheme.unwrap_or(otherwise),
        host: host.filter(|host| is_authority(host))?,
    })
}

/// The origin of a site as the browser sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin<'a> {
    scheme: Scheme,
    host: &'a str,
}

impl Origin<'_> {
    /// Returns `scheme://host[:port]` followed by `path`.
    pub(crate) fn with(self, path: &str) -> String {
        [self.scheme.as_str(), "://", self.host, path].concat()
    }
}

/// Returns path and query, always with a leading slash.
pub(crate) fn path_and_query(parts: &Parts) -> &str {
    uri(parts).path_and_query().map_or("/", http::uri::PathAndQuery::as_str)
}

fn uri(parts: &Parts) -> &Uri {
    #[cfg(feature = "axum")]
    if let Some(uri) = super::axum_extensions::original_uri(&parts.extensions) {
        return uri;
    }
    &parts.uri
}

fn scheme_from(text: &str) -> Option<Scheme> {
    [Scheme::Http, Scheme::Https]
        .into_iter()
        .find(|scheme| scheme.as_str().eq_ignore_ascii_case(text))
}
