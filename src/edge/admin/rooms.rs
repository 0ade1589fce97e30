//! `rooms` and `rooms/{c}/{e}`: what is configured and how it stands, and changes of it while it runs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::caller::Caller;
use super::figures::phase_name;
use super::given::{At, Given, RoomPath};
use super::problem::Problem;
use crate::book::Role;
use crate::config::EntryId;
use crate::edge::{Edge, SharedEdge, paths};
use crate::room::Room;

/// What an operator may change; everything else is the administrators'.
const OPERATED: [&str; 2] = ["maxOutflow", "message"];

/// A room as operators see it; secrets are never shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RoomView {
    customer: String,
    id: String,
    name: String,
    target_url: String,
    max_outflow: u32,
    message: Option<String>,
    theme: String,
    culture: String,
    /// `idle`, `prequeue`, `queue` or `postqueue`.
    phase: &'static str,
    paused: bool,
    disabled: bool,
    /// Rises with every change of the room's settings.
    version: u64,
}

impl RoomView {
    /// From a room.
    pub(super) fn of(room: &Room) -> Self {
        let settings = room.settings();
        let config = &settings.room;
        let lifecycle = room.published().snapshot.ledger().lifecycle;
        Self {
            customer: config.customer.to_string(),
            id: config.id.to_string(),
            name: config.name.clone(),
            target_url: config.target_url.to_string(),
            max_outflow: config.max_outflow.0,
            message: config.message.clone(),
            theme: config.theme.clone(),
            culture: config.culture.clone(),
            phase: phase_name(lifecycle.phase()),
            paused: lifecycle.is_paused(),
            disabled: lifecycle.is_disabled(),
            version: config.version,
        }
    }
}

/// All rooms that the token reaches.
#[utoipa::path(get, path = paths::ADMIN_ROOMS, tag = "rooms", responses((status = 200, body = Vec<RoomView>)))]
pub(super) async fn list(State(edge): State<SharedEdge>, caller: Caller) -> Json<Vec<RoomView>> {
    let rooms = edge.rooms.all();
    let mut rooms: Vec<RoomView> = rooms.iter().map(|room| RoomView::of(room)).collect();
    rooms.retain(|room| caller.reaches(&room.customer));
    rooms.sort_by(|one, other| (&one.customer, &one.id).cmp(&(&other.customer, &other.id)));
    Json(rooms)
}

/// One room.
#[utoipa::path(get, path = paths::ADMIN_ROOM, tag = "rooms", params(RoomPath), responses((status = 200, body = RoomView)))]
pub(super) async fn show(State(edge): State<SharedEdge>, At(path): At<RoomPath>) -> Result<Json<RoomView>, Problem> {
    Ok(Json(RoomView::of(&*find(&edge, &path.customer, &path.room)?)))
}

/// Changes a room: a JSON merge patch. A key that is not named stays, `null` takes it back to its default. Operators may change maxOutflow and message;
/// everything else takes the role admin. Durable before it answers, in force with the room's next commit, and stronger than the file.
#[utoipa::path(
    patch, path = paths::ADMIN_ROOM, tag = "rooms", params(RoomPath), request_body = Map<String, Value>,
    responses((status = 200, body = RoomView)),
)]
pub(super) async fn patch(
    State(edge): State<SharedEdge>,
    caller: Caller,
    At(path): At<RoomPath>,
    Given(patch): Given<Map<String, Value>>,
) -> Result<Json<RoomView>, Problem> {
    find(&edge, &path.customer, &path.room)?;
    if let Some(other) = patch.keys().find(|key| !OPERATED.contains(&key.as_str())) {
        caller.must_be(Role::Admin)?;
        return Err(Problem::unknown_field(
            other,
            "only maxOutflow and message can be changed",
        ));
    }
    let id = EntryId::room(&path.customer, &path.room);
    edge.change(&caller, |draft| edge.patch_entry(draft, &caller, &id, &patch))
        .await?;
    Ok(Json(RoomView::of(&*find(&edge, &path.customer, &path.room)?)))
}

/// A room by its path.
pub(super) fn find(edge: &Edge, customer: &str, room: &str) -> Result<Arc<Room>, Problem> {
    let found = edge.rooms.get(customer, room);
    found.ok_or_else(|| Problem::no_such_room(customer, room))
}
