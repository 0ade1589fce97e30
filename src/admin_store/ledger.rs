//! The admin store's ledger value: a small JSON object that every node reads regularly to see
//! whether something has changed.

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::DocumentKey;

/// The number of changes that are remembered by key, so that a node that is slightly behind only
/// loads the documents that they touched.
const RECENT_MAX: usize = 16;
/// A change of more documents than this is not listed by key, so that nodes read the whole admin
/// store.
const RECENT_KEYS_MAX: usize = 64;

/// The ledger value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminLedger {
    /// Rises by one with every change.
    pub(super) revision: u64,
    /// The number of the next audit entry.
    pub(super) next_entry: u64,
    /// Whether every audit entry is in a log (`retention.rs`); versions without logs do not write
    /// this.
    #[serde(default)]
    pub(super) has_logs: bool,
    recent: VecDeque<Recent>,
    /// The master key under which the records are encrypted
    /// ([`super::cipher::RecordCipher::check`]); `None` in a ledger of an older version.
    #[serde(default)]
    encrypted_under: Option<String>,
}

/// One of the last changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Recent {
    revision: u64,
    /// Identifies the change for the node that made it, if the store could not say whether it was
    /// made.
    nonce: u128,
    /// The documents that the change touched; `None` if there were too many.
    keys: Option<BTreeSet<DocumentKey>>,
}

impl AdminLedger {
    /// Returns the ledger after one more change.
    pub(super) fn after(mut self, nonce: u128, keys: BTreeSet<DocumentKey>, entries: u64) -> Self {
        self.revision += 1;
        self.next_entry += entries;
        self.has_logs |= entries > 0;
        self.recent.push_back(Recent {
            revision: self.revision,
            nonce,
            keys: Some(keys).filter(|keys| keys.len() <= RECENT_KEYS_MAX),
        });
        while self.recent.len() > RECENT_MAX {
            self.recent.pop_front();
        }
        self
    }

    /// Returns the ledger for records that are encrypted under the master key with this check.
    pub(super) fn encrypted_under(mut self, check: &str) -> Self {
        self.encrypted_under = Some(check.to_owned());
        self
    }

    /// Whether no record is encrypted under a master key with another check.
    pub(super) fn is_under(&self, check: &str) -> bool {
        self.encrypted_under.as_ref().is_none_or(|under| under == check)
    }

    /// Whether one of the last changes has this nonce.
    pub(super) fn holds(&self, nonce: u128) -> bool {
        self.recent.iter().any(|recent| recent.nonce == nonce)
    }

    /// The documents touched after a revision; `None` if the ledger does not reach back so far.
    pub(super) fn touched_since(&self, revision: u64) -> Option<BTreeSet<DocumentKey>> {
        let known = self
            .recent
            .front()
            .is_some_and(|oldest| oldest.revision <= revision + 1);
        let since = self.recent.iter().filter(|recent| recent.revision > revision);
        let mut touched = BTreeSet::new();
        for recent in since {
            touched.extend(recent.keys.clone()?);
        }
        known.then_some(touched)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: u64) -> DocumentKey {
        DocumentKey::new("room", &[&id.to_string()]).unwrap()
    }

    #[test]
    fn a_node_that_is_hardly_behind_knows_what_to_load() {
        let mut ledger = AdminLedger::default();
        for change in 0..20 {
            ledger = ledger.after(u128::from(change), BTreeSet::from([key(change)]), 1);
        }
        assert_eq!((ledger.revision, ledger.next_entry), (20, 20));
        assert_eq!(ledger.touched_since(20), Some(BTreeSet::new()));
        assert_eq!(ledger.touched_since(18), Some(BTreeSet::from([key(18), key(19)])));
        assert_eq!(ledger.touched_since(4).map(|keys| keys.len()), Some(16));
        assert_eq!(ledger.touched_since(3), None, "too far behind");
        assert!(ledger.holds(19) && !ledger.holds(3));
        let many = (0..65).map(key).collect();
        assert_eq!(ledger.after(99, many, 0).touched_since(20), None, "too many");
    }
}
