//! Successes and failures of the private API in the vendor's format: `{"result": …}` with status
//! 200, and `{"error": …}` with another status.

use axum::Json;
use axum::body::Body;
use axum::response::IntoResponse;
use crowdhandler::result::{ErrorText, MessageText};
use http::header::{CACHE_CONTROL, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;

use crate::http::admin::ProblemDetails;
use crate::http::crowdhandler::answer;
use crate::rooms::Unserved;

/// The keys of this server's configuration that have other names in this API.
const NAMES: [(&str, &str); 10] = [
    ("sessionMinutes", "timeout"),
    ("checkoutEndsSession", "destroySessionsOnCheckout"),
    ("name", "title"),
    ("urlMatch", "patternType"),
    ("start", "queueActivatesOn"),
    ("targetUrl", "urlRedirect"),
    ("theme", "templateID"),
    ("pool", "domainID"),
    ("id", "slug"),
    ("domains", "name"),
];

/// A result.
#[derive(Debug)]
pub(super) struct Answer<T>(pub(super) T);

/// A failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ApiFault {
    status: StatusCode,
    /// The error message: what failed, and what to do.
    text: String,
    retry_after_seconds: Option<u64>,
}

impl ApiFault {
    /// Creates a failure.
    pub(super) fn new(status: StatusCode, text: impl Into<String>) -> Self {
        Self {
            status,
            text: text.into(),
            retry_after_seconds: None,
        }
    }

    /// A field or a parameter is not valid.
    pub(super) fn bad(text: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, text)
    }

    /// The key does not permit this.
    pub(super) fn forbidden(text: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, text)
    }

    /// The account has no such resource.
    pub(super) fn not_found(text: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, text)
    }

    /// The vendor's service has this feature, and this server does not.
    pub(super) fn not_built(text: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_IMPLEMENTED, text)
    }

    /// A room cannot be read now.
    pub(super) fn away() -> Self {
        ProblemDetails::away().into()
    }

    /// Too many calls.
    pub(super) fn throttled(wait_ms: u64) -> Self {
        Self {
            retry_after_seconds: Some(wait_ms.div_ceil(1_000).max(1)),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, MessageText::THROTTLED.message)
        }
    }
}

impl ApiFault {
    /// Returns the failure for a problem whose fields have the same names in both APIs.
    pub(super) fn from_admin(problem: ProblemDetails) -> Self {
        Self::of(problem, &[])
    }

    fn of(problem: ProblemDetails, names: &[(&str, &str)]) -> Self {
        let (status, retry_after_seconds) = problem.status_and_retry();
        let texts = problem.into_fields().into_iter().map(|(pointer, detail)| {
            let field = field(&pointer, names);
            if field.is_empty() {
                detail
            } else {
                format!("{field}: {detail}")
            }
        });
        let texts: Vec<String> = texts.collect();
        Self {
            status: match status {
                // The vendor's API has one status for all mistakes in a call.
                StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
                status => status,
            },
            text: texts.join("; "),
            retry_after_seconds,
        }
    }
}

impl From<ProblemDetails> for ApiFault {
    fn from(problem: ProblemDetails) -> Self {
        Self::of(problem, &NAMES)
    }
}

impl From<Unserved> for ApiFault {
    fn from(_: Unserved) -> Self {
        Self::away()
    }
}

/// Returns this API's name for the field that a JSON pointer into the configuration names.
fn field(pointer: &str, names: &[(&str, &str)]) -> String {
    let path = pointer.trim_start_matches('/').replace('/', ".");
    let (first, rest) = path.split_at(path.find('.').unwrap_or(path.len()));
    let named = names.iter().find(|(ours, _)| *ours == first);
    format!("{}{rest}", named.map_or(first, |(_, theirs)| theirs))
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response<Body> {
        answer::result(self.0)
    }
}

impl IntoResponse for ApiFault {
    fn into_response(self) -> Response<Body> {
        let mut response = match self.status {
            StatusCode::TOO_MANY_REQUESTS => (self.status, Json(MessageText { message: &self.text })).into_response(),
            status => (status, Json(ErrorText { error: &self.text })).into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after_seconds {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_as_in_this_api() {
        let problems = [("/sessionMinutes", "too long"), ("/domains/0", "no host"), ("", "else")];
        let problems = problems.map(|(pointer, detail)| (pointer.to_owned(), detail.to_owned()));
        let fault = ApiFault::from(ProblemDetails::fields(problems));
        assert_eq!(fault.text, "timeout: too long; name.0: no host; else");
        assert_eq!(fault.status, StatusCode::BAD_REQUEST);
    }
}
