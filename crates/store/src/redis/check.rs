//! Checks whether a server's settings keep the stored data safe.

use std::collections::HashMap;

use redis::{Value, cmd};

use super::RedisStore;
use super::script::RedisCall;
use crate::StoreError;

/// A warning about the store for the operator; it does not prevent the start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// The server's version is too old for the scripts.
    #[error("the store is Redis {found}; 7.0 or newer is needed, and nothing works before that")]
    TooOld {
        /// The server's version.
        found: String,
    },
    /// The server takes no writes.
    #[error("the store is a replica and takes no writes; name its primary, or the sentinels that know it")]
    Replica,
    /// The server evicts keys when memory is short.
    #[error("the store may throw away rooms when its memory is full: set maxmemory-policy noeviction (it is {found})")]
    Evicts {
        /// `maxmemory-policy`.
        found: String,
    },
    /// The server keeps nothing on disk.
    #[error("the store loses everything when it stops: set appendonly yes")]
    NotKept,
    /// The server acknowledges a commit before the commit is on disk.
    #[error(
        "the store acknowledges before its disk has a commit: set appendfsync always (it is {found}), or numbers already shown may be lost"
    )]
    NotSynced {
        /// `appendfsync`.
        found: String,
    },
    /// The server has fewer replicas than commits wait for.
    #[error("the store has {found} replicas and commits wait for {wanted}: none will be acknowledged")]
    FewReplicas {
        /// The number of connected replicas.
        found: u32,
        /// The number that the address demands.
        wanted: u32,
    },
    /// The server does not allow reading its settings.
    #[error(
        "the store's settings cannot be checked ({cause}): see to it that it has appendonly yes, appendfsync always and maxmemory-policy noeviction"
    )]
    Unchecked {
        /// The server's error.
        cause: String,
    },
}

impl RedisStore {
    /// Checks the server's version, its role, and whether acknowledged commits last. In a cluster
    /// this checks the server that holds the list of pools.
    ///
    /// # Errors
    ///
    /// Returns an error if no server can be reached.
    pub async fn check(&self) -> Result<Vec<Warning>, StoreError> {
        let key = self.prefix().pools();
        let mut info = cmd("INFO");
        info.arg("server").arg("replication");
        let info = text(self.read(&RedisCall::plain(info, key.clone())).await?);
        let mut warnings = of_info(&info, self.replicas());
        let mut config = cmd("CONFIG");
        config
            .arg("GET")
            .arg("maxmemory-policy")
            .arg("appendonly")
            .arg("appendfsync");
        match self.read(&RedisCall::plain(config, key)).await {
            Ok(settings) => warnings.extend(of_settings(&pairs(settings))),
            Err(fault) => warnings.push(Warning::Unchecked { cause: fault.cause() }),
        }
        Ok(warnings)
    }
}

fn text(value: Value) -> String {
    match value {
        Value::BulkString(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Value::VerbatimString { text, .. } | Value::SimpleString(text) => text,
        _ => String::new(),
    }
}

fn pairs(value: Value) -> HashMap<String, String> {
    let Value::Array(parts) = value else {
        return HashMap::new();
    };
    let mut parts = parts.into_iter().map(text);
    let mut pairs = HashMap::new();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        pairs.insert(name, value);
    }
    pairs
}

fn of_info(info: &str, wanted: u32) -> Vec<Warning> {
    let field = |name: &str| {
        let mut lines = info.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(found, _)| *found == name).map(|(_, value)| value.trim())
    };
    let mut warnings = Vec::new();
    let version = field("redis_version").unwrap_or_default();
    let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < 7) {
        warnings.push(Warning::TooOld {
            found: version.to_owned(),
        });
    }
    if field("role").is_some_and(|role| role != "master") {
        warnings.push(Warning::Replica);
    }
    let found = field("connected_slaves")
        .and_then(|found| found.parse().ok())
        .unwrap_or(0);
    if found < wanted {
        warnings.push(Warning::FewReplicas { found, wanted });
    }
    warnings
}

fn of_settings(settings: &HashMap<String, String>) -> Vec<Warning> {
    let setting = |name: &str| settings.get(name).cloned().unwrap_or_default();
    let mut warnings = Vec::new();
    let policy = setting("maxmemory-policy");
    if policy != "noeviction" {
        warnings.push(Warning::Evicts { found: policy });
    }
    let sync = setting("appendfsync");
    match setting("appendonly").as_str() {
        "yes" if sync == "always" => {}
        "yes" => warnings.push(Warning::NotSynced { found: sync }),
        _ => warnings.push(Warning::NotKept),
    }
    warnings
}
