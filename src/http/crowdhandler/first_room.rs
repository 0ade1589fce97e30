//! The room that a visitor entered first, and the place there: a visitor's token contains this
//! place, and still identifies the visitor in the customer's other rooms when the first visit is
//! over.

use protocol::QueueId;

use crate::http::AppState;
use crate::rooms::{Place, PlaceLookup, RoomState, Unserved};

/// The room whose place a token contains.
#[derive(Debug)]
pub(super) struct FirstRoom<R> {
    pub room: R,
    /// The state, caught up with the place.
    pub state: RoomState,
    pub place: FirstPlace,
}

/// The place that a token contains, according to its room.
#[derive(Debug, Clone, Copy)]
pub(super) enum FirstPlace {
    /// The place was given, and the token belongs to it. The place can have been given up since.
    Given(Place),
    /// The room was reset since. The node cannot check whether the time in the token is that of the
    /// place; places that were given for the token in other rooms still belong to the visitor.
    PastRun,
    /// The place was not given, or its token has another time.
    Forged,
    /// Not known while the store is unavailable.
    Unknown(Unserved),
}

impl AppState {
    /// Finds the room whose place a token contains; `id` is the token's content. Returns `None` if
    /// it is none of these rooms.
    pub(super) async fn first_room<R>(
        &self,
        rooms: impl Iterator<Item = (R, RoomState)>,
        (token, id): (&str, QueueId),
    ) -> Option<FirstRoom<R>> {
        let mut rooms = rooms.filter(|(_, state)| state.look_up(id) != PlaceLookup::Nothing);
        let (room, mut state) = rooms.next()?;
        let caught_up = state.catch_up([id].into_iter()).await;
        let place = match (state.look_up(id), caught_up) {
            (PlaceLookup::Place(place), _) if self.is_token_of(token, &place) => FirstPlace::Given(place),
            (PlaceLookup::PastRun, _) => FirstPlace::PastRun,
            (PlaceLookup::Unseen, Err(fault)) => FirstPlace::Unknown(fault),
            (PlaceLookup::Place(_) | PlaceLookup::Unseen | PlaceLookup::Nothing, _) => FirstPlace::Forged,
        };
        Some(FirstRoom { room, state, place })
    }
}
