//! The configuration file: read, checked as a whole, and converted to types without invalid values.
//!
//! Every problem is reported at once, one per line, with the path of its field. Keys of `[server]`
//! can also come from the environment as `ANTEROOM_SERVER_<KEY>`, which takes precedence over the
//! file. Changes that operators make through the admin API are in the store
//! ([`crate::admin_store`]) and also take precedence over the file: they are merged into the file's
//! tables ([`Config::merged`]), and the result goes through the same checks.

mod access;
mod branding;
mod checks;
mod connections;
mod coverage;
mod customer;
mod group;
mod host;
mod ip_group;
mod joining;
mod life;
mod merge;
mod pool;
mod reminders;
mod room;
pub(crate) mod schema;
mod section;
mod server;
mod source;
mod tables;
pub(crate) mod timestamp;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use access::alerts::AlertSettings;
pub use access::firewall::FirewallRule;
use admission::pool::config::POOL_ROOMS_MAX;
pub use branding::{Branding, Display};
pub(crate) use checks::crowdhandler::warnings as coverage_warnings;
pub use checks::problem::ConfigProblem;
pub(crate) use checks::problem::ConfigProblems;
use checks::{breadth, names, own_hosts, shape};
pub(crate) use checks::{hint, likely_mistakes, strength};
pub use connections::{ConnectionLimits, Deadlines};
pub use coverage::{Coverage, Slug};
pub use customer::{CrowdHandlerKeys, Customer, PrivateKeyRole};
pub use host::{HostName, PemFiles};
pub use ip_group::IpGroup;
pub(crate) use ip_group::written_network;
pub(crate) use joining::oidc::is_safe_address;
pub use joining::oidc::{OidcSecret, OidcSettings};
pub use joining::price::PriceRules;
pub use joining::{IdentityRule, IdentityVerifier, Joining, KeyRule};
pub use life::{IdleBehaviour, Life};
pub(crate) use merge::merge_patch;
pub use merge::{ChangedEntry, EntryChange, EntryProblem};
pub(crate) use names::{parser_message, pointer_part};
pub(crate) use own_hosts::fields as host_fields;
pub(crate) use pool::per_minute;
pub use pool::{Checkout, Pool, PoolShare, PriorityGroup, Sessions};
pub use reminders::push::PushSettings;
pub use reminders::smtp::{SmtpAccount, SmtpPassword, SmtpSettings, SmtpTls};
pub use room::{MESSAGE_CHARS_MAX, OfferedPastimes, RoomDefinition};
pub use section::{EntryId, Section};
pub use server::{AdminToken, PathPrefix, RecordingSettings, ServerSettings, StoreUrl, Tls};
pub use source::ConfigSource;
pub use tables::Tables;

use crate::line_number::line_of;

/// Prefix of environment variables that set keys of `[server]`.
pub const ENVIRONMENT_PREFIX: &str = "ANTEROOM_SERVER_";

/// The maximum number of TOML syntax errors that are reported at once.
const SYNTAX_PROBLEMS_MAX: usize = 20;

/// A configuration without problems.
#[derive(Debug, Clone)]
pub struct Config {
    /// The file's folder, to which its paths are relative. If empty, the working directory.
    pub folder: PathBuf,
    /// The settings of this process.
    pub server: ServerSettings,
    /// The server to which e-mail is delivered, if there is one.
    pub smtp: Option<SmtpSettings>,
    /// The connection to push services, if there is one.
    pub push: Option<PushSettings>,
    /// The provider at which visitors sign in, if there is one.
    pub oidc: Option<OidcSettings>,
    /// The owners of rooms.
    pub customers: Vec<Customer>,
    /// The capacities that rooms share.
    pub pools: Vec<Pool>,
    /// Address groups whose visitors pass rooms that name the group.
    pub ip_groups: Vec<Arc<IpGroup>>,
    /// Certificates for hosts of customers and rooms.
    pub certificates: Vec<PemFiles>,
    /// The rules for visitors' addresses. Each names an existing customer.
    pub firewall: Vec<Arc<FirewallRule>>,
    /// The waiting rooms. Each names an existing customer and, if it names a pool, an existing
    /// pool.
    pub rooms: Vec<RoomDefinition>,
    /// The tables from which the fields above were read.
    pub tables: Tables,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawConfig {
    server: server::RawServer,
    smtp: Option<reminders::smtp::RawSmtp>,
    push: Option<reminders::push::RawPush>,
    oidc: Option<joining::oidc::RawOidc>,
    #[serde(default)]
    customer: Vec<customer::RawCustomer>,
    #[serde(default)]
    certificate: Vec<host::RawCertificate>,
    #[serde(default)]
    pool: Vec<pool::RawPool>,
    #[serde(default)]
    group: Vec<group::RawGroup>,
    #[serde(default)]
    ip_group: Vec<ip_group::RawIpGroup>,
    #[serde(default)]
    room: Vec<room::RawRoom>,
    #[serde(default)]
    firewall: Vec<access::firewall::RawFirewallRule>,
}

impl Config {
    /// Reads a file and the process's environment.
    ///
    /// # Errors
    /// Every problem found, with its line.
    pub fn load(path: &Path) -> Result<Self, Vec<ConfigProblem>> {
        let source = ConfigSource::read(path)?;
        let mut config = Self::parse(source.text(), std::env::vars()).map_err(|problems| source.located(problems))?;
        config.folder = folder_of(path);
        Ok(config)
    }

    /// Parses a configuration; `environment` overrides keys of `[server]`.
    ///
    /// # Errors
    /// Every problem found.
    pub fn parse(
        text: &str,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Vec<ConfigProblem>> {
        ConfigDraft::parse(text, environment)?.finished()
    }

    /// Checks the tables of a whole configuration.
    fn of(table: toml::Table) -> Result<Self, Vec<ConfigProblem>> {
        ConfigDraft::of(table).finished()
    }
}

/// The folder of a configuration file.
pub(crate) fn folder_of(file: &Path) -> PathBuf {
    file.parent().map(Path::to_owned).unwrap_or_default()
}

/// A configuration with its problems.
#[derive(Debug)]
pub(crate) struct ConfigDraft {
    /// The part that could be read; `None` if `[server]` could not. Must not be served while there
    /// are problems, since entries with problems are left out.
    pub(crate) config: Option<Config>,
    /// The configuration as tables, including the entries with problems.
    pub(crate) tables: Tables,
    /// The problems.
    pub(crate) problems: Vec<ConfigProblem>,
    /// For each entry of these tables in `config`, its index in the file.
    numbers: Vec<(&'static str, Vec<usize>)>,
}

impl ConfigDraft {
    /// Reads a configuration; `environment` overrides keys of `[server]`.
    ///
    /// # Errors
    /// If the text is not TOML: the reasons and their positions.
    pub(crate) fn parse(
        text: &str,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Vec<ConfigProblem>> {
        let (_, errors) = toml::de::DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            let errors = errors.iter().take(SYNTAX_PROBLEMS_MAX);
            return Err(errors.map(|error| syntax(text, error)).collect());
        }
        let mut table: toml::Table = text.parse().map_err(|error| vec![syntax(text, &error)])?;
        server::override_from(&mut table, environment);
        Ok(Self::of(table))
    }

    fn of(mut table: toml::Table) -> Self {
        let problems = shape::mend(&mut table);
        let read: Result<RawConfig, _> = serde_path_to_error::deserialize(table.clone());
        match read {
            Ok(raw) => raw.check(Tables(table), problems),
            Err(error) => {
                let found = ConfigProblem {
                    field: error.path().to_string(),
                    message: names::parser_message(error.inner().message()),
                };
                Self {
                    config: None,
                    tables: Tables(table),
                    problems: problems.into_iter().chain([found]).collect(),
                    numbers: Vec::new(),
                }
            }
        }
    }

    fn finished(self) -> Result<Config, Vec<ConfigProblem>> {
        match self.config {
            Some(config) if self.problems.is_empty() => Ok(config),
            _ => Err(self.problems),
        }
    }

    /// Adds problems found in [`Self::config`], whose entries have other indices than those of the
    /// file.
    pub(crate) fn add(&mut self, found: Vec<ConfigProblem>) {
        let of_file = found.into_iter().map(|problem| ConfigProblem {
            field: self.field_of_file(&problem.field),
            ..problem
        });
        self.add_of_file(of_file.collect());
    }

    /// Adds problems found in the file's tables, except those that are reported already.
    pub(crate) fn add_of_file(&mut self, mut found: Vec<ConfigProblem>) {
        found.retain(|problem| !shape::is_reported(&self.problems, &problem.field));
        self.problems.extend(found);
    }

    fn field_of_file(&self, field: &str) -> String {
        let renumbered = |(table, numbers): &(&str, Vec<usize>)| {
            let (index, rest) = field.strip_prefix(table)?.strip_prefix('[')?.split_once(']')?;
            let number = numbers.get(index.parse::<usize>().ok()?)?;
            Some(format!("{table}[{number}]{rest}"))
        };
        let found = self.numbers.iter().find_map(renumbered);
        found.unwrap_or_else(|| field.to_owned())
    }
}

/// The names of the file's entries, including entries with problems: a reference to one of these is
/// valid.
#[derive(Debug)]
struct DeclaredNames {
    customers: Vec<String>,
    pools: Vec<String>,
    ip_groups: Vec<String>,
    /// As `customer/room`.
    rooms: Vec<String>,
}

impl DeclaredNames {
    fn of(tables: &Tables) -> Self {
        let ids = |section| tables.ids(section).into_iter().map(|id| id.id).collect();
        Self {
            customers: ids(Section::Customer),
            pools: ids(Section::Pool),
            ip_groups: ids(Section::IpGroup),
            rooms: ids(Section::Room),
        }
    }

    fn has(names: &[String], name: &str) -> bool {
        names.iter().any(|known| known == name)
    }

    /// The message that there is no such entry, with the name that was probably meant.
    fn no_such(table: &str, names: &[String], name: &str) -> String {
        let message = format!("no [[{table}]] has the id {name:?}");
        hint::with_hint(&message, name, names.iter().map(String::as_str))
    }
}

impl RawConfig {
    /// Checks everything; `mended` are the problems of keys that were mended.
    fn check(self, tables: Tables, mended: Vec<ConfigProblem>) -> ConfigDraft {
        let mut found = Vec::new();
        let declared = DeclaredNames::of(&tables);
        let server = self
            .server
            .check(&mut ConfigProblems::under("server".to_owned(), &mut found));
        let has_smtp = self.smtp.is_some();
        let smtp = self
            .smtp
            .and_then(|raw| raw.check(&mut ConfigProblems::under("smtp".to_owned(), &mut found)));
        let has_push = self.push.is_some();
        let push = self
            .push
            .and_then(|raw| raw.check(&mut ConfigProblems::under("push".to_owned(), &mut found)));
        let has_oidc = self.oidc.is_some();
        let oidc = self
            .oidc
            .and_then(|raw| raw.check(&mut ConfigProblems::under("oidc".to_owned(), &mut found)));
        let (pool_numbers, mut pools): (Vec<usize>, Vec<Pool>) = (self.pool.into_iter().enumerate())
            .filter_map(|(index, raw)| {
                let problems = &mut ConfigProblems::under(format!("pool[{index}]"), &mut found);
                Some((index, raw.check(problems)?))
            })
            .unzip();
        for (index, raw) in self.group.into_iter().enumerate() {
            let problems = &mut ConfigProblems::under(format!("group[{index}]"), &mut found);
            raw.check(&mut pools, &declared, problems);
        }
        let (customer_numbers, customers): (Vec<usize>, Vec<Customer>) = (self.customer.into_iter().enumerate())
            .filter_map(|(index, raw)| {
                let problems = &mut ConfigProblems::under(format!("customer[{index}]"), &mut found);
                Some((index, raw.check(problems)?))
            })
            .unzip();
        let ip_groups = check_ip_groups(self.ip_group, &mut found);
        let (room_numbers, mut rooms): (Vec<usize>, Vec<RoomDefinition>) = (self.room.into_iter().enumerate())
            .filter_map(|(index, raw)| {
                let problems = &mut ConfigProblems::under(format!("room[{index}]"), &mut found);
                let room = raw.check((&customers, &pools, &ip_groups), &declared, problems)?;
                Some((index, room))
            })
            .unzip();
        let firewall = access::firewall::check(self.firewall, &customers, &mut rooms, &declared, &mut found);
        let mut together = Vec::new();
        check_ids(&customers, &rooms, &mut together);
        check_pools(&pools, &rooms, &mut together);
        checks::emails::check(&rooms, (has_smtp, has_push, has_oidc), &mut together);
        checks::crowdhandler::check(&customers, &pools, &rooms, &mut together);
        let certificates: Vec<_> = (self.certificate.into_iter())
            .map(host::RawCertificate::files)
            .collect();
        own_hosts::check(&customers, &rooms, &certificates, server.as_ref(), &mut together);
        let config = server.map(|server| Config {
            folder: PathBuf::new(),
            server,
            smtp,
            push,
            oidc,
            customers,
            pools,
            ip_groups,
            certificates,
            firewall,
            rooms,
            tables: tables.clone(),
        });
        let mut draft = ConfigDraft {
            config,
            tables,
            problems: mended,
            numbers: vec![
                ("room", room_numbers),
                ("customer", customer_numbers),
                ("pool", pool_numbers),
            ],
        };
        draft.add_of_file(found);
        draft.add(together);
        draft
    }
}

/// Reports ids that two entries share.
fn check_ids(customers: &[Customer], rooms: &[RoomDefinition], found: &mut Vec<ConfigProblem>) {
    // Stores use customer ids in lower case: two ids that differ only in case would share their
    // rooms' state.
    for (index, customer) in customers.iter().enumerate() {
        let is_same = |other: &Customer| other.id.as_str().eq_ignore_ascii_case(customer.id.as_str());
        if customers[..index].iter().any(is_same) {
            ConfigProblems::under(format!("customer[{index}]"), found)
                .add("id", "another customer has the same id, capitals apart");
        }
    }
    for (index, room) in rooms.iter().enumerate() {
        let is_same = |other: &RoomDefinition| other.customer == room.customer && other.id == room.id;
        if rooms[..index].iter().any(is_same) {
            ConfigProblems::under(format!("room[{index}]"), found)
                .add("id", "another room of this customer has the same id");
        }
    }
}

fn check_ip_groups(raw: Vec<ip_group::RawIpGroup>, found: &mut Vec<ConfigProblem>) -> Vec<Arc<IpGroup>> {
    if raw.len() > ip_group::GROUPS_MAX {
        found.push(ConfigProblem {
            field: "ip_group".to_owned(),
            message: format!("at most {} groups", ip_group::GROUPS_MAX),
        });
    }
    let mut groups: Vec<Arc<IpGroup>> = Vec::new();
    for (index, raw) in raw.into_iter().enumerate() {
        let mut problems = ConfigProblems::under(format!("ip_group[{index}]"), found);
        let Some(group) = raw.check(&mut problems) else {
            continue;
        };
        if groups.iter().any(|other| other.id == group.id) {
            problems.add("id", "another group has the same id");
        }
        groups.push(group);
    }
    groups
}

/// Reports problems of pools that depend on their rooms.
fn check_pools(pools: &[Pool], rooms: &[RoomDefinition], found: &mut Vec<ConfigProblem>) {
    for (index, pool) in pools.iter().enumerate() {
        let mut problems = ConfigProblems::under(format!("pool[{index}]"), found);
        if pools[..index].iter().any(|other| other.id == pool.id) {
            problems.add("id", "another pool has the same id");
        }
        let members = rooms.iter().filter_map(|room| room.share.as_ref());
        let members = members.filter(|share| share.pool == pool.id);
        let lines = members.clone().count() * (1 + pool.groups.len());
        if !pool.groups.is_empty() && lines > POOL_ROOMS_MAX {
            problems.add(
                "id",
                format!("its rooms have {lines} lines with those of its groups, {POOL_ROOMS_MAX} is the most: take rooms or groups out"),
            );
        }
        let minimums: u64 = members.map(|share| u64::from(share.minimum.0)).sum();
        // A rate of 0 holds all visitors, regardless of other settings.
        let rate = pool.rate.filter(|rate| rate.0 > 0 && u64::from(rate.0) < minimums);
        if let Some(rate) = rate {
            let message = format!(
                "its rooms' minimums are {minimums} a minute together, more than {}",
                rate.0
            );
            problems.add("rate", message);
        }
    }
}

/// The problem of a syntax error. Never shows the line itself, which can contain a secret.
fn syntax(text: &str, error: &toml::de::Error) -> ConfigProblem {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = line_of(text, before.len());
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    ConfigProblem {
        field: "file".to_owned(),
        message: format!("line {line}, column {column}: {}", error.message().replace('\n', " ")),
    }
}

#[cfg(test)]
mod tests;
