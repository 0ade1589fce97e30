//! The enqueue token QT1: with it a site says who may take a place in a room, and by which key
//! (section 6).
//!
//! `b64url(header) "." b64url(content) "." b64url(signature)`, without padding; a token without
//! content has two dots in a row. The header is JSON that anybody can read; the content is JSON
//! too, encrypted, since a key may be an e-mail address. The signature is SHA-256 over
//! `header.content` and the secret behind it: no HMAC, which is the format's choice and not ours.
//! It is compared in constant time.
//!
//! Times are milliseconds. A token that names a room is signed with that room's key, any other with
//! the customer's. [`Unverified::verify`] makes every check that needs no memory; that an
//! identifier is used once and that a unique key is free is the room's to decide, when it gives the
//! place.

mod cipher;
mod verify;
mod wire;

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;

pub use verify::{EnqueueTokenContext, EnqueueTokenError, EnqueueTokenKeys, Unverified};

use crate::time::UnixMillis;
use crate::{CustomerId, RoomId, SecretKey, mac};

/// The query parameter that carries it.
pub const PARAMETER: &str = "enqueuetoken";
/// The longest identifier that goes back to the site, bytes; a GUID has 36.
pub const RETURNED_BYTES_MAX: usize = 64;
/// The longest token looked at, bytes.
pub const TOKEN_BYTES_MAX: usize = 8_192;

/// What a token says: to be signed, or read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct EnqueueToken {
    /// `iss`
    pub issued_at: UnixMillis,
    /// `exp`: from then on it is good no more. Without it the token is good for as long as the room
    /// remembers identifiers.
    pub expires_at: Option<UnixMillis>,
    /// `ti`
    pub identifier: TokenIdentifier,
    /// `c`
    pub customer: CustomerId,
    /// `e`; a token without it is good in every room of the customer.
    pub room: Option<RoomId>,
    /// `ip`: the only address that may use it.
    pub address: Option<IpAddr>,
    /// `xff`: what the site saw in `X-Forwarded-For`. Nobody checks it.
    pub forwarded_for: Option<Box<str>>,
    /// What is encrypted.
    pub content: Content,
}

/// The encrypted part; all of it may be missing. `Debug` hides it: a key may name a person.
#[derive(Clone, PartialEq, Default)]
pub struct Content {
    /// `r`: how much the site thinks of the visitor. Carried, and used by nobody here.
    pub relative_quality: Option<f64>,
    /// `k`: who the visitor is to the site, never empty.
    pub key: Option<Box<str>>,
    /// `cd`: whatever the site likes to note.
    pub custom_data: BTreeMap<String, String>,
    /// `o`: who made the token.
    pub origin: Option<TokenOrigin>,
}

/// Who made a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenOrigin {
    /// The site's connector.
    Connector,
    /// A list of invited people.
    InviteOnly,
    /// A check for bots before the site.
    AkamaiBotManager,
    /// Any other name.
    Other(Box<str>),
}

/// `ti`: what a token is known by, so that it is used once. A GUID, with a prefix and `~` before it
/// where the site wants one; here any text that is not empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TokenIdentifier(Box<str>);

impl EnqueueToken {
    /// The token's text, with the header's keys in the vendor's order.
    #[must_use]
    pub fn sign(&self, secret: &SecretKey) -> String {
        let mut text = wire::encode(&wire::header(self)) + ".";
        if self.content != Content::default() {
            let content = wire::json(&wire::content(&self.content));
            text += &wire::base64(&cipher::encrypt(secret, &self.identifier, &content));
        }
        let signature = cipher::signature(secret, &text);
        text.push('.');
        text + &wire::base64(&signature)
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Content(redacted)")
    }
}

impl TokenOrigin {
    /// As the wire has it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Connector => "Connector",
            Self::InviteOnly => "InviteOnly",
            Self::AkamaiBotManager => "AkamaiBotManagerHeaderValidator",
            Self::Other(name) => name,
        }
    }

    /// From the wire, in any case: one of the vendor's libraries writes lower case.
    #[must_use]
    pub fn from_wire(name: &str) -> Self {
        [Self::Connector, Self::InviteOnly, Self::AkamaiBotManager]
            .into_iter()
            .find(|known| known.as_str().eq_ignore_ascii_case(name))
            .unwrap_or_else(|| Self::Other(name.into()))
    }
}

impl TokenIdentifier {
    /// Any text; `None` if it is empty.
    #[must_use]
    pub fn new(text: impl Into<Box<str>>) -> Option<Self> {
        Some(Self(text.into())).filter(|identifier| !identifier.0.is_empty())
    }

    /// A GUID from random octets.
    #[must_use]
    pub fn from_random(random: [u8; 16]) -> Self {
        let digits = mac::hex(&random);
        let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
        Self(groups.join("-").into())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What of it goes back to the site in a `queueittoken`, whose grammar has neither `~` nor `_`:
    /// what stands behind the prefix, if that is letters, digits and `-`, [`RETURNED_BYTES_MAX`] at
    /// most.
    #[must_use]
    pub fn returned(&self) -> Option<&str> {
        let text = self.0.rsplit('~').next()?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let fits = (1..=RETURNED_BYTES_MAX).contains(&text.len());
        Some(text).filter(|text| fits && text.bytes().all(plain))
    }
}
