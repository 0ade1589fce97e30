//! The side record of a place that was redirected.

use serde::{Deserialize, Serialize};

use crate::config::TOKEN_VALIDITY_MS;
use crate::time::WallMs;

/// Side record of a redirected place: how often it was redirected, and when last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirects {
    /// The number of grants so far.
    pub count: u8,
    /// When the last grant was given.
    pub granted_at: WallMs,
    /// Whether the last grant passed its visitor unseen.
    pub unseen: bool,
}

/// Returns whether a claim gets the grant of `granted_at` again, which is while its token is valid.
#[must_use]
pub fn repeats(granted_at: WallMs, now: WallMs) -> bool {
    now.0 < granted_at.0 + TOKEN_VALIDITY_MS
}
