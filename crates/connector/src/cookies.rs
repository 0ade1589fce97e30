//! The session cookie in HTTP headers: finding it in a request, writing and deleting it in a response.
//!
//! A browser may send several cookies of one name (one for the host, one for its parent domain); all are tried. No
//! `SameSite` is written, as the vendors do.

use http::header::{self, HeaderValue};
use http::request::Parts;
use protocol::session_cookie::{self, BROWSER_LIFETIME_SECONDS, CookieError, Expected, Fields, Session};

use crate::config::Settings;

/// What a request's session cookies amount to.
#[derive(Debug)]
pub(crate) enum Sessions {
    /// There is none.
    None,
    /// One is good.
    Valid(Session),
    /// There are some, and none is good; the reason of the last.
    Invalid(CookieError),
}

/// The first valid session among the request's cookies.
pub(crate) fn read(settings: &Settings, parts: &Parts, expected: &Expected<'_>) -> Sessions {
    let mut found = Sessions::None;
    for value in values(settings, parts) {
        match Fields::parse(&value).verify(&settings.secret, expected) {
            Ok(session) => return Sessions::Valid(session),
            Err(error) => found = Sessions::Invalid(error),
        }
    }
    found
}

/// The first genuine session, be it over or not.
pub(crate) fn read_genuine(settings: &Settings, parts: &Parts) -> Option<Session> {
    values(settings, parts).find_map(|value| Fields::parse(&value).session(&settings.secret, &settings.room).ok())
}

/// The decoded values of all cookies of the session's name.
fn values(settings: &Settings, parts: &Parts) -> impl Iterator<Item = String> {
    let lines = parts
        .headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok());
    let pairs = lines
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.split_once('='));
    let named = pairs.filter(|(name, _)| name.trim() == settings.cookie_name);
    named.map(|(_, value)| session_cookie::decode(value.trim().trim_matches('"')).unwrap_or_default())
}

/// What a response does to the cookie.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CookieChange {
    /// Set or extended.
    Set(Session),
    /// Taken away.
    Delete,
}

impl CookieChange {
    /// The `Set-Cookie` header.
    pub(crate) fn header(&self, settings: &Settings) -> HeaderValue {
        let (value, lifetime) = match self {
            Self::Set(session) => (
                session.header_value(&settings.secret),
                format!("Max-Age={BROWSER_LIFETIME_SECONDS}"),
            ),
            Self::Delete => (
                "deleted".to_owned(),
                "Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT".to_owned(),
            ),
        };
        let mut text = format!("{}={value}; Path=/; {lifetime}", settings.cookie_name);
        if let Some(domain) = &settings.cookie_domain {
            text.push_str("; Domain=");
            text.push_str(domain);
        }
        text.push_str(if settings.http_only { "; HttpOnly" } else { "" });
        text.push_str(if settings.secure { "; Secure" } else { "" });
        HeaderValue::try_from(text).expect("name, encoded value and checked domain are visible ASCII")
    }
}
