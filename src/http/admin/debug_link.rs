//! `POST rooms/{c}/{e}/debug-link {"targetUrl"}`: a link to a protected page at which the connector
//! writes down what it sees, in the cookie `queueitdebug`.
//!
//! Good for three minutes. Its token names a room that nobody can have: a debug token that names
//! the room of the page would let whoever opens it in (5).

use axum::Json;
use axum::extract::State;
use protocol::queueittoken::{DEBUG_ROOM, TOKEN_VALIDITY_SECONDS, Token};
use protocol::{QueueId, RedirectType, token_url};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::admin_store::AuditNote;
use crate::clock::rfc3339;
use crate::http::admin::caller::Caller;
use crate::http::admin::given::{JsonBody, PathParams, RoomPath};
use crate::http::admin::problem::ProblemDetails;
use crate::http::admin::rooms::find;
use crate::http::admin::target::target_url;
use crate::http::{SharedEdge, paths};
use admission::WallMs;

/// The link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct DebugLink {
    url: String,
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Where it is to lead.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct DebugLinkInput {
    /// The address of a protected page, on a host of the room.
    target_url: String,
}

/// Makes a link at which the room's connector writes down what it sees. Good for three minutes; it
/// lets nobody in.
#[utoipa::path(
    post, path = paths::ADMIN_DEBUG_LINK, tag = "rooms", params(RoomPath), request_body = DebugLinkInput,
    responses((status = 200, body = DebugLink)),
)]
pub(in crate::http) async fn post(
    State(edge): State<SharedEdge>,
    caller: Caller,
    PathParams(path): PathParams<RoomPath>,
    JsonBody(wanted): JsonBody<DebugLinkInput>,
) -> Result<Json<DebugLink>, ProblemDetails> {
    let room = find(&edge, &path.customer, &path.room)?;
    let settings = room.settings();
    let target = target_url(&settings, Some(&wanted.target_url))?;
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
    let note = AuditNote::new("debug link made", &format!("room/{}", room.name()));
    edge.note(&caller, note).await?;
    tracing::info!(room = room.name(), "a debug link was made");
    Ok(Json(DebugLink {
        url: token_url::deliver(&target, &token.sign(&settings.room.secret_key)),
        expires_at: rfc3339(WallMs(expires_at.0.saturating_mul(1_000))),
    }))
}
