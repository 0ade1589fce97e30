//! The way out: from a grant to the URL that carries the token.

use admission::Grant;
use protocol::queueittoken::{TOKEN_VALIDITY_SECONDS, Token};
use protocol::{RedirectType, UnixSeconds, token_url};

use super::query::Query;
use super::trouble::Trouble;
use crate::room::{Known, Settings};
use crate::target;

/// Where this visitor goes in the end.
///
/// # Errors
/// If the link names a target outside the room's hosts.
pub(super) fn target_of(settings: &Settings, query: &Query<'_>) -> Result<String, Trouble> {
    let room = &settings.room;
    target::choose(&room.target_url, &room.target_hosts, query.get("t"), |key| {
        query.target_value(key)
    })
    .map_err(|target::Foreign| Trouble::ForeignTarget)
}

/// The target with its token. The same grant and target give the same URL to the byte.
#[must_use]
pub(super) fn redirect_url(settings: &Settings, known: &Known, grant: &Grant, target: &str) -> String {
    let token = Token {
        room: settings.room.id.clone(),
        queue_id: known.queue_id,
        expires_at: UnixSeconds(grant.granted_at.seconds()).plus_seconds(TOKEN_VALIDITY_SECONDS),
        extendable: true,
        fixed_validity: None,
        redirect_type: RedirectType::Queue,
        hashed_ip: None,
    };
    token_url::deliver(target, &token.sign(&settings.room.secret_key))
}
