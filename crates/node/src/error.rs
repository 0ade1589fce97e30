//! The errors of reading and writing a pool's state.

use store_values::{CommitError, StoreError};

/// The reason why a pool's state could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The store does not answer, or refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A commit did not succeed.
    #[error("the commit did not succeed: {0}")]
    Commit(#[from] CommitError),
    /// The store accepts commits but does not report their outcomes.
    #[error("the store does not say whether commits are made")]
    Lost,
    /// Another node added lines that this node does not know yet.
    #[error("the pool has other rooms than this node knows")]
    OtherLines,
    /// The stored value was encrypted by nodes with another master key.
    #[error(
        "{pool} in the store is encrypted under another master key: start with the server.master_key that it was written with; nothing was changed"
    )]
    OtherMasterKey {
        /// The pool.
        pool: String,
    },
    /// The stored state cannot be read.
    #[error("stored state of {pool} cannot be read: {reason}")]
    Damaged {
        /// The pool.
        pool: String,
        /// The reason.
        reason: String,
    },
}

impl StateError {
    /// Whether the store is unavailable, so that a retry can succeed.
    #[must_use]
    pub fn is_away(&self) -> bool {
        match self {
            Self::Store(error) => !matches!(error, StoreError::TooLarge(_)),
            Self::Commit(error) => matches!(error, CommitError::Unavailable { .. } | CommitError::Unknown { .. }),
            Self::Lost => true,
            Self::OtherLines | Self::OtherMasterKey { .. } | Self::Damaged { .. } => false,
        }
    }
}
