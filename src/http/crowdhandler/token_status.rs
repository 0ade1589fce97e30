//! The meaning of a visitor's token in a room, and whether its session lives.

use protocol::QueueId;

use crate::rooms::{Place, RoomState, SessionStatus, StoredSession, Unserved};

/// The meaning of the visitor's token in the room that the call asks about.
#[derive(Debug, Clone, Copy)]
pub(super) enum TokenStatus {
    /// A place that has not been let in yet.
    Waiting(Place),
    /// A place that was let in, with a session that lives; `None` for a place in another room.
    Inside(Option<Place>),
    /// A place in another room of the domain, and none here.
    Elsewhere(QueueId),
    /// No place, or one whose session has ended.
    Nothing,
    /// Nobody can say while the store is away.
    Unknown,
}

/// Returns the status of a place of this room, and keeps its session alive. A place that was given
/// up for one in a priority group stands for that one.
pub(super) async fn token_status(state: &RoomState, known: Place) -> TokenStatus {
    let known = match place_in_force(state, known).await {
        Ok(Some(known)) => known,
        Ok(None) => return TokenStatus::Nothing,
        Err(_) => return TokenStatus::Unknown,
    };
    if !state.was_redirected(&known) {
        return TokenStatus::Waiting(known);
    }
    match keeps_session(state, &known).await {
        Ok(true) => TokenStatus::Inside(Some(known)),
        Ok(false) => TokenStatus::Nothing,
        Err(_) => TokenStatus::Unknown,
    }
}

/// Returns the place that a visitor who names this one holds; `None` if there is none any more.
pub(super) async fn place_in_force(state: &RoomState, known: Place) -> Result<Option<Place>, Unserved> {
    if state.is_alive(&known) {
        return Ok(Some(known));
    }
    match state.takes_codes() && state.is_cancelled(&known) {
        true => state.successor(&known).await,
        false => Ok(None),
    }
}

/// Returns whether the holder of a place was let in and is still inside, and keeps the session
/// alive.
pub(super) async fn keeps_session(state: &RoomState, known: &Place) -> Result<bool, Unserved> {
    let lasts = state.was_redirected(known)
        && match state.session(known) {
            SessionStatus::Active { .. } => true,
            SessionStatus::Unknown => {
                let stored = state.room().load_session(known).await?;
                matches!(stored, StoredSession::Active { .. })
            }
            SessionStatus::Uncounted => false,
        };
    if lasts {
        state.touch(known);
    }
    Ok(lasts)
}
