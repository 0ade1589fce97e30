//! The side record of a place that was redirected.

use serde::{Deserialize, Serialize};

use crate::config::TOKEN_VALIDITY_MS;
use crate::time::{Now, WallMs};

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

/// Whether a claim is the repeat of a grant whose token still holds.
#[must_use]
pub fn repeats(past: &Redirects, now: Now) -> bool {
    now.wall.0 < past.granted_at.0 + TOKEN_VALIDITY_MS
}
