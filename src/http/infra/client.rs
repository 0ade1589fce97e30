//! The client of a request, behind trusted proxies: its address, whether the browser uses https,
//! and the requested host. The proxies' headers are parsed by `client_address`, which the connector
//! uses too.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use client_address::TrustedProxies;
use http::HeaderMap;
use http::header::HOST;
use http::request::Parts;
use http::uri::Authority;
use url::Url;

/// Marks requests of the https listener.
#[derive(Debug, Clone, Copy)]
pub struct OverTls;

/// Marks the head of a visitor whose address is only claimed by an integration.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct ClaimedClient {
    /// The address of the integration itself.
    pub(in crate::http) caller: Option<IpAddr>,
}

/// The client of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) struct RequestClient {
    /// The canonical address of the nearest hop that is not a trusted proxy, if known. An unknown
    /// address belongs to no group and binds nothing, and all unknown addresses count as one
    /// client.
    pub address: Option<IpAddr>,
    /// Whether the browser uses https.
    pub https: bool,
}

impl RequestClient {
    /// Reads the client from a request's head. Forwarded headers count only if the peer is a
    /// trusted proxy.
    #[must_use]
    pub(in crate::http) fn of(parts: &Parts, trusted: &TrustedProxies) -> Self {
        let client = trusted.client(peer_of(parts), &parts.headers);
        let tls = || parts.extensions.get::<OverTls>().is_some();
        Self {
            address: client.address,
            https: client.https.unwrap_or_else(tls),
        }
    }
}

/// The scheme by which a browser reached this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum BrowserScheme {
    /// Https, to this server or to a trusted proxy.
    Https,
    /// Plain http.
    Http,
    /// Unknown: a trusted proxy does not name it.
    Unsaid,
}

impl BrowserScheme {
    /// Reads the scheme from a request's head. Forwarded headers count only if the peer is a
    /// trusted proxy: from any other sender, the scheme is that of the listener.
    #[must_use]
    pub(in crate::http) fn of(parts: &Parts, trusted: &TrustedProxies) -> Self {
        if RequestClient::of(parts, trusted).https {
            return Self::Https;
        }
        let is_by_proxy = peer_of(parts).is_some_and(|peer| trusted.trust(peer));
        let says_http = || claimed_scheme(&parts.headers).as_deref() == Some("http");
        if is_by_proxy && !says_http() {
            Self::Unsaid
        } else {
            Self::Http
        }
    }

    /// Returns the scheme of the address that visitors see, if it is known and this one is not.
    #[must_use]
    pub(in crate::http) fn or_that_of(self, public_url: Option<&Url>) -> Self {
        match (self, public_url.map(Url::scheme)) {
            (Self::Unsaid, Some("https")) => Self::Https,
            (Self::Unsaid, Some("http")) => Self::Http,
            _ => self,
        }
    }
}

/// Returns whether the sender claims that the browser used another scheme than http, trusted or
/// not. A false claim must harm nobody but the sender: it may only leave out the redirect to https.
pub(in crate::http) fn claims_other_than_http(headers: &HeaderMap) -> bool {
    claimed_scheme(headers).is_some_and(|scheme| scheme != "http")
}

/// Returns the scheme that the sender claims the browser used, trusted or not.
fn claimed_scheme(headers: &HeaderMap) -> Option<String> {
    let last = |name: &'static str| headers.get_all(name).iter().next_back();
    if let Some(said) = last("x-forwarded-proto") {
        let said = said.to_str().unwrap_or_default().to_ascii_lowercase();
        return Some(said.rsplit(',').next().unwrap_or_default().trim().to_owned());
    }
    let said = last("forwarded")?.to_str().unwrap_or_default().to_ascii_lowercase();
    let nearest = said.rsplit(',').next().unwrap_or_default();
    let proto = nearest.split(';').find_map(|pair| pair.trim().strip_prefix("proto="));
    Some(proto.unwrap_or_default().trim_matches('"').to_owned())
}

/// Returns the addresses that forwarded headers name, one of which an unknown client can have.
pub(in crate::http) fn claimed_addresses(
    parts: &Parts,
    trusted: &TrustedProxies,
) -> impl Iterator<Item = IpAddr> + use<> {
    trusted.claimed(peer_of(parts), &parts.headers)
}

/// Returns the host and port that the browser requested; a forwarded value counts only from a
/// trusted proxy. The value is not trustworthy: use it only to choose among public pages and to
/// name this server in the answer.
#[must_use]
pub(in crate::http) fn authority_of<'a>(parts: &'a Parts, trusted: &TrustedProxies) -> Option<&'a str> {
    let forwarded = trusted.client(peer_of(parts), &parts.headers).host;
    Some(forwarded.or_else(|| own_authority(parts))?.trim())
}

/// Returns every host and port that a request names: its own, and the one that a trusted proxy
/// forwards.
pub(in crate::http) fn authorities_of<'a>(
    parts: &'a Parts,
    trusted: &TrustedProxies,
) -> impl Iterator<Item = &'a str> + use<'a> {
    let forwarded = trusted.client(peer_of(parts), &parts.headers).host;
    let named = [own_authority(parts), forwarded];
    named.into_iter().flatten().map(str::trim)
}

/// Returns the host and port that the request itself names, without forwarded headers.
fn own_authority(parts: &Parts) -> Option<&str> {
    // HTTP/2 requests, and HTTP/1 requests with an absolute address, name the host there.
    let named = parts.uri.authority().map(Authority::as_str);
    named.or_else(|| parts.headers.get(HOST)?.to_str().ok())
}

/// Returns the host of [`authority_of`], without the port.
#[must_use]
pub(in crate::http) fn host_of<'a>(parts: &'a Parts, trusted: &TrustedProxies) -> Option<&'a str> {
    let authority = authority_of(parts, trusted)?;
    let host = authority.split_once(':').map_or(authority, |(name, _)| name);
    Some(host.trim_end_matches('.'))
}

/// Returns the host that the request itself names, without forwarded headers.
#[must_use]
pub(in crate::http) fn named_host(parts: &Parts) -> Option<&str> {
    let authority = own_authority(parts)?.trim();
    let host = authority.split_once(':').map_or(authority, |(name, _)| name);
    Some(host.trim_end_matches('.'))
}

fn peer_of(parts: &Parts) -> Option<IpAddr> {
    let ConnectInfo(peer) = parts.extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(peer.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(peer: &str, headers: &[(&str, &str)]) -> Parts {
        let request = headers.iter().fold(http::Request::get("/"), |request, (name, value)| {
            request.header(*name, *value)
        });
        let (mut parts, ()) = request.body(()).expect("a request").into_parts();
        parts
            .extensions
            .insert(ConnectInfo(SocketAddr::new(peer.parse().expect("an address"), 1)));
        parts
    }

    fn proxies() -> TrustedProxies {
        ["10.0.0.0/8".parse().expect("a network")].into_iter().collect()
    }

    fn client(peer: &str, forwarded: &str) -> RequestClient {
        let headers = [("x-forwarded-for", forwarded), ("x-forwarded-proto", "https")];
        RequestClient::of(&parts(peer, &headers), &proxies())
    }

    #[test]
    fn the_host_is_the_browsers() {
        let host = |peer: &str, forwarded: &str| {
            let headers = [("host", "Own.example:8443"), ("x-forwarded-host", forwarded)];
            host_of(&parts(peer, &headers), &proxies()).map(str::to_owned)
        };
        assert_eq!(host("192.0.2.1", "brand.example").as_deref(), Some("Own.example"));
        assert_eq!(
            host("10.0.0.1", "x.example, brand.example:443").as_deref(),
            Some("brand.example")
        );
        let whole = http::Request::get("http://brand.example.:80/").header("host", "own.example");
        let (whole, ()) = whole.body(()).expect("a request").into_parts();
        assert_eq!(host_of(&whole, &TrustedProxies::default()), Some("brand.example"));
    }

    #[test]
    fn forwarded_headers_count_from_trusted_proxies_alone() {
        let address = |text: &str| Some(text.parse().expect("an address"));
        assert_eq!(
            client("192.0.2.1", "203.0.113.7"),
            RequestClient {
                address: address("192.0.2.1"),
                https: false
            }
        );
        assert_eq!(
            client("10.0.0.1", "203.0.113.7, 10.0.0.2"),
            RequestClient {
                address: address("203.0.113.7"),
                https: true
            }
        );
        assert_eq!(
            client("10.0.0.1", "6.6.6.6, 203.0.113.7").address,
            address("203.0.113.7"),
            "what a client adds is passed over"
        );
        assert_eq!(client("10.0.0.1", "nonsense").address, None, "and never the proxy's");
        assert_eq!(client("::ffff:192.0.2.1", "203.0.113.7").address, address("192.0.2.1"));
    }

    #[test]
    fn the_scheme_that_a_stranger_claims_is_not_believed() {
        let (stranger, proxy) = ("192.0.2.1", "10.0.0.1");
        let xfp = |value| [("x-forwarded-proto", value)];
        let forwarded = |value| [("forwarded", value)];
        for claim in [xfp("https"), xfp("gopher"), forwarded("for=10.0.0.1;proto=https")] {
            let scheme = |trusted: &TrustedProxies, peer| BrowserScheme::of(&parts(peer, &claim), trusted);
            assert_eq!(scheme(&proxies(), stranger), BrowserScheme::Http, "{claim:?}");
            let nobody = TrustedProxies::default();
            assert_eq!(
                scheme(&nobody, proxy),
                BrowserScheme::Http,
                "by default, nobody is trusted"
            );
            assert_ne!(scheme(&proxies(), proxy), BrowserScheme::Http, "{claim:?}");
        }
        let of_proxy = |headers: &[(&str, &str)]| BrowserScheme::of(&parts(proxy, headers), &proxies());
        assert_eq!(of_proxy(&xfp("https")), BrowserScheme::Https);
        assert_eq!(of_proxy(&xfp("http")), BrowserScheme::Http);
        assert_eq!(of_proxy(&[]), BrowserScheme::Unsaid);
    }

    #[test]
    fn a_scheme_that_no_proxy_names_is_that_of_the_named_address() {
        let url = |text: &str| text.parse::<Url>().expect("a URL");
        let (by_https, by_http) = (url("https://queue.example"), url("http://queue.example"));
        for (scheme, named, expected) in [
            (BrowserScheme::Unsaid, Some(&by_https), BrowserScheme::Https),
            (BrowserScheme::Unsaid, Some(&by_http), BrowserScheme::Http),
            (BrowserScheme::Unsaid, None, BrowserScheme::Unsaid),
            (BrowserScheme::Http, Some(&by_https), BrowserScheme::Http),
            (BrowserScheme::Https, Some(&by_http), BrowserScheme::Https),
        ] {
            assert_eq!(scheme.or_that_of(named), expected, "{scheme:?} {named:?}");
        }
    }
}
