//! The errors of a store's operations.

use serde::{Deserialize, Serialize};

use crate::{Excess, Newest};

/// An error of a read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum StoreError {
    /// The call asks for more than the bounds allow.
    #[error(transparent)]
    TooLarge(#[from] Excess),
    /// The store cannot be read now. A later call may succeed.
    #[error("the store is not available: {cause}")]
    Unavailable {
        /// The underlying error, for the log.
        cause: String,
    },
    /// The value that was read may be on fewer replicas than configured, so it must not be used. A
    /// later call may succeed.
    #[error("the replicas do not acknowledge: {cause}")]
    Unacknowledged {
        /// The underlying error, for the log.
        cause: String,
    },
    /// Other nodes committed between the pages of a scan, each time that the scan started again.
    #[error("the pool kept changing while it was scanned")]
    Changing,
}

/// An error of a commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum CommitError {
    /// The pool is not at the expected generation. Nothing was written.
    #[error("the pool is at generation {}, another one was expected", newest.generation)]
    Conflict {
        /// The pool as it is stored.
        newest: Newest,
    },
    /// The commit may or may not have been written. The caller must load the pool and check before
    /// any other decision.
    #[error("whether the commit was written is not known: {cause}")]
    Unknown {
        /// The underlying error, for the log.
        cause: String,
    },
    /// The store takes no commits now. Nothing was written.
    #[error("the store is not available: {cause}")]
    Unavailable {
        /// The underlying error, for the log.
        cause: String,
    },
    /// The write is larger than the bounds allow. Nothing was written.
    #[error(transparent)]
    TooLarge(#[from] Excess),
}
