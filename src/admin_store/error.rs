//! Why nothing was changed.

use store::CommitError;

use super::documents::DraftLimitError;
use crate::rooms::KeepError;

/// Why a change was not made. Nothing of it was.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError<E> {
    /// Whoever makes it does not want it so.
    #[error("the change is refused")]
    Refused(E),
    /// It is too large.
    #[error(transparent)]
    Bound(DraftLimitError),
    /// The store failed.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

impl<E> From<CommitError> for ChangeError<E> {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::TooLarge(excess) => Self::Bound(DraftLimitError::Change(excess)),
            other => Self::Keep(other.into()),
        }
    }
}
