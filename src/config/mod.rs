//! The configuration file: read, checked as a whole, and turned into types that cannot be wrong.
//!
//! Every problem is reported at once, one line each, with the path of its field. Keys of `[server]` may also come from the environment as
//! `ANTEROOM_SERVER_<KEY>`, which wins over the file. What the operator changes through the admin API lies in the store ([`crate::book`]) and wins over the file:
//! it is merged into the file's tables ([`Config::merged`]), and what comes of it goes through the very same checks.

mod customer;
mod host;
mod ip_group;
mod joining;
mod life;
mod look;
mod merge;
mod moment;
mod names;
mod pool;
mod room;
pub(crate) mod schema;
mod section;
mod server;
mod tables;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use customer::Customer;
pub(crate) use host::fields as host_fields;
pub use host::{HostName, PemFiles};
pub use ip_group::IpGroup;
pub use joining::{Joining, KeyRule};
pub use life::{Life, Outside};
pub use look::Look;
pub(crate) use merge::merge_patch;
pub use merge::{Changed, EntryChange, EntryProblem};
pub use pool::{Pool, Sessions};
pub(crate) use room::per_minute;
pub use room::{Display, MESSAGE_CHARS_MAX, Room, Share};
pub use section::{EntryId, Section};
pub use server::{AdminToken, PathPrefix, Server, StoreUrl, Tls};
pub use tables::Tables;

/// Prefix of environment variables that set keys of `[server]`.
pub const ENVIRONMENT_PREFIX: &str = "ANTEROOM_SERVER_";

/// A configuration without problems.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where the file lies; what it names is looked for there. Empty: the working directory.
    pub folder: PathBuf,
    /// This process.
    pub server: Server,
    /// Who owns rooms.
    pub customers: Vec<Customer>,
    /// What rooms share.
    pub pools: Vec<Pool>,
    /// Addresses whose people pass rooms that say so.
    pub ip_groups: Vec<Arc<IpGroup>>,
    /// Certificates for hosts of customers and rooms.
    pub certificates: Vec<PemFiles>,
    /// The waiting rooms; each names a customer that exists, and a pool that exists if any.
    pub rooms: Vec<Room>,
    /// The same as the tables that all this was read from.
    pub tables: Tables,
}

/// One thing wrong with a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Path of the field, such as `room[0].max_outflow`.
    pub field: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

/// Collects problems of one table under its path.
pub(crate) struct Problems<'a> {
    path: String,
    found: &'a mut Vec<Problem>,
}

impl<'a> Problems<'a> {
    fn under(path: String, found: &'a mut Vec<Problem>) -> Self {
        Self { path, found }
    }

    fn add(&mut self, key: &str, message: impl fmt::Display) {
        self.found.push(Problem {
            field: format!("{}.{key}", self.path),
            message: message.to_string(),
        });
    }

    /// The value, or a problem at `key`.
    fn take<T, E: fmt::Display>(&mut self, key: &str, value: Result<T, E>) -> Option<T> {
        value.map_err(|error| self.add(key, error)).ok()
    }
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    server: server::RawServer,
    #[serde(default)]
    customer: Vec<customer::RawCustomer>,
    #[serde(default)]
    certificate: Vec<host::RawCertificate>,
    #[serde(default)]
    pool: Vec<pool::RawPool>,
    #[serde(default)]
    ip_group: Vec<ip_group::RawIpGroup>,
    #[serde(default)]
    room: Vec<room::RawRoom>,
}

impl Config {
    /// Reads a file and the process's environment.
    ///
    /// # Errors
    /// Every problem found.
    pub fn load(path: &Path) -> Result<Self, Vec<Problem>> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            vec![Problem {
                field: path.display().to_string(),
                message: format!("cannot be read: {error}"),
            }]
        })?;
        let mut config = Self::parse(&text, std::env::vars())?;
        config.folder = path.parent().map(Path::to_owned).unwrap_or_default();
        Ok(config)
    }

    /// Parses a configuration; `environment` overrides keys of `[server]`.
    ///
    /// # Errors
    /// Every problem found.
    pub fn parse(text: &str, environment: impl IntoIterator<Item = (String, String)>) -> Result<Self, Vec<Problem>> {
        let mut table: toml::Table = text.parse().map_err(|error: toml::de::Error| vec![syntax(&error)])?;
        server::override_from(&mut table, environment);
        Self::of(table)
    }

    /// Checks the tables of a whole configuration.
    fn of(table: toml::Table) -> Result<Self, Vec<Problem>> {
        let raw: Raw = serde_path_to_error::deserialize(table.clone()).map_err(|error| {
            let field = error.path().to_string();
            vec![Problem {
                field,
                message: error.inner().message().to_owned(),
            }]
        })?;
        raw.check(Tables(table))
    }
}

impl Raw {
    fn check(self, tables: Tables) -> Result<Config, Vec<Problem>> {
        let mut found = Vec::new();
        let server = self.server.check(&mut Problems::under("server".to_owned(), &mut found));
        let pools: Vec<Pool> = (self.pool.into_iter().enumerate())
            .filter_map(|(index, raw)| raw.check(&mut Problems::under(format!("pool[{index}]"), &mut found)))
            .collect();
        let customers: Vec<_> = (self.customer.into_iter().enumerate())
            .filter_map(|(index, raw)| raw.check(&mut Problems::under(format!("customer[{index}]"), &mut found)))
            .collect();
        let ip_groups = check_ip_groups(self.ip_group, &mut found);
        let rooms: Vec<_> = (self.room.into_iter().enumerate())
            .filter_map(|(index, raw)| {
                raw.check(
                    &customers,
                    &pools,
                    &ip_groups,
                    &mut Problems::under(format!("room[{index}]"), &mut found),
                )
            })
            .collect();
        // Stores know customers in lower case: two that differ by capitals alone would share their rooms' state.
        for (index, customer) in customers.iter().enumerate() {
            if customers[..index]
                .iter()
                .any(|other| other.id.as_str().eq_ignore_ascii_case(customer.id.as_str()))
            {
                Problems::under(format!("customer[{index}]"), &mut found)
                    .add("id", "another customer has the same id, capitals apart");
            }
        }
        for (index, room) in rooms.iter().enumerate() {
            if rooms[..index]
                .iter()
                .any(|other| other.customer == room.customer && other.id == room.id)
            {
                Problems::under(format!("room[{index}]"), &mut found)
                    .add("id", "another room of this customer has the same id");
            }
        }
        check_pools(&pools, &rooms, &mut found);
        let certificates: Vec<_> = (self.certificate.into_iter())
            .map(host::RawCertificate::files)
            .collect();
        host::check(&customers, &rooms, &certificates, server.as_ref(), &mut found);
        match server {
            Some(server) if found.is_empty() => Ok(Config {
                folder: PathBuf::new(),
                server,
                customers,
                pools,
                ip_groups,
                certificates,
                rooms,
                tables,
            }),
            _ => Err(found),
        }
    }
}

fn check_ip_groups(raw: Vec<ip_group::RawIpGroup>, found: &mut Vec<Problem>) -> Vec<Arc<IpGroup>> {
    if raw.len() > ip_group::GROUPS_MAX {
        found.push(Problem {
            field: "ip_group".to_owned(),
            message: format!("at most {} groups", ip_group::GROUPS_MAX),
        });
    }
    let mut groups: Vec<Arc<IpGroup>> = Vec::new();
    for (index, raw) in raw.into_iter().enumerate() {
        let mut problems = Problems::under(format!("ip_group[{index}]"), found);
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

/// What can be told of pools only once their rooms are known.
fn check_pools(pools: &[Pool], rooms: &[Room], found: &mut Vec<Problem>) {
    for (index, pool) in pools.iter().enumerate() {
        let mut problems = Problems::under(format!("pool[{index}]"), found);
        if pools[..index].iter().any(|other| other.id == pool.id) {
            problems.add("id", "another pool has the same id");
        }
        let members = rooms.iter().filter_map(|room| room.share.as_ref());
        let members = members.filter(|share| share.pool == pool.id);
        let minimums: u64 = members.map(|share| u64::from(share.minimum.0)).sum();
        if let Some(rate) = pool.rate.filter(|rate| u64::from(rate.0) < minimums) {
            let message = format!(
                "its rooms' minimums are {minimums} a minute together, more than {}",
                rate.0
            );
            problems.add("rate", message);
        }
    }
}

fn syntax(error: &toml::de::Error) -> Problem {
    Problem {
        field: "file".to_owned(),
        message: error.to_string().trim_end().replace('\n', " "),
    }
}

#[cfg(test)]
mod tests;
