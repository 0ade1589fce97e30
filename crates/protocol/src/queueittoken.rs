//! `queueittoken`: the signed permission with which the waiting room sends a visitor back to the
//! site.
//!
//! `key_value` pairs joined by `~`, for instance
//! `e_sale~q_<guid>~ts_1700000180~ce_true~rt_queue~h_<hash>`. The hash is the lower-case hex of
//! `HMAC-SHA256(secret, token without "~h_<hash>")`. Parsing is as lenient as the vendors': a pair
//! that does not split at `_` into exactly two is dropped, unknown keys are ignored (the hash
//! covers them), order does not matter, and the last of a repeated key counts.
//!
//! `ts` is the second at which the token *expires*, not when it was made: grant +
//! [`TOKEN_VALIDITY_SECONDS`]. At `ts` itself the token is still valid, and there is no tolerance
//! for clocks. `ce` is written because the vendor's tokens have it, but nothing reads it: `cv`
//! makes a session fixed.

use std::net::IpAddr;

use crate::enqueue_token::TokenIdentifier;
use crate::mac::same_text;
use crate::{Minutes, QueueId, RedirectType, RoomId, SecretKey, UnixSeconds};

/// Validity of a token after the grant, in seconds.
pub const TOKEN_VALIDITY_SECONDS: u64 = 180;
/// The room that tokens of debug links name. No room can have this id, so the link admits nobody.
pub const DEBUG_ROOM: &str = "connectordiagnostics";
/// The query parameter that carries the token.
pub const PARAMETER: &str = "queueittoken";

/// The contents of a token, for the waiting room to sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// `e`: the room that gives the permission.
    pub room: RoomId,
    /// `q`: always present, since Java and Ruby connectors redirect in a loop without it.
    pub queue_id: QueueId,
    /// `ts`: grant + [`TOKEN_VALIDITY_SECONDS`].
    pub expires_at: UnixSeconds,
    /// `ce`: whether sites may extend the session. Informational; `cv` decides.
    pub extendable: bool,
    /// `cv`: when present, the session lasts exactly this long and is never extended.
    pub fixed_validity: Option<Minutes>,
    /// `rt`: why the visitor was let through.
    pub redirect_type: RedirectType,
    /// `hip`: binds the token and the session that it starts to one address.
    pub hashed_ip: Option<HashedIp>,
}

impl Token {
    /// Signs the token and returns its text, with the pairs in the order e, q, ts, ce, cv, rt, hip,
    /// ti, h (mobile SDKs need `rt` neither first nor last). Deterministic; needs no
    /// percent-encoding.
    pub fn sign(&self, secret: &SecretKey) -> String {
        self.sign_for(secret, None)
    }

    /// Like [`Token::sign`], for a place that was given for an enqueue token: `ti` returns the
    /// [part](TokenIdentifier::returned) of its identifier that a token can carry to the site.
    pub fn sign_for(&self, secret: &SecretKey, identifier: Option<&TokenIdentifier>) -> String {
        let mut text = format!(
            "e_{}~q_{}~ts_{}~ce_{}",
            self.room, self.queue_id, self.expires_at, self.extendable
        );
        if let Some(minutes) = self.fixed_validity {
            text.push_str(&format!("~cv_{minutes}"));
        }
        text.push_str(&format!("~rt_{}", self.redirect_type));
        if let Some(HashedIp(hash)) = &self.hashed_ip {
            text.push_str(&format!("~hip_{hash}"));
        }
        if let Some(identifier) = identifier.and_then(TokenIdentifier::returned) {
            text.push_str(&format!("~ti_{identifier}"));
        }
        let hash = secret.hmac_hex(&[text.as_bytes()]);
        text.push_str("~h_");
        text.push_str(hash.as_str());
        text
    }
}

/// Length of [`TokenFields::use_key`], in bytes.
pub const USE_KEY_LENGTH: usize = 16;

/// A client address in the form of tokens and cookies: the lower-case hex of `HMAC-SHA256(secret,
/// address text)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HashedIp(String);

impl HashedIp {
    /// Hashes the address in its usual text form, IPv6 compressed and in lower case; IPv4-mapped
    /// IPv6 addresses are hashed as IPv4.
    pub fn new(secret: &SecretKey, address: IpAddr) -> Self {
        let hash = secret.hmac_hex(&[address.to_canonical().to_string().as_bytes()]);
        Self(hash.as_str().to_owned())
    }

    /// Returns the 64 hex digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `stored`, from a token or cookie, is the hash of this address. Compares in constant
    /// time.
    pub fn is(&self, stored: &str) -> bool {
        same_text(&self.0, stored)
    }
}

/// Why a token is refused: the first check that fails, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not signed with this key, altered, or not a token.
    #[error("the token's hash does not match")]
    Hash,
    /// The token is for another room.
    #[error("the token is for another waiting room")]
    EventId,
    /// The current time is past `ts`.
    #[error("the token has expired")]
    Timestamp,
    /// The token is bound to another address.
    #[error("the token is bound to another address")]
    Ip,
}

impl TokenError {
    /// Returns the code in the path of the error redirect.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Hash => "hash",
            Self::EventId => "eventid",
            Self::Timestamp => "timestamp",
            Self::Ip => "ip",
        }
    }
}

/// The values that a token is checked against.
#[derive(Debug, Clone, Copy)]
pub struct TokenContext<'a> {
    /// The room the protected page belongs to.
    pub room: &'a RoomId,
    /// The current time.
    pub now: UnixSeconds,
    /// The visitor's address. While it is unknown, a token bound to an address is refused.
    pub client_ip: Option<IpAddr>,
}

/// The parsed pairs of a token's text. Nothing in them can be trusted before
/// [`TokenFields::verify`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TokenFields<'a> {
    /// `e`, empty if missing.
    pub room: &'a str,
    /// `q`, `None` if missing or empty.
    pub queue_id: Option<&'a str>,
    /// `ts`, 0 if missing or not a number.
    pub expires_at: u64,
    /// `cv`, `None` also for 0 and for a text that is not a number.
    pub fixed_validity: Option<Minutes>,
    /// `rt`, empty if missing.
    pub redirect_type: &'a str,
    /// `hip`, `None` if missing or empty.
    pub hashed_ip: Option<&'a str>,
    /// `h`, empty if missing.
    pub hash: &'a str,
    text: &'a str,
}

impl<'a> TokenFields<'a> {
    /// Parses the known pairs; never fails.
    pub fn parse(text: &'a str) -> Self {
        let mut fields = Self {
            text,
            ..Self::default()
        };
        for pair in text.split('~') {
            let Some((key, value)) = pair.split_once('_').filter(|(_, value)| !value.contains('_')) else {
                continue;
            };
            match key {
                "e" => fields.room = value,
                "q" => fields.queue_id = Some(value).filter(|id| !id.is_empty()),
                "ts" => fields.expires_at = value.parse().unwrap_or(0),
                "cv" => fields.fixed_validity = Minutes::from_digits(value),
                "rt" => fields.redirect_type = value,
                "hip" => fields.hashed_ip = Some(value).filter(|hash| !hash.is_empty()),
                "h" => fields.hash = value,
                _ => {}
            }
        }
        fields
    }

    /// Checks hash, room, time and address, in this order.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn verify(&self, secret: &SecretKey, expected: &TokenContext<'_>) -> Result<(), TokenError> {
        if !self.is_signed_by(secret) {
            return Err(TokenError::Hash);
        }
        if self.room != expected.room.as_str() {
            return Err(TokenError::EventId);
        }
        if self.expires_at < expected.now.0 {
            return Err(TokenError::Timestamp);
        }
        let bound_elsewhere = |stored| {
            !expected
                .client_ip
                .is_some_and(|ip| HashedIp::new(secret, ip).is(stored))
        };
        if self.hashed_ip.is_some_and(bound_elsewhere) {
            Err(TokenError::Ip)
        } else {
            Ok(())
        }
    }

    /// Returns a keyed hash over room, queue id and expiry, by which a site records that a token
    /// was used. All tokens of one grant share it, whatever address they are bound to.
    #[must_use]
    pub fn use_key(&self, secret: &SecretKey) -> [u8; USE_KEY_LENGTH] {
        let queue_id = self.queue_id.unwrap_or_default().to_ascii_lowercase();
        let ends = self.expires_at.to_string();
        let parts = [self.room, queue_id.as_str(), ends.as_str()].map(str::as_bytes);
        let [room, queue_id, ends] = parts;
        let mac = secret.hmac(&[b"used", b"~", room, b"~", queue_id, b"~", ends]);
        *mac.first_chunk().expect("a MAC has 32 bytes")
    }

    /// Whether the hash is right. Does not check room, time or address.
    pub fn is_signed_by(&self, secret: &SecretKey) -> bool {
        let signed = self.text.replacen(&format!("~h_{}", self.hash), "", 1);
        same_text(secret.hmac_hex(&[signed.as_bytes()]).as_str(), self.hash)
    }
}
