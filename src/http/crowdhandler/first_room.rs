//! The room that a visitor came to first, and the place there: a visitor's token contains it, and
//! stands for the visitor in the customer's other rooms also when that first visit is over.

use protocol::QueueId;

use crate::http::Edge;
use crate::rooms::{Place, PlaceLookup, RoomState, Unserved};

/// The room whose place a token contains.
#[derive(Debug)]
pub(super) struct FirstRoom<R> {
    pub room: R,
    /// Caught up with the place.
    pub state: RoomState,
    pub place: FirstPlace,
}

/// The place that a token contains, as its room knows it.
#[derive(Debug, Clone, Copy)]
pub(super) enum FirstPlace {
    /// It was given, and this is its token. It may have been given up since.
    Given(Place),
    /// The room was reset since. Nobody can say whether the time in the token is the place's;
    /// places that were given for it in other rooms are the visitor's still.
    PastRun,
    /// It was not given, or its token has another time.
    Forged,
    /// Nobody can say while the store is away.
    Unknown(Unserved),
}

impl Edge {
    /// Finds the room whose place a token contains among these; `id` is the token's content.
    /// Returns `None` if it is none of them.
    pub(super) async fn first_room<R>(
        &self,
        rooms: impl Iterator<Item = (R, RoomState)>,
        (token, id): (&str, QueueId),
    ) -> Option<FirstRoom<R>> {
        let mut rooms = rooms.filter(|(_, state)| state.named(id) != PlaceLookup::Nothing);
        let (room, mut state) = rooms.next()?;
        let caught_up = state.catch_up([id].into_iter()).await;
        let place = match (state.named(id), caught_up) {
            (PlaceLookup::Place(place), _) if self.is_token_of(token, &place) => FirstPlace::Given(place),
            (PlaceLookup::PastRun, _) => FirstPlace::PastRun,
            (PlaceLookup::Unseen, Err(fault)) => FirstPlace::Unknown(fault),
            (PlaceLookup::Place(_) | PlaceLookup::Unseen | PlaceLookup::Nothing, _) => FirstPlace::Forged,
        };
        Some(FirstRoom { room, state, place })
    }
}
