//! Builds the URL that carries a visitor's token to the site. The same grant makes the same URL to
//! the byte, so a lost reply is repeated for 180 s without another permit.

use std::net::IpAddr;

use admission::Grant;
use admission::config::TOKEN_VALIDITY_MS;
use protocol::enqueue_token::TokenIdentifier;
use protocol::queueittoken::{HashedIp, TOKEN_VALIDITY_SECONDS, Token};
use protocol::{Minutes, QueueId, RedirectType, UnixSeconds, token_url};

use crate::config::RoomDefinition;
use crate::http::crowdhandler::CrowdHandlerReturn;
use crate::http::visit::Identified;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::rooms::Place;
use crate::target;

/// The length of a session that begins while the room is idle.
const IDLE_SESSION: Minutes = Minutes::new(3).expect("more than 0");

// The engine knows no tokens, and the protocol no grants. If a grant were repeated for longer than
// its token is valid, sites would refuse the repeated token; if for less time, a lost reply would
// cost another permit while the first token still admits somebody.
const _: () = assert!(TOKEN_VALIDITY_MS == TOKEN_VALIDITY_SECONDS * 1_000);

/// Returns the final target of a visitor.
///
/// # Errors
/// Returns an error if the link names a target outside the room's hosts.
pub(in crate::http) fn target_of(settings: &RoomDefinition, query: &Query<'_>) -> Result<String, VisitError> {
    let room = &settings;
    target::choose(&room.target_url, &room.target_hosts, query.get("t"), |key| {
        query.target_value(key)
    })
    .map_err(|target::ForeignTarget| VisitError::ForeignTarget)
}

impl Identified<'_> {
    /// Returns the target with the token of a grant. The token may be bound to an address and name
    /// an enqueue token. A visitor who came by CrowdHandler's protocol returns by the same
    /// protocol.
    #[must_use]
    pub(in crate::http) fn redirect_url(
        &self,
        place: &Place,
        grant: &Grant,
        identifier: Option<&TokenIdentifier>,
        target: &str,
    ) -> String {
        if let Some(way) = CrowdHandlerReturn::of(self.visit.query, target) {
            let requested = UnixSeconds(grant.granted_at.seconds());
            if let Some(url) = self
                .visit
                .app
                .crowdhandler_return(self.state(), (place, requested), way)
            {
                return url;
            }
        }
        let bound = self.bound_address(place, grant);
        redirect_url(&self.visit.state.settings, (place, grant), (bound, identifier), target)
    }
}

/// Returns the same URL, byte for byte, for the same grant, address, enqueue token and target.
fn redirect_url(
    settings: &RoomDefinition,
    (place, grant): (&Place, &Grant),
    (hashed_ip, identifier): (Option<HashedIp>, Option<&TokenIdentifier>),
    target: &str,
) -> String {
    // In a room with a session cap each session has a fixed length, so that it ends when the count
    // assumes.
    let session = settings.share.as_ref().and_then(|share| share.session);
    let token = Token {
        room: settings.id.clone(),
        queue_id: place.queue_id,
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
    token_url::deliver(target, &token.sign_for(&settings.secret_key, identifier))
}

/// Returns when a grant's token expires.
#[must_use]
pub(in crate::http) fn token_ends(grant: &Grant) -> UnixSeconds {
    UnixSeconds(grant.granted_at.seconds()).plus_seconds(TOKEN_VALIDITY_SECONDS)
}

/// Returns the target for a visitor of a room without a line: the room is idle, over or disabled.
/// Sessions that begin before the opening end soon, so that nobody stays on the site past the
/// opening.
#[must_use]
pub(in crate::http) fn pass_url(
    settings: &RoomDefinition,
    place: Option<&Place>,
    redirect_type: RedirectType,
    now: UnixSeconds,
    target: &str,
) -> String {
    let queue_id = place.map_or(QueueId::NIL, |place| place.queue_id);
    deliver(settings, skip_token(settings, queue_id, redirect_type, now), target)
}

/// Returns the target for a visitor who bypasses the room by their address. The token is bound to
/// that address: if it leaks, through a log or through a page that sends a request in this
/// visitor's browser, connectors that check addresses refuse the token and its session.
#[must_use]
pub(in crate::http) fn bypass_url(
    settings: &RoomDefinition,
    address: IpAddr,
    now: UnixSeconds,
    target: &str,
) -> String {
    let token = skip_token(settings, QueueId::NIL, RedirectType::Disabled, now);
    deliver(settings, bound_to(settings, address, token), target)
}

/// Returns the target for a visitor with a link that bypasses the room. With an address, the token
/// works from that address only.
#[must_use]
pub(in crate::http) fn direct_url(
    settings: &RoomDefinition,
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

fn skip_token(settings: &RoomDefinition, queue_id: QueueId, redirect_type: RedirectType, now: UnixSeconds) -> Token {
    let idle = redirect_type == RedirectType::Idle;
    Token {
        room: settings.id.clone(),
        queue_id,
        expires_at: now.plus_seconds(TOKEN_VALIDITY_SECONDS),
        extendable: !idle,
        fixed_validity: idle.then_some(IDLE_SESSION),
        redirect_type,
        hashed_ip: None,
    }
}

fn bound_to(settings: &RoomDefinition, address: IpAddr, token: Token) -> Token {
    Token {
        hashed_ip: Some(HashedIp::new(&settings.secret_key, address)),
        ..token
    }
}

fn deliver(settings: &RoomDefinition, token: Token, target: &str) -> String {
    token_url::deliver(target, &token.sign(&settings.secret_key))
}
