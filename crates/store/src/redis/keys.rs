//! The names of the keys.

use crate::PoolId;

/// The prefix of every key, so that several installations can share a server.
#[derive(Debug, Clone)]
pub(super) struct KeyPrefix(pub(super) String);

impl KeyPrefix {
    /// Returns the key of the set of all pools.
    pub(super) fn pools(&self) -> String {
        format!("{}:pools", self.0)
    }

    /// Returns the key of a hash: `g` is the generation, `v` the ledger, `p` the run id of the
    /// server that took the last commit.
    pub(super) fn state(&self, pool: &PoolId) -> String {
        self.of(pool, "state")
    }

    /// Returns the key of the hash of the records.
    pub(super) fn records(&self, pool: &PoolId) -> String {
        self.of(pool, "records")
    }

    /// Returns the key of a sorted set with the records' keys, because a hash is unordered.
    pub(super) fn index(&self, pool: &PoolId) -> String {
        self.of(pool, "index")
    }

    /// Returns the key of the committer that asks the others to skip a commit; expires.
    pub(super) fn intent(&self, pool: &PoolId) -> String {
        self.of(pool, "intent")
    }

    /// Returns the key that is written for replicas to acknowledge; expires.
    pub(super) fn confirm(&self, pool: &PoolId) -> String {
        self.of(pool, "confirm")
    }

    /// The text in braces keeps all keys of a pool together in a cluster.
    fn of(&self, pool: &PoolId, what: &str) -> String {
        format!("{}:{{{pool}}}:{what}", self.0)
    }
}
