//! Single use of tokens. A token that cost a permit is part of a URL, which can be copied before
//! the token expires. The site therefore records the first use, and redirects later users of the
//! token to the queue.
//!
//! Repeated use by the same browser is harmless: its session cookie is judged before any token.
//! Tokens that cost no permit (a room that is idle or disabled, links that skip it) are not
//! recorded, and neither are tokens without a queue id, because many visitors get the same one.
//!
//! Every node has a [`LocalReplayRecord`]. A site with several nodes also shares a record
//! ([`crate::ConnectorBuilder::replay_record`]); without it, a token is valid once on each node.
//! When the shared record does not answer, the node's own decides.

mod local;
#[cfg(feature = "redis")]
mod redis;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use protocol::queueittoken::{TokenFields, USE_KEY_LENGTH};
use protocol::{QueueId, RedirectType, SecretKey, UnixSeconds};

pub use local::{LocalReplayRecord, USES_MAX};
#[cfg(feature = "redis")]
pub use redis::{RedisReplayRecord, SHARED_ANSWER_MS_MAX};

use crate::metrics;

/// One use of a token. Contains a keyed hash, but neither the token nor its queue id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenUse {
    key: [u8; USE_KEY_LENGTH],
    /// Time at which the token expires and the use can be forgotten.
    pub expires_at: UnixSeconds,
    /// Time of the use.
    pub at: UnixSeconds,
}

impl TokenUse {
    /// Returns the use of a genuine token; `None` if its uses are not recorded.
    pub(crate) fn of(fields: &TokenFields<'_>, secret: &SecretKey, at: UnixSeconds) -> Option<Self> {
        let costs_a_permit = matches!(
            RedirectType::from_wire(fields.redirect_type),
            Some(RedirectType::Queue | RedirectType::SafetyNet)
        );
        let queue_id = fields.queue_id.filter(|id| *id != QueueId::NIL.to_string());
        (costs_a_permit && queue_id.is_some()).then(|| Self {
            key: fields.use_key(secret),
            expires_at: UnixSeconds(fields.expires_at),
            at,
        })
    }

    /// Returns the hash that all uses of one grant share, as hex digits.
    #[must_use]
    pub fn key(&self) -> String {
        self.key.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns how long the use must be remembered, in seconds.
    #[must_use]
    pub fn lasts_seconds(&self) -> u64 {
        self.expires_at.0.saturating_sub(self.at.0) + 1
    }
}

/// Why a shared record did not answer.
#[derive(Debug, thiserror::Error)]
#[error("the shared record of used tokens does not answer: {0}")]
pub struct ReplayError(Box<dyn std::error::Error + Send + Sync>);

impl ReplayError {
    /// Wraps the cause.
    pub fn new(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(cause.into())
    }
}

/// The future that [`ReplayRecord::first_use`] returns.
pub type FirstUse = Pin<Box<dyn Future<Output = Result<bool, ReplayError>> + Send>>;

/// A record of used tokens that the nodes of a site share. It must remember a use until
/// `expires_at`, and answer quickly: a visitor waits for it.
pub trait ReplayRecord: Send + Sync + 'static {
    /// Records a use, and returns whether it is the first of its key; of two concurrent uses,
    /// exactly one is.
    fn first_use(&self, token_use: TokenUse) -> FirstUse;
}

/// The records of a site.
#[derive(Clone, Default)]
pub(crate) struct UsedTokens {
    local: Arc<LocalReplayRecord>,
    shared: Option<Arc<dyn ReplayRecord>>,
}

/// Whether a use is the first one.
pub(crate) enum UseRecord {
    /// This node knows the answer.
    Known(bool),
    /// The shared record will answer.
    Asked(FirstUse),
}

impl UsedTokens {
    pub(crate) fn share(&mut self, record: impl ReplayRecord) {
        self.shared = Some(Arc::new(record));
    }

    pub(crate) fn note(&self, token_use: &TokenUse) -> UseRecord {
        match (self.local.first_use(token_use), &self.shared) {
            (true, Some(shared)) => UseRecord::Asked(shared.first_use(*token_use)),
            (first, _) => UseRecord::Known(first),
        }
    }
}

impl fmt::Debug for UsedTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UsedTokens")
            .field("shared", &self.shared.is_some())
            .finish_non_exhaustive()
    }
}

/// Evaluates the shared record's answer. This node has not seen the token before.
pub(crate) fn is_first(answer: Result<bool, ReplayError>) -> bool {
    answer.unwrap_or_else(|error| {
        metrics::count_replay_failure();
        tracing::warn!(%error, "a token is good once on each node for now");
        true
    })
}
