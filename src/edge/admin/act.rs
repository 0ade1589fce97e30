//! `POST rooms/{c}/{e}/pause` and `…/resume`. Doing twice what is done already is no error.

use admission::Control;
use axum::Json;
use axum::extract::{Path, State};

use super::problem::Problem;
use super::rooms::{RoomView, find};
use crate::edge::{Edge, SharedEdge};

/// Hold everybody.
///
/// # Errors
/// 404 for the room, 503 while the store is away.
pub(super) async fn pause(
    State(edge): State<SharedEdge>,
    Path((customer, room)): Path<(String, String)>,
) -> Result<Json<RoomView>, Problem> {
    act(&edge, &customer, &room, Control::Pause).await
}

/// Let the line move again.
///
/// # Errors
/// 404 for the room, 503 while the store is away.
pub(super) async fn resume(
    State(edge): State<SharedEdge>,
    Path((customer, room)): Path<(String, String)>,
) -> Result<Json<RoomView>, Problem> {
    act(&edge, &customer, &room, Control::Resume).await
}

async fn act(edge: &Edge, customer: &str, room: &str, control: Control) -> Result<Json<RoomView>, Problem> {
    let room = find(edge, customer, room)?;
    room.control(control).await.map_err(|_unserved| Problem::away())?;
    tracing::info!(room = room.name(), control = ?control, "by the operator");
    Ok(Json(RoomView::of(room)))
}
