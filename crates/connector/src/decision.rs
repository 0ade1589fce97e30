//! The decision about a request that matches an action, made by pure functions.
//!
//! A valid session takes precedence over any token, and a token over an invalid session. Only a
//! session bound to another address has an error page of its own; every other invalid session leads
//! to the queue. A diagnostic token is not a permission, even if it names the room: it is treated
//! as missing.

use http::request::Parts;
use protocol::queueittoken::{TokenContext, TokenError, TokenFields};
use protocol::redirect::{
    AddressMismatch, ConnectorRefusal, QueueBase, cancel_url_multiple, error_url, queue_url, queue_url_after_use,
};
use protocol::session_cookie::{CookieError, Session};
use protocol::{RedirectType, RoomId, UnixSeconds};

use crate::action::{CancelAction, QueueAction, Rooms};
use crate::cookies::{self, CookieChange, Sessions};
use crate::outcome::Outcome;
use crate::replay::TokenUse;
use crate::site::Site;
use crate::visit::Visit;
use crate::visitor::{Newcomer, QueueVisitor};

/// A decision about a request. The service carries it out unchanged.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) outcome: Outcome,
    pub(crate) way: Destination,
    pub(crate) cookies: CookieChange,
    /// Present if the decision holds only for the first use of a token.
    pub(crate) once: Option<UsedTokenDecision>,
}

/// The decision about a token that was used before.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UsedTokenDecision {
    pub(crate) token_use: TokenUse,
    /// The URL to which the request is redirected in that case.
    pub(crate) location: String,
    pub(crate) cookies: CookieChange,
}

/// The destination of a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// The site.
    Pass(Option<QueueVisitor>),
    /// Another URL.
    Away(String),
}

impl Decision {
    /// Passes the request on to the site unchanged.
    pub(crate) fn pass(outcome: Outcome) -> Self {
        Self {
            outcome,
            way: Destination::Pass(None),
            cookies: CookieChange::None,
            once: None,
        }
    }
}

/// Decides about a request that needs a session.
pub(crate) fn queue(site: &Site, action: &QueueAction, visit: &Visit<'_>) -> Decision {
    let sessions = match visit.sessions(site, action) {
        Sessions::Valid(session) => {
            let way = way_in(visit, &session);
            let extended = action.extend.then(|| session.extended(visit.now)).flatten();
            return let_in(Outcome::Passed, way, extended);
        }
        others => others,
    };
    let text = visit.token();
    let fields = text
        .as_deref()
        .map(TokenFields::parse)
        .filter(|fields| !is_debug(fields));
    let token_error = match &fields {
        Some(fields) => match judge(site, action, visit, fields) {
            Ok(session) => {
                let once = after_use(site, action, visit, (fields, sessions));
                let way = way_in(visit, &session);
                return Decision {
                    once,
                    ..let_in(Outcome::Entered, way, Some(session))
                };
            }
            Err(error) => Some((fields, error)),
        },
        None => None,
    };
    let (outcome, location) = send_away(site, action, visit, &sessions, token_error);
    Decision {
        outcome,
        way: Destination::Away(location),
        cookies: cleared(sessions),
        once: None,
    }
}

/// Returns the deletion of invalid session cookies, for requests without a token that starts a
/// session.
fn cleared(sessions: Sessions) -> CookieChange {
    match sessions {
        Sessions::Invalid { rooms, .. } => CookieChange::Delete(rooms),
        Sessions::None | Sessions::Valid(_) => CookieChange::None,
    }
}

/// Returns the decision for a valid token that was used before; `None` if the token may be used any
/// number of times.
fn after_use(
    site: &Site,
    action: &QueueAction,
    visit: &Visit<'_>,
    (fields, sessions): (&TokenFields<'_>, Sessions),
) -> Option<UsedTokenDecision> {
    let token_use = TokenUse::of(fields, &site.secret, visit.now)?;
    let location = queue_url_after_use(
        &action.base,
        &action.origin(&site.customer),
        UnixSeconds(fields.expires_at),
        enqueue_token(site, action, visit).as_deref(),
        visit.target(&action.target),
    );
    Some(UsedTokenDecision {
        token_use,
        location,
        cookies: cleared(sessions),
    })
}

/// Decides about a request that ends the visitor's session. Without a genuine session there is
/// nothing to end.
pub(crate) fn cancel(site: &Site, action: &CancelAction, visit: &Visit<'_>) -> Decision {
    cancellation(site, &action.rooms, &action.base, visit.parts, Some(visit.page()))
        .unwrap_or_else(|| Decision::pass(Outcome::NothingToCancel))
}

/// Decides to delete the session cookies and to redirect to the waiting room, which cancels the
/// queue ids in them. `None` if no cookie is genuine.
pub(crate) fn cancellation(
    site: &Site,
    rooms: &Rooms,
    base: &QueueBase,
    parts: &Parts,
    return_to: Option<&str>,
) -> Option<Decision> {
    let sessions = cookies::read_genuine(rooms, &site.secret, parts);
    if sessions.is_empty() {
        return None;
    }
    let queue_id = |room: &RoomId| sessions.iter().find(|s| s.room == *room)?.queue_id.as_deref();
    let places: Vec<_> = rooms.iter().map(|room| (&room.id, queue_id(&room.id))).collect();
    let location = cancel_url_multiple(base, &site.customer, &places, return_to);
    Some(Decision {
        outcome: Outcome::Cancelled,
        way: Destination::Away(location),
        cookies: CookieChange::Delete(sessions.into_iter().map(|session| session.room).collect()),
        once: None,
    })
}

/// Returns whether a token is for diagnosing the connector.
pub(crate) fn is_debug(fields: &TokenFields<'_>) -> bool {
    RedirectType::from_wire(fields.redirect_type) == Some(RedirectType::Debug)
}

/// Returns the way to the site, by a redirect to the URL without its token where possible.
fn way_in(visit: &Visit<'_>, session: &Session) -> Destination {
    if visit.needs_redirect_without_token() {
        Destination::Away(visit.url.clone())
    } else {
        Destination::Pass(Some(session.into()))
    }
}

fn let_in(outcome: Outcome, way: Destination, set: Option<Session>) -> Decision {
    Decision {
        outcome,
        way,
        cookies: set.map_or(CookieChange::None, CookieChange::Set),
        once: None,
    }
}

/// Verifies a token and returns the session that it starts.
fn judge(
    site: &Site,
    action: &QueueAction,
    visit: &Visit<'_>,
    fields: &TokenFields<'_>,
) -> Result<Session, TokenError> {
    let expected = TokenContext {
        room: action.rooms.accepted(fields.room).unwrap_or(action.rooms.own()),
        now: visit.now,
        client_ip: visit.client_ip,
    };
    fields.verify(&site.secret, &expected)?;
    Ok(Session::start(expected.room, fields, visit.now))
}

/// Returns the URL of the page that explains an invalid token or session, or else of the queue.
fn send_away(
    site: &Site,
    action: &QueueAction,
    visit: &Visit<'_>,
    sessions: &Sessions,
    token_error: Option<(&TokenFields<'_>, TokenError)>,
) -> (Outcome, String) {
    let client = visit.client_text();
    let target = visit.target(&action.target);
    let origin = action.origin(&site.customer);
    let refusal = match (token_error, sessions) {
        (Some((fields, error)), _) => ConnectorRefusal::Token {
            error,
            raw: visit.raw_token.as_deref().unwrap_or_default(),
            address: fields
                .hashed_ip
                .filter(|_| error == TokenError::Ip)
                .map(|hashed| AddressMismatch {
                    client: &client,
                    hashed,
                }),
        },
        (
            None,
            Sessions::Invalid {
                error: CookieError::Ip(session),
                ..
            },
        ) => ConnectorRefusal::Session {
            address: AddressMismatch {
                client: &client,
                hashed: session.hashed_ip.as_deref().unwrap_or_default(),
            },
            redirect_type: &session.redirect_type,
            queue_id: session.queue_id.as_deref(),
            issued_at: session.issued_at,
        },
        _ => {
            let token = enqueue_token(site, action, visit);
            return (
                Outcome::Queued,
                queue_url(&action.base, &origin, token.as_deref(), target),
            );
        }
    };
    let location = error_url(&action.base, &origin, &refusal, visit.now, target);
    (Outcome::Refused, location)
}

fn enqueue_token(site: &Site, action: &QueueAction, visit: &Visit<'_>) -> Option<String> {
    let make = site.enqueue_token.as_ref()?;
    make(&Newcomer {
        parts: visit.parts,
        room: action.rooms.own(),
        client_ip: visit.client_ip,
        now: visit.now,
    })
}
