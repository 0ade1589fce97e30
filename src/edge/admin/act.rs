//! `POST rooms/{c}/{e}/pause|resume|disable|enable|end|reset`. Doing twice what is done already is no error; what makes no sense now is refused.

use admission::Control;
use admission::lifecycle::Refused;
use axum::Json;
use axum::extract::{Path, State};

use super::problem::{Problem, no_such_path};
use super::rooms::{RoomView, find};
use crate::edge::SharedEdge;

/// The handler.
///
/// # Errors
/// 404 for the room or the action, 409 for what makes no sense now, 503 while the store is away.
pub(super) async fn post(
    State(edge): State<SharedEdge>,
    Path((customer, room, action)): Path<(String, String, String)>,
) -> Result<Json<RoomView>, Problem> {
    let Some(control) = control_of(&action) else {
        return Err(no_such_path().await);
    };
    let room = find(&edge, &customer, &room)?;
    match room.control(control).await.map_err(|_unserved| Problem::away())? {
        Ok(()) => tracing::info!(room = room.name(), control = ?control, "by the operator"),
        Err(refused) if is_so_already(refused) => {}
        Err(refused) => return Err(Problem::conflict(refused.to_string())),
    }
    Ok(Json(RoomView::of(room)))
}

fn control_of(action: &str) -> Option<Control> {
    match action {
        "pause" => Some(Control::Pause),
        "resume" => Some(Control::Resume),
        "disable" => Some(Control::Disable),
        "enable" => Some(Control::Enable),
        "end" => Some(Control::End),
        "reset" => Some(Control::Reset),
        _ => None,
    }
}

/// Whether the room is as the operator wants it.
fn is_so_already(refused: Refused) -> bool {
    match refused {
        Refused::AlreadyPaused
        | Refused::NotPaused
        | Refused::AlreadyDisabled
        | Refused::NotDisabled
        | Refused::AlreadyEnded => true,
        Refused::Ended | Refused::NoRunLeft => false,
    }
}
