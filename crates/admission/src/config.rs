//! What the operator decides about one room, as the engine needs it.

use crate::units::PerMinute;

/// A room's settings. Passed with every batch; a change takes effect with the first commit that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomConfig {
    /// Redirects a minute at most; 0 holds everybody.
    pub max_outflow: PerMinute,
    /// How often one place may be redirected, each time with a permit of its own.
    pub redirects_max: u8,
}

/// A room's redirect limit unless it says otherwise.
pub const REDIRECTS_MAX_DEFAULT: u8 = 5;

/// How long a token is valid, and its grant repeated without a new permit, milliseconds.
pub const TOKEN_VALIDITY_MS: u64 = 180_000;
