//! `POST rooms/{c}/{e}/pause|resume|disable|enable|end|reset`. Repeating an action succeeds and
//! changes nothing; an action that the room's state does not allow is refused.

use admission::Control;
use admission::lifecycle::TransitionRefused;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::admin_store::AuditNote;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::PathParams;
use crate::http::admin::problem::ProblemDetails;
use crate::http::admin::rooms::{RoomView, find};
use crate::http::{SharedAppState, paths};
use crate::rooms::RoomState;

/// The actions on a room, by their names in paths.
const ACTIONS: [(&str, Control); 6] = [
    ("pause", Control::Pause),
    ("resume", Control::Resume),
    ("disable", Control::Disable),
    ("enable", Control::Enable),
    ("end", Control::End),
    ("reset", Control::Reset),
];

/// `rooms/{customer}/{room}/{action}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct ActionPath {
    /// A customer's id.
    customer: String,
    /// A room's id.
    room: String,
    /// The action.
    #[param(pattern = "^(pause|resume|disable|enable|end|reset)$")]
    action: String,
}

/// Carries out an action on a room.
///
/// Repeating an action succeeds and changes nothing. The audit log has an entry before the action
/// is carried out; a refusal follows as another entry.
#[utoipa::path(
    post, path = paths::ADMIN_ACTION, tag = "rooms", params(ActionPath),
    responses((status = 200, body = RoomView), (status = 409, description = "The action does not apply to the room's current state")),
)]
pub(in crate::http) async fn post(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<ActionPath>,
) -> Result<Json<RoomView>, ProblemDetails> {
    let Some(control) = control_of(&path.action) else {
        let detail = format!("there is no action {:?}; there are {}", path.action, names().join(", "));
        return Err(ProblemDetails::not_found(detail));
    };
    let room = find(&app, &path.customer, &path.room)?;
    let resource = format!("room/{}", room.name());
    app.note(&caller, AuditNote::new(&path.action, &resource)).await?;
    let done = room.control(control).await;
    if !matches!(done, Ok(Ok(()))) && !matches!(done, Ok(Err(refused)) if is_in_that_state(refused)) {
        // If this entry cannot be stored either, the log still says that the action was requested,
        // which is true.
        _ = app
            .note(&caller, AuditNote::new(&format!("{} refused", path.action), &resource))
            .await;
    }
    match done.map_err(|_unserved| ProblemDetails::away())? {
        Ok(()) => {
            tracing::info!(room = room.name(), control = ?control, by = caller.name(), "an operator changed the room's state")
        }
        Err(refused) if is_in_that_state(refused) => {}
        Err(refused) => return Err(ProblemDetails::conflict(refused.to_string())),
    }
    Ok(Json(RoomView::of(&RoomState::load(room))))
}

fn control_of(action: &str) -> Option<Control> {
    let mut actions = ACTIONS.into_iter();
    actions.find_map(|(name, control)| (name == action).then_some(control))
}

fn names() -> [&'static str; ACTIONS.len()] {
    ACTIONS.map(|(name, _)| name)
}

/// Returns whether the room is already in the requested state.
fn is_in_that_state(refused: TransitionRefused) -> bool {
    match refused {
        TransitionRefused::AlreadyPaused
        | TransitionRefused::NotPaused
        | TransitionRefused::AlreadyDisabled
        | TransitionRefused::NotDisabled
        | TransitionRefused::AlreadyEnded => true,
        TransitionRefused::Ended | TransitionRefused::NoRunLeft => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The attribute of the schema takes a literal, so it cannot follow the table.
    #[test]
    fn the_schema_allows_the_actions_that_there_are() {
        let parameters = ActionPath::into_params(|| None);
        let parameters = serde_json::to_value(parameters).expect("JSON");
        let patterns = parameters.as_array().expect("a list").iter();
        let patterns: Vec<_> = patterns.filter_map(|each| each["schema"]["pattern"].as_str()).collect();
        assert_eq!(patterns, [format!("^({})$", names().join("|"))]);
    }
}
