//! `POST rooms/{c}/{e}/bypass-link`: a link to the target that skips the room (seed 003, 8.3), for whoever wants to look at the site behind it. It is good for three minutes, so that it
//! cannot grow into a way past the line for everybody.
//!
//! Its token says `directLink`, the protocol's word for a link that skipped the room (1.3); `bypass` is a name in one client's list that nobody gives a meaning. Its queue
//! id is random and no place, so that in the site's log each link is told from every other.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use protocol::QueueId;
use protocol::queueittoken::TOKEN_VALIDITY_SECONDS;
use serde::{Deserialize, Serialize};

use super::problem::Problem;
use super::rooms::find;
use crate::clock::rfc3339;
use crate::edge::SharedEdge;
use crate::edge::passage::direct_url;
use crate::target;

/// Where the link is to lead; default the room's own target.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    target: Option<String>,
}

/// The link.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Link {
    url: String,
    expires_at: String,
}

/// The handler; an empty body asks for the room's own target.
///
/// # Errors
/// 400 for a body that is none, 404 for the room, 422 for a target that the room does not lead to.
pub(super) async fn post(
    State(edge): State<SharedEdge>,
    Path((customer, name)): Path<(String, String)>,
    body: Bytes,
) -> Result<Json<Link>, Problem> {
    let room = find(&edge, &customer, &name)?;
    let wanted = match body.is_empty() {
        true => Wanted::default(),
        false => serde_json::from_slice(&body).map_err(|error| Problem::body(error.to_string()))?,
    };
    let settings = room.settings();
    let config = &settings.room;
    let target = target::choose(
        &config.target_url,
        &config.target_hosts,
        wanted.target.as_deref(),
        |_| None,
    );
    let target = target.map_err(|target::Foreign| Problem::field("/target", "the room does not lead to this host"))?;
    let wall = edge.clock.wall();
    let queue_id = QueueId::from_bytes(edge.dice.nonce());
    tracing::info!(room = room.name(), "a bypass link was made by the operator");
    Ok(Json(Link {
        url: direct_url(&settings, queue_id, edge.clock.unix_seconds(), &target),
        expires_at: rfc3339(admission::WallMs(wall.0 + TOKEN_VALIDITY_SECONDS * 1_000)),
    }))
}
