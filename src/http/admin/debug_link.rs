//! `POST rooms/{c}/{e}/debug-link {"targetUrl"}`: makes a link to a protected page that causes the
//! connector to record its view of the request in the cookie `queueitdebug`.
//!
//! The link is valid for three minutes. Its token names a room that cannot exist: a debug token for
//! the page's own room would let in everybody who opens the link (5).

use axum::Json;
use axum::extract::State;
use protocol::queueittoken::{DEBUG_ROOM, TOKEN_VALIDITY_SECONDS, Token};
use protocol::{QueueId, RedirectType, token_url};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::admin_store::AuditNote;
use crate::clock::rfc3339;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{JsonBody, PathParams, RoomPath};
use crate::http::admin::problem::ProblemDetails;
use crate::http::admin::rooms::find;
use crate::http::admin::target::target_url;
use crate::http::{SharedAppState, paths};
use admission::WallMs;

/// The link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct DebugLink {
    url: String,
    #[schema(format = DateTime)]
    expires_at: String,
}

/// The target of the link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct DebugLinkInput {
    /// URL of a protected page, on a host of the room.
    target_url: String,
}

/// Makes a link that causes the room's connector to record what it sees.
///
/// The link is valid for three minutes and lets nobody in.
#[utoipa::path(
    post, path = paths::ADMIN_DEBUG_LINK, tag = "rooms", params(RoomPath), request_body = DebugLinkInput,
    responses((status = 200, body = DebugLink)),
)]
pub(in crate::http) async fn post(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<RoomPath>,
    JsonBody(wanted): JsonBody<DebugLinkInput>,
) -> Result<Json<DebugLink>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let settings = room.settings();
    let target = target_url(&settings, Some(&wanted.target_url))?;
    let expires_at = app.clock.unix_seconds().plus_seconds(TOKEN_VALIDITY_SECONDS);
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
    app.note(&caller, note).await?;
    tracing::info!(room = room.name(), "a debug link was made");
    Ok(Json(DebugLink {
        url: token_url::deliver(&target, &token.sign(&settings.secret_key)),
        expires_at: rfc3339(WallMs(expires_at.0.saturating_mul(1_000))),
    }))
}
