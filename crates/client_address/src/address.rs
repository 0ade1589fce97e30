//! Parses addresses in the forms that proxies write, and normalizes the networks that operators
//! write.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net};

/// Parses the address of a hop: a bare address, or one with a port. An IPv6 address with a port is
/// in brackets. Returns `None` for everything else, including `unknown` and obfuscated names
/// (`_gazonk`).
pub(crate) fn hop(text: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(text).ok()?;
    let address: IpAddr = if let Some(bracketed) = text.strip_prefix('[') {
        let (address, port) = bracketed.split_once(']')?;
        is_end(port).then_some(())?;
        Ipv6Addr::from_str(address).ok()?.into()
    } else if let Ok(bare) = text.parse() {
        bare
    } else {
        let (address, port) = text.split_once(':')?;
        is_port(port).then_some(())?;
        Ipv4Addr::from_str(address).ok()?.into()
    };
    Some(address.to_canonical())
}

fn is_end(text: &str) -> bool {
    text.is_empty() || text.strip_prefix(':').is_some_and(is_port)
}

/// Returns whether a text is a port or an obfuscated port (RFC 7239, section 6).
fn is_port(text: &str) -> bool {
    let is_hidden = |name: &str| {
        let mut bytes = name.bytes();
        !name.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    let is_number = || text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok();
    text.strip_prefix('_').is_some_and(is_hidden) || is_number()
}

/// Returns the canonical form of a network: a network of IPv4-mapped IPv6 addresses
/// (`::ffff:10.0.0.0/104`) becomes the IPv4 network, since canonical addresses are looked up in it.
#[must_use]
pub fn canonical_network(network: IpNet) -> IpNet {
    /// Length of the prefix `::ffff:0:0` before the IPv4 address, in bits.
    const MAPPED_BITS: u8 = 96;
    let IpNet::V6(six) = network else { return network };
    let four = six
        .addr()
        .to_ipv4_mapped()
        .zip(six.prefix_len().checked_sub(MAPPED_BITS));
    let four = four.and_then(|(address, bits)| Ipv4Net::new(address, bits).ok());
    four.map_or(network, IpNet::V4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hops_are_read_with_and_without_ports() {
        for (text, address) in [
            ("192.0.2.1", "192.0.2.1"),
            ("192.0.2.1:5678", "192.0.2.1"),
            ("192.0.2.1:_abc", "192.0.2.1"),
            ("2001:db8::5", "2001:db8::5"),
            ("[2001:db8::5]", "2001:db8::5"),
            ("[2001:db8::5]:443", "2001:db8::5"),
            ("[2001:DB8::5]:_x.1", "2001:db8::5"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("[::ffff:192.0.2.1]:1", "192.0.2.1"),
        ] {
            assert_eq!(hop(text.as_bytes()), address.parse().ok(), "{text}");
        }
    }

    #[test]
    fn texts_that_are_no_address_are_unknown() {
        for text in [
            "",
            "unknown",
            "_hidden",
            "\u{e9}",
            "192.0.2",
            "192.0.2.1:",
            "192.0.2.1:x",
            "192.0.2.1:70000",
            "192.0.2.1:+1",
            "[192.0.2.1]",
            "[2001:db8::5",
            "[2001:db8::5]443",
            "[fe80::1%eth0]:1",
            "1.2.3.4 5.6.7.8",
            "192.0.2.1:_",
        ] {
            assert_eq!(hop(text.as_bytes()), None, "{text}");
        }
        assert_eq!(hop(b"\xe9"), None);
    }

    #[test]
    fn networks_of_carried_addresses_are_ipv4_networks() {
        let canonical = |text: &str| canonical_network(text.parse().unwrap()).to_string();
        assert_eq!(canonical("::ffff:10.0.0.0/104"), "10.0.0.0/8");
        assert_eq!(canonical("::ffff:192.0.2.1/128"), "192.0.2.1/32");
        assert_eq!(canonical("2001:db8::/32"), "2001:db8::/32");
        assert_eq!(canonical("::ffff:0:0/95"), "::ffff:0.0.0.0/95");
        assert_eq!(canonical("10.0.0.0/8"), "10.0.0.0/8");
    }
}
