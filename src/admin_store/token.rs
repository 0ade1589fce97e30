//! Tokens of the admin API: who may do what. Beside them `server.admin_token` opens everything.
//!
//! A token is `anteroom_<id>_<secret>`, the secret 256 random bits in hex, shown once when it is
//! made. The admin store keeps its SHA-256 and no more. A slow password hash would add nothing: it
//! protects what people choose, and nobody guesses 256 bits; a fast one keeps a flood of wrong
//! tokens cheap.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::{DocumentKey, Documents, Stamp};

/// Tokens at most.
pub const TOKENS_MAX: usize = 1_000;
/// Kind of their documents.
pub const TOKEN: &str = "token";
/// How a token begins, so that scanners for leaked secrets know it.
const PREFIX: &str = "anteroom_";

/// What a token may do. Each may what those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Look at everything but secrets.
    Read,
    /// Run rooms: their speed, their message, pause and the like.
    Operate,
    /// Change everything.
    Admin,
}

/// What a token is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenSpec {
    /// For people, and for the audit log.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// The only customer it may do it for.
    pub customer: Option<String>,
    /// Until when, milliseconds since the epoch.
    pub expires_at: Option<u64>,
}

/// A token, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    /// What it is deleted by.
    pub id: String,
    /// For people, and for the audit log.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// The only customer it may do it for; default all.
    pub customer: Option<String>,
    /// Until when, milliseconds since the epoch; default for ever.
    pub expires_at: Option<u64>,
    /// Since when, and by whom.
    pub made: Stamp,
    hash: String,
}

/// The whole token as its holder has it; silent in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenSecret(String);

/// Not one of our tokens, or not any more. Which of them is nobody's business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no such token, or it has expired")]
pub struct UnknownToken;

impl TokenSecret {
    /// A new one of these random octets; with it its id.
    fn new(id: [u8; 16], secret: [u8; 32]) -> (String, Self) {
        let id = hex(&id[..8]);
        let text = format!("{PREFIX}{id}_{}", hex(&secret));
        (id, Self(text))
    }

    /// The text, to be shown once.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
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
    /// A token with its secret.
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

    /// The key of its document.
    #[must_use]
    pub fn key(id: &str) -> Option<DocumentKey> {
        DocumentKey::new(TOKEN, &[id]).ok()
    }

    /// The token that somebody presents.
    ///
    /// # Errors
    /// [`UnknownToken`].
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
