//! The limit of calls of the private API per minute, for each key. Counts are per node and in
//! memory.
//!
//! Unknown keys are limited by the networks that send them, like keys of other APIs. The public API
//! has no such limit: a site's server calls it for all visitors from one address, and many
//! integrations let a visitor in if the check is answered 429.

use std::sync::{Mutex, PoisonError};

use crate::http::infra::rate_limit::Counts;

/// The number of calls that a key has within a minute.
pub(super) const CALLS_PER_MINUTE: usize = 100;

/// The calls of each key within the last minute.
#[derive(Debug, Default)]
pub(in crate::http) struct PrivateCalls(Mutex<Counts<String>>);

impl PrivateCalls {
    /// Counts a call. If the key has no call left, returns after how many milliseconds it has one
    /// again.
    pub(super) fn count(&self, key: String, now_ms: u64) -> Result<(), u64> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wait_ms = counts.wait_ms(&key, now_ms);
        match counts.allow(key, CALLS_PER_MINUTE, now_ms) {
            true => Ok(()),
            false => Err(wait_ms),
        }
    }
}
