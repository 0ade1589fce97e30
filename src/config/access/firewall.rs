//! `[[firewall]]`: the treatment of visitors of a customer's rooms, by their address
//! ([`crate::firewall`]). A room's groups of addresses that bypass it become rules, too.

use std::sync::Arc;

use admission::WallMs;
use ipnet::IpNet;
use protocol::{CustomerId, RoomId};
use serde::Deserialize;

use crate::config::ip_group::networks;
use crate::config::{
    ConfigProblem, ConfigProblems, Customer, DeclaredNames, EntryId, RoomDefinition, breadth, pool, server, timestamp,
};
use crate::firewall::{AddressRule, Firewall, FirewallAction, RuleSource, RuleTable};

/// The most rules of a customer.
pub(in crate::config) const RULES_MAX: usize = 100;
/// The longest note, characters.
const NOTE_CHARS_MAX: usize = 500;

/// A rule for addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirewallRule {
    /// The customer whose rooms the rule concerns.
    pub customer: CustomerId,
    /// The rule's id within the customer.
    pub id: String,
    /// The only room that the rule concerns; `None` for all of the customer's.
    pub room: Option<RoomId>,
    /// The action for visitors under the rule.
    pub action: FirewallAction,
    /// The networks; a single address is a network of one.
    pub networks: Vec<IpNet>,
    /// A note for operators.
    pub note: Option<String>,
    /// The time at which the rule expires.
    pub ends_at: Option<WallMs>,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(in crate::config) struct RawFirewallRule {
    /// The customer whose rooms the rule concerns.
    #[schema(pattern = "^[A-Za-z0-9-]{1,50}$")]
    customer: String,
    /// The rule's id within the customer.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    id: String,
    /// The only room that the rule concerns; default all of the customer's.
    #[schema(pattern = "^[a-z0-9]{3,20}$")]
    room: Option<String>,
    /// The action for visitors: `ignore` (as if no rule covered them), `bypass` (they pass the
    /// room), `prioritise` (they wait in the line of `group`), `block` (they are refused),
    /// `challenge` and `soft-block` (newcomers do work, or wait, before they get a place).
    #[schema(pattern = "^(ignore|bypass|prioritise|block|soft-block|challenge)$")]
    action: String,
    /// The priority group for `prioritise`.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    group: Option<String>,
    /// Addresses, and networks such as `198.51.100.0/24`.
    #[schema(max_items = 1_000)]
    addresses: Vec<String>,
    /// A note for operators; visitors never see it.
    #[schema(max_length = 500)]
    note: Option<String>,
    /// The time from which the rule no longer counts; default never.
    #[serde(default, deserialize_with = "timestamp::read")]
    #[schema(format = DateTime)]
    expires: Option<String>,
}

impl FirewallRule {
    fn concerns(&self, room: &RoomDefinition) -> bool {
        self.customer == room.customer && self.room.as_ref().is_none_or(|own| *own == room.id)
    }

    fn of_table(&self) -> AddressRule {
        AddressRule {
            action: self.action.clone(),
            source: RuleSource::Rule(self.id.clone()),
            ends_at: self.ends_at,
        }
    }
}

impl RawFirewallRule {
    fn check(
        self,
        customers: &[Customer],
        rooms: &[RoomDefinition],
        declared: &DeclaredNames,
        problems: &mut ConfigProblems<'_>,
    ) -> Option<FirewallRule> {
        let customer = customers.iter().find(|customer| customer.id.as_str() == self.customer);
        if !DeclaredNames::has(&declared.customers, &self.customer) {
            let message = DeclaredNames::no_such("customer", &declared.customers, &self.customer);
            problems.add("customer", message);
        }
        let id = problems.take("id", pool::id(self.id));
        let room: Option<Option<RoomId>> = problems.take("room", self.room.map(|room| room.parse()).transpose());
        if let Some(Some(room)) = &room {
            let entry = EntryId::room(&self.customer, room.as_str());
            if !DeclaredNames::has(&declared.rooms, &entry.id) {
                problems.add("room", format!("this customer has no room {:?}", room.as_str()));
            }
        }
        let action = problems.take("action", action(&self.action, self.group.as_deref()));
        if self.group.is_some() && self.action != "prioritise" {
            problems.add(
                "group",
                "only the action `prioritise` has a group; take one of them out",
            );
        }
        if self.addresses.is_empty() {
            problems.add("addresses", "at least one address or network is needed");
        }
        let networks = networks(&self.addresses, network, problems);
        if breadth::are_everybody(&networks) {
            problems.add("addresses", "these are practically everybody together");
        }
        let note = problems.take("note", self.note.map(note).transpose());
        let ends_at = self.expires.map(|text| timestamp::parse(&text)).transpose();
        let ends_at = problems.take("expires", ends_at);
        let rule = FirewallRule {
            customer: customer?.id.clone(),
            id: id?,
            room: room?,
            action: action?,
            networks,
            note: note?,
            ends_at: ends_at?,
        };
        if let FirewallAction::Prioritise(group) = &rule.action {
            let has_group = |room: &&RoomDefinition| room.groups().iter().any(|own| own.id == *group);
            let mut concerned = rooms.iter().filter(|room| rule.concerns(room)).peekable();
            if concerned.peek().is_some() && !concerned.any(|room| has_group(&room)) {
                problems.add(
                    "group",
                    format!("no room that the rule concerns has a group {group:?} in its pool"),
                );
            }
        }
        if rule.action.asks_for_work() {
            let works = |room: &RoomDefinition| room.price.engine.work.is_some();
            let mut concerned = rooms.iter().filter(|room| rule.concerns(room)).peekable();
            if concerned.peek().is_some() && !concerned.any(works) {
                problems.add(
                    "action",
                    format!(
                        "`{}` needs work, which no room that the rule concerns takes: set `price.work` there",
                        rule.action.name()
                    ),
                );
            }
        }
        Some(rule)
    }
}

/// Checks the rules, and passes each room its own.
pub(in crate::config) fn check(
    raw: Vec<RawFirewallRule>,
    customers: &[Customer],
    rooms: &mut [RoomDefinition],
    declared: &DeclaredNames,
    found: &mut Vec<ConfigProblem>,
) -> Vec<Arc<FirewallRule>> {
    let mut rules: Vec<Arc<FirewallRule>> = Vec::new();
    for (index, raw) in raw.into_iter().enumerate() {
        let mut problems = ConfigProblems::under(format!("firewall[{index}]"), found);
        let Some(rule) = raw.check(customers, rooms, declared, &mut problems) else {
            continue;
        };
        let mut own = rules.iter().filter(|other| other.customer == rule.customer);
        if own.clone().any(|other| other.id == rule.id) {
            problems.add("id", "another rule of this customer has the same id");
        }
        if own.nth(RULES_MAX - 1).is_some() {
            problems.add(
                "id",
                format!("a customer has at most {RULES_MAX} rules; add addresses to one of them"),
            );
        }
        rules.push(Arc::new(rule));
    }
    for customer in customers {
        let own = rules.iter().filter(|rule| rule.customer == customer.id);
        let shared = own.clone().filter(|rule| rule.room.is_none());
        let shared = Arc::new(RuleTable::new(
            shared.map(|rule| (rule.networks.as_slice(), rule.of_table())),
        ));
        for room in rooms.iter_mut().filter(|room| room.customer == customer.id) {
            let of_room = own.clone().filter(|rule| rule.room.as_ref() == Some(&room.id));
            let of_room = of_room.map(|rule| (rule.networks.as_slice(), rule.of_table()));
            let bypass = room.joining.bypass.iter().map(|group| {
                let rule = AddressRule {
                    action: FirewallAction::Bypass,
                    source: RuleSource::IpGroup(group.id.clone()),
                    ends_at: None,
                };
                (group.networks.as_slice(), rule)
            });
            room.firewall = Firewall::new(RuleTable::new(of_room.chain(bypass)), shared.clone());
        }
    }
    rules
}

fn action(name: &str, group: Option<&str>) -> Result<FirewallAction, String> {
    match (name, group) {
        ("ignore", _) => Ok(FirewallAction::Ignore),
        ("bypass", _) => Ok(FirewallAction::Bypass),
        ("block", _) => Ok(FirewallAction::Block),
        ("prioritise", Some(group)) => Ok(FirewallAction::Prioritise(group.to_owned())),
        ("prioritise", None) => Err("`prioritise` needs a `group`".to_owned()),
        ("soft-block", _) => Ok(FirewallAction::SoftBlock),
        ("challenge", _) => Ok(FirewallAction::Challenge),
        (other, _) => Err(format!(
            "{other:?} is not one of \"ignore\", \"bypass\", \"prioritise\", \"block\", \"soft-block\", \"challenge\""
        )),
    }
}

fn network(text: &str) -> Result<IpNet, String> {
    match server::network(text)? {
        wide if breadth::is_everybody(&wide) => Err(format!("{text:?} is practically everybody")),
        network => Ok(network.trunc()),
    }
}

fn note(text: String) -> Result<String, String> {
    match text.chars().count() {
        0..=NOTE_CHARS_MAX => Ok(text),
        _ => Err(format!("at most {NOTE_CHARS_MAX} characters")),
    }
}
