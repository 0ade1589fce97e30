//! Errors of the admin API: problem+json (RFC 9457), with a JSON pointer to the field where there
//! is one.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde_json::json;

use crate::config::{EntryId, EntryProblem};

/// Operators' programs try again after so many seconds: there are few of them.
const RETRY_AFTER_SECONDS: u64 = 1;

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::http) struct ProblemDetails {
    status: StatusCode,
    title: &'static str,
    detail: String,
    pointer: Option<String>,
    /// Where there are several, all of them: pointer and detail.
    all: Vec<(String, String)>,
    /// When to try again, where that is known.
    retry_after_seconds: Option<u64>,
}

impl ProblemDetails {
    fn new(status: StatusCode, title: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            title,
            detail: detail.into(),
            pointer: None,
            all: Vec::new(),
            retry_after_seconds: (status == StatusCode::SERVICE_UNAVAILABLE).then_some(RETRY_AFTER_SECONDS),
        }
    }

    /// The caller's address showed too many wrong tokens, and waits so long.
    pub(in crate::http) fn too_many(wait_ms: u64) -> Self {
        let seconds = wait_ms.div_ceil(1_000).max(1);
        let detail = format!("too many wrong tokens from this address; wait {seconds} s");
        Self {
            retry_after_seconds: Some(seconds),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "Too many wrong tokens", detail)
        }
    }

    /// The caller did not show who they are.
    pub(in crate::http) fn unauthorized(detail: &str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "Not authorized", detail)
    }

    /// The caller may not do this.
    pub(in crate::http) fn forbidden(detail: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "Not allowed", detail)
    }

    /// The key is assigned by those who reach all customers.
    pub(in crate::http) fn assigned(key: &str) -> Self {
        let detail = "hosts and parts of a pool are assigned by those who run the server; ask for a token that reaches all customers";
        Self {
            pointer: Some(format!("/{key}")),
            ..Self::forbidden(detail)
        }
    }

    /// No such room.
    pub(in crate::http) fn no_such_room(customer: &str, room: &str) -> Self {
        let detail = format!("customer {customer:?} has no room {room:?}; GET rooms lists them all");
        Self::new(StatusCode::NOT_FOUND, "No such room", detail)
    }

    /// No such customer, pool or group.
    pub(in crate::http) fn no_such_entry(id: &EntryId) -> Self {
        Self::not_found(format!("there is no {id}"))
    }

    /// No such thing.
    pub(in crate::http) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "Not found", detail)
    }

    /// Path or query cannot be read.
    pub(in crate::http) fn request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "The request is not valid", detail)
    }

    /// The body did not arrive.
    pub(in crate::http) fn body_unread(status: StatusCode, detail: String) -> Self {
        Self::new(status, "The body cannot be read", detail)
    }

    /// What is to be kept is larger than anything kept may be.
    pub(in crate::http) fn too_large(detail: String) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "Too large", detail)
    }

    /// What a configuration would have wrong; keys of the entry that was asked for are pointed at.
    pub(in crate::http) fn unfit(problems: Vec<EntryProblem>, about: Option<&EntryId>) -> Self {
        let told = problems.into_iter().map(|problem| match problem.entry {
            Some(entry) if Some(&entry) == about => (problem.pointer, problem.message),
            Some(entry) => (
                String::new(),
                format!("{entry} {}: {}", problem.pointer, problem.message),
            ),
            None => (String::new(), problem.message),
        });
        Self::fields(told)
    }

    /// No such key, of invited people.
    pub(in crate::http) fn no_such_key() -> Self {
        let detail = "the key is not on the room's list, and no place was given for it in this run";
        Self::new(StatusCode::NOT_FOUND, "No such key", detail)
    }

    /// Several fields are not as they should be; the first is told first.
    pub(in crate::http) fn fields(problems: impl IntoIterator<Item = (String, String)>) -> Self {
        let all: Vec<(String, String)> = problems.into_iter().collect();
        let (pointer, detail) = all.first().cloned().unwrap_or_default();
        Self {
            all: if all.len() > 1 { all } else { Vec::new() },
            ..Self::field(&pointer, detail)
        }
    }

    /// The fields that are not as they should be, and what is wrong with each.
    pub(in crate::http) fn into_fields(self) -> Vec<(String, String)> {
        match self.all.is_empty() {
            true => vec![(self.pointer.unwrap_or_default(), self.detail)],
            false => self.all,
        }
    }

    /// It is not what the caller changed any more.
    pub(in crate::http) fn stale(detail: &str) -> Self {
        Self::new(StatusCode::PRECONDITION_FAILED, "Changed meanwhile", detail)
    }

    /// The caller does not say what they changed.
    pub(in crate::http) fn unconditional() -> Self {
        let detail = "send the ETag of what you changed as If-Match, or If-Match: * to overwrite whatever is there";
        Self::new(StatusCode::PRECONDITION_REQUIRED, "Say what you changed", detail)
    }

    /// A field is not as it should be.
    pub(in crate::http) fn field(pointer: &str, detail: impl Into<String>) -> Self {
        Self {
            pointer: Some(pointer.to_owned()).filter(|pointer| !pointer.is_empty()),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "A field is not valid", detail)
        }
    }

    /// The body is no JSON object.
    pub(in crate::http) fn body(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "The body is not valid", detail)
    }

    /// What is asked makes no sense as things are.
    pub(in crate::http) fn conflict(detail: String) -> Self {
        Self::new(StatusCode::CONFLICT, "Not now", detail)
    }

    /// The store is away.
    pub(in crate::http) fn away() -> Self {
        let detail = "the store does not answer; nothing was changed, try again";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "Try again", detail)
    }

    /// The store has not been there since the node started.
    pub(in crate::http) fn starting() -> Self {
        let detail = "the store does not answer yet, and this node starts when it does; nothing was changed, try again";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "Try again", detail)
    }

    #[cfg(test)]
    pub(in crate::http) fn status(&self) -> StatusCode {
        self.status
    }

    #[cfg(test)]
    pub(in crate::http) fn pointer(&self) -> Option<&str> {
        self.pointer.as_deref()
    }
}

impl IntoResponse for ProblemDetails {
    fn into_response(self) -> Response {
        let mut body = json!({ "type": "about:blank", "title": self.title, "status": self.status.as_u16(), "detail": self.detail });
        if let Some(pointer) = self.pointer {
            body["pointer"] = pointer.into();
        }
        if !self.all.is_empty() {
            let all = self
                .all
                .iter()
                .map(|(pointer, detail)| json!({ "pointer": pointer, "detail": detail }));
            body["errors"] = all.collect();
        }
        let mut response = (self.status, Json(body)).into_response();
        response
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after_seconds {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response
                .headers_mut()
                .insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Fallback of the admin API.
pub(in crate::http) async fn no_such_path() -> ProblemDetails {
    ProblemDetails::new(StatusCode::NOT_FOUND, "No such path", "the admin API has no such path")
}

/// Fallback for methods.
pub(in crate::http) async fn method_not_allowed() -> ProblemDetails {
    let detail = "this path does not take this method";
    ProblemDetails::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed", detail)
}
