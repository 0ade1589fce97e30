//! What a request says of its client behind the proxies we trust: the address, and whether the browser speaks https, and the host it asked for.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use http::HeaderMap;
use http::header::HOST;
use http::request::Parts;
use http::uri::Authority;
use ipnet::IpNet;

/// How many forwarded hops are looked at, from the nearest on.
const HOPS_MAX: usize = 16;

/// Marks requests of the https listener.
#[derive(Debug, Clone, Copy)]
pub struct OverTls;

/// The client of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Client {
    /// The nearest address that is no proxy of ours.
    pub address: Option<IpAddr>,
    /// The browser speaks https.
    pub https: bool,
}

impl Client {
    /// From a request's head. Forwarded headers count only when the peer is a trusted proxy.
    #[must_use]
    pub(super) fn of(parts: &Parts, trusted: &[IpNet]) -> Self {
        let peer = peer_of(parts);
        let tls = parts.extensions.get::<OverTls>().is_some();
        let is_trusted = |address: &IpAddr| is_proxy(address, trusted);
        match peer {
            Some(proxy) if is_trusted(&proxy) => Self {
                address: nearest_stranger(&parts.headers, is_trusted).or(peer),
                https: forwarded_https(&parts.headers).unwrap_or(tls),
            },
            _ => Self {
                address: peer,
                https: tls,
            },
        }
    }
}

/// Host and port that the browser asked for; forwarded only by a trusted proxy. It is anybody's word: it chooses among public pages and names this server to
/// whoever asked, and nothing else.
#[must_use]
pub(super) fn authority_of<'a>(parts: &'a Parts, trusted: &[IpNet]) -> Option<&'a str> {
    let forwarded = || parts.headers.get("x-forwarded-host")?.to_str().ok()?.rsplit(',').next();
    let behind = peer_of(parts).is_some_and(|peer| is_proxy(&peer, trusted));
    // HTTP/2, and whoever writes a whole address, name it in the address.
    let named = parts.uri.authority().map(Authority::as_str);
    let named = named.or_else(|| parts.headers.get(HOST)?.to_str().ok());
    Some(behind.then(forwarded).flatten().or(named)?.trim())
}

/// The host of it alone.
#[must_use]
pub(super) fn host_of<'a>(parts: &'a Parts, trusted: &[IpNet]) -> Option<&'a str> {
    let authority = authority_of(parts, trusted)?;
    let host = authority.split_once(':').map_or(authority, |(name, _)| name);
    Some(host.trim_end_matches('.'))
}

fn peer_of(parts: &Parts) -> Option<IpAddr> {
    let ConnectInfo(peer) = parts.extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(peer.ip())
}

fn is_proxy(address: &IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|network| network.contains(address))
}

fn nearest_stranger(headers: &HeaderMap, is_trusted: impl Fn(&IpAddr) -> bool) -> Option<IpAddr> {
    let lines: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .collect();
    let hops = lines.iter().rev().flat_map(|line| line.rsplit(',')).take(HOPS_MAX);
    let mut farthest = None;
    for hop in hops {
        let address: IpAddr = hop.trim().parse().ok()?;
        if !is_trusted(&address) {
            return Some(address);
        }
        farthest = Some(address);
    }
    farthest
}

fn forwarded_https(headers: &HeaderMap) -> Option<bool> {
    let scheme = headers.get("x-forwarded-proto")?.to_str().ok()?;
    Some(scheme.rsplit(',').next()?.trim().eq_ignore_ascii_case("https"))
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

    fn proxies() -> [IpNet; 1] {
        ["10.0.0.0/8".parse().expect("a network")]
    }

    fn client(peer: &str, forwarded: &str) -> Client {
        let headers = [("x-forwarded-for", forwarded), ("x-forwarded-proto", "https")];
        Client::of(&parts(peer, &headers), &proxies())
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
        assert_eq!(host_of(&whole, &[]), Some("brand.example"));
    }

    #[test]
    fn forwarded_headers_count_from_trusted_proxies_alone() {
        let address = |text: &str| Some(text.parse().expect("an address"));
        assert_eq!(
            client("192.0.2.1", "203.0.113.7"),
            Client {
                address: address("192.0.2.1"),
                https: false
            }
        );
        assert_eq!(
            client("10.0.0.1", "203.0.113.7, 10.0.0.2"),
            Client {
                address: address("203.0.113.7"),
                https: true
            }
        );
        assert_eq!(
            client("10.0.0.1", "6.6.6.6, 203.0.113.7").address,
            address("203.0.113.7"),
            "what a client adds is passed over"
        );
        assert_eq!(client("10.0.0.1", "nonsense").address, address("10.0.0.1"));
    }
}
