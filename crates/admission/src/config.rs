//! What the operator decides about one room, as the engine needs it.

use crate::time::WallMs;
use crate::units::PerMinute;

/// A room's settings. Passed with every batch; a change takes effect with the first commit that
/// carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomConfig {
    /// Redirects a minute at most; 0 holds everybody.
    pub max_outflow: PerMinute,
    /// How often one place may be redirected, each time with a permit of its own.
    pub redirects_max: u8,
    /// When the room opens and ends.
    pub schedule: Schedule,
    /// How the first minute after a start goes.
    pub opening: Opening,
    /// Whether people see the line while there is none.
    pub visibility: Visibility,
    /// How long a number that was reached stays good while nobody asks for it, milliseconds;
    /// `None`: to the end of the run.
    pub number_valid_ms: Option<u64>,
    /// Arrivals within so many milliseconds are drawn among themselves; `None`: strict order of
    /// arrival.
    pub fairness_ms: Option<u64>,
    /// Whether nodes may spend permits alone for a while when the store is away. Only for a room
    /// that shares its capacity with no other.
    pub leases: bool,
}

impl RoomConfig {
    /// A room that is always open and always visible, first come first served.
    #[must_use]
    pub const fn new(max_outflow: PerMinute) -> Self {
        Self {
            max_outflow,
            redirects_max: REDIRECTS_MAX_DEFAULT,
            schedule: Schedule::ALWAYS,
            opening: Opening::Full,
            visibility: Visibility::Always,
            number_valid_ms: None,
            fairness_ms: None,
            leases: false,
        }
    }
}

/// When a room opens and ends, in wall time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// T; `None`: the room is open from the first moment of a run.
    pub start: Option<WallMs>,
    /// The pre-queue opens so long before T, milliseconds.
    pub prequeue_ms: u64,
    /// Nobody is let through from then on; `None`: open end.
    pub end: Option<WallMs>,
}

impl Schedule {
    /// Open from the first moment, without end.
    pub const ALWAYS: Self = Self {
        start: None,
        prequeue_ms: 0,
        end: None,
    };

    /// When the pre-queue opens.
    #[must_use]
    pub fn opens(&self) -> Option<WallMs> {
        Some(WallMs(self.start?.0.saturating_sub(self.prequeue_ms)))
    }

    /// When the pre-queue closes.
    #[must_use]
    pub fn cut_off(&self) -> Option<WallMs> {
        Some(WallMs(self.start?.0 + CUT_OFF_AFTER_START_MS))
    }

    /// Before that moment nobody who waited in the pre-queue is let through.
    #[must_use]
    pub fn flows(&self) -> Option<WallMs> {
        Some(WallMs(self.start?.0 + FLOW_AFTER_START_MS))
    }
}

/// How the first minute after a start goes (seed 003, 13.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// The first minute's whole amount between T+30 s and T+60 s; then, by the bound, nothing until
    /// T+90.4 s, and evenly from there.
    Full,
    /// Evenly from T+30 s.
    Even,
}

/// Whether people see the line while there is none (seed 003, 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody sees the page at least once.
    Always,
    /// People pass unseen while the minute has room.
    AtPeak,
    /// The same, but the line is shown as soon as more than a fifth of the max outflow comes within
    /// two seconds.
    AtPeakBurst,
}

/// A room's redirect limit unless it says otherwise.
pub const REDIRECTS_MAX_DEFAULT: u8 = 5;

/// How long a token is valid, and its grant repeated without a new permit, milliseconds.
pub const TOKEN_VALIDITY_MS: u64 = 180_000;

/// People join the pre-queue until so long after T, milliseconds.
pub const CUT_OFF_AFTER_START_MS: u64 = 15_000;

/// Nobody is let through until so long after T, milliseconds.
pub const FLOW_AFTER_START_MS: u64 = 30_000;
