//! The way out: from a grant to the URL that carries the token.

use std::net::IpAddr;

use admission::Grant;
use protocol::enqueue_token::TokenIdentifier;
use protocol::queueittoken::{HashedIp, TOKEN_VALIDITY_SECONDS, Token};
use protocol::{Minutes, QueueId, RedirectType, UnixSeconds, token_url};

use crate::http::visit::Identified;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::rooms::{Place, Settings};
use crate::target;

/// How long a session lasts that began while the room was idle (1.3).
const IDLE_SESSION: Minutes = Minutes::new(3).expect("more than 0");

/// Where this visitor goes in the end.
///
/// # Errors
/// If the link names a target outside the room's hosts.
pub(in crate::http) fn target_of(settings: &Settings, query: &Query<'_>) -> Result<String, VisitError> {
    let room = &settings.room;
    target::choose(&room.target_url, &room.target_hosts, query.get("t"), |key| {
        query.target_value(key)
    })
    .map_err(|target::ForeignTarget| VisitError::ForeignTarget)
}

impl Identified<'_> {
    /// The target with the token of a grant, which may be bound to an address and name an enqueue
    /// token.
    #[must_use]
    pub(in crate::http) fn redirect_url(
        &self,
        known: &Place,
        grant: &Grant,
        identifier: Option<&TokenIdentifier>,
        target: &str,
    ) -> String {
        let bound = self.bound_address(known, grant);
        redirect_url(&self.state.settings, (known, grant), (bound, identifier), target)
    }
}

/// The same grant, address, enqueue token and target give the same URL to the byte.
fn redirect_url(
    settings: &Settings,
    (known, grant): (&Place, &Grant),
    (hashed_ip, identifier): (Option<HashedIp>, Option<&TokenIdentifier>),
    target: &str,
) -> String {
    // Where people inside are counted a session must end when it is counted to.
    let session = settings.room.share.as_ref().and_then(|share| share.session);
    let token = Token {
        room: settings.room.id.clone(),
        queue_id: known.queue_id,
        expires_at: token_ends(grant),
        extendable: session.is_none(),
        fixed_validity: session,
        redirect_type: if grant.unseen {
            RedirectType::SafetyNet
        } else {
            RedirectType::Queue
        },
        hashed_ip,
    };
    token_url::deliver(target, &token.sign_for(&settings.room.secret_key, identifier))
}

/// When a grant's token ends.
#[must_use]
pub(in crate::http) fn token_ends(grant: &Grant) -> UnixSeconds {
    UnixSeconds(grant.granted_at.seconds()).plus_seconds(TOKEN_VALIDITY_SECONDS)
}

/// The target for somebody whom the room does not hold at all: it is idle, over or disabled.
/// Sessions that begin before the opening end soon, so that nobody stays on the site past it.
#[must_use]
pub(in crate::http) fn pass_url(
    settings: &Settings,
    known: Option<&Place>,
    redirect_type: RedirectType,
    now: UnixSeconds,
    target: &str,
) -> String {
    let queue_id = known.map_or(QueueId::NIL, |known| known.queue_id);
    deliver(settings, skip_token(settings, queue_id, redirect_type, now), target)
}

/// The target for somebody who passes by their address. Whoever else gets hold of the token, from a
/// log or by a page that asks in this person's browser, has another address: connectors that know
/// addresses refuse it, and the session after it.
#[must_use]
pub(in crate::http) fn bypass_url(settings: &Settings, address: IpAddr, now: UnixSeconds, target: &str) -> String {
    let token = skip_token(settings, QueueId::NIL, RedirectType::Disabled, now);
    deliver(settings, bound_to(settings, address, token), target)
}

/// The target for whoever has a link past the room; with an address, for nobody elsewhere.
#[must_use]
pub(in crate::http) fn direct_url(
    settings: &Settings,
    (queue_id, address): (QueueId, Option<IpAddr>),
    now: UnixSeconds,
    target: &str,
) -> String {
    let token = skip_token(settings, queue_id, RedirectType::DirectLink, now);
    let token = match address {
        Some(address) => bound_to(settings, address, token),
        None => token,
    };
    deliver(settings, token, target)
}

fn skip_token(settings: &Settings, queue_id: QueueId, redirect_type: RedirectType, now: UnixSeconds) -> Token {
    let idle = redirect_type == RedirectType::Idle;
    Token {
        room: settings.room.id.clone(),
        queue_id,
        expires_at: now.plus_seconds(TOKEN_VALIDITY_SECONDS),
        extendable: !idle,
        fixed_validity: idle.then_some(IDLE_SESSION),
        redirect_type,
        hashed_ip: None,
    }
}

fn bound_to(settings: &Settings, address: IpAddr, token: Token) -> Token {
    Token {
        hashed_ip: Some(HashedIp::new(&settings.room.secret_key, address)),
        ..token
    }
}

fn deliver(settings: &Settings, token: Token, target: &str) -> String {
    token_url::deliver(target, &token.sign(&settings.room.secret_key))
}
