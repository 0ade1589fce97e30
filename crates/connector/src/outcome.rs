//! The outcomes of requests, for metrics.

use crate::failure::Failure;

/// The outcome of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// Had a valid session and passed.
    Passed,
    /// Had a valid token.
    Entered,
    /// Had a valid token that was used before, but not its session: redirected to the queue.
    Replayed,
    /// Had neither session nor token: redirected to the queue.
    Queued,
    /// Had an invalid token, or a session bound to another address: redirected to an error page.
    Refused,
    /// Matched a cancel action and lost its session.
    Cancelled,
    /// Matched a cancel action but had no session.
    NothingToCancel,
    /// Matched an action that lets every request pass.
    Ignored,
    /// Matched no action.
    Unmatched,
    /// Had an invalid debug link: redirected to the page that explains the error.
    Diagnosed,
    /// Named no usable host.
    BadRequest,
    /// Could not be judged, and passed.
    LetInUnjudged(Failure),
    /// Could not be judged, and was held back.
    HeldBack(Failure),
}

impl Outcome {
    /// Returns why the request could not be judged.
    pub(crate) const fn failure(self) -> Option<Failure> {
        match self {
            Self::LetInUnjudged(failure) | Self::HeldBack(failure) => Some(failure),
            _ => None,
        }
    }
}
