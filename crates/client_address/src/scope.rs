//! Networks around an address in three sizes. Limits count by [`Scope`] rather than by address,
//! because one IPv6 subscriber has 2^64 addresses.

use std::net::IpAddr;

use ipnet::IpNet;

/// The size of a network around an address that counts as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One client: an IPv4 address, or the /64 of an IPv6 address, which belongs to a single
    /// subscriber.
    Client,
    /// One subnet: the /24 (IPv4) or the /48 (IPv6), which can belong to one household or company.
    Subnet,
    /// One provider: the /16 (IPv4) or the /32 (IPv6), the size that registries allocate.
    Provider,
}

impl Scope {
    /// Returns the network of this size around an address. An IPv4-mapped IPv6 address counts as
    /// IPv4.
    #[must_use]
    pub fn of(self, address: IpAddr) -> IpNet {
        let address = address.to_canonical();
        let bits = match (self, address) {
            (Self::Client, IpAddr::V4(_)) => 32,
            (Self::Client, IpAddr::V6(_)) => 64,
            (Self::Subnet, IpAddr::V4(_)) => 24,
            (Self::Subnet, IpAddr::V6(_)) => 48,
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
            [Scope::Client, Scope::Subnet, Scope::Provider].map(|scope| scope.of(address).to_string())
        };
        assert_eq!(of("192.0.2.9"), ["192.0.2.9/32", "192.0.2.0/24", "192.0.0.0/16"]);
        assert_eq!(of("::ffff:192.0.2.9"), of("192.0.2.9"));
        assert_eq!(
            of("2001:db8:1:2:3:4:5:6"),
            ["2001:db8:1:2::/64", "2001:db8:1::/48", "2001:db8::/32"]
        );
    }
}
