//! `/v1/sessions`: visitors who were let in. A session is named by its id, or by the token that its
//! visitor carries. Lists show only ids: the bearer of a token acts for the visitor.

use admission::{FlowMs, Now, WallMs};
use axum::extract::State;
use protocol::QueueId;
use serde::Serialize;
use utoipa::ToSchema;

use super::ids::{self, SessionId};
use super::input::{ListLimit, Parameters, PathId};
use super::requests::{ListQuery, RequestView};
use super::{Answer, ApiFault, DeletedCount, PrivateCaller};
use crate::admin_store::{AuditNote, Role};
use crate::clock::rfc3339;
use crate::http::crowdhandler::directory::{CoveredRoom, Domain};
use crate::http::crowdhandler::first_room::FirstPlace;
use crate::http::crowdhandler::request_log::LoggedRequest;
use crate::http::crowdhandler::token_status::place_in_force;
use crate::http::{AppState, SharedAppState, paths};
use crate::rooms::{Place, PlaceLookup, RoomState, SessionKey, SessionStatus, StoredSession, Unserved};

/// A session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteSession {
    /// `null` before a draw, for a place without a number.
    id: Option<String>,
    #[serde(rename = "roomID")]
    room_id: String,
    #[serde(rename = "domainID")]
    domain_id: String,
    /// `inside`, `waiting` or `ended`.
    state: &'static str,
    /// When the session ends unless another call comes.
    #[schema(format = DateTime)]
    expires: Option<String>,
}

/// The sessions, places and latest calls of a visitor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionDetails {
    /// The id that was asked for.
    id: String,
    /// The visitor's session, or place, in each room.
    sessions: Vec<SiteSession>,
    /// The latest calls about the visitor, newest first, that this node answered within an hour.
    requests: Vec<RequestView>,
}

/// A room of the account in its current state.
struct SiteRoomState<'a> {
    pool: &'a str,
    state: RoomState,
}

/// The place that a visitor holds in a room, or the last one that the visitor held.
struct TokenPlace<'a> {
    room: SiteRoomState<'a>,
    place: Place,
}

impl<'a> SiteRoomState<'a> {
    fn load(app: &AppState, caller: &PrivateCaller, pool: &'a str, room: &CoveredRoom) -> Option<Self> {
        let state = app
            .rooms
            .get(caller.customer(), room.room.as_str())
            .map(RoomState::load)?;
        Some(Self { pool, state })
    }

    fn session(&self, key: Option<SessionKey>, state: &'static str, ends: Option<FlowMs>) -> SiteSession {
        let room = self.state.settings.id.as_str();
        SiteSession {
            id: key.map(|key| SessionId { room, key }.to_string()),
            room_id: ids::room(room),
            domain_id: ids::domain(self.pool),
            state,
            expires: ends.map(|ends| rfc3339(wall_of(ends, self.state.now()))),
        }
    }

    /// The sessions that this node knows, at most `most`.
    async fn list(&self, most: usize) -> Result<Vec<SiteSession>, Unserved> {
        let sessions = self.state.sessions(most).await?.into_iter();
        let inside = |(key, ends)| self.session(Some(key), "inside", Some(ends));
        Ok(sessions.map(inside).collect())
    }

    /// A session by its key; `None` if there was none.
    async fn numbered(&self, key: SessionKey) -> Result<Option<SiteSession>, Unserved> {
        let stored = self.state.session_of(key).await?;
        let (what, ends) = match stored {
            StoredSession::Active { ends } => ("inside", Some(ends)),
            StoredSession::Ended => ("ended", None),
            StoredSession::Never | StoredSession::Uncounted => return Ok(None),
        };
        Ok(Some(self.session(Some(key), what, ends)))
    }

    /// The place that a key names, if it belongs to the visitor of one of the latest calls.
    async fn place_by_key(
        mut self,
        key: SessionKey,
        visitor: Option<QueueId>,
    ) -> Result<Option<TokenPlace<'a>>, Unserved> {
        let Some(visitor) = visitor else {
            return Ok(None);
        };
        self.state = self.state.newer();
        let given = match self.state.look_up(visitor) {
            PlaceLookup::Place(place) => Some(place),
            _ => None,
        };
        let newest = self.state.further_places(&visitor).await?.newest;
        let Some(given) = newest.or(given) else {
            return Ok(None);
        };
        let held = self.place(given).await?;
        Ok((held.room.state.session_key(&held.place) == Some(key)).then_some(held))
    }

    /// A place of this room, or the place in a group's line that replaced it.
    async fn place(self, given: Place) -> Result<TokenPlace<'a>, Unserved> {
        let place = place_in_force(&self.state, given).await?.unwrap_or(given);
        Ok(TokenPlace { room: self, place })
    }
}

/// Lists sessions of all the account's rooms: those that this node knows.
#[utoipa::path(get, path = paths::CH_SESSIONS, tag = "sessions", params(ListQuery), responses((status = 200, body = Vec<SiteSession>)))]
pub(super) async fn list(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    Parameters(query): Parameters<ListQuery>,
) -> Result<Answer<Vec<SiteSession>>, ApiFault> {
    let rooms = caller.account().rooms();
    let rooms = rooms.filter_map(|(domain, room)| SiteRoomState::load(&app, &caller, &domain.pool, room));
    let mut sessions = Vec::new();
    for room in rooms {
        let left = query.limit.get() - sessions.len();
        sessions.extend(room.list(left).await?);
    }
    Ok(Answer(sessions))
}

/// Lists the sessions of a room: those that this node knows.
#[utoipa::path(
    get, path = paths::CH_ROOM_SESSIONS, tag = "rooms",
    params(("id" = String, Path, description = "room_…"), ListQuery), responses((status = 200, body = Vec<SiteSession>)),
)]
pub(super) async fn of_room(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<ListQuery>,
) -> Result<Answer<Vec<SiteSession>>, ApiFault> {
    let (domain, room) = caller.room(&id)?;
    let room = SiteRoomState::load(&app, &caller, &domain.pool, room).ok_or_else(ApiFault::away)?;
    Ok(Answer(room.list(query.limit.get()).await?))
}

/// Returns the sessions and places of a visitor, with the latest calls. The id is `ses_…` or a
/// token.
#[utoipa::path(
    get, path = paths::CH_SESSION, tag = "sessions", params(("id" = String, Path, description = "ses_… or a visitor's token")),
    responses((status = 200, body = SessionDetails)),
)]
pub(super) async fn get(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<SessionDetails>, ApiFault> {
    let (sessions, requests) = match SessionId::read(&id) {
        Some(session) => {
            let (domain, room) = caller.room(session.room)?;
            let room = SiteRoomState::load(&app, &caller, &domain.pool, room).ok_or_else(ApiFault::away)?;
            let requests = requests_about(&app, &domain.pool, &session);
            let known = match room.numbered(session.key).await? {
                None => match room.place_by_key(session.key, latest(&requests)).await? {
                    Some(held) => Some(held.session().await?),
                    None => None,
                },
                known => known,
            };
            (known.into_iter().collect::<Vec<_>>(), requests)
        }
        None => {
            let visitor = app.tokens.open(&id).ok_or_else(unknown)?;
            let held = places(&app, &caller, (&id, visitor)).await?;
            let pool = held.first().map(|held| held.room.pool).ok_or_else(unknown)?;
            let requests = requests(&app, pool, |request| request.visitor == visitor);
            let mut sessions = Vec::new();
            for held in &held {
                sessions.push(held.session().await?);
            }
            (sessions, requests)
        }
    };
    if sessions.is_empty() {
        return Err(unknown());
    }
    let requests = requests.into_iter().map(RequestView::from).collect();
    Ok(Answer(SessionDetails { id, sessions, requests }))
}

/// Ends a session, or gives up the place of a visitor who waits. By a token, ends the visitor's
/// sessions and gives up the visitor's places in every room. The visitor's next call begins a new
/// visit at the end of the line.
#[utoipa::path(
    delete, path = paths::CH_SESSION, tag = "sessions", params(("id" = String, Path, description = "ses_… or a visitor's token")),
    responses((status = 200, body = DeletedCount)),
)]
pub(super) async fn delete(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<DeletedCount>, ApiFault> {
    caller.must_be(Role::Operate)?;
    let mut deleted = 0;
    if let Some(session) = SessionId::read(&id) {
        let (domain, room) = caller.room(session.room)?;
        let room = SiteRoomState::load(&app, &caller, &domain.pool, room).ok_or_else(ApiFault::away)?;
        note(&app, &caller, &room).await?;
        let has_ended = room.state.room().end_session_of(session.key).await?
            || match room
                .place_by_key(session.key, latest(&requests_about(&app, &domain.pool, &session)))
                .await?
            {
                Some(held) => held.end().await?,
                None => false,
            };
        deleted += usize::from(has_ended);
    } else {
        let visitor = app.tokens.open(&id).ok_or_else(unknown)?;
        for held in places(&app, &caller, (&id, visitor)).await? {
            note(&app, &caller, &held.room).await?;
            deleted += usize::from(held.end().await?);
        }
    }
    match deleted {
        0 => Err(unknown()),
        deleted => Ok(Answer(DeletedCount { deleted })),
    }
}

impl TokenPlace<'_> {
    /// The session, or the place in the line.
    async fn session(&self) -> Result<SiteSession, Unserved> {
        let state = &self.room.state;
        let (what, ends) = if !state.is_alive(&self.place) {
            ("ended", None)
        } else if !state.was_redirected(&self.place) {
            ("waiting", None)
        } else {
            match self.ends().await? {
                Some(ends) => ("inside", Some(ends)),
                None => ("ended", None),
            }
        };
        Ok(self.room.session(state.session_key(&self.place), what, ends))
    }

    async fn ends(&self) -> Result<Option<FlowMs>, Unserved> {
        if let SessionStatus::Active { ends } = self.room.state.session(&self.place) {
            return Ok(Some(ends));
        }
        let stored = self.room.state.load_session(&self.place).await?;
        Ok(stored.ends())
    }

    /// Ends the session, or gives up the place of a visitor who waits. Returns whether there was
    /// one.
    async fn end(&self) -> Result<bool, Unserved> {
        let (state, place) = (&self.room.state, &self.place);
        if !state.is_alive(place) {
            return Ok(false);
        }
        if state.was_redirected(place) {
            return state.end_session(place).await;
        }
        state.room().cancel(place).await.map(|()| true)
    }
}

/// Finds the places of a token: the place that it contains, and the places given for it in other
/// rooms of the domain.
async fn places<'a>(
    app: &AppState,
    caller: &'a PrivateCaller,
    (token, visitor): (&str, QueueId),
) -> Result<Vec<TokenPlace<'a>>, ApiFault> {
    let load = |pool, room| SiteRoomState::load(app, caller, pool, room);
    let rooms = caller.account().rooms();
    let rooms = rooms.filter_map(|(domain, room)| Some(((domain, room), load(&domain.pool, room)?.state)));
    let first = app.first_room(rooms, (token, visitor)).await;
    let mut found = Vec::new();
    if let Some(first) = &first {
        match first.place {
            FirstPlace::Given(place) => {
                let (pool, state) = (&first.room.0.pool, first.state.clone());
                found.push(SiteRoomState { pool, state }.place(place).await?);
            }
            FirstPlace::PastRun => {}
            FirstPlace::Forged => return Ok(found),
            FirstPlace::Unknown(fault) => return Err(fault.into()),
        }
    }
    let is_of_pool = |(domain, _): &(&Domain, &CoveredRoom)| match &first {
        Some(first) => domain.pool == first.room.0.pool,
        None => true,
    };
    for (domain, further) in caller.account().rooms().filter(is_of_pool) {
        let Some(room) = load(&domain.pool, further) else {
            continue;
        };
        if let Some(place) = room.state.further_places(&visitor).await?.newest {
            found.push(room.place(place).await?);
        }
    }
    Ok(found)
}

/// The latest calls of the visitor who holds a session or place, newest first.
fn requests_about(app: &AppState, pool: &str, session: &SessionId<'_>) -> Vec<LoggedRequest> {
    requests(app, pool, |request| {
        request.room.as_str() == session.room && request.place == Some(session.key)
    })
}

/// The visitor of the newest of these calls.
fn latest(requests: &[LoggedRequest]) -> Option<QueueId> {
    requests.first().map(|request| request.visitor)
}

fn requests(app: &AppState, pool: &str, is_theirs: impl Fn(&LoggedRequest) -> bool) -> Vec<LoggedRequest> {
    app.request_log.list(pool, app.clock.wall(), ListLimit::MAX, is_theirs)
}

/// Writes to the audit log that the caller ends a session, before it is ended.
async fn note(app: &AppState, caller: &PrivateCaller, room: &SiteRoomState<'_>) -> Result<(), ApiFault> {
    let resource = format!("room/{}", room.state.room().name());
    let note = AuditNote::new("end session", &resource);
    Ok(app.note(caller.author(), note).await?)
}

fn unknown() -> ApiFault {
    ApiFault::not_found("This account has no such session; it has ended, or the id is not one of ours.")
}

/// The wall time of a point in flow time.
fn wall_of(moment: FlowMs, now: Now) -> WallMs {
    WallMs(now.wall.0 + moment.0.saturating_sub(now.flow.0))
}
