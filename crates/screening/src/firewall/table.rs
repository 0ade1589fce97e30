//! Rules by network: for each prefix length in use, a map from the network to its rules. A look-up
//! costs one hash for each length in use, at most 33 for IPv4 and 129 for IPv6, whatever the number
//! of rules.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;

use admission::WallMs;
use sha2::{Digest, Sha256};

use super::{AddressRule, RuleNetworks};

/// The number of bits of an IPv4 address. An IPv6 address has 96 more bits in front.
const V4_BITS: u8 = 32;

/// Rules by network. Two tables are equal if they were made of the same rules. They are compared by
/// a hash, because a configuration can have very many rules.
#[derive(Debug, Clone, Default)]
pub struct RuleTable {
    v4: Networks,
    v6: Networks,
    fingerprint: [u8; 32],
}

#[derive(Debug, Clone, Default)]
struct Networks {
    /// The prefix lengths in use, the longest first.
    lengths: Vec<u8>,
    /// The rules of each network, the first one that is in force decides.
    rules: HashMap<(u8, u128), Vec<AddressRule>>,
}

impl PartialEq for RuleTable {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
    }
}

impl Eq for RuleTable {}

impl RuleTable {
    /// Creates the table.
    #[must_use]
    pub fn new<'a>(rules: impl IntoIterator<Item = RuleNetworks<'a>>) -> Self {
        let mut table = Self::default();
        let mut digest = Sha256::new();
        for (networks, rule) in rules {
            digest.update(format!("{rule:?}\n"));
            for network in networks {
                digest.update(format!("{network}\n"));
                let (of_version, bits) = match network.network().to_canonical() {
                    IpAddr::V4(_) => (&mut table.v4, V4_BITS),
                    IpAddr::V6(_) => (&mut table.v6, 128),
                };
                // A network within `::ffff:0:0/96` is one of IPv4.
                let length = network.prefix_len().saturating_sub(network.max_prefix_len() - bits);
                of_version.add(length, bits_of(network.network()), rule.clone());
            }
        }
        table.v4.settle(V4_BITS);
        table.v6.settle(128);
        table.fingerprint = digest.finalize().into();
        table
    }

    /// Whether there is no rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.v4.rules.is_empty() && self.v6.rules.is_empty()
    }

    /// The rule in force of the smallest network with this canonical address, and the length of
    /// that network's prefix.
    pub(super) fn find(&self, address: IpAddr, now: WallMs) -> Option<(u8, &AddressRule)> {
        let (networks, bits) = match address {
            IpAddr::V4(_) => (&self.v4, V4_BITS),
            IpAddr::V6(_) => (&self.v6, 128),
        };
        let address = bits_of(address);
        networks.lengths.iter().find_map(|length| {
            let rules = networks.rules.get(&(*length, masked(address, *length, bits)))?;
            let rule = rules.iter().find(|rule| rule.is_in_force(now))?;
            Some((*length, rule))
        })
    }
}

impl Networks {
    fn add(&mut self, length: u8, network: u128, rule: AddressRule) {
        self.rules.entry((length, network)).or_default().push(rule);
    }

    /// Orders everything for look-ups.
    fn settle(&mut self, bits: u8) {
        let rules = std::mem::take(&mut self.rules);
        for ((length, network), mut rules) in rules {
            rules.sort();
            let network = masked(network, length, bits);
            self.rules.entry((length, network)).or_default().append(&mut rules);
        }
        let lengths: BTreeSet<u8> = self.rules.keys().map(|(length, _)| *length).collect();
        self.lengths = lengths.into_iter().rev().collect();
    }
}

fn bits_of(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(address) => u128::from(u32::from(address)),
        IpAddr::V6(address) => u128::from(address),
    }
}

/// The first `length` of `bits` bits of an address.
fn masked(address: u128, length: u8, bits: u8) -> u128 {
    let dropped = u32::from(bits.saturating_sub(length));
    address
        .checked_shr(dropped)
        .unwrap_or_default()
        .checked_shl(dropped)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use ipnet::IpNet;
    use proptest::prelude::*;

    use super::*;
    use crate::firewall::{FirewallAction, RuleSource};

    fn rule(index: usize, ends_at: Option<u64>) -> AddressRule {
        AddressRule {
            action: FirewallAction::Block,
            source: RuleSource::Rule(format!("{index:03}")),
            ends_at: ends_at.map(WallMs),
        }
    }

    fn network() -> impl Strategy<Value = IpNet> {
        let v4 = (any::<u32>(), 0u8..=32).prop_map(|(bits, length)| {
            let few = Ipv4Addr::from(bits & 0xc000_0003 | 0x0a00_0000);
            IpNet::new(few.into(), length).unwrap().trunc()
        });
        let v6 = (any::<u128>(), 0u8..=128).prop_map(|(bits, length)| {
            let few = Ipv6Addr::from(bits & 3 | 0x2001_0db8 << 96);
            IpNet::new(few.into(), length).unwrap().trunc()
        });
        prop_oneof![v4, v6]
    }

    proptest! {
        #[test]
        fn the_table_finds_what_a_walk_over_all_rules_finds(
            networks in prop::collection::vec((network(), prop::option::of(0u64..4)), 0..20),
            probes in prop::collection::vec(network(), 1..20),
            now in 0u64..4,
        ) {
            let rules: Vec<(IpNet, AddressRule)> = networks
                .into_iter()
                .enumerate()
                .map(|(index, (network, ends_at))| (network, rule(index, ends_at)))
                .collect();
            let table = RuleTable::new(
                rules.iter().map(|(network, rule)| (std::slice::from_ref(network), rule.clone())),
            );
            for probe in probes {
                let address = probe.addr();
                let covering = rules.iter().filter(|(network, rule)| {
                    network.contains(&address) && rule.is_in_force(WallMs(now))
                });
                let longest = covering.clone().map(|(network, _)| network.prefix_len()).max();
                let walked = covering
                    .filter(|(network, _)| Some(network.prefix_len()) == longest)
                    .map(|(_, rule)| rule)
                    .min();
                let found = table.find(address, WallMs(now));
                prop_assert_eq!(found.map(|(_, rule)| rule), walked);
                prop_assert_eq!(found.map(|(length, _)| length), longest);
            }
        }
    }

    #[test]
    fn tables_of_the_same_rules_are_equal() {
        let (one, other): (IpNet, IpNet) = ("10.0.0.0/8".parse().unwrap(), "10.0.0.0/9".parse().unwrap());
        let table = |network: &IpNet, index| RuleTable::new([(std::slice::from_ref(network), rule(index, None))]);
        assert_eq!(table(&one, 1), table(&one, 1));
        assert_ne!(table(&one, 1), table(&other, 1));
        assert_ne!(table(&one, 1), table(&one, 2));
    }
}
