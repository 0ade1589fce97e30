//! `POST rooms/{c}/{e}/debug-link {"targetUrl"}`: a link to a protected page at which the connector writes down what it sees, in the cookie `queueitdebug`.
//!
//! Good for three minutes. Its token names a room that nobody can have: a debug token that names the room of the page would let whoever opens it in (5).

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use protocol::queueittoken::{DEBUG_ROOM, TOKEN_VALIDITY_SECONDS, Token};
use protocol::{QueueId, RedirectType, token_url};
use serde::Serialize;
use serde_json::{Map, Value};

use super::problem::Problem;
use super::rooms::find;
use crate::clock::rfc3339;
use crate::edge::SharedEdge;
use crate::target::{self, Foreign};
use admission::WallMs;

/// The link.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DebugLink {
    url: String,
    expires_at: String,
}

/// The handler.
///
/// # Errors
/// 404 for the room, 400 for a body that is no object, 422 for the target.
pub(super) async fn post(
    State(edge): State<SharedEdge>,
    Path((customer, name)): Path<(String, String)>,
    body: Bytes,
) -> Result<Json<DebugLink>, Problem> {
    let room = find(&edge, &customer, &name)?;
    let wanted: Map<String, Value> = serde_json::from_slice(&body).map_err(|error| Problem::body(error.to_string()))?;
    if let Some(other) = wanted.keys().find(|field| *field != "targetUrl") {
        return Err(Problem::unknown_field(other, "only targetUrl can be given"));
    }
    let target = wanted.get("targetUrl").and_then(Value::as_str);
    let target = target.ok_or_else(|| Problem::field("/targetUrl", "the address of a protected page is wanted"))?;
    let settings = room.settings();
    let target = target::choose(
        &settings.room.target_url,
        &settings.room.target_hosts,
        Some(target),
        |_| None,
    );
    let target = target.map_err(|Foreign| {
        let hosts: Vec<String> = settings.room.target_hosts.iter().map(ToString::to_string).collect();
        let detail = format!(
            "an absolute http or https URL on a host of the room is wanted: {}",
            hosts.join(", ")
        );
        Problem::field("/targetUrl", detail)
    })?;
    let expires_at = edge.clock.unix_seconds().plus_seconds(TOKEN_VALIDITY_SECONDS);
    let token = Token {
        room: DEBUG_ROOM.parse().expect("it is written like an id"),
        queue_id: QueueId::NIL,
        expires_at,
        extendable: false,
        fixed_validity: None,
        redirect_type: RedirectType::Debug,
        hashed_ip: None,
    };
    tracing::info!(room = room.name(), "a debug link was made");
    Ok(Json(DebugLink {
        url: token_url::deliver(&target, &token.sign(&settings.room.secret_key)),
        expires_at: rfc3339(WallMs(expires_at.0.saturating_mul(1_000))),
    }))
}
