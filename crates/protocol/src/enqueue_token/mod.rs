//! The enqueue token QT1, by which a site permits a visitor to take a place in a room and names the
//! visitor's key.
//!
//! `b64url(header) "." b64url(content) "." b64url(signature)`, without padding; a token without
//! content has two dots in a row. The header is readable JSON; the content is encrypted JSON, since
//! a key may be an e-mail address. The signature is the SHA-256 of `header.content` followed by the
//! secret: the format prescribes this instead of an HMAC. Signatures are compared in constant time.
//!
//! Times are milliseconds. A token that names a room is signed with that room's key, any other with
//! the customer's. [`Unverified::verify`] makes every check that needs no memory. When the room
//! gives the place, it checks that the identifier has not been used and that a unique key is free.

mod cipher;
mod verify;
mod wire;

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;

pub use verify::{EnqueueTokenContext, EnqueueTokenError, EnqueueTokenKeys, Unverified};

use crate::time::UnixMillis;
use crate::{CustomerId, RoomId, SecretKey, mac};

/// The query parameter that carries the token.
pub const PARAMETER: &str = "enqueuetoken";
/// Maximum length of an identifier that is returned to the site, in bytes; a GUID has 36.
pub const RETURNED_BYTES_MAX: usize = 64;
/// Maximum length of a token, in bytes; longer ones are malformed.
pub const TOKEN_BYTES_MAX: usize = 8_192;

/// The contents of a token: the input to signing, or the result of verification.
#[derive(Debug, Clone, PartialEq)]
pub struct EnqueueToken {
    /// `iss`: the time of issue.
    pub issued_at: UnixMillis,
    /// `exp`: the time from which the token is invalid. A token without it is valid as long as the
    /// room remembers identifiers.
    pub expires_at: Option<UnixMillis>,
    /// `ti`: the identifier.
    pub identifier: TokenIdentifier,
    /// `c`: the customer.
    pub customer: CustomerId,
    /// `e`; a token without it is valid in every room of the customer.
    pub room: Option<RoomId>,
    /// `ip`: the only address from which the token may be used.
    pub address: Option<IpAddr>,
    /// `xff`: the `X-Forwarded-For` header that the site received. Never checked.
    pub forwarded_for: Option<Box<str>>,
    /// The encrypted part.
    pub content: Content,
}

/// The encrypted part of a token; every field may be missing. `Debug` hides it: a key may name a
/// person.
#[derive(Clone, PartialEq, Default)]
pub struct Content {
    /// `r`: the site's rating of the visitor. Carried, but not used by the waiting room.
    pub relative_quality: Option<f64>,
    /// `k`: the site's key for the visitor, never empty.
    pub key: Option<Box<str>>,
    /// `cd`: arbitrary notes of the site.
    pub custom_data: BTreeMap<String, String>,
    /// `o`: the origin of the token.
    pub origin: Option<TokenOrigin>,
}

/// The origin of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenOrigin {
    /// The site's connector.
    Connector,
    /// A list of invited people.
    InviteOnly,
    /// A bot check in front of the site.
    AkamaiBotManager,
    /// Any other name.
    Other(Box<str>),
}

/// `ti`: the identifier of a token, which makes single use possible. The format has a GUID,
/// optionally preceded by a prefix and `~`; this type holds any text that is not empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TokenIdentifier(Box<str>);

impl EnqueueToken {
    /// Signs the token and returns its text, with the header's keys in the vendor's order.
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
    /// Returns the name on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Connector => "Connector",
            Self::InviteOnly => "InviteOnly",
            Self::AkamaiBotManager => "AkamaiBotManagerHeaderValidator",
            Self::Other(name) => name,
        }
    }

    /// Parses the name on the wire, in any case: one of the vendor's libraries writes lower case.
    #[must_use]
    pub fn from_wire(name: &str) -> Self {
        [Self::Connector, Self::InviteOnly, Self::AkamaiBotManager]
            .into_iter()
            .find(|known| known.as_str().eq_ignore_ascii_case(name))
            .unwrap_or_else(|| Self::Other(name.into()))
    }
}

impl TokenIdentifier {
    /// Wraps any text; `None` when it is empty.
    #[must_use]
    pub fn new(text: impl Into<Box<str>>) -> Option<Self> {
        Some(Self(text.into())).filter(|identifier| !identifier.0.is_empty())
    }

    /// Formats random bytes as a GUID.
    #[must_use]
    pub fn from_random(random: [u8; 16]) -> Self {
        let digits = mac::hex(&random);
        let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
        Self(groups.join("-").into())
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the part that a `queueittoken` carries back to the site: the text behind the prefix,
    /// when it consists of 1 to [`RETURNED_BYTES_MAX`] letters, digits and `-`. The grammar of a
    /// `queueittoken` has neither `~` nor `_`.
    #[must_use]
    pub fn returned(&self) -> Option<&str> {
        let text = self.0.rsplit('~').next()?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let fits = (1..=RETURNED_BYTES_MAX).contains(&text.len());
        Some(text).filter(|text| fits && text.bytes().all(plain))
    }
}
