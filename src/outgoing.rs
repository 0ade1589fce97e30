//! The clients for the requests that this process makes itself, by HTTP and HTTPS: blocking,
//! without redirects, and with the certificate authorities that the machine trusts.
//!
//! Of the addresses that visitors choose, this process connects only to those of known push
//! services ([`crate::push`]), and to none of a private network ([`agent_to_public`]).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http::Uri;
use ureq::config::Config;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error, Proxy};

/// Creates a client that waits for an answer for at most `longest`. Every answer is returned,
/// regardless of its status.
#[must_use]
pub fn agent(longest: Duration) -> Agent {
    config(longest, machine_roots(), Proxy::try_from_env()).into()
}

/// Creates a client like [`agent`] for addresses that visitors choose: it connects to no address of
/// this machine or of a private network, even if a public name resolves to one. With a proxy, this
/// one or the environment's, it connects only to the proxy, which then decides. `roots` are the
/// certificate authorities in place of the machine's.
#[must_use]
pub fn agent_to_public(longest: Duration, roots: Option<Vec<Certificate<'static>>>, proxy: Option<Proxy>) -> Agent {
    let proxy = proxy.or_else(Proxy::try_from_env);
    let resolver = PublicResolver {
        proxy: proxy.as_ref().map(|proxy| proxy.uri().clone()),
        names: DefaultResolver::default(),
    };
    let config = config(longest, roots.unwrap_or_else(machine_roots), proxy);
    Agent::with_parts(config, DefaultConnector::default(), resolver)
}

/// Trusts the machine's root certificates, since a server within a company often has a certificate
/// issued by that company. Roots that cannot be read are ignored.
fn machine_roots() -> Vec<Certificate<'static>> {
    let roots = rustls_native_certs::load_native_certs().certs;
    (roots.iter())
        .map(|root| Certificate::from_der(root).to_owned())
        .collect()
}

fn config(longest: Duration, roots: Vec<Certificate<'static>>, proxy: Option<Proxy>) -> Config {
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(roots)))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build();
    Agent::config_builder()
        .tls_config(tls)
        .timeout_global(Some(longest))
        .http_status_as_error(false)
        // A token must not be sent to another host.
        .max_redirects(0)
        .proxy(proxy)
        .build()
}

/// Resolves names to addresses, and omits those that are not public.
#[derive(Debug)]
struct PublicResolver {
    /// The operator's proxy, which can be in a private network.
    proxy: Option<Uri>,
    names: DefaultResolver,
}

impl Resolver for PublicResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.names.resolve(uri, config, timeout)?;
        let is_proxy = self.proxy.as_ref().is_some_and(|proxy| {
            (proxy.host(), proxy.port_u16(), proxy.scheme()) == (uri.host(), uri.port_u16(), uri.scheme())
        });
        let mut public = self.empty();
        let all = found.iter();
        let kept = all.filter(|address: &&SocketAddr| is_proxy || is_public(address.ip()));
        kept.for_each(|address| public.push(*address));
        match public.is_empty() {
            true => Err(Error::HostNotFound),
            false => Ok(public),
        }
    }
}

/// Whether an address is in no network for a special purpose (the registries of RFC 6890), such as
/// that of this machine, of a private network, or of a cloud's metadata.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || first == 0
        // Shared by the customers of a provider (RFC 6598).
        || (first == 100 && second & 0xc0 == 64)
        || (first, second, third) == (192, 0, 0)
        // Benchmarks (RFC 2544).
        || (first == 198 && second & 0xfe == 18)
        // Reserved, and broadcast.
        || first >= 240;
    !is_special
}

/// Only global unicast, without the networks in it that stand for IPv4 addresses or for examples.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let is_special = matches!(
        segments,
        // IETF protocols with Teredo (RFC 2928), examples (RFC 3849, RFC 9637), 6to4 (RFC 3056).
        [0x2001, 0..0x0200, ..] | [0x2001, 0x0db8, ..] | [0x3fff, 0..0x1000, ..] | [0x2002, ..]
    );
    segments[0] & 0xe000 == 0x2000 && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_for_special_purposes_are_not_public() {
        for special in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff:fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(special.parse().expect("an address")), "{special}");
        }
        for public in [
            "1.1.1.1",
            "100.63.255.255",
            "100.128.0.1",
            "142.250.74.106",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "223.255.255.1",
            "::ffff:142.250.74.106",
            "2001:4860:4860::8888",
            "2a00:1450:4001::5f",
            "2620:149:af0::10",
        ] {
            assert!(is_public(public.parse().expect("an address")), "{public}");
        }
    }

    /// The name resolves to this machine, where nothing listens; no connection is attempted.
    #[test]
    fn a_name_of_this_machine_is_not_found_and_the_operators_proxy_is() {
        let refused = |agent: &Agent, url: &str| agent.get(url).call().expect_err("no answer").to_string();
        let longest = Duration::from_secs(5);
        // A proxy on a port where nothing listens, so that the environment's is not asked.
        let nobody = "http://127.0.0.1:9";
        let direct = PublicResolver {
            proxy: None,
            names: DefaultResolver::default(),
        };
        let through = PublicResolver {
            proxy: Some(nobody.parse().expect("an address")),
            names: DefaultResolver::default(),
        };
        let direct = Agent::with_parts(config(longest, Vec::new(), None), DefaultConnector::default(), direct);
        for url in ["https://localhost:9/", "https://127.0.0.1:9/", "https://[::1]:9/"] {
            assert_eq!(refused(&direct, url), Error::HostNotFound.to_string(), "{url}");
        }
        let proxied = Agent::with_parts(
            config(longest, Vec::new(), Some(Proxy::new(nobody).expect("an address"))),
            DefaultConnector::default(),
            through,
        );
        let reason = refused(&proxied, "https://push.example/");
        assert!(reason.contains("refused"), "the proxy is connected to: {reason}");
    }
}
