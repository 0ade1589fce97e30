//! What becomes of visitors where the connector cannot judge them.

use http::header::{self, HeaderName, HeaderValue};
use http::{HeaderMap, Response, StatusCode};
use protocol::UnixSeconds;

use crate::answer;

/// Says of an answer that the waiting room had no say in it (3.5).
const FAILED: HeaderName = HeaderName::from_static("x-queueit-failed");
/// When somebody who was held back may ask again.
const RETRY_AFTER_SECONDS: u64 = 30;
/// 2020-01-01. A machine that says it is earlier has not been told the time: every token would look
/// fresh to it.
const CLOCK_SET_SINCE: UnixSeconds = UnixSeconds(1_577_836_800);

/// Whom to disappoint where the connector cannot judge: no integration config has arrived yet, or
/// the machine's clock is not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnFailure {
    /// The site's owner: visitors pass as if there were no waiting room, and `x-queueit-failed:
    /// true` says so. What the vendors' connectors do.
    #[default]
    LetIn,
    /// The visitors: 503 with `Retry-After`, for every request that could be protected.
    HoldBack,
}

/// Why the connector cannot judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Failure {
    /// There is no integration config yet.
    NoConfig,
    /// The clock is not set.
    Clock,
}

impl Failure {
    /// For people and for the label of a metric.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::NoConfig => "no_config",
            Self::Clock => "clock",
        }
    }

    /// Whether the clock is set at all. A clock that is merely wrong cannot be told from a right
    /// one.
    pub(crate) fn of_clock(now: UnixSeconds) -> Option<Self> {
        (now < CLOCK_SET_SINCE).then_some(Self::Clock)
    }
}

/// Marks an answer that nobody has judged.
pub(crate) fn mark(headers: &mut HeaderMap) {
    headers.insert(FAILED, HeaderValue::from_static("true"));
}

/// "Come back later."
pub(crate) fn held_back<B: Default>() -> Response<B> {
    let mut response = answer::uncached(StatusCode::SERVICE_UNAVAILABLE);
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, RETRY_AFTER_SECONDS.into());
    mark(response.headers_mut());
    response
}
