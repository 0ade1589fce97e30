//! Whose word counts about where a request came from.
//!
//! Forwarded headers are text that anybody can send. They count only when the peer that handed us the request is a
//! trusted proxy; then the visitor is the last address in `X-Forwarded-For`, read from the end, that is no trusted
//! proxy itself. Of `X-Forwarded-Proto` and `X-Forwarded-Host` the last value counts, which is the one that our own
//! proxy wrote or passed on.

use std::net::{IpAddr, SocketAddr};

use http::request::Parts;
use http::{Extensions, HeaderMap};
use ipnet::IpNet;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The address of the connecting peer, for servers other than axum to put into the request's extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeerAddress(pub IpAddr);

/// The networks whose forwarded headers are believed.
#[derive(Debug, Clone, Default)]
pub(crate) struct TrustedProxies(pub(crate) Vec<IpNet>);

impl TrustedProxies {
    fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Whether this request's forwarded headers are to be believed.
    pub(crate) fn vouch_for(&self, parts: &Parts) -> bool {
        peer(&parts.extensions).is_some_and(|peer| self.contains(peer))
    }

    /// The visitor's address, as far as it is known.
    pub(crate) fn client_ip(&self, parts: &Parts) -> Option<IpAddr> {
        let peer = peer(&parts.extensions)?;
        let mut nearest = peer;
        for hop in hops_from_the_nearest(&parts.headers) {
            if !self.contains(nearest) {
                break;
            }
            nearest = parse_hop(hop)?;
        }
        Some(nearest)
    }
}

/// The last value of a forwarded header, trimmed.
pub(crate) fn last_value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let line = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next().map(str::trim)
}

fn peer(extensions: &Extensions) -> Option<IpAddr> {
    let given = extensions.get::<PeerAddress>().map(|peer| peer.0);
    #[cfg(feature = "axum")]
    let given = given.or_else(|| crate::axum_extensions::peer(extensions));
    given.map(|address| address.to_canonical())
}

fn hops_from_the_nearest(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(FORWARDED_FOR).iter().rev();
    // A line that is no text names no address; the empty hop in its place ends the search as unknown.
    lines
        .flat_map(|line| line.to_str().unwrap_or_default().rsplit(','))
        .map(str::trim)
}

/// An address as proxies write it: bare, with a port, or an IPv6 address in brackets.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    let bracketed = || hop.strip_prefix('[')?.strip_suffix(']')?.parse::<IpAddr>().ok();
    let with_port = || hop.parse::<SocketAddr>().ok().map(|address| address.ip());
    let address = hop.parse::<IpAddr>().ok().or_else(with_port).or_else(bracketed)?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    fn client_ip(peer: Option<&str>, forwarded: &[&str]) -> Option<String> {
        let mut request = Request::get("/");
        for line in forwarded {
            request = request.header(FORWARDED_FOR, *line);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        if let Some(peer) = peer {
            parts.extensions.insert(PeerAddress(peer.parse().unwrap()));
        }
        let trusted = TrustedProxies(vec!["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()]);
        trusted.client_ip(&parts).map(|address| address.to_string())
    }

    #[test]
    fn an_untrusted_peer_is_the_visitor_whatever_it_says() {
        assert_eq!(
            client_ip(Some("198.51.100.9"), &["203.0.113.7"]).as_deref(),
            Some("198.51.100.9")
        );
    }

    #[test]
    fn behind_trusted_proxies_the_last_untrusted_hop_is_the_visitor() {
        for lines in [
            &["203.0.113.7"][..],
            &["6.6.6.6, 203.0.113.7, 10.1.1.1"],
            &["6.6.6.6", "203.0.113.7", "10.1.1.1, 10.9.9.9"],
        ] {
            assert_eq!(
                client_ip(Some("10.0.0.1"), lines).as_deref(),
                Some("203.0.113.7"),
                "{lines:?}"
            );
        }
        assert_eq!(
            client_ip(Some("::ffff:10.0.0.1"), &["203.0.113.7:4711"]).as_deref(),
            Some("203.0.113.7")
        );
        assert_eq!(
            client_ip(Some("fd00::1"), &["[2001:db8::5]"]).as_deref(),
            Some("2001:db8::5")
        );
        assert_eq!(
            client_ip(Some("fd00::1"), &["[2001:db8::5]:443"]).as_deref(),
            Some("2001:db8::5")
        );
    }

    #[test]
    fn with_trusted_hops_only_the_farthest_is_the_visitor() {
        assert_eq!(client_ip(Some("10.0.0.1"), &[]).as_deref(), Some("10.0.0.1"));
        assert_eq!(
            client_ip(Some("10.0.0.1"), &["10.0.0.3, 10.0.0.2"]).as_deref(),
            Some("10.0.0.3")
        );
    }

    #[test]
    fn no_peer_or_an_unreadable_hop_means_unknown() {
        assert_eq!(client_ip(None, &["203.0.113.7"]), None);
        assert_eq!(client_ip(Some("10.0.0.1"), &["203.0.113.7, unknown"]), None);
        assert_eq!(client_ip(Some("10.0.0.1"), &["203.0.113.7,"]), None);
    }
}
