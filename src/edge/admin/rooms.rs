//! `GET rooms` and `GET rooms/{c}/{e}`: what is configured and how it stands.

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;

use super::figures::phase_name;
use super::problem::Problem;
use crate::edge::{Edge, SharedEdge};
use crate::room::Room;

/// A room's settings as operators see them; secrets are never shown.
#[derive(Debug, Serialize)]
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
    phase: &'static str,
    paused: bool,
    disabled: bool,
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
            max_outflow: settings.max_outflow.0,
            message: settings.message.clone(),
            theme: config.theme.clone(),
            culture: config.culture.clone(),
            phase: phase_name(lifecycle.phase()),
            paused: lifecycle.is_paused(),
            disabled: lifecycle.is_disabled(),
            version: settings.version,
        }
    }
}

/// `GET rooms`
pub(super) async fn list(State(edge): State<SharedEdge>) -> Json<Vec<RoomView>> {
    let mut rooms: Vec<RoomView> = edge.rooms.all().map(|room| RoomView::of(room)).collect();
    rooms.sort_by(|one, other| (&one.customer, &one.id).cmp(&(&other.customer, &other.id)));
    Json(rooms)
}

/// `GET rooms/{c}/{e}`
///
/// # Errors
/// 404 for a room that does not exist.
pub(super) async fn show(
    State(edge): State<SharedEdge>,
    Path((customer, room)): Path<(String, String)>,
) -> Result<Json<RoomView>, Problem> {
    Ok(Json(RoomView::of(find(&edge, &customer, &room)?)))
}

/// A room by its path.
pub(super) fn find<'a>(edge: &'a Edge, customer: &str, room: &str) -> Result<&'a Room, Problem> {
    edge.rooms
        .get(customer, room)
        .map(|room| &**room)
        .ok_or_else(|| Problem::no_such_room(customer, room))
}
