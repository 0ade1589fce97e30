//! What a request says of its client behind the proxies we trust: the address, and whether the
//! browser speaks https, and the host it asked for. What proxies say is read by `client_address`,
//! as the connector reads it.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use client_address::TrustedProxies;
use http::header::HOST;
use http::request::Parts;
use http::uri::Authority;

/// Marks requests of the https listener.
#[derive(Debug, Clone, Copy)]
pub struct OverTls;

/// The client of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) struct RequestClient {
    /// Its address, canonical, if it is known: the nearest that is no proxy of ours. Unknown
    /// belongs to no group, is bound to nothing, and is one client wherever clients are counted.
    pub address: Option<IpAddr>,
    /// The browser speaks https.
    pub https: bool,
}

impl RequestClient {
    /// From a request's head. Forwarded headers count only when the peer is a trusted proxy.
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

/// Host and port that the browser asked for; forwarded only by a trusted proxy. It is anybody's
/// word: it chooses among public pages and names this server to whoever asked, and nothing else.
#[must_use]
pub(in crate::http) fn authority_of<'a>(parts: &'a Parts, trusted: &TrustedProxies) -> Option<&'a str> {
    let forwarded = trusted.client(peer_of(parts), &parts.headers).host;
    // HTTP/2, and whoever writes a whole address, name it in the address.
    let named = || parts.uri.authority().map(Authority::as_str);
    let header = || parts.headers.get(HOST)?.to_str().ok();
    Some(forwarded.or_else(named).or_else(header)?.trim())
}

/// The host of it alone.
#[must_use]
pub(in crate::http) fn host_of<'a>(parts: &'a Parts, trusted: &TrustedProxies) -> Option<&'a str> {
    let authority = authority_of(parts, trusted)?;
    let host = authority.split_once(':').map_or(authority, |(name, _)| name);
    Some(host.trim_end_matches('.'))
}

/// The host that the request itself names, whatever a proxy says.
#[must_use]
pub(in crate::http) fn named_host(parts: &Parts) -> Option<&str> {
    let named = parts.uri.authority().map(Authority::as_str);
    let authority = named.or_else(|| parts.headers.get(HOST)?.to_str().ok())?.trim();
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
}
