//! The treatment of visitors whom the connector cannot judge.

use http::header::{self, HeaderName, HeaderValue};
use http::{HeaderMap, Response, StatusCode};
use protocol::UnixSeconds;

use crate::answer;

/// Header that marks a response to a request that was not judged.
const FAILED: HeaderName = HeaderName::from_static("x-queueit-failed");
/// Delay after which a visitor who was held back may retry.
const RETRY_AFTER_SECONDS: u64 = 30;
/// 2020-01-01. A machine whose clock is earlier has not been set: every token would look valid.
const CLOCK_SET_SINCE: UnixSeconds = UnixSeconds(1_577_836_800);

/// The treatment of visitors whom the connector cannot judge, because no integration config has
/// arrived yet or the machine's clock is not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnFailure {
    /// Visitors pass as if there were no waiting room, and `x-queueit-failed: true` marks the
    /// responses. The vendors' connectors do the same.
    #[default]
    LetIn,
    /// The connector responds with 503 and `Retry-After` to every request that could be protected.
    HoldBack,
}

/// Why the connector cannot judge a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Failure {
    /// There is no integration config yet.
    NoConfig,
    /// The clock is not set.
    Clock,
}

impl Failure {
    /// Returns the name for logs and metric labels.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::NoConfig => "no_config",
            Self::Clock => "clock",
        }
    }

    /// Returns the failure of a clock that is not set. A clock that is merely wrong cannot be
    /// detected.
    pub(crate) fn of_clock(now: UnixSeconds) -> Option<Self> {
        (now < CLOCK_SET_SINCE).then_some(Self::Clock)
    }
}

/// Marks a response to a request that was not judged.
pub(crate) fn mark(headers: &mut HeaderMap) {
    headers.insert(FAILED, HeaderValue::from_static("true"));
}

/// Makes the 503 for visitors who are held back.
pub(crate) fn service_unavailable<B: Default>() -> Response<B> {
    let mut response = answer::uncached(StatusCode::SERVICE_UNAVAILABLE);
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, RETRY_AFTER_SECONDS.into());
    mark(response.headers_mut());
    response
}
