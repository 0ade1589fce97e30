//! Checks the requirements of CrowdHandler's API that concern all entries together: a slug leads to
//! one room and a public key to one customer on the whole server, and no domain covers foreign
//! hosts.
//!
//! Messages do not name the other entry, which can be another customer's.

use std::collections::HashSet;

use ::crowdhandler::CallUrl;

use crate::config::{Config, ConfigProblem, Customer, FirewallRule, IdleBehaviour, Pool, RoomDefinition};
use crate::firewall::FirewallAction;

/// The number of labels at the end of a domain in which a wildcard would cover hosts that anyone
/// can register.
const FIXED_LABELS: usize = 2;
const CLAIMED_ADDRESSES: &str = "CrowdHandler's integrations say which address a visitor has, and the vendor's SDK takes \
                                 it from the first entry of X-Forwarded-For, which visitors write themselves: unless \
                                 the site's proxy replaces that header, anybody can pass as one of these addresses";

/// Reports problems of keys for CrowdHandler's API that depend on several entries.
pub(in crate::config) fn check(
    customers: &[Customer],
    pools: &[Pool],
    rooms: &[RoomDefinition],
    found: &mut Vec<ConfigProblem>,
) {
    let mut add = |field: String, message: String| found.push(ConfigProblem { field, message });
    let mut keys = HashSet::new();
    for (index, customer) in customers.iter().enumerate() {
        let Some(own) = &customer.crowdhandler else { continue };
        if !keys.insert(own.public.as_str()) {
            let message = "another customer has the same key; a public key names one customer";
            add(format!("customer[{index}].public_key"), message.to_owned());
        }
    }
    for (index, pool) in pools.iter().enumerate() {
        for (number, domain) in pool.domains.iter().enumerate() {
            if is_too_wide(domain.as_str()) {
                let message = format!(
                    "{domain} covers hosts that others can register, and visitors would be sent there; \
                     write * before the last two labels, as in https://*.example.com"
                );
                add(format!("pool[{index}].domains[{number}]"), message);
            }
        }
    }
    let mut slugs = HashSet::new();
    for (index, room) in rooms.iter().enumerate() {
        let Some(coverage) = &room.coverage else { continue };
        if room.life.before == IdleBehaviour::Hidden {
            let message = "everybody who has the customer's public key reads that the room exists; \
                           take another value, or take slug out";
            add(format!("room[{index}].before"), message.to_owned());
        }
        let field = format!("room[{index}].slug");
        if !slugs.insert(&coverage.slug) {
            let message = format!(
                "another room has the slug {0:?}; /{0} is one room's page",
                coverage.slug.as_str()
            );
            add(field, message);
            continue;
        }
        let owner = customers.iter().find(|customer| customer.id == room.customer);
        if owner.is_some_and(|owner| owner.crowdhandler.is_none()) {
            let message = "CrowdHandler's API knows customers by their keys; set `public_key` and `private_key` \
                           of the room's customer, or take slug out";
            add(field, message.to_owned());
        }
    }
}

/// Doubtful keys of rooms with CrowdHandler's integrations, which cause warnings.
pub(crate) fn warnings(config: &Config) -> Vec<ConfigProblem> {
    let mut found = Vec::new();
    for (index, room) in config.rooms.iter().enumerate() {
        let Some(coverage) = &room.coverage else { continue };
        let mut warn = |key: &str, message: &str| {
            found.push(ConfigProblem {
                field: format!("room[{index}].{key}"),
                message: message.to_owned(),
            });
        };
        if !room.joining.bypass.is_empty() {
            warn("bypass_ip_groups", CLAIMED_ADDRESSES);
        }
        let pool = room.share.as_ref().map(|share| &share.pool);
        let pool = config.pools.iter().find(|own| Some(&own.id) == pool);
        for (key, moment) in [("before", &room.life.before), ("after", &room.life.after)] {
            let IdleBehaviour::Special(address) = moment else {
                continue;
            };
            let covered = address.as_str().parse::<CallUrl>().is_ok_and(|url| {
                let is_here = pool.is_some_and(|pool| pool.domains.iter().any(|domain| domain.matches(url.host())));
                is_here && coverage.pattern.matches(url.path_and_query())
            });
            if covered {
                let message = "the room covers this page, too: the site would send its visitors back to the room, and \
                               the room to the page; take a page that url_pattern leaves out";
                warn(key, message);
            }
        }
    }
    found.extend(doubtful_rules(config));
    found
}

/// Warns of rules that let an address in, or give it priority, in rooms whose visitors can choose
/// their address.
fn doubtful_rules(config: &Config) -> impl Iterator<Item = ConfigProblem> {
    let is_claimed = |rule: &FirewallRule| {
        let mut covered = config.rooms.iter().filter(|room| room.coverage.is_some());
        covered.any(|room| room.customer == rule.customer && rule.room.as_ref().is_none_or(|own| *own == room.id))
    };
    let helps = |rule: &FirewallRule| matches!(rule.action, FirewallAction::Bypass | FirewallAction::Prioritise(_));
    let rules = config.firewall.iter().enumerate();
    let doubtful = rules.filter(move |(_, rule)| helps(rule) && is_claimed(rule));
    doubtful.map(|(index, _)| ConfigProblem {
        field: format!("firewall[{index}].action"),
        message: CLAIMED_ADDRESSES.to_owned(),
    })
}

/// Returns whether a wildcard is in one of the last labels. On a machine's own name, `localhost`,
/// all names belong to the machine.
fn is_too_wide(domain: &str) -> bool {
    let host = domain.split_once("://").map_or(domain, |(_, host)| host);
    let host = host.split_once(':').map_or(host, |(host, _)| host);
    let mut last = host.rsplit('.').take(FIXED_LABELS);
    !host.ends_with(".localhost") && last.any(|label| label.contains('*'))
}
