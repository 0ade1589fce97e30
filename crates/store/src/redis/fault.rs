//! What went wrong between us and the server, and whether it may have happened nevertheless.

use redis::{ErrorKind, RedisError};

use crate::{CommitError, StoreError};

/// Why a call has no reply that counts.
#[derive(Debug, Clone)]
pub(super) enum Fault {
    /// It was surely not done: it was not sent, or the server refused it as a whole.
    Refused(String),
    /// It may have been done, or may still be: it was sent, and no reply came.
    Lost(String),
    /// It was done, and fewer replicas than are configured acknowledged it in time.
    Unacknowledged(String),
}

/// What servers say that refuse a script before it runs.
const REFUSALS: [&str; 16] = [
    "ASK",
    "BUSY",
    "CLUSTERDOWN",
    "CROSSSLOT",
    "LOADING",
    "MASTERDOWN",
    "MISCONF",
    "MOVED",
    "NOAUTH",
    "NOPERM",
    "NOREPLICAS",
    "NOSCRIPT",
    "OOM",
    "READONLY",
    "TRYAGAIN",
    "WRONGPASS",
];

/// What servers say to which a connection is of no more use: another one may lead to one that
/// serves.
const DEAD_ENDS: [&str; 5] = ["LOADING", "MASTERDOWN", "NOAUTH", "READONLY", "WRONGPASS"];

impl Fault {
    pub(super) fn of(error: &RedisError) -> Self {
        let cause = error.to_string();
        let unsent = matches!(
            error.kind(),
            ErrorKind::AuthenticationFailed | ErrorKind::ClusterConnectionNotFound | ErrorKind::InvalidClientConfig
        );
        match error.code() {
            _ if unsent => Self::Refused(cause),
            Some(code) if REFUSALS.contains(&code) => Self::Refused(cause),
            _ => Self::Lost(cause),
        }
    }

    /// A reply that is not what the script says.
    pub(super) fn garbled(what: &str) -> Self {
        Self::Lost(format!("the server's reply has no {what}"))
    }

    /// Of something that came before a commit: whatever became of that, the commit was not sent.
    pub(super) fn before_the_commit(self) -> Self {
        Self::Refused(self.cause())
    }

    pub(super) fn cause(self) -> String {
        match self {
            Self::Refused(cause) | Self::Lost(cause) | Self::Unacknowledged(cause) => cause,
        }
    }
}

/// Whether the connection that this came over should not be used again.
pub(super) fn spoils(error: &RedisError) -> bool {
    error.code().is_none_or(|code| DEAD_ENDS.contains(&code))
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(cause) | Fault::Lost(cause) => Self::Unavailable { cause },
            Fault::Unacknowledged(cause) => Self::Unacknowledged { cause },
        }
    }
}

impl From<Fault> for CommitError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(cause) => Self::Unavailable { cause },
            Fault::Lost(cause) | Fault::Unacknowledged(cause) => Self::Unknown { cause },
        }
    }
}
