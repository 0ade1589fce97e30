//! `POST rooms/{c}/{e}/pause|resume|disable|enable|end|reset`. Doing twice what is done already is
//! no error; what makes no sense now is refused.

use admission::Control;
use admission::lifecycle::TransitionRefused;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::admin_store::AuditNote;
use crate::http::admin::caller::Caller;
use crate::http::admin::given::PathParams;
use crate::http::admin::problem::{ProblemDetails, no_such_path};
use crate::http::admin::rooms::{RoomView, find};
use crate::http::{SharedEdge, paths};

/// `rooms/{customer}/{room}/{action}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct ActionPath {
    /// A customer's id.
    customer: String,
    /// A room's id.
    room: String,
    /// What to do.
    #[param(pattern = "^(pause|resume|disable|enable|end|reset)$")]
    action: String,
}

/// Acts on a room. Doing twice what is done already is no error.
///
/// In the audit log before it is done, so that nothing is done without; a refusal follows as an
/// entry of its own.
#[utoipa::path(
    post, path = paths::ADMIN_ACTION, tag = "rooms", params(ActionPath),
    responses((status = 200, body = RoomView), (status = 409, description = "It makes no sense as the room is now")),
)]
pub(in crate::http) async fn post(
    State(edge): State<SharedEdge>,
    caller: Caller,
    PathParams(path): PathParams<ActionPath>,
) -> Result<Json<RoomView>, ProblemDetails> {
    let Some(control) = control_of(&path.action) else {
        return Err(no_such_path().await);
    };
    let room = find(&edge, &path.customer, &path.room)?;
    let resource = format!("room/{}", room.name());
    edge.note(&caller, AuditNote::new(&path.action, &resource)).await?;
    let done = room.control(control).await;
    if !matches!(done, Ok(Ok(()))) && !matches!(done, Ok(Err(refused)) if is_so_already(refused)) {
        // If this cannot be kept either, the log says that it was asked for, which is true.
        _ = edge
            .note(&caller, AuditNote::new(&format!("{} refused", path.action), &resource))
            .await;
    }
    match done.map_err(|_unserved| ProblemDetails::away())? {
        Ok(()) => tracing::info!(room = room.name(), control = ?control, by = caller.name(), "by the operator"),
        Err(refused) if is_so_already(refused) => {}
        Err(refused) => return Err(ProblemDetails::conflict(refused.to_string())),
    }
    Ok(Json(RoomView::of(&room)))
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
fn is_so_already(refused: TransitionRefused) -> bool {
    match refused {
        TransitionRefused::AlreadyPaused
        | TransitionRefused::NotPaused
        | TransitionRefused::AlreadyDisabled
        | TransitionRefused::NotDisabled
        | TransitionRefused::AlreadyEnded => true,
        TransitionRefused::Ended | TransitionRefused::NoRunLeft => false,
    }
}
