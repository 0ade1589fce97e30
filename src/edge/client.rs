//! What a request says of its client behind the proxies we trust: the address, and whether the browser speaks https.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use http::HeaderMap;
use http::request::Parts;
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
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|ConnectInfo(peer)| peer.ip());
        let tls = parts.extensions.get::<OverTls>().is_some();
        let is_trusted = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
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

    fn client(peer: &str, forwarded: &str) -> Client {
        let request = http::Request::get("/")
            .header("x-forwarded-for", forwarded)
            .header("x-forwarded-proto", "https");
        let (mut parts, ()) = request.body(()).expect("a request").into_parts();
        parts
            .extensions
            .insert(ConnectInfo(SocketAddr::new(peer.parse().expect("an address"), 1)));
        Client::of(&parts, &["10.0.0.0/8".parse().expect("a network")])
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
