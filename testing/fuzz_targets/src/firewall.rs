//! The decoder of the firewall's rules in the admin store.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use admission::WallMs;
use anteroom::admin_store::fuzz_entry;
use anteroom::config::{ChangedEntry, Config, EntryChange, EntryId, FirewallRule, RoomDefinition, Section};
use anteroom::firewall::RuleSource;

/// The file under the stored rule, in which each action is possible.
const FILE: &str = r#"
[server]
http = "127.0.0.1:8080"
master_key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
[[customer]]
id = "demo"
secret_key = "k"
[[pool]]
id = "shop"
rate = 300
[[group]]
pool = "shop"
id = "fans"
[[room]]
customer = "demo"
id = "sale"
pool = "shop"
target_url = "https://shop.example/"
max_outflow = 120
[[room]]
customer = "demo"
id = "tour"
target_url = "https://shop.example/"
max_outflow = 120
[[firewall]]
customer = "demo"
id = "staff"
action = "ignore"
addresses = ["192.0.2.44"]
"#;

fn file() -> &'static Config {
    static READ: OnceLock<Config> = OnceLock::new();
    READ.get_or_init(|| Config::parse(FILE, []).expect("a configuration without problems"))
}

/// Reads the stored document of a rule, and puts the rule in force over a file. A refusal says why.
/// An accepted rule is in force for the networks that it names, and is the same rule when it is
/// stored as a whole.
pub(crate) fn rule(data: &[u8]) -> bool {
    let Some(documents) = fuzz_entry::document(data) else {
        return false;
    };
    let changes = documents.changes();
    let Some((id, changed)) = changes.first_key_value() else {
        return false;
    };
    if id.section != Section::Firewall {
        return false;
    }
    let merged = match file().merged(&changes) {
        Ok(merged) => merged,
        Err(problems) => {
            assert!(!problems.is_empty(), "a refusal says why");
            for problem in problems {
                assert!(!problem.message.is_empty(), "{problem:?}");
                // A key without a slash names no rule, whose problems could be told of it.
                let is_told_of = problem.entry.as_ref().is_none_or(|entry| entry == id);
                assert!(is_told_of || !id.id.contains('/'), "{problem:?} of {id}");
                assert!(
                    problem.pointer.is_empty() || problem.pointer.starts_with('/'),
                    "{problem:?}"
                );
            }
            return false;
        }
    };
    let mut rules = merged.firewall.iter();
    let found = rules.find(|rule| EntryId::firewall(rule.customer.as_str(), &rule.id) == *id);
    let Some(rule) = found else {
        // Removed, or a patch of a rule that the file does not have.
        assert!(!matches!(changed.change, EntryChange::Whole(_)), "{id} is lost");
        return true;
    };
    is_in_force(&merged, rule);
    let entry = merged.tables.entry(id).expect("a rule is an entry");
    let whole = ChangedEntry {
        change: EntryChange::Whole(entry),
        times: changed.times,
        changed_at: BTreeMap::new(),
    };
    let again = file().merged(&BTreeMap::from([(id.clone(), whole)]));
    let again = again.expect("what was accepted is accepted as a whole");
    assert_eq!(again.firewall, merged.firewall);
    true
}

/// Checks that the rule decides about the first address of each of its networks, unless a rule for
/// a smaller network does.
fn is_in_force(config: &Config, rule: &FirewallRule) {
    let begin = WallMs(0);
    assert!(!rule.networks.is_empty(), "a rule for nobody");
    if rule.ends_at.is_some_and(|ends_at| ends_at <= begin) {
        return;
    }
    let covers =
        |room: &&RoomDefinition| rule.customer == room.customer && rule.room.as_ref().is_none_or(|own| *own == room.id);
    for room in config.rooms.iter().filter(covers) {
        for network in &rule.networks {
            let found = room.firewall.rule(network.network(), begin);
            let found = found.expect("it covers its own address");
            let is_staff = found.source == RuleSource::Rule("staff".to_owned());
            let is_own = found.source == RuleSource::Rule(rule.id.clone()) && found.action == rule.action;
            assert!(is_own || is_staff, "{network}: {found:?}");
        }
    }
}
