//! `POST rooms/{c}/{e}/bypass-link`: makes a link to the target that skips the room, for people who
//! need to see the site behind it. The link is valid for three minutes, so that it cannot become a
//! way past the line for everybody, and from one address only, if the request names the address of
//! the person who will open it.
//!
//! The link's token says `directLink`, the protocol's word for a link that skips the room; `bypass`
//! also occurs in one client's list, with no defined meaning. The token's queue id is random and
//! names no place, so that the site's log can distinguish the links.

use std::net::IpAddr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use protocol::QueueId;
use protocol::queueittoken::TOKEN_VALIDITY_SECONDS;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::admin_store::AuditNote;
use crate::clock::rfc3339;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{PathParams, RoomPath, read};
use crate::http::admin::problem::ProblemDetails;
use crate::http::admin::rooms::find;
use crate::http::admin::target::target_url;
use crate::http::visit::direct_url;
use crate::http::{SharedAppState, paths};
use admission::WallMs;

/// The target of the link.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct BypassLinkInput {
    /// A URL on a host of the room; default: the room's own target.
    target_url: Option<String>,
    /// Address of the person who will open the link: connectors that check addresses refuse the
    /// link from any other address. Default: valid from any address.
    #[schema(value_type = Option<String>)]
    address: Option<IpAddr>,
}

/// The link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BypassLink {
    url: String,
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Makes a link to the target that skips the room.
///
/// The link is valid for three minutes, for everybody who opens it, unless `address` is given. The
/// body is optional.
#[utoipa::path(
    post, path = paths::ADMIN_BYPASS_LINK, tag = "rooms", params(RoomPath), request_body = Option<BypassLinkInput>,
    responses((status = 200, body = BypassLink)),
)]
pub(in crate::http) async fn post(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<RoomPath>,
    body: Bytes,
) -> Result<Json<BypassLink>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let wanted = match body.is_empty() {
        true => BypassLinkInput::default(),
        false => read(&body)?,
    };
    let settings = room.settings();
    let target = target_url(&settings, wanted.target_url.as_deref())?;
    // Logged before the link exists. The link itself is not logged, since readers of the log could
    // use it.
    let note = AuditNote::new("bypass link made", &format!("room/{}", room.name()));
    app.note(&caller, note).await?;
    let (queue_id, now) = (QueueId::from_bytes(app.entropy.nonce()), app.clock.unix_seconds());
    tracing::info!(room = room.name(), by = caller.name(), "a bypass link was made");
    Ok(Json(BypassLink {
        url: direct_url(&settings, (queue_id, wanted.address), now, &target),
        expires_at: rfc3339(WallMs(now.plus_seconds(TOKEN_VALIDITY_SECONDS).0.saturating_mul(1_000))),
    }))
}
