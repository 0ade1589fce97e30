//! The IP firewall: the treatment of visitors by their address. The server's configuration makes
//! the rules (`src/config/access/firewall.rs`).
//!
//! A room's groups of addresses that bypass it (`bypass_ip_groups`) are rules like the others. Of
//! all rules that cover an address, the one for the smallest network decides; of several for the
//! same network, a rule of the room precedes one of all the customer's rooms, and among those an
//! exemption precedes a restriction. No rule covers an unknown address.

mod table;

use std::net::IpAddr;
use std::sync::Arc;

use admission::WallMs;
use ipnet::IpNet;

pub use table::RuleTable;

/// The action for visitors from an address.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FirewallAction {
    /// The visitor is served like a visitor without a rule.
    Ignore,
    /// The visitor bypasses the room.
    Bypass,
    /// The visitor gets a place in the lane of this priority group, where the room has it.
    Prioritise(String),
    /// The visitor is refused.
    Block,
    /// Like [`Self::Challenge`]; by the admin API for an hour, unless another end is given.
    SoftBlock,
    /// A newcomer's browser does work before a place is given, or the newcomer waits.
    Challenge,
}

impl FirewallAction {
    /// Whether newcomers do work, or wait, before a place is given.
    #[must_use]
    pub fn asks_for_work(&self) -> bool {
        matches!(self, Self::SoftBlock | Self::Challenge)
    }

    /// Whether visitors are refused, or newcomers do work or wait.
    #[must_use]
    pub fn is_restrictive(&self) -> bool {
        *self == Self::Block || self.asks_for_work()
    }

    /// The action's name in the configuration.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ignore => "ignore",
            Self::Bypass => "bypass",
            Self::Prioritise(_) => "prioritise",
            Self::Block => "block",
            Self::SoftBlock => "soft-block",
            Self::Challenge => "challenge",
        }
    }
}

/// The origin of a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleSource {
    /// A `[[firewall]]` rule, with its id.
    Rule(String),
    /// A group of addresses that bypasses the room, with its id.
    IpGroup(String),
}

impl RuleSource {
    /// The id of the rule or of the group.
    #[must_use]
    pub fn id(&self) -> &str {
        let (Self::Rule(id) | Self::IpGroup(id)) = self;
        id
    }
}

/// A rule in the table, without its networks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AddressRule {
    /// The action.
    pub action: FirewallAction,
    /// Where the rule comes from.
    pub source: RuleSource,
    /// The time from which the rule no longer counts.
    pub ends_at: Option<WallMs>,
}

/// The rules of a room.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Firewall {
    /// The rules of the room alone.
    own: Arc<RuleTable>,
    /// The rules of all rooms of the customer; the rooms share the table.
    shared: Arc<RuleTable>,
}

impl AddressRule {
    /// The priority group whose line newcomers join, if the room has it.
    #[must_use]
    pub fn group(&self) -> Option<&str> {
        match &self.action {
            FirewallAction::Prioritise(group) => Some(group),
            _ => None,
        }
    }

    fn is_in_force(&self, now: WallMs) -> bool {
        self.ends_at.is_none_or(|ends_at| now < ends_at)
    }
}

impl Firewall {
    /// Creates the rules of a room from its own and from those of all the customer's rooms.
    #[must_use]
    pub fn new(own: RuleTable, shared: Arc<RuleTable>) -> Self {
        Self {
            own: Arc::new(own),
            shared,
        }
    }

    /// Whether there is no rule, so that addresses need not be determined.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.own.is_empty() && self.shared.is_empty()
    }

    /// The rule that decides about an address, if one covers it. An IPv4 address in IPv6 notation
    /// counts as IPv4.
    #[must_use]
    pub fn rule(&self, address: IpAddr, now: WallMs) -> Option<&AddressRule> {
        let address = address.to_canonical();
        let own = self.own.find(address, now);
        let shared = self.shared.find(address, now);
        let found = match (own, shared) {
            (Some(own), Some(shared)) if shared.0 > own.0 => Some(shared),
            (own, shared) => own.or(shared),
        };
        found.map(|(_, rule)| rule)
    }
}

/// Networks with the rule that covers them, from which a table is made.
pub type RuleNetworks<'a> = (&'a [IpNet], AddressRule);

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: WallMs = WallMs(1_000);

    fn rule(action: FirewallAction, name: &str) -> AddressRule {
        AddressRule {
            action,
            source: RuleSource::Rule(name.to_owned()),
            ends_at: None,
        }
    }

    fn nets(texts: &[&str]) -> Vec<IpNet> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn table(rules: &[(&[&str], AddressRule)]) -> RuleTable {
        let nets: Vec<_> = rules.iter().map(|(texts, rule)| (nets(texts), rule.clone())).collect();
        RuleTable::new(nets.iter().map(|(nets, rule)| (nets.as_slice(), rule.clone())))
    }

    fn decides(firewall: &Firewall, address: &str) -> Option<&'static str> {
        let rule = firewall.rule(address.parse().unwrap(), NOW)?;
        Some(rule.action.name())
    }

    #[test]
    fn the_smallest_network_decides_then_the_room_then_the_exemption() {
        let shared = table(&[
            (&["203.0.113.0/24"], rule(FirewallAction::Block, "all")),
            (&["203.0.113.64/26"], rule(FirewallAction::SoftBlock, "all")),
            (&["2001:db8::/48"], rule(FirewallAction::Block, "six")),
        ]);
        let own = table(&[
            (&["203.0.113.7/32"], rule(FirewallAction::Bypass, "one")),
            (&["203.0.113.0/24"], rule(FirewallAction::Ignore, "ours")),
            (&["2001:db8:0:1::/64"], rule(FirewallAction::Block, "b")),
            (&["2001:db8:0:1::/64"], rule(FirewallAction::Ignore, "a")),
        ]);
        let firewall = Firewall::new(own, Arc::new(shared));
        assert_eq!(decides(&firewall, "203.0.113.7"), Some("bypass"));
        assert_eq!(decides(&firewall, "::ffff:203.0.113.7"), Some("bypass"));
        assert_eq!(decides(&firewall, "203.0.113.8"), Some("ignore"));
        assert_eq!(decides(&firewall, "203.0.113.65"), Some("soft-block"));
        assert_eq!(decides(&firewall, "2001:db8:0:1::9"), Some("ignore"));
        assert_eq!(decides(&firewall, "2001:db8:0:2::9"), Some("block"));
        assert_eq!(decides(&firewall, "198.51.100.1"), None);
        assert!(Firewall::default().is_empty() && !firewall.is_empty());
    }

    #[test]
    fn a_rule_that_has_ended_leaves_the_decision_to_the_next_one() {
        let ended = |ends_at| AddressRule {
            ends_at: Some(WallMs(ends_at)),
            ..rule(FirewallAction::Block, "short")
        };
        for (ends_at, expected) in [(NOW.0, "ignore"), (NOW.0 + 1, "block")] {
            let own = table(&[
                (&["203.0.113.7/32"], ended(ends_at)),
                (&["203.0.0.0/16"], rule(FirewallAction::Ignore, "wide")),
            ]);
            let firewall = Firewall::new(own, Arc::default());
            assert_eq!(decides(&firewall, "203.0.113.7"), Some(expected), "{ends_at}");
        }
    }
}
