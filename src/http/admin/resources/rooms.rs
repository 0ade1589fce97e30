//! `rooms` and `rooms/{c}/{e}`: the rooms' settings and state, and changes of their settings at run
//! time.

use std::sync::Arc;

use admission::{Phase, WallMs};
use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::Role;
use crate::clock::rfc3339;
use crate::config::{EntryId, RoomDefinition, timestamp};
use crate::http::admin::caller::Caller;
use crate::http::admin::change::Force;
use crate::http::admin::entries::{JsonObject, id_part};
use crate::http::admin::extract::{JsonBody, PathParams, QueryParams, RoomPath};
use crate::http::admin::inputs::{RoomInput, RoomPatch};
use crate::http::admin::problem::ProblemDetails;
use crate::http::{AppState, SharedAppState, paths};
use crate::rooms::{Room, RoomState};

/// The settings that the role `operate` can change; all others require the role `admin`.
const OPERATED: [&str; 2] = ["maxOutflow", "message"];

/// A room as operators see it; secrets are never shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct RoomView {
    customer: String,
    id: String,
    name: String,
    target_url: String,
    max_outflow: u32,
    /// The message for visitors whose language has no translation, whether or not it is shown now.
    message: Option<String>,
    theme: String,
    culture: String,
    /// `idle`, `prequeue`, `queue` or `postqueue`.
    phase: &'static str,
    paused: bool,
    disabled: bool,
    /// Milliseconds until the last action, and a lowered maximum outflow, are in effect on every
    /// node; until then nodes may still let people through by older leases. 0 if they are in
    /// effect.
    confirmed_in_ms: u64,
    /// Increases with every change of the room's settings.
    version: u64,
}

impl RoomView {
    /// Reads a room's state.
    pub(in crate::http) fn of(state: &RoomState) -> Self {
        let config = &state.settings;
        let lifecycle = state.published.snapshot.ledger().lifecycle;
        Self {
            customer: config.customer.to_string(),
            id: config.id.to_string(),
            name: config.name.clone(),
            target_url: config.target_url.to_string(),
            max_outflow: config.max_outflow.0,
            message: config.message.as_ref().map(|message| message.text.source().to_owned()),
            theme: config.theme.clone(),
            culture: config.culture.clone(),
            phase: phase_name(lifecycle.phase()),
            paused: lifecycle.is_paused(),
            disabled: lifecycle.is_disabled(),
            confirmed_in_ms: state.confirmed_in_ms(),
            version: config.version,
        }
    }
}

/// A room with all its settings.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct RoomDetails {
    #[serde(flatten)]
    room: RoomView,
    /// Every key that is set, as in the file and in this API; secrets are left out.
    #[schema(value_type = Object)]
    settings: JsonObject,
}

impl RoomDetails {
    fn of(app: &AppState, customer: &str, room: &str) -> Result<Self, ProblemDetails> {
        Ok(Self {
            room: RoomView::of(&RoomState::load(find(app, customer, room)?)),
            settings: app.entry(&EntryId::room(customer, room))?,
        })
    }
}

/// The query of a deletion.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct DeleteQuery {
    /// Whether to delete the room while people wait in it; default false.
    #[serde(default)]
    force: bool,
}

/// Lists the rooms that the token reaches.
#[utoipa::path(get, path = paths::ADMIN_ROOMS, tag = "rooms", responses((status = 200, body = Vec<RoomView>)))]
pub(in crate::http) async fn list(State(app): State<SharedAppState>, caller: Caller) -> Json<Vec<RoomView>> {
    let mut rooms: Vec<RoomView> = app.states().map(|state| RoomView::of(&state)).collect();
    rooms.retain(|room| caller.reaches(&room.customer));
    rooms.sort_by(|one, other| (&one.customer, &one.id).cmp(&(&other.customer, &other.id)));
    Json(rooms)
}

/// Returns one room.
#[utoipa::path(get, path = paths::ADMIN_ROOM, tag = "rooms", params(RoomPath), responses((status = 200, body = RoomDetails)))]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<RoomPath>,
) -> Result<Json<RoomDetails>, ProblemDetails> {
    RoomDetails::of(&app, &path.customer, &path.room).map(Json)
}

/// Creates a room.
///
/// The room opens at once, or according to its schedule.
#[utoipa::path(
    post, path = paths::ADMIN_ROOMS, tag = "rooms", request_body = RoomInput,
    responses((status = 201, body = RoomDetails), (status = 409, description = "A room with this id exists already")),
)]
pub(in crate::http) async fn create(
    State(app): State<SharedAppState>,
    caller: Caller,
    JsonBody(fields): JsonBody<JsonObject>,
) -> Result<(StatusCode, Json<RoomDetails>), ProblemDetails> {
    let (customer, room) = (id_part(&fields, "customer")?, id_part(&fields, "id")?);
    caller.must_reach(customer)?;
    refuse_past_message(&fields, app.clock.wall())?;
    let id = EntryId::room(customer, room);
    app.change(&caller, |draft| app.create_entry(draft, &caller, &id, &fields))
        .await?;
    let made = RoomDetails::of(&app, customer, room)?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Changes a room by a JSON merge patch: a key that is not named stays unchanged, and `null` resets
/// a key to its default.
///
/// The role operate may change maxOutflow and message; everything else requires the role admin.
/// Most changes take effect with the room's next commit and are invisible to visitors. If the room
/// has to be opened again (for another pool), newcomers get the holding page meanwhile.
#[utoipa::path(
    patch, path = paths::ADMIN_ROOM, tag = "rooms", params(RoomPath), request_body = RoomPatch,
    responses((status = 200, body = RoomDetails), (status = 409, description = "People wait in the room, and would lose their places")),
)]
pub(in crate::http) async fn patch(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<RoomPath>,
    JsonBody(patch): JsonBody<JsonObject>,
) -> Result<Json<RoomDetails>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    if !patch.keys().all(|key| OPERATED.contains(&key.as_str())) {
        caller.must_be(Role::Admin)?;
    }
    refuse_past_message(&patch, app.clock.wall())?;
    refuse_change_of_past_message(&patch, &room.settings(), app.clock.wall())?;
    let id = EntryId::room(&path.customer, &path.room);
    app.change(&caller, |draft| app.patch_entry(draft, &caller, &id, &patch))
        .await?;
    RoomDetails::of(&app, &path.customer, &path.room).map(Json)
}

/// Refuses a message that nobody would ever see, because its display time is over.
fn refuse_past_message(patch: &JsonObject, now: WallMs) -> Result<(), ProblemDetails> {
    let until = patch.get("message").and_then(|message| message.get("until")?.as_str());
    match until.map(|until| (until, timestamp::parse(until))) {
        Some((until, Ok(at))) if at <= now => Err(ProblemDetails::field(
            "/message/until",
            format!("{until} is over, so nobody would see the message"),
        )),
        _ => Ok(()),
    }
}

/// Refuses a change of a message that nobody would see, because the message's display time is over
/// and the change does not move it.
fn refuse_change_of_past_message(patch: &JsonObject, room: &RoomDefinition, now: WallMs) -> Result<(), ProblemDetails> {
    let changed = patch.get("message").and_then(serde_json::Value::as_object);
    let keeps = changed.is_some_and(|message| !message.contains_key("until"));
    let until = room.message.as_ref().and_then(|message| message.until);
    match until.filter(|until| keeps && *until <= now) {
        Some(until) => Err(ProblemDetails::field(
            "/message/until",
            format!(
                "the message had {} until now, which is over, so nobody would see it: give another time, or null for none",
                rfc3339(until)
            ),
        )),
        None => Ok(()),
    }
}

/// Deletes a room.
///
/// While people wait in the room, this requires `force=true`; they then see that the room does not
/// exist. The store keeps the places: if the room is created again, it continues where it was,
/// unless it is reset.
#[utoipa::path(
    delete, path = paths::ADMIN_ROOM, tag = "rooms", params(RoomPath, DeleteQuery),
    responses((status = 204), (status = 409, description = "People wait in the room")),
)]
pub(in crate::http) async fn delete(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<RoomPath>,
    QueryParams(query): QueryParams<DeleteQuery>,
) -> Result<StatusCode, ProblemDetails> {
    find(&app, &path.customer, &path.room)?;
    let id = EntryId::room(&path.customer, &path.room);
    let force = if query.force { Force::Yes } else { Force::No };
    app.change_by(&caller, force, |draft| app.delete_entry(draft, &caller, &id))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Finds a room by the ids of its path.
pub(in crate::http) fn find(app: &AppState, customer: &str, room: &str) -> Result<Arc<Room>, ProblemDetails> {
    let found = app.rooms.get(customer, room);
    found.ok_or_else(|| ProblemDetails::no_such_room(customer, room))
}

/// Returns the phase's name in the API.
#[must_use]
pub(in crate::http) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Idle => "idle",
        Phase::PreQueue | Phase::Closed => "prequeue",
        Phase::Queue => "queue",
        Phase::PostQueue => "postqueue",
    }
}
