//! `PATCH rooms/{c}/{e}`: changes of a running room. Durable before it answers, in force with the next commit, and stronger than the file.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use serde_json::{Map, Value};

use super::problem::Problem;
use super::rooms::{RoomView, find};
use crate::config::per_minute;
use crate::edge::SharedEdge;
use crate::room::overrides::Override;

/// Longest message to visitors, characters.
pub(super) const MESSAGE_CHARS_MAX: usize = 500;

/// The handler. A field that is not named stays; `null` takes the message away.
///
/// # Errors
/// 400 for a body that is no object, 422 for a field, 404 for the room, 503 while the store is away.
pub(super) async fn patch(
    State(edge): State<SharedEdge>,
    Path((customer, name)): Path<(String, String)>,
    body: Bytes,
) -> Result<Json<RoomView>, Problem> {
    let room = find(&edge, &customer, &name)?;
    let wanted: Map<String, Value> = serde_json::from_slice(&body).map_err(|error| Problem::body(error.to_string()))?;
    let change = Change::read(&wanted)?;
    let changed = edge
        .rooms
        .overrides()
        .change(room.name(), |fields| change.onto(fields))
        .await;
    let changed = changed.map_err(|error| {
        tracing::error!(room = room.name(), error = %error, "a change was not saved");
        Problem::away()
    })?;
    room.change(&changed).await;
    tracing::info!(room = room.name(), "changed by the operator");
    Ok(Json(RoomView::of(room)))
}

#[derive(Debug, Default)]
struct Change {
    max_outflow: Option<u32>,
    message: Option<String>,
}

impl Change {
    fn read(wanted: &Map<String, Value>) -> Result<Self, Problem> {
        let mut change = Self::default();
        for (field, value) in wanted {
            match field.as_str() {
                "maxOutflow" => change.max_outflow = Some(rate(value)?),
                "message" => change.message = Some(message(value)?),
                other => {
                    return Err(Problem::unknown_field(
                        other,
                        "only maxOutflow and message can be changed",
                    ));
                }
            }
        }
        Ok(change)
    }

    fn onto(&self, fields: &mut Override) {
        fields.max_outflow = self.max_outflow.or(fields.max_outflow);
        fields.message = self.message.clone().or(fields.message.take());
    }
}

fn rate(value: &Value) -> Result<u32, Problem> {
    let rate = value
        .as_i64()
        .ok_or_else(|| "a whole number is wanted".to_owned())
        .and_then(per_minute);
    rate.map(|rate| rate.0)
        .map_err(|detail| Problem::field("/maxOutflow", detail))
}

fn message(value: &Value) -> Result<String, Problem> {
    match value {
        Value::Null => Ok(String::new()),
        Value::String(text) if text.chars().count() <= MESSAGE_CHARS_MAX => Ok(text.trim().to_owned()),
        Value::String(_) => Err(Problem::field(
            "/message",
            format!("at most {MESSAGE_CHARS_MAX} characters"),
        )),
        _ => Err(Problem::field("/message", "a text or null is wanted")),
    }
}
