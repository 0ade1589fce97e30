//! What the keys are called.

use crate::PoolId;

/// Before every key, so that several installations can share a server.
#[derive(Debug, Clone)]
pub(super) struct Prefix(pub(super) String);

impl Prefix {
    /// The set of all pools.
    pub(super) fn pools(&self) -> String {
        format!("{}:pools", self.0)
    }

    /// A hash: `g` is the generation, `v` the ledger, `p` the run id of the server that took the
    /// last commit.
    pub(super) fn state(&self, pool: &PoolId) -> String {
        self.of(pool, "state")
    }

    /// A hash: the records.
    pub(super) fn records(&self, pool: &PoolId) -> String {
        self.of(pool, "records")
    }

    /// A sorted set: the records' keys, which a hash has in no order.
    pub(super) fn index(&self, pool: &PoolId) -> String {
        self.of(pool, "index")
    }

    /// Who asks the others to skip a turn; expires.
    pub(super) fn intent(&self, pool: &PoolId) -> String {
        self.of(pool, "intent")
    }

    /// What is written for replicas to acknowledge; expires.
    pub(super) fn confirm(&self, pool: &PoolId) -> String {
        self.of(pool, "confirm")
    }

    /// In a cluster all keys of a pool lie together, by what is in braces.
    fn of(&self, pool: &PoolId, what: &str) -> String {
        format!("{}:{{{pool}}}:{what}", self.0)
    }
}
