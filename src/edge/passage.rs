//! The way out: from a grant to the URL that carries the token.

use admission::Grant;
use protocol::queueittoken::{TOKEN_VALIDITY_SECONDS, Token};
use protocol::{Minutes, QueueId, RedirectType, UnixSeconds, token_url};

use super::query::Query;
use super::trouble::Trouble;
use crate::room::{Known, Settings};
use crate::target;

/// How long a session lasts that began while the room was idle (1.3).
const IDLE_SESSION: Minutes = Minutes::new(3).expect("more than 0");

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
    // Where people inside are counted a session must end when it is counted to.
    let session = settings.room.share.as_ref().and_then(|share| share.session);
    let token = Token {
        room: settings.room.id.clone(),
        queue_id: known.queue_id,
        expires_at: UnixSeconds(grant.granted_at.seconds()).plus_seconds(TOKEN_VALIDITY_SECONDS),
        extendable: session.is_none(),
        fixed_validity: session,
        redirect_type: if grant.unseen {
            RedirectType::SafetyNet
        } else {
            RedirectType::Queue
        },
        hashed_ip: None,
    };
    token_url::deliver(target, &token.sign(&settings.room.secret_key))
}

/// The target for somebody whom the room does not hold at all: it is idle, over or disabled. Sessions that begin before the opening end soon, so that nobody stays on the site
/// past it.
#[must_use]
pub(super) fn pass_url(
    settings: &Settings,
    known: Option<&Known>,
    redirect_type: RedirectType,
    now: UnixSeconds,
    target: &str,
) -> String {
    let queue_id = known.map_or(QueueId::NIL, |known| known.queue_id);
    skip_url(settings, queue_id, redirect_type, now, target)
}

/// The target for whoever has a link past the room.
#[must_use]
pub(super) fn direct_url(settings: &Settings, queue_id: QueueId, now: UnixSeconds, target: &str) -> String {
    skip_url(settings, queue_id, RedirectType::DirectLink, now, target)
}

fn skip_url(
    settings: &Settings,
    queue_id: QueueId,
    redirect_type: RedirectType,
    now: UnixSeconds,
    target: &str,
) -> String {
    let idle = redirect_type == RedirectType::Idle;
    let token = Token {
        room: settings.room.id.clone(),
        queue_id,
        expires_at: now.plus_seconds(TOKEN_VALIDITY_SECONDS),
        extendable: !idle,
        fixed_validity: idle.then_some(IDLE_SESSION),
        redirect_type,
        hashed_ip: None,
    };
    token_url::deliver(target, &token.sign(&settings.room.secret_key))
}
