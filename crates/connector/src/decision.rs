//! What happens to a protected request: one pure function.
//!
//! A valid session wins over any token. A token is judged before a bad session is complained about. Only a session
//! that is bound to another address has an error page of its own; every other bad session just means the queue.

use protocol::percent;
use protocol::queueittoken::{Claims, Expected, TokenError};
use protocol::redirect::{AddressMismatch, Refusal, error_url, queue_url};
use protocol::session_cookie::{CookieError, Session};

use crate::config::Settings;
use crate::cookies::{CookieChange, Sessions};
use crate::visit::Visit;
use crate::visitor::QueueVisitor;

/// What to do. Carried out by the service, which chooses nothing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// On to the site.
    Pass {
        visitor: QueueVisitor,
        cookie: Option<CookieChange>,
    },
    /// Away, by 302.
    Redirect {
        location: String,
        cookie: Option<CookieChange>,
    },
}

/// Decides about a protected request.
pub(crate) fn decide(settings: &Settings, visit: &Visit) -> Decision {
    if let Sessions::Valid(session) = &visit.sessions {
        let cookie = extension(settings, session, visit).map(CookieChange::Set);
        return let_in(visit, session, cookie);
    }
    // Where a token is refused or there is none, a cookie that opens nothing is cleared away.
    let cleanup = matches!(visit.sessions, Sessions::Invalid(_)).then_some(CookieChange::Delete);
    let location = match (&visit.raw_token, &visit.sessions) {
        (Some(raw), _) => match judge(settings, visit, raw) {
            Ok(session) => return let_in(visit, &session, Some(CookieChange::Set(session.clone()))),
            Err(location) => location,
        },
        (None, Sessions::Invalid(CookieError::Ip(session))) => refuse_session(settings, visit, session),
        (None, _) => queue_url(&settings.base, &settings.origin(), None, Some(&visit.target)),
    };
    Decision::Redirect {
        location,
        cookie: cleanup,
    }
}

/// On to the site, by way of the URL without its token where that can be done.
fn let_in(visit: &Visit, session: &Session, cookie: Option<CookieChange>) -> Decision {
    if visit.has_token_parameter && visit.is_read {
        Decision::Redirect {
            location: visit.target.clone(),
            cookie,
        }
    } else {
        Decision::Pass {
            visitor: session.into(),
            cookie,
        }
    }
}

fn extension(settings: &Settings, session: &Session, visit: &Visit) -> Option<Session> {
    settings.extend.then(|| session.clone().extended(visit.now)).flatten()
}

/// The session that a good token starts, or the URL of the page that refuses it.
fn judge(settings: &Settings, visit: &Visit, raw: &str) -> Result<Session, String> {
    // Some mail and chat programs encode the tildes.
    let text = percent::decode(raw).unwrap_or_default();
    let claims = Claims::parse(&text);
    let expected = Expected {
        room: &settings.room,
        now: visit.now,
        client_ip: visit.client_ip,
    };
    let Err(error) = claims.verify(&settings.secret, &expected) else {
        return Ok(Session::start(&settings.room, &claims, visit.now));
    };
    let client = client_text(visit);
    let address = claims
        .hashed_ip
        .filter(|_| error == TokenError::Ip)
        .map(|hashed| AddressMismatch {
            client: &client,
            hashed,
        });
    let refusal = Refusal::Token { error, raw, address };
    Err(error_url(
        &settings.base,
        &settings.origin(),
        &refusal,
        visit.now,
        Some(&visit.target),
    ))
}

fn refuse_session(settings: &Settings, visit: &Visit, session: &Session) -> String {
    let client = client_text(visit);
    let refusal = Refusal::Session {
        address: AddressMismatch {
            client: &client,
            hashed: session.hashed_ip.as_deref().unwrap_or_default(),
        },
        redirect_type: &session.redirect_type,
        queue_id: session.queue_id.as_deref(),
        issued_at: session.issued_at,
    };
    error_url(
        &settings.base,
        &settings.origin(),
        &refusal,
        visit.now,
        Some(&visit.target),
    )
}

/// The visitor's address as text, empty where it is unknown.
fn client_text(visit: &Visit) -> String {
    visit.client_ip.map(|address| address.to_string()).unwrap_or_default()
}
