//! The reasons why a change was not made.

use store::CommitError;

use super::documents::DraftLimitError;
use crate::rooms::StateError;

/// The reason why a change was not made. No part of it was stored.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError<E> {
    /// The closure refused the change.
    #[error("the change is refused")]
    Refused(E),
    /// The change is too large.
    #[error(transparent)]
    Bound(DraftLimitError),
    /// The store failed.
    #[error(transparent)]
    Keep(#[from] StateError),
}

impl<E> From<CommitError> for ChangeError<E> {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::TooLarge(excess) => Self::Bound(DraftLimitError::Change(excess)),
            other => Self::Keep(other.into()),
        }
    }
}
