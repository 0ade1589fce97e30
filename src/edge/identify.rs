//! Who asks: a newcomer, or the holder of a place; by cookie first, then by the `q` of the URL.
//!
//! A valid cookie beats `q`. Two tabs that raced to two places are told by the ids' times: given within [`RACE_MS`] of each other, both alive. Then
//! the lower place stays and the other is cancelled, whichever of the two the browser remembered last.
//!
//! Another node may have given the place a moment ago: where an id is ours and names a place that is not known here, this node first catches up. While the store is away
//! that cannot be, and nobody may say that the place is none.

use admission::WallMs;
use admission::marks::Mark;

use super::cookie::Places;
use crate::room::{Known, Named, Room};

/// Places given to one browser within so many milliseconds are a race of its tabs.
pub(super) const RACE_MS: u64 = 10_000;

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visitor {
    /// Nobody we know.
    Newcomer,
    /// The holder of a place.
    Holder {
        /// The place.
        known: Known,
        /// The browser does not remember exactly this one: write the cookie.
        remember: bool,
        /// The other place of a race.
        give_up: Option<Known>,
    },
    /// `q` names a place that was cancelled.
    Cancelled,
    /// The same, but the place is so young and this browser remembers it: another of its tabs gave it up in a race, and the next request brings the place that
    /// stayed.
    Outraced,
    /// `q` names a place of a run that is over: the room was reset, and who waited then enters anew.
    PastRun,
    /// `q` names a place that has moved to another device.
    Moved,
    /// An id names a place that this node does not know, and the store is away: it may be a good one.
    Unseen,
    /// `q` is not an id of this room.
    Foreign,
}

impl Visitor {
    /// The place that the visitor holds.
    #[must_use]
    pub(super) fn known(&self) -> Option<&Known> {
        match self {
            Self::Holder { known, .. } => Some(known),
            _ => None,
        }
    }
}

/// Identifies a visitor of a room.
pub(super) async fn identify(room: &Room, places: &Places, q: Option<&str>, now: WallMs) -> Visitor {
    let linked = q.and_then(|text| text.parse().ok());
    let caught_up = room.catch_up(places.iter().chain(linked)).await;
    let visitor = known_here(room, places, q, now);
    let unseen = || places.iter().any(|id| room.named(id) == Named::Unseen);
    match (visitor, caught_up) {
        (Visitor::Unseen, Ok(())) => Visitor::Foreign,
        (Visitor::Newcomer | Visitor::Foreign, Err(_)) if unseen() => Visitor::Unseen,
        (visitor, _) => visitor,
    }
}

/// The same as far as this node knows.
fn known_here(room: &Room, places: &Places, q: Option<&str>, now: WallMs) -> Visitor {
    let remembered = places
        .iter()
        .filter_map(|id| room.open_id(id))
        .filter(|known| !room.is_cancelled(known) && !room.is_moved(known))
        .last();
    let linked = q.map(|text| text.parse().map_or(Named::Nothing, |id| room.named(id)));
    match (remembered, linked) {
        (Some(known), Some(Named::Place(other))) if raced(room, &known, &other) => {
            let (lower, higher) = if known.device.sequence < other.device.sequence {
                (known, other)
            } else {
                (other, known)
            };
            Visitor::Holder {
                known: lower,
                remember: true,
                give_up: Some(higher),
            }
        }
        (Some(known), _) => Visitor::Holder {
            known,
            remember: false,
            give_up: None,
        },
        (None, Some(Named::Place(known))) if room.is_moved(&known) => Visitor::Moved,
        (None, Some(Named::Place(known))) if room.is_cancelled(&known) => {
            let remembers = places.iter().any(|id| id == known.queue_id);
            let young = now.0.saturating_sub(known.since.0) <= RACE_MS;
            if remembers && young {
                Visitor::Outraced
            } else {
                Visitor::Cancelled
            }
        }
        (None, Some(Named::Place(known))) => Visitor::Holder {
            known,
            remember: true,
            give_up: None,
        },
        (None, Some(Named::PastRun)) => Visitor::PastRun,
        (None, Some(Named::Unseen)) => Visitor::Unseen,
        (None, Some(Named::Nothing)) => Visitor::Foreign,
        (None, None) => Visitor::Newcomer,
    }
}

fn raced(room: &Room, one: &Known, other: &Known) -> bool {
    let published = room.published();
    let settled = |known: &Known| {
        let has = |mark| published.snapshot.has(known.device.sequence, mark);
        has(Mark::Redirected) || has(Mark::Cancelled) || published.snapshot.is_moved(known.device)
    };
    one.device.sequence != other.device.sequence
        && one.since.0.abs_diff(other.since.0) <= RACE_MS
        && !settled(one)
        && !settled(other)
}
