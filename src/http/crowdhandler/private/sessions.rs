//! `/v1/sessions`: people who were let in. A session is named by its id, or by the token that its
//! visitor carries. Lists show ids alone: the bearer of a token stands for the visitor.

use admission::{FlowMs, Now, Number, WallMs};
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
use crate::http::crowdhandler::directory::CoveredRoom;
use crate::http::crowdhandler::request_log::LoggedRequest;
use crate::http::{Edge, SharedEdge, paths};
use crate::rooms::{Place, PlaceLookup, RoomState, SessionStatus, StoredSession, Unserved};

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

/// A room of the account as it is now.
struct SiteRoomState<'a> {
    pool: &'a str,
    state: RoomState,
}

/// A visitor's place in a room.
struct TokenPlace<'a> {
    room: SiteRoomState<'a>,
    place: Place,
}

impl<'a> SiteRoomState<'a> {
    fn load(edge: &Edge, caller: &PrivateCaller, pool: &'a str, room: &CoveredRoom) -> Option<Self> {
        let state = edge
            .rooms
            .get(caller.customer(), room.room.as_str())
            .map(RoomState::load)?;
        Some(Self { pool, state })
    }

    fn session(&self, number: Option<Number>, state: &'static str, ends: Option<FlowMs>) -> SiteSession {
        let room = self.state.settings.id.as_str();
        let run = self.state.published.snapshot.run();
        SiteSession {
            id: number.map(|number| SessionId { room, run, number }.to_string()),
            room_id: ids::room(room),
            domain_id: ids::domain(self.pool),
            state,
            expires: ends.map(|ends| rfc3339(wall_of(ends, self.state.now()))),
        }
    }

    /// The sessions that this node knows.
    fn list(&self) -> impl Iterator<Item = SiteSession> {
        let sessions = self.state.room().sessions().into_iter();
        sessions.map(|(number, ends)| self.session(Some(number), "inside", Some(ends)))
    }
}

/// Lists sessions of all the account's rooms: those that this node knows.
#[utoipa::path(get, path = paths::CH_SESSIONS, tag = "sessions", params(ListQuery), responses((status = 200, body = Vec<SiteSession>)))]
pub(super) async fn list(
    State(edge): State<SharedEdge>,
    caller: PrivateCaller,
    Parameters(query): Parameters<ListQuery>,
) -> Result<Answer<Vec<SiteSession>>, ApiFault> {
    let rooms = caller.account().rooms();
    let rooms: Vec<_> = rooms
        .filter_map(|(domain, room)| SiteRoomState::load(&edge, &caller, &domain.pool, room))
        .collect();
    let sessions = rooms.iter().flat_map(SiteRoomState::list);
    Ok(Answer(sessions.take(query.limit.get()).collect()))
}

/// Lists the sessions of a room: those that this node knows.
#[utoipa::path(
    get, path = paths::CH_ROOM_SESSIONS, tag = "rooms",
    params(("id" = String, Path, description = "room_…"), ListQuery), responses((status = 200, body = Vec<SiteSession>)),
)]
pub(super) async fn of_room(
    State(edge): State<SharedEdge>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<ListQuery>,
) -> Result<Answer<Vec<SiteSession>>, ApiFault> {
    let (domain, room) = caller.room(&id)?;
    let room = SiteRoomState::load(&edge, &caller, &domain.pool, room).ok_or_else(ApiFault::away)?;
    Ok(Answer(room.list().take(query.limit.get()).collect()))
}

/// Returns the sessions and places of a visitor, with the latest calls. The id is `ses_…` or a
/// token.
#[utoipa::path(
    get, path = paths::CH_SESSION, tag = "sessions", params(("id" = String, Path, description = "ses_… or a visitor's token")),
    responses((status = 200, body = SessionDetails)),
)]
pub(super) async fn get(
    State(edge): State<SharedEdge>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<SessionDetails>, ApiFault> {
    let (sessions, requests) = match SessionId::read(&id) {
        Some(session) => {
            let (domain, room) = caller.room(session.room)?;
            let room = SiteRoomState::load(&edge, &caller, &domain.pool, room).ok_or_else(ApiFault::away)?;
            let is_theirs = |request: &LoggedRequest| {
                request.room.as_str() == session.room && request.place == Some((session.run, session.number))
            };
            let requests = requests(&edge, &domain.pool, is_theirs);
            let lasting = room.list().find(|known| known.id.as_deref() == Some(id.as_str()));
            let ended = || room.session(Some(session.number), "ended", None);
            let known = lasting.or_else(|| (!requests.is_empty()).then(ended));
            (known.into_iter().collect::<Vec<_>>(), requests)
        }
        None => {
            let visitor = edge.tokens.open(&id).ok_or_else(unknown)?;
            let held = places(&edge, &caller, (&id, visitor)).await?;
            let pool = held.first().map(|held| held.room.pool).ok_or_else(unknown)?;
            let requests = requests(&edge, pool, |request| request.visitor == visitor);
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
    Ok(Answer(SessionDetails { id, sessions, requests }))
}

/// Ends a session. By a token, ends the visitor's sessions and gives up the visitor's places in
/// every room; the visitor's next call begins a new visit at the end of the line.
#[utoipa::path(
    delete, path = paths::CH_SESSION, tag = "sessions", params(("id" = String, Path, description = "ses_… or a visitor's token")),
    responses((status = 200, body = DeletedCount)),
)]
pub(super) async fn delete(
    State(edge): State<SharedEdge>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<DeletedCount>, ApiFault> {
    caller.must_be(Role::Operate)?;
    let mut deleted = 0;
    if let Some(session) = SessionId::read(&id) {
        let (domain, room) = caller.room(session.room)?;
        let room = SiteRoomState::load(&edge, &caller, &domain.pool, room).ok_or_else(ApiFault::away)?;
        note(&edge, &caller, &room).await?;
        let room = room.state.room();
        deleted += usize::from(room.end_numbered_session(session.run, session.number).await?);
    } else {
        let visitor = edge.tokens.open(&id).ok_or_else(unknown)?;
        for held in places(&edge, &caller, (&id, visitor)).await? {
            note(&edge, &caller, &held.room).await?;
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
        Ok(self.room.session(state.number(&self.place), what, ends))
    }

    async fn ends(&self) -> Result<Option<FlowMs>, Unserved> {
        if let SessionStatus::Active { ends } = self.room.state.session(&self.place) {
            return Ok(Some(ends));
        }
        let stored = self.room.state.room().load_session(&self.place).await?;
        Ok(match stored {
            StoredSession::Active { ends } => Some(ends),
            StoredSession::Ended | StoredSession::Never | StoredSession::Uncounted => None,
        })
    }

    /// Ends the session, or gives up the place of a visitor who waits. Returns whether there was
    /// one.
    async fn end(&self) -> Result<bool, Unserved> {
        let (state, place) = (&self.room.state, &self.place);
        if !state.is_alive(place) {
            return Ok(false);
        }
        if state.was_redirected(place) {
            return state.room().end_session(place).await;
        }
        state.room().cancel(place).await.map(|()| true)
    }
}

/// Finds the places of a token: the one that it contains, and those that were given for it in other
/// rooms of the domain.
async fn places<'a>(
    edge: &Edge,
    caller: &'a PrivateCaller,
    (token, visitor): (&str, QueueId),
) -> Result<Vec<TokenPlace<'a>>, ApiFault> {
    for domain in &caller.account().domains {
        let mut rooms: Vec<SiteRoomState<'_>> = domain
            .rooms
            .iter()
            .filter_map(|room| SiteRoomState::load(edge, caller, &domain.pool, room))
            .collect();
        let Some(first) = rooms
            .iter()
            .position(|room| room.state.named(visitor) != PlaceLookup::Nothing)
        else {
            continue;
        };
        let mut room = rooms.remove(first);
        room.state.catch_up([visitor].into_iter()).await?;
        // One place has one token: the time in it counts, too.
        let place = room.state.open_id(visitor);
        let place = place.filter(|place| edge.token_of(place).as_str() == token);
        let Some(place) = place else { break };
        let mut found = vec![TokenPlace { room, place }];
        for room in rooms {
            if let Some(place) = room.state.room().place_of_token(&visitor).await? {
                found.push(TokenPlace { room, place });
            }
        }
        return Ok(found);
    }
    Ok(Vec::new())
}

fn requests(edge: &Edge, pool: &str, is_theirs: impl Fn(&LoggedRequest) -> bool) -> Vec<RequestView> {
    let listed = edge.request_log.list(pool, edge.clock.wall(), ListLimit::MAX, is_theirs);
    listed.into_iter().map(RequestView::from).collect()
}

/// Says in the audit log that somebody ends a session, before it is ended.
async fn note(edge: &Edge, caller: &PrivateCaller, room: &SiteRoomState<'_>) -> Result<(), ApiFault> {
    let resource = format!("room/{}", room.state.room().name());
    let note = AuditNote::new("end session", &resource);
    Ok(edge.note(caller.author(), note).await?)
}

fn unknown() -> ApiFault {
    ApiFault::not_found("This account has no such session; it has ended, or the id is not one of ours.")
}

/// The time of day of a moment of flow time.
fn wall_of(moment: FlowMs, now: Now) -> WallMs {
    WallMs(now.wall.0 + moment.0.saturating_sub(now.flow.0))
}
