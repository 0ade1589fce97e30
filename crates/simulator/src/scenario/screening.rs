//! The room's treatment of newcomers by their address and their score.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use admission::WallMs;
use ipnet::IpNet;
use screening::firewall::{AddressRule, Firewall, FirewallAction, RuleSource, RuleTable};
use screening::{SuspectAction, SuspectPolicy};
use serde::Deserialize;

use super::{DURATION_S_MAX, ScenarioError, within};

/// Rules for addresses and scores: `[room.screening]`. Needs a price, except for rules that
/// prioritise networks or exempt others from that; these count in a room with groups.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "Screening", deny_unknown_fields)]
pub struct ScenarioScreening {
    /// The lowest score of a suspect, 1 to 100.
    pub suspects_from: u8,
    /// The action for suspects.
    #[serde(default)]
    pub suspects: SuspectAction,
    /// The operator's rules.
    #[serde(default)]
    pub rules: Vec<ScenarioRule>,
}

/// A rule: `[[room.screening.rules]]`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Rule", deny_unknown_fields)]
pub struct ScenarioRule {
    /// The network of crowds that it covers; by default all networks that crowds share.
    pub network: Option<u64>,
    /// The action of the rule.
    pub action: ScenarioRuleAction,
    /// The second from which the rule is no longer in force; by default it always is.
    pub ends_s: Option<u64>,
}

/// The action of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioRuleAction {
    /// Exempts the address; its score has no effect either.
    Ignore,
    /// Visitors pass the room.
    Bypass,
    /// Newcomers join the line of a priority group, which its index among the rooms names:
    /// `{ prioritise = 1 }`.
    Prioritise(u16),
    /// Visitors are refused.
    Block,
    /// Newcomers work or wait.
    SoftBlock,
    /// Newcomers work or wait.
    Challenge,
}

impl ScenarioScreening {
    /// Returns rules without anything about scores.
    pub(crate) fn of_rules(rules: Vec<ScenarioRule>) -> Self {
        Self {
            suspects_from: 100,
            suspects: SuspectAction::Nothing,
            rules,
        }
    }

    /// Returns whether a rule leads newcomers to the line of a group.
    pub(crate) fn prioritises(&self) -> bool {
        let mut rules = self.rules.iter();
        rules.any(|rule| matches!(rule.action, ScenarioRuleAction::Prioritise(_)))
    }

    /// Returns whether the rules have no effect in a room without a price.
    pub(super) fn needs_price(&self) -> bool {
        let is_free = |rule: &ScenarioRule| {
            matches!(
                rule.action,
                ScenarioRuleAction::Prioritise(_) | ScenarioRuleAction::Ignore
            )
        };
        !self.prioritises() || self.suspects != SuspectAction::Nothing || !self.rules.iter().all(is_free)
    }

    /// Returns the room's policy for suspects.
    pub(crate) fn policy(&self) -> SuspectPolicy {
        SuspectPolicy {
            from: self.suspects_from,
            action: self.suspects,
        }
    }

    /// Returns the rules as the server stores them, for a scenario that begins at that time.
    pub(crate) fn firewall(&self, begins: WallMs) -> Firewall {
        let rules: Vec<(IpNet, AddressRule)> = self
            .rules
            .iter()
            .enumerate()
            .map(|(at, rule)| {
                let networks = match rule.network {
                    Some(network) => IpNet::from(address(network, 0)),
                    None => IpNet::new(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 0)), 8).expect("a length of IPv4"),
                };
                (networks, rule.held(at, begins))
            })
            .collect();
        let rules = rules
            .iter()
            .map(|(network, rule)| (std::slice::from_ref(network), rule.clone()));
        Firewall::new(RuleTable::new(rules), std::sync::Arc::default())
    }

    pub(super) fn check(&self, path: &str) -> Result<(), ScenarioError> {
        let field = |name: &str| format!("{path}.screening.{name}");
        within(&field("suspects_from"), u64::from(self.suspects_from), 1..=100)?;
        self.rules.iter().enumerate().try_for_each(|(at, rule)| {
            let field = |name: &str| field(&format!("rules[{at}].{name}"));
            within(&field("network"), rule.network.unwrap_or(1), 1..=u64::from(u16::MAX))?;
            within(&field("ends_s"), rule.ends_s.unwrap_or(0), 0..=DURATION_S_MAX)
        })
    }

    /// Checks that rules lead only to the lines of groups.
    pub(super) fn check_groups(&self, path: &str, is_group: impl Fn(u16) -> bool) -> Result<(), ScenarioError> {
        self.rules
            .iter()
            .enumerate()
            .try_for_each(|(at, rule)| match rule.action {
                ScenarioRuleAction::Prioritise(line) if !is_group(line) => Err(ScenarioError::field(
                    format!("{path}.screening.rules[{at}].action"),
                    "names no line of a priority group",
                )),
                _ => Ok(()),
            })
    }
}

impl ScenarioRule {
    fn held(&self, at: usize, begins: WallMs) -> AddressRule {
        AddressRule {
            action: match self.action {
                ScenarioRuleAction::Ignore => FirewallAction::Ignore,
                ScenarioRuleAction::Bypass => FirewallAction::Bypass,
                ScenarioRuleAction::Prioritise(line) => FirewallAction::Prioritise(line.to_string()),
                ScenarioRuleAction::Block => FirewallAction::Block,
                ScenarioRuleAction::SoftBlock => FirewallAction::SoftBlock,
                ScenarioRuleAction::Challenge => FirewallAction::Challenge,
            },
            source: RuleSource::Rule(format!("rule{at:03}")),
            ends_at: self.ends_s.map(|second| WallMs(begins.0 + second * 1_000)),
        }
    }
}

/// Returns the address of a visitor: in the network that crowds share, or in a network of the
/// visitor's own.
pub(crate) fn address(network: u64, who: usize) -> IpAddr {
    match u16::try_from(network) {
        Ok(network) if network > 0 => {
            let [high, low] = network.to_be_bytes();
            IpAddr::V4(Ipv4Addr::new(10, high, low, 1))
        }
        _ => IpAddr::V6(Ipv6Addr::from((0x2001_0db8_u128 << 96) | (who as u128) << 64 | 1)),
    }
}
