//! The side record of a place that was redirected.

use serde::{Deserialize, Serialize};

use crate::config::TOKEN_VALIDITY_MS;
use crate::time::WallMs;

/// Side record of a place that was redirected: how often, and when last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirects {
    /// Grants so far.
    pub count: u8,
    /// When the last one was given.
    pub granted_at: WallMs,
    /// Whether that one passed unseen.
    pub unseen: bool,
}

/// Whether a claim is answered with the grant of `granted_at` again: as long as its token is valid.
#[must_use]
pub fn repeats(granted_at: WallMs, now: WallMs) -> bool {
    now.0 < granted_at.0 + TOKEN_VALIDITY_MS
}
