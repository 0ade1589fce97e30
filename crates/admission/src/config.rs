//! The operator's settings for one room, in the form that the engine needs.

use serde::{Deserialize, Serialize};

use crate::price::PlacePrice;
use crate::time::WallMs;
use crate::units::PerMinute;

/// A room's settings. Passed with every batch; a change takes effect with the first commit that
/// contains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomConfig {
    /// The most redirects per minute; 0 holds everybody.
    pub max_outflow: PerMinute,
    /// How often one place can be redirected, each time with a permit of its own.
    pub redirects_max: u8,
    /// When the room opens and ends.
    pub schedule: Schedule,
    /// The pace of the first minute after a start.
    pub opening: Opening,
    /// Whether visitors see the waiting page while there is no line.
    pub visibility: Visibility,
    /// How long a number stays valid after the serving line reached it while its visitor is silent,
    /// in milliseconds; `None`: until the end of the run.
    pub number_valid_ms: Option<u64>,
    /// Arrivals within this many milliseconds are drawn among themselves; `None`: strict order of
    /// arrival.
    pub fairness_ms: Option<u64>,
    /// The most people who wait; newcomers beyond it get no place. `None`: no limit.
    pub capacity: Option<u64>,
    /// The price of a place for a newcomer.
    pub price: PlacePrice,
    /// Whether nodes can spend permits alone for a while when the store is unavailable. Only for a
    /// room that shares its capacity with no other room.
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
            capacity: None,
            price: PlacePrice {
                network: None,
                work: None,
            },
            leases: false,
        }
    }
}

/// When a room opens and ends, in wall time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// The start, T; `None`: the room is open from the first moment of a run.
    pub start: Option<WallMs>,
    /// How long before T the pre-queue opens, in milliseconds.
    pub prequeue_ms: u64,
    /// Nobody is let through from this time on; `None`: the room never ends.
    pub end: Option<WallMs>,
}

impl Schedule {
    /// Open from the first moment, without end.
    pub const ALWAYS: Self = Self {
        start: None,
        prequeue_ms: 0,
        end: None,
    };

    /// Returns when the pre-queue opens.
    #[must_use]
    pub fn opens(&self) -> Option<WallMs> {
        Some(WallMs(self.start?.0.saturating_sub(self.prequeue_ms)))
    }

    /// Returns when the pre-queue closes.
    #[must_use]
    pub fn cut_off(&self) -> Option<WallMs> {
        Some(WallMs(self.start?.0 + CUT_OFF_AFTER_START_MS))
    }

    /// Returns the time before which nobody from the pre-queue is let through.
    #[must_use]
    pub fn flows(&self) -> Option<WallMs> {
        Some(WallMs(self.start?.0 + FLOW_AFTER_START_MS))
    }
}

/// The pace of the first minute after a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opening {
    /// The whole first minute's amount between T+30 s and T+60 s; then, because of the bound,
    /// nothing until T+90.4 s, and the even pace from there.
    Full,
    /// The even pace from T+30 s.
    Even,
}

/// Whether visitors see the waiting page while there is no line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Visibility {
    /// Everybody sees the waiting page at least once.
    Always,
    /// Visitors pass without seeing the waiting page while the window of the last minute has
    /// headroom.
    AtPeak,
    /// Like [`Visibility::AtPeak`], but the line is also shown as soon as more than a fifth of the
    /// max outflow arrives within two seconds.
    AtPeakBurst,
}

/// The default for [`RoomConfig::redirects_max`].
pub const REDIRECTS_MAX_DEFAULT: u8 = 5;

/// How long a token is valid, and how long its grant is repeated without a new permit, in
/// milliseconds.
pub const TOKEN_VALIDITY_MS: u64 = 180_000;

/// How long after T visitors can still join the pre-queue, in milliseconds. The verification of a
/// draw defines it, because documents are checked against it.
pub const CUT_OFF_AFTER_START_MS: u64 = draw::PREQUEUE_AFTER_START_MS;

/// How long after T the first visitors are let through, in milliseconds.
pub const FLOW_AFTER_START_MS: u64 = 30_000;
