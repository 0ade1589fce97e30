//! The meaning of a visitor's token in a room, and whether its session lives. Functions named
//! `touch_…` also keep the session alive ([`RoomState::touch`]).

use protocol::QueueId;

use crate::rooms::{Place, RoomState, SessionStatus, TokenVoucher, Unserved};

/// The meaning of the visitor's token in the room that the call asks about.
#[derive(Debug, Clone, Copy)]
pub(super) enum TokenStatus {
    /// A place that has not been let in yet.
    Waiting(Place),
    /// A place that was let in, with a session that still lasts; `None` for a place in another
    /// room.
    Inside(Option<Place>),
    /// The visitor still has a place in another room of the domain and none here: the voucher gets
    /// one.
    Elsewhere(TokenVoucher),
    /// No place, or one whose session has ended.
    Nothing,
    /// Not known while the store is unavailable.
    Unknown,
}

/// Returns the status of a place of this room, and keeps its session alive. A place that was given
/// up in exchange for one in a priority group has the status of that one.
pub(super) async fn touch_place(state: &RoomState, place: Place) -> TokenStatus {
    let place = match place_in_force(state, place).await {
        Ok(Some(place)) => place,
        Ok(None) => return TokenStatus::Nothing,
        Err(_) => return TokenStatus::Unknown,
    };
    if !state.was_redirected(&place) {
        return TokenStatus::Waiting(place);
    }
    match keeps_session(state, &place).await {
        Ok(true) => TokenStatus::Inside(Some(place)),
        Ok(false) => TokenStatus::Nothing,
        Err(_) => TokenStatus::Unknown,
    }
}

/// Returns the place that a visitor who names this one holds; `None` if the visitor holds none any
/// more.
pub(super) async fn place_in_force(state: &RoomState, place: Place) -> Result<Option<Place>, Unserved> {
    if state.is_alive(&place) {
        return Ok(Some(place));
    }
    match state.takes_codes() && state.is_cancelled(&place) {
        true => state.successor(&place).await,
        false => Ok(None),
    }
}

/// Returns whether the holder of a place was let in and is still inside, and keeps the session
/// alive.
pub(super) async fn keeps_session(state: &RoomState, place: &Place) -> Result<bool, Unserved> {
    let lasts = state.is_inside(place).await?;
    if lasts {
        state.touch(place);
    }
    Ok(lasts)
}

/// Returns the status in a room of the newest place that was given there for a token which contains
/// another place; and the voucher for the next place if that visit is over or if there was none.
/// Keeps the session alive.
pub(super) async fn touch_further_place(state: &mut RoomState, id: QueueId) -> (TokenStatus, Option<TokenVoucher>) {
    if let Some(status) = touch_remembered_place(state, id).await {
        return (status, None);
    }
    match state.further_places(&id).await {
        Ok(given) => match given.newest {
            Some(place) => (touch_given_place(state, place).await, given.next),
            None => (TokenStatus::Nothing, given.next),
        },
        Err(_) => (TokenStatus::Unknown, None),
    }
}

/// Returns the status of the newest place that this node has read for a token, and keeps the
/// session alive; `None` if it has read none, or if that visit is over, because another node can
/// have given a newer place.
pub(super) async fn touch_remembered_place(state: &mut RoomState, id: QueueId) -> Option<TokenStatus> {
    let place = state.remembered_place(&id)?;
    match touch_given_place(state, place).await {
        TokenStatus::Nothing => None,
        status => Some(status),
    }
}

/// Returns the status of the place that a token contains, and keeps the session alive. If this node
/// knows no session that lasts, a newer place's visit takes precedence: otherwise each call of that
/// visit would read the store for the older place.
pub(super) async fn touch_own_place(state: &mut RoomState, (id, own): (QueueId, Place)) -> TokenStatus {
    let is_waiting = state.is_alive(&own) && !state.was_redirected(&own);
    let lasts = matches!(state.session(&own), SessionStatus::Active { .. });
    if !is_waiting
        && !lasts
        && let Some(status) = touch_remembered_place(state, id).await
    {
        return status;
    }
    touch_place(state, own).await
}

/// Returns the status of a place from the store, which this node possibly does not know yet.
async fn touch_given_place(state: &mut RoomState, place: Place) -> TokenStatus {
    match state.catch_up([place.queue_id].into_iter()).await {
        Ok(()) => touch_place(state, place).await,
        Err(_) => TokenStatus::Unknown,
    }
}

/// Returns the place of a token in a room whose visit is not over: the place that the token
/// contains, or the newest one that was given for it. `first`: the place that the token contains,
/// if it is in this room.
pub(super) async fn place_by_token(
    state: &mut RoomState,
    first: Option<Place>,
    id: QueueId,
) -> Result<Option<Place>, Unserved> {
    if let Some(first) = first
        && let Some(lasting) = lasting(state, first).await?
    {
        return Ok(Some(lasting));
    }
    match state.further_places(&id).await?.newest {
        Some(newest) => {
            state.catch_up([newest.queue_id].into_iter()).await?;
            lasting(state, newest).await
        }
        None => Ok(None),
    }
}

async fn lasting(state: &RoomState, place: Place) -> Result<Option<Place>, Unserved> {
    let Some(place) = place_in_force(state, place).await? else {
        return Ok(None);
    };
    let lasts = !state.was_redirected(&place) || state.is_inside(&place).await?;
    Ok(lasts.then_some(place))
}
