//! Finds the client of a request behind trusted proxies: its address, scheme and host. The waiting
//! room and the connector both use this crate, so a token that is bound to an address means the
//! same address to both.
//!
//! Anybody can send forwarded headers. They count only when the peer that sent the request is a
//! trusted proxy; the client is then the nearest hop that is not a trusted proxy, counted from the
//! end of the list. **An address is known or unknown, and never that of a trusted proxy**:
//! otherwise rate limits, allow lists and tokens bound to an address would apply to the proxy
//! instead of the client.
//!
//! | Headers of a request from a trusted proxy | The client's address |
//! | --- | --- |
//! | `X-Forwarded-For` or `Forwarded` with readable hops | the nearest untrusted hop |
//! | neither of them, or an empty one | unknown |
//! | trusted proxies alone, or more than [`HOPS_MAX`] of them | unknown |
//! | an unreadable hop before the client's: `unknown`, `_hidden`, not UTF-8, empty | unknown |
//! | both of them, naming different clients | unknown |
//! | several lines | one list, in the order of the lines |
//!
//! Hops farther away than the client are ignored, because a stranger wrote them. A stranger can
//! therefore make the address unknown only if the proxy passes on a header that it does not write
//! itself; rules that hinder visitors then apply to both addresses ([`TrustedProxies::claimed`]).
//!
//! Hops have the forms `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` and
//! `[2001:db8::1]:4711`; in `Forwarded` (RFC 7239) they can be quoted, and the port can be
//! obfuscated (`_port`). An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) is treated as the IPv4
//! address: as a peer, as a hop and in a network.
//!
//! Scheme and host come from the last value of the last line of `X-Forwarded-Proto` and
//! `X-Forwarded-Host`, which the site's own proxy wrote, and from the farthest element of
//! `Forwarded` that a trusted proxy wrote. They are unknown where the two headers disagree or a
//! value is invalid.
//!
//! This crate does not determine the peer's address. It ignores `X-Real-IP` and similar headers,
//! because a stranger could choose whether they are present.

mod address;
mod forwarded;
mod last_first;
mod scope;

use std::net::IpAddr;

use http::HeaderMap;
use ipnet::IpNet;

pub use address::canonical_network;
pub use scope::Scope;

use crate::address::hop;
use crate::last_first::{values, values_outside_quotes};

/// How many hops are examined, counted from the nearest.
pub const HOPS_MAX: usize = 16;

/// The client of a request, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client<'a> {
    /// The canonical address of the client: never an IPv4-mapped IPv6 address, never a trusted
    /// proxy's.
    pub address: Option<IpAddr>,
    /// Whether the browser uses https, if a trusted proxy says so.
    pub https: Option<bool>,
    /// The `host[:port]` that the browser asked for, if a trusted proxy says so. The browser chose
    /// this value, so it is not trustworthy in itself.
    pub host: Option<&'a str>,
}

/// The networks whose forwarded headers are trusted.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl FromIterator<IpNet> for TrustedProxies {
    fn from_iter<I: IntoIterator<Item = IpNet>>(networks: I) -> Self {
        Self(networks.into_iter().map(canonical_network).collect())
    }
}

impl TrustedProxies {
    /// Returns whether an address belongs to a trusted proxy.
    #[must_use]
    pub fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Returns the client of a request that `peer` sent. Nothing is known about the client without
    /// a peer.
    #[must_use]
    pub fn client<'a>(&self, peer: Option<IpAddr>, headers: &'a HeaderMap) -> Client<'a> {
        match peer.map(|peer| peer.to_canonical()) {
            Some(peer) if self.trust(peer) => self.forwarded_client(headers),
            address => Client {
                address,
                https: None,
                host: None,
            },
        }
    }

    /// Returns the addresses that the headers of a trusted proxy's request name. If the addresses
    /// do not agree, the client's address is unknown; it is one of them if the proxy wrote either
    /// header. A client can therefore not evade a rule that hinders one of them by sending a header
    /// of its own.
    pub fn claimed(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> impl Iterator<Item = IpAddr> + use<> {
        let trusted = peer.is_some_and(|peer| self.trust(peer));
        let hops = trusted.then(|| self.nearest_untrusted(values(headers, "x-forwarded-for").map(hop)));
        let standard = self.standard(headers).filter(|_| trusted);
        [hops.flatten(), standard.and_then(|said| said.address)]
            .into_iter()
            .flatten()
    }

    fn forwarded_client<'a>(&self, headers: &'a HeaderMap) -> Client<'a> {
        let by_name = |name| headers.contains_key(name).then(|| values(headers, name));
        let hops = by_name("x-forwarded-for");
        let scheme = by_name("x-forwarded-proto").map(|mut values| values.next().and_then(https));
        let host = by_name("x-forwarded-host").map(|mut values| values.next().and_then(host));
        let standard = self.standard(headers);
        let standard = standard.as_ref();
        Client {
            address: agreed(
                hops.map(|hops| self.nearest_untrusted(hops.map(hop))),
                standard.map(|said| said.address),
                |one, other| one == other,
            ),
            https: agreed(scheme, standard.and_then(|said| said.https), |one, other| one == other),
            host: agreed(host, standard.and_then(|said| said.host), |one, other| {
                one.eq_ignore_ascii_case(other)
            }),
        }
    }

    /// Returns the nearest hop that is not trusted; `None` if a hop before it cannot be read.
    fn nearest_untrusted(&self, hops: impl Iterator<Item = Option<IpAddr>>) -> Option<IpAddr> {
        for hop in hops.take(HOPS_MAX) {
            let address = hop?;
            if !self.trust(address) {
                return Some(address);
            }
        }
        None
    }

    /// Reads the `Forwarded` header, if there is one.
    fn standard<'a>(&self, headers: &'a HeaderMap) -> Option<Standard<'a>> {
        let name = "forwarded";
        headers.contains_key(name).then_some(())?;
        let mut said = Standard::default();
        for element in values_outside_quotes(headers, name).take(HOPS_MAX) {
            let Some(element) = forwarded::Element::parse(element) else {
                return Some(said);
            };
            said.https = element.proto.map(https).or(said.https);
            said.host = element.host.map(host).or(said.host);
            match element.node.and_then(hop) {
                Some(address) if self.trust(address) => {}
                address => {
                    said.address = address;
                    return Some(said);
                }
            }
        }
        Some(said)
    }
}

/// The content of the `Forwarded` header. An outer `None` means that the header does not give the
/// value, an inner `None` that the value cannot be read.
#[derive(Debug, Default)]
struct Standard<'a> {
    address: Option<IpAddr>,
    https: Option<Option<bool>>,
    host: Option<Option<&'a str>>,
}

/// Combines the values of two headers, either of which can be absent.
fn agreed<T>(one: Option<Option<T>>, other: Option<Option<T>>, same: impl Fn(&T, &T) -> bool) -> Option<T> {
    match (one, other) {
        (None, said) | (said, None) => said.flatten(),
        (Some(one), Some(other)) => one.filter(|one| other.is_some_and(|other| same(one, &other))),
    }
}

fn https(scheme: &[u8]) -> Option<bool> {
    [(&b"https"[..], true), (b"http", false)]
        .into_iter()
        .find_map(|(name, https)| scheme.eq_ignore_ascii_case(name).then_some(https))
}

fn host(text: &[u8]) -> Option<&str> {
    std::str::from_utf8(text).ok().filter(|text| is_authority(text))
}

/// Returns whether a text consists only of the characters that `host[:port]` can contain.
#[must_use]
pub fn is_authority(text: &str) -> bool {
    let is_ours = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:[]".contains(&byte);
    !text.is_empty() && text.bytes().all(is_ours)
}
