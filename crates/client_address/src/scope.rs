//! Who is behind an address, at three widths: limits count a [`Scope`] rather than an address,
//! because one subscriber of IPv6 has 2^64 of them.

use std::net::IpAddr;

use ipnet::IpNet;

/// How much of an address's neighbourhood is taken for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One client: an IPv4 address, or the /64 of an IPv6 one, which is one subscriber's at least.
    Client,
    /// One site: the /24 or the /48, which a household or a firm may have to itself.
    Site,
    /// One provider: the /16 or the /32, which is what registries give out.
    Provider,
}

impl Scope {
    /// The network of that width around an address. An IPv4 address is one however IPv6 carries it.
    #[must_use]
    pub fn of(self, address: IpAddr) -> IpNet {
        let address = address.to_canonical();
        let bits = match (self, address) {
            (Self::Client, IpAddr::V4(_)) => 32,
            (Self::Client, IpAddr::V6(_)) => 64,
            (Self::Site, IpAddr::V4(_)) => 24,
            (Self::Site, IpAddr::V6(_)) => 48,
            (Self::Provider, IpAddr::V4(_)) => 16,
            (Self::Provider, IpAddr::V6(_)) => 32,
        };
        IpNet::new(address, bits)
            .expect("no prefix is longer than its address")
            .trunc()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_lies_in_its_networks() {
        let of = |address: &str| {
            let address = address.parse().unwrap();
            [Scope::Client, Scope::Site, Scope::Provider].map(|scope| scope.of(address).to_string())
        };
        assert_eq!(of("192.0.2.9"), ["192.0.2.9/32", "192.0.2.0/24", "192.0.0.0/16"]);
        assert_eq!(of("::ffff:192.0.2.9"), of("192.0.2.9"));
        assert_eq!(
            of("2001:db8:1:2:3:4:5:6"),
            ["2001:db8:1:2::/64", "2001:db8:1::/48", "2001:db8::/32"]
        );
    }
}
