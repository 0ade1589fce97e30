//! Failures of a call to the server, classified by whether the call may have taken effect.

use redis::{ErrorKind, RedisError};

use crate::{CommitError, StoreError};

/// The reason that a call has no usable reply.
#[derive(Debug, Clone)]
pub(super) enum Fault {
    /// The call did not take effect: it was not sent, or the server refused it as a whole.
    Refused(String),
    /// The call may have taken effect, or may do so later: it was sent, and no reply came.
    Lost(String),
    /// The call took effect, but fewer replicas than configured acknowledged it in time.
    Unacknowledged(String),
}

/// Error codes with which a server refuses a script before running it.
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

/// Error codes of a server that does not serve this connection; another connection may lead to one
/// that does.
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

    /// A reply that does not have the form that the script returns.
    pub(super) fn malformed(what: &str) -> Self {
        Self::Lost(format!("the server's reply has no {what}"))
    }

    /// Converts the fault of a call that precedes a commit: regardless of the outcome of that call,
    /// the commit was not sent.
    pub(super) fn before_the_commit(self) -> Self {
        Self::Refused(self.cause())
    }

    pub(super) fn cause(self) -> String {
        match self {
            Self::Refused(cause) | Self::Lost(cause) | Self::Unacknowledged(cause) => cause,
        }
    }
}

/// Returns whether the connection that returned this error must not be used again.
pub(super) fn breaks_connection(error: &RedisError) -> bool {
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
