//! Recognizes networks that contain practically all addresses. Any client could pass as a trusted
//! proxy in such a network, or as a member of a group that passes rooms.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// The shortest prefix of an IPv4 network: that of the largest private one, 10.0.0.0/8.
const V4_PREFIX_MIN: u8 = 8;
/// The shortest prefix of a public IPv6 network; registries give providers at most a /19.
const V6_PREFIX_MIN: u8 = 16;
/// The largest part of all IPv4 addresses that public networks can cover together.
const V4_PART_MAX: f64 = 1.0 / 16.0;
/// Like [`V4_PART_MAX`], for IPv6, where an eighth of all addresses is in use (2000::/3).
const V6_PART_MAX: f64 = 1.0 / 128.0;

/// Whether a network contains practically all addresses.
#[must_use]
pub(in crate::config) fn is_everybody(network: &IpNet) -> bool {
    match without_ipv4_mapping(network) {
        IpNet::V4(network) => network.prefix_len() < V4_PREFIX_MIN,
        IpNet::V6(network) => {
            let mapped = Ipv4Addr::UNSPECIFIED.to_ipv6_mapped();
            let has_all_of_v4 = network.contains(&mapped);
            has_all_of_v4 || (!is_local_v6(&network) && network.prefix_len() < V6_PREFIX_MIN)
        }
    }
}

/// Whether networks together contain practically all addresses.
#[must_use]
pub(in crate::config) fn are_everybody(networks: &[IpNet]) -> bool {
    let (mut v4, mut v6) = (Vec::new(), Vec::new());
    for network in networks {
        match without_ipv4_mapping(network) {
            IpNet::V4(network) if !is_local_v4(&network) => v4.push(network),
            IpNet::V6(network) if !is_local_v6(&network) => v6.push(network),
            IpNet::V4(_) | IpNet::V6(_) => {}
        }
    }
    let part = |prefix: u8| 0.5_f64.powi(i32::from(prefix));
    let v4: f64 = Ipv4Net::aggregate(&v4).iter().map(|one| part(one.prefix_len())).sum();
    let v6: f64 = Ipv6Net::aggregate(&v6).iter().map(|one| part(one.prefix_len())).sum();
    v4 > V4_PART_MAX || v6 > V6_PART_MAX
}

/// Converts a network within `::ffff:0:0/96` to its IPv4 network.
fn without_ipv4_mapping(network: &IpNet) -> IpNet {
    let mapped = |network: &Ipv6Net| {
        let prefix = network.prefix_len().checked_sub(96)?;
        let address = network.network().to_ipv4_mapped()?;
        Ipv4Net::new(address, prefix).ok()
    };
    match network {
        IpNet::V6(v6) => mapped(v6).map_or(*network, IpNet::V4),
        IpNet::V4(_) => *network,
    }
}

fn is_local_v4(network: &Ipv4Net) -> bool {
    let address = network.network();
    address.is_private() || address.is_loopback() || address.is_link_local()
}

fn is_local_v6(network: &Ipv6Net) -> bool {
    let within = |address: Ipv6Addr, prefix| Ipv6Net::new(address, prefix).is_ok_and(|local| local.contains(network));
    within(Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7) || within(Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0), 10)
}

/// Whether an address can only be reached from this machine or its own networks.
#[must_use]
pub(in crate::config) fn is_local(address: IpAddr) -> bool {
    match IpNet::from(address.to_canonical()) {
        IpNet::V4(network) => is_local_v4(&network),
        IpNet::V6(network) => network.network().is_loopback() || is_local_v6(&network),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> IpNet {
        text.parse().unwrap()
    }

    #[test]
    fn networks_of_all_addresses_are_recognized_however_they_are_written() {
        for text in [
            "0.0.0.0/0",
            "0.0.0.0/1",
            "128.0.0.0/1",
            "64.0.0.0/7",
            "::/0",
            "2000::/3",
            "8000::/1",
            "::ffff:0:0/96",
            "::ffff:0:0/97",
            "::/64",
            "::ffff:64.0.0.0/103",
        ] {
            assert!(is_everybody(&network(text)), "{text}");
        }
        for text in [
            "10.0.0.0/8",
            "172.16.0.0/12",
            "104.16.0.0/13",
            "192.0.2.1/32",
            "fc00::/7",
            "fe80::/10",
            "2400:cb00::/32",
            "::1/128",
            "::ffff:10.0.0.0/104",
        ] {
            assert!(!is_everybody(&network(text)), "{text}");
        }
    }

    #[test]
    fn many_narrow_networks_can_cover_everybody_together() {
        let slices = |count: u8| {
            (16..16 + count)
                .map(|first| network(&format!("{first}.0.0.0/8")))
                .collect::<Vec<_>>()
        };
        assert!(!are_everybody(&slices(16)) && are_everybody(&slices(17)));
        let private = [
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "fc00::/7",
            "127.0.0.0/8",
        ]
        .map(network);
        assert!(!are_everybody(&private));
        let v6: Vec<IpNet> = (0..513).map(|n| network(&format!("{:x}::/16", 0x2000 + n))).collect();
        assert!(!are_everybody(&v6[..512]) && are_everybody(&v6));
    }

    #[test]
    fn own_networks_are_known() {
        for (text, local) in [
            ("127.0.0.1", true),
            ("10.1.2.3", true),
            ("::1", true),
            ("0.0.0.0", false),
            ("::", false),
            ("192.0.2.1", false),
        ] {
            assert_eq!(is_local(text.parse().unwrap()), local, "{text}");
        }
    }
}
