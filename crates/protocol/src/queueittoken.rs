//! `queueittoken`: the signed permission with which the waiting room sends a visitor back to the
//! site (section 1).
//!
//! `key_value` pairs joined by `~`, for instance
//! `e_sale~q_<guid>~ts_1700000180~ce_true~rt_queue~h_<hash>`. The hash is the lower-case hex of
//! `HMAC-SHA256(secret, token without "~h_<hash>")`. Reading is as forgiving as the vendors': a
//! pair that does not split at `_` into exactly two is dropped, unknown keys are ignored (the hash
//! covers them), order does not matter, and of a repeated key the last counts.
//!
//! `ts` is the second at which the token *expires*, not when it was made: grant +
//! [`TOKEN_VALIDITY_SECONDS`]. At `ts` itself it is still good, and there is no tolerance for
//! clocks. `ce` is written because real tokens carry it and read by nobody: what makes a session
//! fixed is `cv`.

use std::net::IpAddr;

use crate::enqueue_token::TokenIdentifier;
use crate::mac::same_text;
use crate::{Minutes, QueueId, RedirectType, RoomId, SecretKey, UnixSeconds};

/// How long a token is good after the grant.
pub const TOKEN_VALIDITY_SECONDS: u64 = 180;
/// The room that tokens of debug links name: one that nobody can have, so that the link lets nobody
/// in (section 5).
pub const DEBUG_ROOM: &str = "connectordiagnostics";
/// The query parameter that carries it.
pub const PARAMETER: &str = "queueittoken";

/// What a token says, for the waiting room to sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// `e`
    pub room: RoomId,
    /// `q`: always there, since Java and Ruby connectors loop without it (2.2, trap 2).
    pub queue_id: QueueId,
    /// `ts`: grant + [`TOKEN_VALIDITY_SECONDS`].
    pub expires_at: UnixSeconds,
    /// `ce`
    pub extendable: bool,
    /// `cv`: the session lasts exactly this long and is never extended.
    pub fixed_validity: Option<Minutes>,
    /// `rt`
    pub redirect_type: RedirectType,
    /// `hip`: binds the token, and the session after it, to one address.
    pub hashed_ip: Option<HashedIp>,
}

impl Token {
    /// The token's text: the same for the same content and key, in the order e, q, ts, ce, cv, rt,
    /// hip, ti, h (mobile SDKs need `rt` neither first nor last). Needs no percent-encoding.
    pub fn sign(&self, secret: &SecretKey) -> String {
        self.sign_for(secret, None)
    }

    /// The same for a place that was given for an enqueue token: its identifier goes back to the
    /// site as `ti` (1.1), as far as a token can carry it ([`TokenIdentifier::returned`]).
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

/// Bytes of [`Claims::use_key`].
pub const USE_KEY_LENGTH: usize = 16;

/// A client address as tokens and cookies carry it: lower-hex `HMAC-SHA256(secret, address text)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HashedIp(String);

impl HashedIp {
    /// Hashes the address in its usual text form, IPv6 compressed and in lower case; an IPv4
    /// address is one however IPv6 carries it.
    pub fn new(secret: &SecretKey, address: IpAddr) -> Self {
        let hash = secret.hmac_hex(&[address.to_canonical().to_string().as_bytes()]);
        Self(hash.as_str().to_owned())
    }

    /// The 64 hex digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `stored`, from a token or cookie, is this address; constant time.
    pub fn is(&self, stored: &str) -> bool {
        same_text(&self.0, stored)
    }
}

/// Why a token is refused; the first failing check in this order (1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not signed with this key, altered, or no token at all.
    #[error("the token's hash does not match")]
    Hash,
    /// For another room.
    #[error("the token is for another waiting room")]
    EventId,
    /// Past its `ts`.
    #[error("the token has expired")]
    Timestamp,
    /// Bound to another address.
    #[error("the token is bound to another address")]
    Ip,
}

impl TokenError {
    /// The code in the error redirect's path (1.7).
    pub const fn code(self) -> &'static str {
        match self {
            Self::Hash => "hash",
            Self::EventId => "eventid",
            Self::Timestamp => "timestamp",
            Self::Ip => "ip",
        }
    }
}

/// What the checking side knows.
#[derive(Debug, Clone, Copy)]
pub struct TokenContext<'a> {
    /// The room the protected page belongs to.
    pub room: &'a RoomId,
    /// The current time.
    pub now: UnixSeconds,
    /// The visitor's address. A token bound to an address is refused where this is unknown.
    pub client_ip: Option<IpAddr>,
}

/// What a token's text claims. Worth nothing before [`Claims::verify`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims<'a> {
    /// `e`, empty if missing.
    pub room: &'a str,
    /// `q`
    pub queue_id: Option<&'a str>,
    /// `ts`, 0 if missing or no number.
    pub expires_at: u64,
    /// `cv`, `None` also for 0 and for no number.
    pub fixed_validity: Option<Minutes>,
    /// `rt`, empty if missing.
    pub redirect_type: &'a str,
    /// `hip`
    pub hashed_ip: Option<&'a str>,
    /// `h`, empty if missing.
    pub hash: &'a str,
    text: &'a str,
}

impl<'a> Claims<'a> {
    /// Reads whatever pairs there are; any text is some token (1.4).
    pub fn parse(text: &'a str) -> Self {
        let mut claims = Self {
            text,
            ..Self::default()
        };
        for pair in text.split('~') {
            let Some((key, value)) = pair.split_once('_').filter(|(_, value)| !value.contains('_')) else {
                continue;
            };
            match key {
                "e" => claims.room = value,
                "q" => claims.queue_id = Some(value).filter(|id| !id.is_empty()),
                "ts" => claims.expires_at = value.parse().unwrap_or(0),
                "cv" => claims.fixed_validity = Minutes::from_wire(value),
                "rt" => claims.redirect_type = value,
                "hip" => claims.hashed_ip = Some(value).filter(|hash| !hash.is_empty()),
                "h" => claims.hash = value,
                _ => {}
            }
        }
        claims
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

    /// What the tokens of one grant have in common, whatever address they are bound to: a keyed
    /// hash over room, queue id and end, by which a site notes that one was used.
    #[must_use]
    pub fn use_key(&self, secret: &SecretKey) -> [u8; USE_KEY_LENGTH] {
        let queue_id = self.queue_id.unwrap_or_default().to_ascii_lowercase();
        let ends = self.expires_at.to_string();
        let parts = [self.room, queue_id.as_str(), ends.as_str()].map(str::as_bytes);
        let [room, queue_id, ends] = parts;
        let mac = secret.hmac(&[b"used", b"~", room, b"~", queue_id, b"~", ends]);
        *mac.first_chunk().expect("a MAC has 32 bytes")
    }

    /// Whether the hash is right. Says nothing about room, time and address.
    pub fn is_signed_by(&self, secret: &SecretKey) -> bool {
        let signed = self.text.replacen(&format!("~h_{}", self.hash), "", 1);
        same_text(secret.hmac_hex(&[signed.as_bytes()]).as_str(), self.hash)
    }
}
