//! Tokens of the admin API, with their permissions. In addition, `server.admin_token` has every
//! permission.
//!
//! A token is `anteroom_<id>_<secret>`; the secret is 256 random bits in hex, shown once when the
//! token is created. The admin store keeps only its SHA-256. A slow password hash would add
//! nothing: it protects secrets that people choose, while 256 random bits cannot be guessed. A fast
//! hash keeps a flood of wrong tokens cheap.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::{DocumentKey, Documents, Stamp};

/// The maximum number of tokens.
pub const TOKENS_MAX: usize = 1_000;
/// The kind of the documents of tokens.
pub const TOKEN: &str = "token";
/// The prefix of tokens, by which scanners for leaked secrets recognize them.
const PREFIX: &str = "anteroom_";

/// The permissions of a token. Each role from `read` on includes those before it; `checkout`
/// belongs to `operate` and `admin`, and not to `read`, because asking about an order uses its
/// pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Ask whether a pass is good for an order, and nothing else: for the site's checkout.
    Checkout,
    /// Read everything except secrets.
    Read,
    /// Operate rooms: their outflow, their message, pausing and the like.
    Operate,
    /// Change everything.
    Admin,
}

impl Role {
    /// Whether a holder of this role can do everything that another role permits.
    #[must_use]
    pub fn includes(self, other: Self) -> bool {
        match (self, other) {
            (Self::Admin, _) | (Self::Checkout, Self::Checkout) | (Self::Read, Self::Read) => true,
            (Self::Operate, other) => other != Self::Admin,
            (Self::Checkout | Self::Read, _) => false,
        }
    }
}

/// The properties of a token to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenSpec {
    /// The token's name, for display and for the audit log.
    pub name: String,
    /// The token's permissions.
    pub role: Role,
    /// The only customer that the token reaches.
    pub customer: Option<String>,
    /// The time at which the token expires, milliseconds since the epoch.
    pub expires_at: Option<u64>,
}

/// A token, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    /// The id by which the token is deleted.
    pub id: String,
    /// The token's name, for display and for the audit log.
    pub name: String,
    /// The token's permissions.
    pub role: Role,
    /// The only customer that the token reaches; default all.
    pub customer: Option<String>,
    /// The time at which the token expires, milliseconds since the epoch; default never.
    pub expires_at: Option<u64>,
    /// The time and the author of the token's creation.
    pub made: Stamp,
    hash: String,
}

/// The whole token as its holder has it. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenSecret(String);

/// The token is unknown or has expired. The error does not reveal which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no such token, or it has expired")]
pub struct UnknownToken;

impl TokenSecret {
    /// Creates a secret from random bytes, and returns it with its id.
    fn new(id: [u8; 16], secret: [u8; 32]) -> (String, Self) {
        let id = hex(&id[..8]);
        let text = format!("{PREFIX}{id}_{}", hex(&secret));
        (id, Self(text))
    }

    /// The token's text, to be shown once.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The hash of the token, which is stored.
    fn hash(&self) -> String {
        hash(self.0.as_bytes())
    }
}

impl fmt::Debug for TokenSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenSecret(redacted)")
    }
}

impl ApiToken {
    /// Creates a token and its secret.
    #[must_use]
    pub fn new(wanted: TokenSpec, made: Stamp, id: [u8; 16], secret: [u8; 32]) -> (Self, TokenSecret) {
        let (id, secret) = TokenSecret::new(id, secret);
        let token = Self {
            id,
            name: wanted.name,
            role: wanted.role,
            customer: wanted.customer,
            expires_at: wanted.expires_at,
            made,
            hash: secret.hash(),
        };
        (token, secret)
    }

    /// The key of a token's document.
    #[must_use]
    pub fn key(id: &str) -> Option<DocumentKey> {
        DocumentKey::new(TOKEN, &[id]).ok()
    }

    /// Looks up a presented token.
    ///
    /// # Errors
    /// [`UnknownToken`] if there is no such token or it has expired.
    pub fn presented(documents: &Documents, given: &[u8], now_ms: u64) -> Result<Self, UnknownToken> {
        let text = std::str::from_utf8(given).map_err(|_| UnknownToken)?;
        let (id, _) = text
            .strip_prefix(PREFIX)
            .and_then(|rest| rest.split_once('_'))
            .ok_or(UnknownToken)?;
        let token: Self = Self::key(id).and_then(|key| documents.get(&key)).ok_or(UnknownToken)?;
        let same = bool::from(token.hash.as_bytes().ct_eq(hash(given).as_bytes()));
        let lives = token.expires_at.is_none_or(|until| now_ms < until);
        (same && lives).then_some(token).ok_or(UnknownToken)
    }
}

fn hash(text: &[u8]) -> String {
    hex(&Sha256::digest(text))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
