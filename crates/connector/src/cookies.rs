//! The session cookie in HTTP headers: finding it in a request, writing and deleting it in a response.
//!
//! A browser may send several cookies of one name (one for the host, one for its parent domain); all are tried. No
//! `SameSite` is written, as the vendors do.

use std::net::IpAddr;

use http::header::{self, HeaderValue};
use http::request::Parts;
use protocol::session_cookie::{self, BROWSER_LIFETIME_SECONDS, CookieError, Expected, Fields, Session};
use protocol::{Minutes, RoomId, SecretKey, UnixSeconds};

use crate::action::{CookieAttributes, Room, Rooms};

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
        let expected = Expected {
            room: &room.id,
            now,
            validity,
            client_ip,
        };
        for value in values(room, parts) {
            match Fields::parse(&value).verify(secret, &expected) {
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
        |room: &Room| values(room, parts).find_map(|value| Fields::parse(&value).session(secret, &room.id).ok());
    rooms.iter().filter_map(genuine).collect()
}

/// The decoded values of all cookies of the room's name.
fn values(room: &Room, parts: &Parts) -> impl Iterator<Item = String> {
    let named = pairs(parts).filter(|(name, _)| *name == room.cookie_name);
    named.map(|(_, value)| session_cookie::decode(value.trim_matches('"')).unwrap_or_default())
}

/// All cookies of a request, as they stand there.
pub(crate) fn pairs(parts: &Parts) -> impl Iterator<Item = (&str, &str)> {
    let lines = parts
        .headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok());
    lines
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.trim(), value.trim()))
}

/// What a response does to a cookie.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CookieChange {
    /// Set or extended.
    Set(Session),
    /// Taken away.
    Delete(RoomId),
}

impl CookieChange {
    /// The `Set-Cookie` header.
    pub(crate) fn header(&self, secret: &SecretKey, attributes: &CookieAttributes) -> HeaderValue {
        let (room, value, lifetime) = match self {
            Self::Set(session) => (
                &session.room,
                session.header_value(secret),
                format!("Max-Age={BROWSER_LIFETIME_SECONDS}"),
            ),
            Self::Delete(room) => (
                room,
                "deleted".to_owned(),
                "Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT".to_owned(),
            ),
        };
        let mut text = format!("{}={value}; Path=/; {lifetime}", session_cookie::name(room));
        if let Some(domain) = &attributes.domain {
            text.push_str("; Domain=");
            text.push_str(domain);
        }
        text.push_str(if attributes.http_only { "; HttpOnly" } else { "" });
        text.push_str(if attributes.secure { "; Secure" } else { "" });
        HeaderValue::try_from(text).expect("name, encoded value and checked domain are visible ASCII")
    }
}
