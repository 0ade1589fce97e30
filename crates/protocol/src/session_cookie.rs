//! The session cookie by which a protected site recognizes visitors who have passed.
//!
//! Value: `EventId=…&QueueId=…[&FixedValidityMins=…]&RedirectType=…&IssueTime=<unix
//! s>[&Hip=…]&Hash=<hex>`, percent-encoded as a whole in the header. The hash is the lower-case hex
//! of `HMAC-SHA256(secret, EventId + QueueId + FixedValidityMins + RedirectType + IssueTime +
//! Hip)`, absent parts empty.
//!
//! The hashed parts are joined *without separators*, so one signature fits many splits: moving the
//! last digit of a queue id into `FixedValidityMins`, or the first of `Hip` behind `IssueTime`,
//! keeps the hash and makes a session that never ends. The format cannot be changed, but
//! [`SessionFields::verify`] also demands that every part has its own shape (queue id a GUID,
//! redirect type a known word, issue time decimal digits, hash of the address 64 hex digits), which
//! leaves only one reading.
//!
//! A session is valid while `IssueTime + validity ≥ now`, without tolerance; validity is
//! `FixedValidityMins`, or else the site's configured validity. The cookie's `Max-Age` is always 24
//! hours: the real lifetime is in the value.

use std::borrow::Cow;
use std::net::IpAddr;

use memchr::{memchr, memchr_iter};

use crate::mac::{MAC_HEX_LENGTH, MacHex, same_text};
use crate::percent::{self, encode_to};
use crate::queueittoken::{HashedIp, TokenFields};
use crate::{Minutes, QueueId, RedirectType, RoomId, SecretKey, UnixSeconds};

/// Prefix of the cookie's name; the room id follows.
const NAME_PREFIX: &str = "QueueITAccepted-SDFrts345E-V3_";
/// The cookie's `Max-Age` in seconds: a day. A text, because it is written on every request.
pub const BROWSER_MAX_AGE: &str = "86400";
/// Capacity for all fields of most sessions, in bytes.
const VALUE_BYTES_USUAL: usize = 256;
/// The same, percent-encoded.
const HEADER_BYTES_USUAL: usize = 320;
/// A redirect type that only connectors write: the site let the visitor in because the waiting room
/// did not answer.
const TIMEOUT: &str = "timeout";

/// Returns the cookie's name for a room.
pub fn name(room: &RoomId) -> String {
    [NAME_PREFIX, room.as_str()].concat()
}

/// Appends [`name`] to `text`.
pub fn write_name(room: &RoomId, text: &mut String) {
    text.push_str(NAME_PREFIX);
    text.push_str(room.as_str());
}

/// The contents of a session cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The room that the visitor passed.
    pub room: RoomId,
    /// The queue id as in the token; omitted from the value when the token has none.
    pub queue_id: Option<String>,
    /// When present, the session lasts exactly this long and is never extended.
    pub fixed_validity: Option<Minutes>,
    /// The token's `rt`; written in lower case.
    pub redirect_type: String,
    /// Time at which the session started or was last extended.
    pub issued_at: UnixSeconds,
    /// Hash of the address that the session is bound to, as in the token.
    pub hashed_ip: Option<String>,
}

impl Session {
    /// Makes the session that a token starts. Copies the fields without checking them: verify the
    /// token first.
    pub fn start(room: &RoomId, fields: &TokenFields<'_>, now: UnixSeconds) -> Self {
        Self {
            room: room.clone(),
            queue_id: fields.queue_id.map(str::to_owned),
            fixed_validity: fields.fixed_validity,
            redirect_type: fields.redirect_type.to_owned(),
            issued_at: now,
            hashed_ip: fields.hashed_ip.map(str::to_owned),
        }
    }

    /// Returns the session extended from `now`; `None` when its validity is fixed.
    #[must_use]
    pub fn extended(self, now: UnixSeconds) -> Option<Self> {
        self.fixed_validity.is_none().then_some(Self { issued_at: now, ..self })
    }

    /// Returns the signed value, not yet percent-encoded.
    pub fn value(&self, secret: &SecretKey) -> String {
        let mut text = String::with_capacity(VALUE_BYTES_USUAL);
        self.write(secret, &mut text, ["&", "="], |part, text| text.push_str(part));
        text
    }

    /// Appends the signed value. `separators` stand between two fields, and between name and value
    /// of a field; `put` appends a value.
    fn write(&self, secret: &SecretKey, text: &mut String, separators: [&str; 2], put: fn(&str, &mut String)) {
        let mut redirect_type = Cow::Borrowed(&*self.redirect_type);
        if redirect_type.bytes().any(|b| b.is_ascii_uppercase()) {
            redirect_type.to_mut().make_ascii_lowercase();
        }
        let fixed = self.fixed_validity.map(|minutes| minutes.to_string());
        let issued_at = self.issued_at.0.to_string();
        let fields = SessionFields {
            room: self.room.as_str(),
            queue_id: self.queue_id.as_deref().unwrap_or_default(),
            fixed_validity: fixed.as_deref().unwrap_or_default(),
            redirect_type: &redirect_type,
            issued_at: &issued_at,
            hashed_ip: self.hashed_ip.as_deref().unwrap_or_default(),
            hash: "",
        };
        let hash = fields.expected_hash(secret);
        let hash = hash.as_str();
        SessionFields { hash, ..fields }.write(text, separators, put);
    }

    /// Returns the signed value, percent-encoded for the `Set-Cookie` header.
    pub fn header_value(&self, secret: &SecretKey) -> String {
        let mut text = String::with_capacity(HEADER_BYTES_USUAL);
        self.write_header_value(secret, &mut text);
        text
    }

    /// Appends [`Session::header_value`] to `text`.
    pub fn write_header_value(&self, secret: &SecretKey, text: &mut String) {
        self.write(secret, text, ["%26", "%3D"], encode_to);
    }
}

/// Why a cookie is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CookieError {
    /// Not signed with this key, altered, incomplete, or a part does not have its shape.
    #[error("the cookie's hash does not match")]
    Hash,
    /// The cookie is for another room.
    #[error("the cookie is for another waiting room")]
    EventId,
    /// The session has ended.
    #[error("the session has ended")]
    Expired,
    /// The session is genuine and has not expired, but is bound to another address.
    #[error("the session is bound to another address")]
    Ip(Session),
}

/// The values that a cookie is checked against.
#[derive(Debug, Clone, Copy)]
pub struct SessionContext<'a> {
    /// The room the protected page belongs to.
    pub room: &'a RoomId,
    /// The current time.
    pub now: UnixSeconds,
    /// Duration of a session without `FixedValidityMins`.
    pub validity: Minutes,
    /// The visitor's address. While it is unknown, a session bound to an address is refused.
    pub client_ip: Option<IpAddr>,
}

/// Decodes the header's percent-encoding once; `None` when the result is not UTF-8.
pub fn decode(header_value: &str) -> Option<String> {
    percent::decode(header_value)
}

/// The parts of a decoded cookie value, verbatim; missing ones are empty. Nothing in them can be
/// trusted before [`SessionFields::verify`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SessionFields<'a> {
    room: &'a str,
    queue_id: &'a str,
    fixed_validity: &'a str,
    redirect_type: &'a str,
    issued_at: &'a str,
    hashed_ip: &'a str,
    hash: &'a str,
}

impl<'a> SessionFields<'a> {
    /// Parses the fields in any order and ignores unknown ones; the last of a repeated field
    /// counts.
    pub fn parse(value: &'a str) -> Self {
        let mut fields = Self::default();
        let ends = memchr_iter(b'&', value.as_bytes()).chain([value.len()]);
        let mut from = 0;
        for end in ends {
            let field = &value[from..end];
            from = end + 1;
            let Some(at) = memchr(b'=', field.as_bytes()) else {
                continue;
            };
            let (key, value) = (&field[..at], &field[at + 1..]);
            match key {
                "EventId" => fields.room = value,
                "QueueId" => fields.queue_id = value,
                "FixedValidityMins" => fields.fixed_validity = value,
                "RedirectType" => fields.redirect_type = value,
                "IssueTime" => fields.issued_at = value,
                "Hip" => fields.hashed_ip = value,
                "Hash" => fields.hash = value,
                _ => {}
            }
        }
        fields
    }

    /// Whether the hash matches the parts as stored. Does not prove a session: the parts may be
    /// split differently (see the module's documentation).
    pub fn is_signed_by(&self, secret: &SecretKey) -> bool {
        same_text(self.expected_hash(secret).as_str(), self.hash)
    }

    /// Checks hash and shapes, room, lifetime and address, in this order.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn verify(&self, secret: &SecretKey, expected: &SessionContext<'_>) -> Result<Session, CookieError> {
        let session = self.session(secret, expected.room)?;
        let validity = session.fixed_validity.unwrap_or(expected.validity);
        if session.issued_at.plus(validity) < expected.now {
            return Err(CookieError::Expired);
        }
        let bound_elsewhere = |stored: &String| {
            !expected
                .client_ip
                .is_some_and(|ip| HashedIp::new(secret, ip).is(stored))
        };
        if session.hashed_ip.as_ref().is_some_and(bound_elsewhere) {
            Err(CookieError::Ip(session))
        } else {
            Ok(session)
        }
    }

    /// Returns the session of a genuine cookie of this room, without checking lifetime or address:
    /// enough to cancel the session.
    ///
    /// # Errors
    /// [`CookieError::Hash`] or [`CookieError::EventId`].
    pub fn session(&self, secret: &SecretKey, room: &RoomId) -> Result<Session, CookieError> {
        if !self.is_signed_by(secret) || !self.has_shape() {
            return Err(CookieError::Hash);
        }
        if !self.room.eq_ignore_ascii_case(room.as_str()) {
            return Err(CookieError::EventId);
        }
        let present = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Ok(Session {
            room: room.clone(),
            queue_id: present(self.queue_id),
            fixed_validity: Minutes::from_digits(self.fixed_validity),
            redirect_type: self.redirect_type.to_owned(),
            issued_at: UnixSeconds(self.issued_at.parse().map_err(|_| CookieError::Hash)?),
            hashed_ip: present(self.hashed_ip),
        })
    }

    /// Whether every part has its own shape. A fixed validity requires a queue id before it;
    /// otherwise the last digits of a room id could move into it.
    fn has_shape(&self) -> bool {
        let queue_id_fits = self.queue_id.is_empty() || self.queue_id.parse::<QueueId>().is_ok();
        let fixed_fits = self.fixed_validity.is_empty()
            || (!self.queue_id.is_empty()
                && Minutes::from_digits(self.fixed_validity).is_some_and(|m| m.to_string() == self.fixed_validity));
        let redirect_type_fits = RedirectType::from_wire(self.redirect_type).is_some() || self.redirect_type == TIMEOUT;
        let issued_fits = !self.issued_at.is_empty() && self.issued_at.bytes().all(|b| b.is_ascii_digit());
        let hip_fits = self.hashed_ip.is_empty()
            || (self.hashed_ip.len() == MAC_HEX_LENGTH && self.hashed_ip.bytes().all(|b| b.is_ascii_hexdigit()));
        queue_id_fits && fixed_fits && redirect_type_fits && issued_fits && hip_fits
    }

    fn expected_hash(&self, secret: &SecretKey) -> MacHex {
        let parts = [
            self.room,
            self.queue_id,
            self.fixed_validity,
            self.redirect_type,
            self.issued_at,
            self.hashed_ip,
        ];
        secret.hmac_hex(&parts.map(str::as_bytes))
    }

    fn write(self, text: &mut String, [between, is]: [&str; 2], put: fn(&str, &mut String)) {
        let all = [
            ("EventId", self.room),
            ("QueueId", self.queue_id),
            ("FixedValidityMins", self.fixed_validity),
            ("RedirectType", self.redirect_type),
            ("IssueTime", self.issued_at),
            ("Hip", self.hashed_ip),
            ("Hash", self.hash),
        ];
        let mut is_first = true;
        for (key, value) in all.into_iter().filter(|(_, value)| !value.is_empty()) {
            text.push_str(if is_first { "" } else { between });
            text.push_str(key);
            text.push_str(is);
            put(value, text);
            is_first = false;
        }
    }
}
