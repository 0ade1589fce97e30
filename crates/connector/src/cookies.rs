//! The session cookie in HTTP headers: reading it from a request, writing and deleting it in a
//! response.
//!
//! A browser may send several cookies with one name (one for the host, one for its parent domain);
//! all are tried. Like the vendors' connectors, this one writes no `SameSite`.

use std::net::IpAddr;

use http::header::{self, HeaderValue};
use http::request::Parts;
use protocol::cookie_header;
use protocol::session_cookie::{self, BROWSER_MAX_AGE, CookieError, Session, SessionContext, SessionFields};
use protocol::{Minutes, RoomId, SecretKey, UnixSeconds};

use crate::action::{CookieAttributes, Room, Rooms};

/// Capacity for the `Set-Cookie` header of most sessions, in bytes.
const HEADER_BYTES_USUAL: usize = 512;

/// Value and attributes that delete a cookie, including in browsers that do not know `Max-Age`.
const DELETED: &str = "deleted; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT";
/// Maximum number of cookies tried per room. A browser sends one for the host and one for each
/// domain above it.
const COOKIES_A_ROOM_MAX: usize = 8;

/// The result of reading a request's session cookies.
#[derive(Debug)]
pub(crate) enum Sessions {
    /// There are no session cookies.
    None,
    /// One of the cookies is valid.
    Valid(Session),
    /// There are session cookies, but none is valid.
    Invalid {
        /// The error of the first one.
        error: CookieError,
        /// The rooms of these cookies.
        rooms: Vec<RoomId>,
    },
}

/// Returns the first valid session among the request's cookies, in the order of the rooms.
pub(crate) fn read(
    rooms: &Rooms,
    secret: &SecretKey,
    parts: &Parts,
    validity: Minutes,
    now: UnixSeconds,
    client_ip: Option<IpAddr>,
) -> Sessions {
    let mut first_error = None;
    let mut invalid = Vec::new();
    for room in rooms.iter() {
        let expected = SessionContext {
            room: &room.id,
            now,
            validity,
            client_ip,
        };
        for value in values(room, parts) {
            match SessionFields::parse(&value).verify(secret, &expected) {
                Ok(session) => return Sessions::Valid(session),
                Err(error) => first_error = first_error.or(Some(error)),
            }
            if invalid.last() != Some(&room.id) {
                invalid.push(room.id.clone());
            }
        }
    }
    first_error.map_or(Sessions::None, |error| Sessions::Invalid { error, rooms: invalid })
}

/// Returns a genuine session of each room that has one, whether expired or not.
pub(crate) fn read_genuine(rooms: &Rooms, secret: &SecretKey, parts: &Parts) -> Vec<Session> {
    let genuine =
        |room: &Room| values(room, parts).find_map(|value| SessionFields::parse(&value).session(secret, &room.id).ok());
    rooms.iter().filter_map(genuine).collect()
}

/// Returns the decoded values of all cookies with the room's name.
fn values(room: &Room, parts: &Parts) -> impl Iterator<Item = String> {
    let named = pairs(parts)
        .filter(|(name, _)| *name == room.cookie_name)
        .take(COOKIES_A_ROOM_MAX);
    named.map(|(_, value)| session_cookie::decode(value.trim_matches('"')).unwrap_or_default())
}

/// Returns all cookies of a request, verbatim.
pub(crate) fn pairs(parts: &Parts) -> impl Iterator<Item = (&str, &str)> {
    let lines = parts.headers.get_all(header::COOKIE).iter();
    cookie_header::pairs(lines.map(HeaderValue::as_bytes))
}

/// The change that a response makes to the session cookies.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CookieChange {
    /// No change.
    None,
    /// Sets or extends a session.
    Set(Session),
    /// Deletes the cookies of these rooms.
    Delete(Vec<RoomId>),
}

impl CookieChange {
    /// Returns the `Set-Cookie` headers.
    pub(crate) fn headers(&self, secret: &SecretKey, attributes: &CookieAttributes) -> Vec<HeaderValue> {
        match self {
            Self::None => Vec::new(),
            Self::Set(session) => {
                let mut text = start(&session.room);
                session.write_header_value(secret, &mut text);
                text.push_str("; Path=/; Max-Age=");
                text.push_str(BROWSER_MAX_AGE);
                vec![finish(text, attributes)]
            }
            Self::Delete(rooms) => {
                let deletion = |room| start(room) + DELETED;
                rooms.iter().map(|room| finish(deletion(room), attributes)).collect()
            }
        }
    }
}

/// Returns the start of a header, up to the name's `=`.
fn start(room: &RoomId) -> String {
    let mut text = String::with_capacity(HEADER_BYTES_USUAL);
    session_cookie::write_name(room, &mut text);
    text.push('=');
    text
}

fn finish(mut text: String, attributes: &CookieAttributes) -> HeaderValue {
    if let Some(domain) = &attributes.domain {
        text.push_str("; Domain=");
        text.push_str(domain);
    }
    text.push_str(if attributes.http_only { "; HttpOnly" } else { "" });
    text.push_str(if attributes.secure { "; Secure" } else { "" });
    HeaderValue::try_from(text).expect("name, encoded value and checked domain are visible ASCII")
}
