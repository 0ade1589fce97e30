//! Computes when a place gets its reminder: pure, from the state of the room that this node has
//! published.

use admission::{Phase, PlaceStatus, WallMs};

use super::record::ReminderPlace;
use crate::rooms::{Place, RoomState};

/// The progress of a place towards its reminder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReminderTiming {
    /// Not yet.
    Later,
    /// The turn is near.
    Near {
        /// The place, as its present holder has it.
        place: Place,
        /// The ends of the expected wait, seconds; both 0 in front of the line.
        wait: (u64, u64),
    },
    /// The place needs no reminder any more: it was let through or cancelled, has expired, or its
    /// run is over.
    Over,
    /// This node does not know the place yet.
    Unknown,
}

/// Judges a place in a lane; the place was given at `since`.
pub(super) fn timing(
    (state, lane): (&RoomState, u8),
    place: &ReminderPlace,
    since: WallMs,
    lead_ms: u64,
) -> ReminderTiming {
    let ledger = state.published.snapshot.ledger();
    let lifecycle = ledger.lifecycle;
    if place.run < ledger.run || lifecycle.phase() == Phase::PostQueue {
        return ReminderTiming::Over;
    }
    let Some(holder) = state.present_holder(lane, place.run, place.sequence, since) else {
        return ReminderTiming::Unknown;
    };
    if state.was_redirected(&holder) {
        return ReminderTiming::Over;
    }
    let is_open = lifecycle.phase() == Phase::Queue && !lifecycle.is_disabled();
    let near = |wait| ReminderTiming::Near { place: holder, wait };
    // Without jitter and load, because there are no polls here.
    match state.place_status(&holder, 0, 100) {
        PlaceStatus::Cancelled | PlaceStatus::Expired => ReminderTiming::Over,
        PlaceStatus::Unknown | PlaceStatus::Transferred => ReminderTiming::Unknown,
        // While nobody is let in, no time can be estimated.
        PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) if view.paused || !is_open => ReminderTiming::Later,
        PlaceStatus::FirstInLine(_) if state.is_at_hand(&holder) => near((0, 0)),
        PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) => match view.wait {
            Some(wait) if wait.low_ms <= lead_ms => near((wait.low_ms / 1_000, wait.high_ms.div_ceil(1_000))),
            _ => ReminderTiming::Later,
        },
        PlaceStatus::Unnumbered(_) => ReminderTiming::Later,
    }
}
