//! Why a pool's state is not had or not kept.

use store::{CommitError, StoreError};

/// Why a pool's state could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The store does not answer, or refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A commit did not succeed.
    #[error("the commit did not succeed: {0}")]
    Commit(#[from] CommitError),
    /// The store takes commits and does not say what becomes of them.
    #[error("the store does not say whether commits are made")]
    Lost,
    /// Another node gave rooms a seat that this one does not know yet.
    #[error("the pool has other rooms than this node knows")]
    Reseated,
    /// What is stored was encrypted by nodes with another master key.
    #[error(
        "{pool} in the store is encrypted under another master key: start with the server.master_key that it was written with; nothing was changed"
    )]
    OtherMasterKey {
        /// Which pool.
        pool: String,
    },
    /// What is stored cannot be read.
    #[error("stored state of {pool} cannot be read: {reason}")]
    Damaged {
        /// Which pool.
        pool: String,
        /// What is wrong.
        reason: String,
    },
}

impl KeepError {
    /// Whether the store is away: trying again may do.
    #[must_use]
    pub fn is_away(&self) -> bool {
        match self {
            Self::Store(error) => !matches!(error, StoreError::TooLarge(_)),
            Self::Commit(error) => matches!(error, CommitError::Unavailable { .. } | CommitError::Unknown { .. }),
            Self::Lost => true,
            Self::Reseated | Self::OtherMasterKey { .. } | Self::Damaged { .. } => false,
        }
    }
}
