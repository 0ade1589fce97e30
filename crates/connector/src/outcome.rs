//! What became of requests, in words: for metrics.

use crate::failure::Failure;

/// What became of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// Had a valid session.
    Passed,
    /// Came with a good token.
    Entered,
    /// Came with a good token that was used before, and without its session: back to the queue.
    Replayed,
    /// Had neither: off to the queue.
    Queued,
    /// Had a bad token, or a session that is bound to another address: off to an error page.
    Refused,
    /// Lost a session by a cancel action.
    Cancelled,
    /// Fell under a cancel action without a session.
    NothingToCancel,
    /// Fell under an action that lets everybody pass.
    Ignored,
    /// Fell under no action.
    Unmatched,
    /// Had a bad debug link: off to the page that explains it.
    Diagnosed,
    /// Named no usable host.
    BadRequest,
    /// Could not be judged, and passed.
    LetInUnjudged(Failure),
    /// Could not be judged, and was refused.
    HeldBack(Failure),
}

impl Outcome {
    /// The label of a metric.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Entered => "entered",
            Self::Replayed => "replayed",
            Self::Queued => "queued",
            Self::Refused => "refused",
            Self::Cancelled => "cancelled",
            Self::NothingToCancel => "nothing_to_cancel",
            Self::Ignored => "ignored",
            Self::Unmatched => "unmatched",
            Self::Diagnosed => "diagnosed",
            Self::BadRequest => "bad_request",
            Self::LetInUnjudged(_) => "let_in_unjudged",
            Self::HeldBack(_) => "held_back",
        }
    }

    /// Why it could not be judged.
    pub(crate) const fn failure(self) -> Option<Failure> {
        match self {
            Self::LetInUnjudged(failure) | Self::HeldBack(failure) => Some(failure),
            _ => None,
        }
    }
}
