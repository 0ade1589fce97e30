//! Whose request it is behind the proxies that are trusted: address, scheme and host. The waiting
//! room and the connector both ask here, so that a token bound to an address means the same to
//! both.
//!
//! Forwarded headers are text that anybody can send. They count only when the peer that handed the
//! request over is a trusted proxy; then the client is the nearest hop that is no trusted proxy,
//! read from the end. **An address is known or unknown, and never that of a trusted proxy**:
//! whoever is let past, counted or signed for by address would otherwise be the proxy.
//!
//! | What a trusted proxy hands over | The client's address |
//! | --- | --- |
//! | `X-Forwarded-For` or `Forwarded` whose hops can be read | the nearest that is not trusted |
//! | neither of them, or an empty one | unknown |
//! | trusted proxies alone, or more than [`HOPS_MAX`] of them | unknown |
//! | a hop before the client's that cannot be read: `unknown`, `_hidden`, no UTF-8, empty | unknown |
//! | both of them, naming different clients | unknown |
//! | several lines | one list, in the order of the lines |
//!
//! What is farther than the client is not looked at: a stranger wrote it. So a stranger can become
//! unknown only where the proxy passes on a header that it does not write itself.
//!
//! Hops are `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`;
//! in `Forwarded` (RFC 7239) quoted or not, and with a hidden port (`_port`). An IPv4 address that
//! IPv6 carries (`::ffff:192.0.2.1`) is the IPv4 address: as a peer, as a hop and in a network.
//!
//! Scheme and host: of `X-Forwarded-Proto` and `X-Forwarded-Host` the last value of the last line,
//! which our own proxy wrote; of `Forwarded` that of the farthest element which a trusted proxy
//! wrote. Where two headers disagree, or the value is none, nothing is known.
//!
//! Not here: where the peer's address comes from, and `X-Real-IP` and its like, whose absence and
//! presence a stranger could choose.

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

/// How many hops are looked at, from the nearest on.
pub const HOPS_MAX: usize = 16;

/// The client of a request, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client<'a> {
    /// Its address, canonical: never an IPv4 address in IPv6's clothes, never a trusted proxy's.
    pub address: Option<IpAddr>,
    /// Whether the browser speaks https, if a trusted proxy says so.
    pub https: Option<bool>,
    /// `host[:port]` that the browser asked for, if a trusted proxy says so. It is the browser's
    /// own word all the same.
    pub host: Option<&'a str>,
}

/// The networks whose forwarded headers are believed.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl FromIterator<IpNet> for TrustedProxies {
    fn from_iter<I: IntoIterator<Item = IpNet>>(networks: I) -> Self {
        Self(networks.into_iter().map(canonical_network).collect())
    }
}

impl TrustedProxies {
    /// Whether an address is a trusted proxy's.
    #[must_use]
    pub fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The client of a request that this peer handed over. Without a peer nothing is known.
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

    fn forwarded_client<'a>(&self, headers: &'a HeaderMap) -> Client<'a> {
        let by_name = |name| headers.contains_key(name).then(|| values(headers, name));
        let hops = by_name("x-forwarded-for");
        let scheme = by_name("x-forwarded-proto").map(|mut values| values.next().and_then(https));
        let host = by_name("x-forwarded-host").map(|mut values| values.next().and_then(host));
        let standard = self.standard(headers);
        let standard = standard.as_ref();
        Client {
            address: agreed(
                hops.map(|hops| self.nearest_stranger(hops.map(hop))),
                standard.map(|said| said.address),
                |one, other| one == other,
            ),
            https: agreed(scheme, standard.and_then(|said| said.https), |one, other| one == other),
            host: agreed(host, standard.and_then(|said| said.host), |one, other| {
                one.eq_ignore_ascii_case(other)
            }),
        }
    }

    /// The nearest hop that is not trusted; `None` where one before it cannot be read.
    fn nearest_stranger(&self, hops: impl Iterator<Item = Option<IpAddr>>) -> Option<IpAddr> {
        for hop in hops.take(HOPS_MAX) {
            let address = hop?;
            if !self.trust(address) {
                return Some(address);
            }
        }
        None
    }

    /// What `Forwarded` says, if it is there.
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

/// What `Forwarded` says. The outer `None` is silence, the inner one what cannot be read.
#[derive(Debug, Default)]
struct Standard<'a> {
    address: Option<IpAddr>,
    https: Option<Option<bool>>,
    host: Option<Option<&'a str>>,
}

/// What two headers say together, of which either may be silent.
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

/// Whether a text has only the letters of `host[:port]`.
#[must_use]
pub fn is_authority(text: &str) -> bool {
    let is_ours = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:[]".contains(&byte);
    !text.is_empty() && text.bytes().all(is_ours)
}
