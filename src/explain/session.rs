//! Checks the session cookie, by which a site remembers who has passed.

use protocol::session_cookie::{self, CookieError, Session, SessionContext, SessionFields};
use protocol::{Minutes, UnixSeconds};

use super::token::TokenExpectation;
use super::{ExplainRequest, ExplainStage, ExplainTrace, ExplainVerdict};

/// Returns the session of a request, if it is valid.
pub(super) fn check(
    asked: &ExplainRequest,
    against: &TokenExpectation<'_>,
    validity: Minutes,
    trace: &mut ExplainTrace,
) -> Result<Session, Option<CookieError>> {
    let name = session_cookie::name(against.room);
    let Some(stored) = asked.cookies.get(&name).filter(|value| !value.is_empty()) else {
        trace.say(ExplainStage::Session, ExplainVerdict::No, format!("no cookie {name}"));
        return Err(None);
    };
    let value = session_cookie::decode(stored).unwrap_or_default();
    let expected = SessionContext {
        room: against.room,
        now: against.now,
        validity,
        client_ip: against.address,
    };
    match SessionFields::parse(&value).verify(against.secret, &expected) {
        Ok(session) => {
            trace.say(
                ExplainStage::Session,
                ExplainVerdict::Yes,
                good(&session, validity, against.now),
            );
            Ok(session)
        }
        Err(error) => {
            trace.say(ExplainStage::Session, ExplainVerdict::No, refused(&error, validity));
            Err(Some(error))
        }
    }
}

fn good(session: &Session, validity: Minutes, now: UnixSeconds) -> String {
    let minutes = session.fixed_validity.unwrap_or(validity);
    let left = session.issued_at.plus(minutes).0.saturating_sub(now.0);
    let kind = match session.fixed_validity {
        Some(_) => "fixed: it is never extended",
        None => "it may be extended",
    };
    format!(
        "a valid session, {}: {left} s of {minutes} minutes left, {kind}",
        session.redirect_type
    )
}

fn refused(error: &CookieError, validity: Minutes) -> String {
    match error {
        CookieError::Hash => "the cookie was changed, cut short, or signed with another key".to_owned(),
        CookieError::EventId => "the cookie is for another room".to_owned(),
        CookieError::Expired => {
            format!("the session has ended; without a validity of its own it lasts {validity} minutes")
        }
        CookieError::Ip(_) => {
            "the session is bound to an address other than the visitor's, or the request has no address".to_owned()
        }
    }
}
