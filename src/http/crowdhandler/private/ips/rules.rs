//! The addresses of `/v1/ips` that are in no group: those of the firewall's rules for the account
//! ([`crate::firewall`]). An account blocks an address, or exempts it from other rules, in a rule
//! of its own for all of its rooms.

use ipnet::IpNet;
use serde_json::{Value, json};

use super::super::{ApiFault, PrivateCaller, ids};
use super::ListedAddress;
use crate::config::{Config, EntryId, FirewallRule, RoomDefinition, written_network as written};
use crate::firewall::FirewallAction;
use crate::http::AppState;
use crate::http::admin::{JsonObject, ProblemDetails};

/// A rule whose addresses an account can add itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OwnRule {
    /// Visitors are refused.
    Block,
    /// Visitors are exempt from rules for wider networks.
    Ignore,
}

impl OwnRule {
    /// The rule of a status; `None` for the statuses that an account cannot set itself.
    pub(super) fn of(status: &str) -> Option<Self> {
        match status {
            "block" => Some(Self::Block),
            "ignore" => Some(Self::Ignore),
            _ => None,
        }
    }

    fn rule_id(self) -> &'static str {
        match self {
            Self::Block => "crowdhandler-block",
            Self::Ignore => "crowdhandler-ignore",
        }
    }

    fn action(self) -> FirewallAction {
        match self {
            Self::Block => FirewallAction::Block,
            Self::Ignore => FirewallAction::Ignore,
        }
    }

    /// The id of an address in the list.
    pub(super) fn id_of(self, network: &IpNet) -> String {
        id_of(self.rule_id(), network)
    }
}

/// The status of an action.
fn status(action: &FirewallAction) -> &'static str {
    match action {
        FirewallAction::Bypass => "pass",
        action => action.name(),
    }
}

/// The id of an address in a rule. No group of addresses has a `.` in its id.
fn id_of(rule: &str, network: &IpNet) -> String {
    format!("ip_rule.{rule}_{}", written(network).replace('/', "-"))
}

/// Lists the addresses of the account's rules that concern the wanted rooms.
pub(super) fn listed(
    config: &Config,
    caller: &PrivateCaller,
    is_wanted: impl Fn(&RoomDefinition) -> bool,
) -> Vec<ListedAddress> {
    let own = config
        .firewall
        .iter()
        .filter(|rule| rule.customer.as_str() == caller.customer());
    let mut found = Vec::new();
    for rule in own {
        let rooms: Vec<String> = concerned(config, rule)
            .filter(|room| is_wanted(room))
            .map(|room| ids::room(room.id.as_str()))
            .collect();
        let networks = rule.networks.iter().filter(|_| !rooms.is_empty());
        found.extend(networks.map(|network| ListedAddress {
            id: id_of(&rule.id, network),
            ip: written(network),
            status: status(&rule.action),
            group: None,
            rooms: rooms.clone(),
        }));
    }
    found
}

fn concerned<'a>(config: &'a Config, rule: &'a FirewallRule) -> impl Iterator<Item = &'a RoomDefinition> {
    let is_of = |room: &&RoomDefinition| rule.room.as_ref().is_none_or(|own| *own == room.id);
    let own = config.rooms.iter().filter(|room| room.customer == rule.customer);
    own.filter(is_of)
}

/// Adds an address to the account's own rule.
pub(super) async fn add(app: &AppState, caller: &PrivateCaller, own: OwnRule, network: IpNet) -> Result<(), ApiFault> {
    change(app, caller, own.rule_id(), Some(own.action()), |networks| {
        if !networks.contains(&network) {
            networks.push(network);
        }
    })
    .await
}

/// Removes an address from a rule, and the rule with its last one. Returns whether the id is that
/// of an address in a rule.
pub(super) async fn remove(app: &AppState, caller: &PrivateCaller, id: &str) -> Result<bool, ApiFault> {
    let Some((rule, _)) = id.strip_prefix("ip_rule.").and_then(|rest| rest.split_once('_')) else {
        return Ok(false);
    };
    change(app, caller, rule, None, |networks| {
        networks.retain(|network| id_of(rule, network) != id)
    })
    .await?;
    Ok(true)
}

/// Changes the addresses of a rule; `action` is that of a rule to be created if there is none.
async fn change(
    app: &AppState,
    caller: &PrivateCaller,
    rule: &str,
    action: Option<FirewallAction>,
    change: impl Fn(&mut Vec<IpNet>),
) -> Result<(), ApiFault> {
    let (author, entry) = (caller.author(), EntryId::firewall(caller.customer(), rule));
    let changed = app.change(author, |draft| {
        let config = app.running.candidate(draft.documents());
        let config = config.map_err(|problems| ProblemDetails::invalid_configuration(problems, None))?;
        let mut own = config.firewall.iter();
        let found = own.find(|found| found.customer.as_str() == caller.customer() && found.id == rule);
        let mut networks = found.map(|found| found.networks.clone()).unwrap_or_default();
        change(&mut networks);
        let addresses: Vec<String> = networks.iter().map(written).collect();
        match (found, action.as_ref()) {
            (Some(_), _) if addresses.is_empty() => app.delete_entry(draft, author, &entry),
            (Some(_), _) => {
                let fields = object([("addresses", json!(addresses))]);
                app.patch_entry(draft, author, &entry, &fields)
            }
            (None, Some(action)) => {
                let fields = object([
                    ("customer", json!(caller.customer())),
                    ("id", json!(rule)),
                    ("action", json!(action.name())),
                    ("addresses", json!(addresses)),
                ]);
                app.create_entry(draft, author, &entry, &fields)
            }
            (None, None) => Err(ProblemDetails::no_such_entry(&entry)),
        }
    });
    changed.await.map_err(ApiFault::from)
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> JsonObject {
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
