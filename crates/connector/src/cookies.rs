//! The session cookie in HTTP headers: finding it in a request, writing and deleting it in a
//! response.
//!
//! A browser may send several cookies of one name (one for the host, one for its parent domain);
//! all are tried. No `SameSite` is written, as the vendors do.

use std::net::IpAddr;

use http::header::{self, HeaderValue};
use http::request::Parts;
use protocol::cookie_header;
use protocol::session_cookie::{self, BROWSER_MAX_AGE, CookieError, Session, SessionContext, SessionFields};
use protocol::{Minutes, RoomId, SecretKey, UnixSeconds};

use crate::action::{CookieAttributes, Room, Rooms};

/// Room for the `Set-Cookie` header of most sessions.
const HEADER_BYTES_USUAL: usize = 512;

/// What takes a cookie away, also from browsers that know no `Max-Age`.
const DELETED: &str = "deleted; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT";
/// Cookies of one room that are tried. A browser sends one for the host and one for each domain
/// above it.
const COOKIES_A_ROOM_MAX: usize = 8;

/// What a request's session cookies amount to.
#[derive(Debug)]
pub(crate) enum Sessions {
    /// There is none.
    None,
    /// One is good.
    Valid(Session),
    /// There are some, and none is good.
    Invalid {
        /// The reason of the first.
        error: CookieError,
        /// Whose they are.
        rooms: Vec<RoomId>,
    },
}

/// The first valid session among the request's cookies, by the order of the rooms.
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

/// A genuine session of each room that has one, be it over or not.
pub(crate) fn read_genuine(rooms: &Rooms, secret: &SecretKey, parts: &Parts) -> Vec<Session> {
    let genuine =
        |room: &Room| values(room, parts).find_map(|value| SessionFields::parse(&value).session(secret, &room.id).ok());
    rooms.iter().filter_map(genuine).collect()
}

/// The decoded values of all cookies of the room's name.
fn values(room: &Room, parts: &Parts) -> impl Iterator<Item = String> {
    let named = pairs(parts)
        .filter(|(name, _)| *name == room.cookie_name)
        .take(COOKIES_A_ROOM_MAX);
    named.map(|(_, value)| session_cookie::decode(value.trim_matches('"')).unwrap_or_default())
}

/// All cookies of a request, as they stand there.
pub(crate) fn pairs(parts: &Parts) -> impl Iterator<Item = (&str, &str)> {
    let lines = parts.headers.get_all(header::COOKIE).iter();
    cookie_header::pairs(lines.map(HeaderValue::as_bytes))
}

/// What a response does to the session cookies.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CookieChange {
    /// Nothing.
    None,
    /// One is set or extended.
    Set(Session),
    /// Those of these rooms are taken away.
    Delete(Vec<RoomId>),
}

impl CookieChange {
    /// The `Set-Cookie` headers.
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

/// A header as far as the name's `=`.
fn start(room: &RoomId) -> String {
    let mut text = String::with_capacity(HEADER_BYTES_USUAL);
    text.push_str(&session_cookie::name(room));
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
