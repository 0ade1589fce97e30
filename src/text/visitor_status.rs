//! The inputs of a visitor's live texts: the visitor's position, and the figures that the room
//! shows.

use app::view::{PageState, WaitReason};
use jiff::Timestamp;

/// The figures that a room shows. A figure that is not shown occurs in no text: a dash replaces it,
/// and title and announcement omit it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownFigures {
    /// The number of people ahead, even if it is zero.
    pub ahead: bool,
    /// The estimate, and the reason why it rose.
    pub wait: bool,
    /// The queue number.
    pub number: bool,
}

impl ShownFigures {
    /// Shows all figures.
    pub const ALL: Self = Self {
        ahead: true,
        wait: true,
        number: true,
    };
}

/// The remaining stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockStatus {
    /// The number of items.
    pub left: u64,
    /// When the stock was reported; `None` if it is recent.
    pub as_of: Option<StockTime>,
}

/// When an old stock was reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockTime {
    /// Within the last day: a time of day suffices. Seconds since the epoch.
    Time(u64),
    /// Longer ago.
    Date(Timestamp),
}

/// A visitor's position, as far as the texts depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VisitorStatus<'a> {
    /// The state that the page shows.
    pub state: PageState,
    /// Whether another device holds the place.
    pub is_elsewhere: bool,
    /// People ahead.
    pub ahead: u64,
    /// Lower end of the estimate, seconds.
    pub wait_low_seconds: Option<u64>,
    /// Upper end of the estimate, seconds. An estimate with one end missing counts as none.
    pub wait_high_seconds: Option<u64>,
    /// Whether visitors are let in but too little was observed for an estimate.
    pub is_wait_not_known_yet: bool,
    /// Set while the wait is longer than shown before.
    pub reason: Option<WaitReason>,
    /// The remaining stock, if the room shows it.
    pub stock: Option<StockStatus>,
    /// The queue number, 1-based, once there is one.
    pub number: Option<u64>,
    /// The number of drawn numbers, if the visitor's is to be revealed.
    pub population: Option<u64>,
    /// Seconds until the room starts, if it has not: 0 from the scheduled start until numbers are
    /// drawn; `None` if no start is set.
    pub seconds_to_start: Option<u64>,
    /// The room's name, as its operator has written it.
    pub room: &'a str,
    /// The figures that the room shows.
    pub shown: ShownFigures,
}

impl VisitorStatus<'_> {
    /// Returns whether the place's holder, at another device, no longer waits.
    pub(super) fn is_through(&self) -> bool {
        self.is_elsewhere && self.wait_high_seconds.is_none() && !self.is_wait_not_known_yet
    }

    /// Returns whether the room has started, and no number is drawn yet.
    pub(super) fn has_started(&self) -> bool {
        self.seconds_to_start == Some(0)
    }

    /// Returns the reason to show: only in states in which others go first, and only if the room
    /// shows the wait. In every other state there is no wait that could have risen.
    #[must_use]
    pub fn shown_reason(&self) -> Option<WaitReason> {
        let waits = self.state.is_waiting() && self.shown.wait;
        self.reason.filter(|_| waits)
    }
}
