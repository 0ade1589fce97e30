//! The URL as the browser saw it, put together from what the request and a trusted proxy say.
//!
//! Scheme: the trusted proxy's word, else the request's own (HTTP/2), else the configured one.
//! Host: the trusted proxy's word, else the request's. A host is plain text from the network, so
//! only letters that hosts and ports have are taken. There is no fragment: browsers keep it.

use client_address::{TrustedProxies, is_authority};
use http::request::Parts;
use http::{Uri, header};
use protocol::redirect::Scheme;

use crate::proxies;

/// Scheme and `host[:port]`; `None` if the request names no usable host.
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

/// A site as the browser knows it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin<'a> {
    scheme: Scheme,
    host: &'a str,
}

impl Origin<'_> {
    /// `scheme://host[:port]` and a path behind it.
    pub(crate) fn with(self, path: &str) -> String {
        [self.scheme.as_str(), "://", self.host, path].concat()
    }
}

/// Path and query, always with a slash in front.
pub(crate) fn path_and_query(parts: &Parts) -> &str {
    uri(parts).path_and_query().map_or("/", http::uri::PathAndQuery::as_str)
}

fn uri(parts: &Parts) -> &Uri {
    #[cfg(feature = "axum")]
    if let Some(uri) = crate::axum_extensions::original_uri(&parts.extensions) {
        return uri;
    }
    &parts.uri
}

fn scheme_from(text: &str) -> Option<Scheme> {
    [Scheme::Http, Scheme::Https]
        .into_iter()
        .find(|scheme| scheme.as_str().eq_ignore_ascii_case(text))
}
