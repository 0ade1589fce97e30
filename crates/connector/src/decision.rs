//! What happens to a request that falls under an action: pure functions.
//!
//! A valid session wins over any token. A token is judged before a bad session is complained about.
//! Only a session that is bound to another address has an error page of its own; every other bad
//! session just means the queue. A token for diagnosing is no permission, even if it names the
//! room: it counts as none.

use http::request::Parts;
use protocol::queueittoken::{Claims, TokenContext, TokenError};
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

/// What to do. Carried out by the service, which chooses nothing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) outcome: Outcome,
    pub(crate) way: Destination,
    pub(crate) cookies: CookieChange,
    /// It holds for the first use of a token only.
    pub(crate) once: Option<UsedTokenDecision>,
}

/// What becomes of a token that was used before.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UsedTokenDecision {
    pub(crate) token_use: TokenUse,
    /// Where the request goes then.
    pub(crate) location: String,
    pub(crate) cookies: CookieChange,
}

/// Where the request goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// On to the site.
    Pass(Option<QueueVisitor>),
    /// Away, to this URL.
    Away(String),
}

impl Decision {
    /// On to the site, and nothing else.
    pub(crate) fn pass(outcome: Outcome) -> Self {
        Self {
            outcome,
            way: Destination::Pass(None),
            cookies: CookieChange::None,
            once: None,
        }
    }
}

/// Decides about a request for which visitors need a session.
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
    let claims = text.as_deref().map(Claims::parse).filter(|claims| !is_debug(claims));
    let token_error = match &claims {
        Some(claims) => match judge(site, action, visit, claims) {
            Ok(session) => {
                let once = once(site, action, visit, (claims, sessions));
                let way = way_in(visit, &session);
                return Decision {
                    once,
                    ..let_in(Outcome::Entered, way, Some(session))
                };
            }
            Err(error) => Some((claims, error)),
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

/// Where a token is refused or there is none, cookies that open nothing are cleared away.
fn cleared(sessions: Sessions) -> CookieChange {
    match sessions {
        Sessions::Invalid { rooms, .. } => CookieChange::Delete(rooms),
        Sessions::None | Sessions::Valid(_) => CookieChange::None,
    }
}

/// What becomes of a good token if it was used before; `None` if it is good any number of times.
fn once(
    site: &Site,
    action: &QueueAction,
    visit: &Visit<'_>,
    (claims, sessions): (&Claims<'_>, Sessions),
) -> Option<UsedTokenDecision> {
    let token_use = TokenUse::of(claims, &site.secret, visit.now)?;
    let location = queue_url_after_use(
        &action.base,
        &action.origin(&site.customer),
        UnixSeconds(claims.expires_at),
        enqueue_token(site, action, visit).as_deref(),
        visit.target(&action.target),
    );
    Some(UsedTokenDecision {
        token_use,
        location,
        cookies: cleared(sessions),
    })
}

/// Decides about a request that ends the visitor's session. Without a genuine one there is nothing
/// to end.
pub(crate) fn cancel(site: &Site, action: &CancelAction, visit: &Visit<'_>) -> Decision {
    cancellation(site, &action.rooms, &action.base, visit.parts, Some(visit.page()))
        .unwrap_or_else(|| Decision::pass(Outcome::NothingToCancel))
}

/// The way out of the line (3.3): cookies go, and the waiting room cancels every queue id that they
/// tell of. `None` if no cookie is genuine.
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

/// Whether a token is for diagnosing the connector (section 5).
pub(crate) fn is_debug(claims: &Claims<'_>) -> bool {
    RedirectType::from_wire(claims.redirect_type) == Some(RedirectType::Debug)
}

/// On to the site, by way of the URL without its token where that can be done.
fn way_in(visit: &Visit<'_>, session: &Session) -> Destination {
    if visit.is_to_lose_token() {
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

/// The session that a good token starts.
fn judge(site: &Site, action: &QueueAction, visit: &Visit<'_>, claims: &Claims<'_>) -> Result<Session, TokenError> {
    let expected = TokenContext {
        room: action.rooms.accepted(claims.room).unwrap_or(action.rooms.own()),
        now: visit.now,
        client_ip: visit.client_ip,
    };
    claims.verify(&site.secret, &expected)?;
    Ok(Session::start(expected.room, claims, visit.now))
}

/// To the page that explains what is wrong with token or session, or else to the queue.
fn send_away(
    site: &Site,
    action: &QueueAction,
    visit: &Visit<'_>,
    sessions: &Sessions,
    token_error: Option<(&Claims<'_>, TokenError)>,
) -> (Outcome, String) {
    let client = visit.client_text();
    let target = visit.target(&action.target);
    let origin = action.origin(&site.customer);
    let refusal = match (token_error, sessions) {
        (Some((claims, error)), _) => ConnectorRefusal::Token {
            error,
            raw: visit.raw_token.as_deref().unwrap_or_default(),
            address: claims
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
