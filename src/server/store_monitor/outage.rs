//! Tracks which operations of the store fail. This module is pure: it receives the outcome of every
//! call.
//!
//! Reading and writing are separate, since a full disk can still be read, and so are pools, since a
//! cluster can lose a part of its nodes. A failure without a retry counts only for [`FAILED_MS`],
//! since the caller might never repeat the call.

use std::collections::BTreeMap;

/// The time for which a failure counts if the operation is not retried, milliseconds; callers that
/// depend on the store retry far more often.
pub(super) const FAILED_MS: u64 = 5_000;
/// Maximum number of remembered failures, by pool and operation; further ones would only repeat
/// that the store is unavailable.
pub(super) const FAILURES_MAX: usize = 256;

/// A kind of operation. A successful write proves reading as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StoreOperation {
    Read,
    Write,
}

/// The evidence of one call that an operation works or fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperationProof {
    Works(StoreOperation),
    Fails(StoreOperation),
}

/// A change of the store's availability, which is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutageChange {
    /// The store has become unavailable.
    Away,
    /// The store is available again.
    Back {
        /// The duration of the outage.
        after_ms: u64,
    },
}

/// The current failures.
#[derive(Debug, Default)]
pub(super) struct Outage {
    /// The time of the last failure, by pool and operation.
    failed: BTreeMap<(String, StoreOperation), u64>,
    /// The beginning of the outage, if there is one.
    since_ms: Option<u64>,
}

impl Outage {
    /// Records the outcome of a call for a pool.
    pub(super) fn record(&mut self, now_ms: u64, pool: &str, proof: OperationProof) -> Option<OutageChange> {
        match proof {
            OperationProof::Works(operation) => self.record_success(now_ms, pool, operation),
            OperationProof::Fails(operation) => self.record_failure(now_ms, pool, operation),
        }
    }

    fn record_failure(&mut self, now_ms: u64, pool: &str, operation: StoreOperation) -> Option<OutageChange> {
        let key = (pool.to_owned(), operation);
        if self.failed.len() < FAILURES_MAX || self.failed.contains_key(&key) {
            self.failed.insert(key, now_ms);
        }
        let begins = self.since_ms.is_none();
        self.since_ms.get_or_insert(now_ms);
        begins.then_some(OutageChange::Away)
    }

    fn record_success(&mut self, now_ms: u64, pool: &str, operation: StoreOperation) -> Option<OutageChange> {
        let since_ms = self.since_ms?;
        self.failed.retain(|(of, was), at_ms| {
            let mended = of == pool && *was <= operation;
            !mended && *at_ms + FAILED_MS > now_ms
        });
        if !self.failed.is_empty() {
            return None;
        }
        self.since_ms = None;
        Some(OutageChange::Back {
            after_ms: now_ms - since_ms,
        })
    }

    /// Returns whether a recent operation has failed and not succeeded since.
    pub(super) fn is_away(&self, now_ms: u64) -> bool {
        self.failed.values().any(|at_ms| *at_ms + FAILED_MS > now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_reported_once_at_its_beginning_and_once_at_its_end() {
        let mut outage = Outage::default();
        assert_eq!(
            outage.record(0, "sale", OperationProof::Works(StoreOperation::Write)),
            None
        );
        assert_eq!(
            outage.record(1_000, "sale", OperationProof::Fails(StoreOperation::Write)),
            Some(OutageChange::Away)
        );
        assert_eq!(
            outage.record(1_500, "sale", OperationProof::Fails(StoreOperation::Write)),
            None
        );
        assert_eq!(
            outage.record(1_600, "~book", OperationProof::Fails(StoreOperation::Read)),
            None
        );
        assert!(outage.is_away(1_600));
        assert_eq!(
            outage.record(2_000, "sale", OperationProof::Works(StoreOperation::Read)),
            None,
            "a full disk can be read"
        );
        assert_eq!(
            outage.record(2_000, "sale", OperationProof::Works(StoreOperation::Write)),
            None,
            "the admin store is not back"
        );
        assert_eq!(
            outage.record(2_100, "~book", OperationProof::Works(StoreOperation::Read)),
            Some(OutageChange::Back { after_ms: 1_100 })
        );
        assert!(!outage.is_away(2_100));
    }

    #[test]
    fn failures_without_a_retry_are_forgotten() {
        let mut outage = Outage::default();
        outage.record(0, "once", OperationProof::Fails(StoreOperation::Read));
        assert_eq!(
            outage.record(FAILED_MS - 1, "other", OperationProof::Works(StoreOperation::Read)),
            None
        );
        assert!(outage.is_away(FAILED_MS - 1) && !outage.is_away(FAILED_MS));
        assert_eq!(
            outage.record(FAILED_MS, "other", OperationProof::Works(StoreOperation::Read)),
            Some(OutageChange::Back { after_ms: FAILED_MS })
        );
    }

    #[test]
    fn many_failures_take_no_more_than_their_bound() {
        let mut outage = Outage::default();
        for pool in 0..=FAILURES_MAX {
            outage.record(0, &pool.to_string(), OperationProof::Fails(StoreOperation::Read));
        }
        assert_eq!(outage.failed.len(), FAILURES_MAX);
    }
}
