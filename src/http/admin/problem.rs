//! Errors of the admin API: problem+json (RFC 9457), with a JSON pointer to the field if there is
//! one.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde_json::json;

use crate::config::{EntryId, EntryProblem};

/// The delay before operators' programs retry, seconds; a short one suffices, since they are few.
const RETRY_AFTER_SECONDS: u64 = 1;

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::http) struct ProblemDetails {
    status: StatusCode,
    title: &'static str,
    detail: String,
    pointer: Option<String>,
    /// If there are several problems, all of them: pointer and detail.
    all: Vec<(String, String)>,
    /// The delay before a retry, if known.
    retry_after_seconds: Option<u64>,
    /// Whether this node has not yet put in force what the change was decided on.
    is_behind: bool,
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
            is_behind: false,
        }
    }

    /// The caller's address sent too many wrong tokens and has to wait.
    pub(in crate::http) fn too_many(wait_ms: u64) -> Self {
        let seconds = wait_ms.div_ceil(1_000).max(1);
        let detail = format!("too many wrong tokens from this address; wait {seconds} s");
        Self {
            retry_after_seconds: Some(seconds),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "Too many wrong tokens", detail)
        }
    }

    /// The caller did not authenticate.
    pub(in crate::http) fn unauthorized(detail: &str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "Not authorized", detail)
    }

    /// The caller lacks a permission.
    pub(in crate::http) fn forbidden(detail: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "Not allowed", detail)
    }

    /// Only callers that reach all customers assign this key.
    pub(in crate::http) fn assigned(key: &str) -> Self {
        let detail = "only a token for all customers can assign hosts and parts of a pool";
        Self {
            pointer: Some(format!("/{key}")),
            ..Self::forbidden(detail)
        }
    }

    /// The room does not exist.
    pub(in crate::http) fn no_such_room(customer: &str, room: &str) -> Self {
        let detail = format!("customer {customer:?} has no room {room:?}; GET rooms lists them all");
        Self::new(StatusCode::NOT_FOUND, "No such room", detail)
    }

    /// The customer, pool or group does not exist.
    pub(in crate::http) fn no_such_entry(id: &EntryId) -> Self {
        Self::not_found(format!("there is no {id}"))
    }

    /// The resource does not exist.
    pub(in crate::http) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "Not found", detail)
    }

    /// The path or the query cannot be read.
    pub(in crate::http) fn request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "The request is not valid", detail)
    }

    /// The body could not be received.
    pub(in crate::http) fn body_unread(status: StatusCode, detail: String) -> Self {
        Self::new(status, "The body cannot be read", detail)
    }

    /// The document exceeds the maximum size in the store.
    pub(in crate::http) fn too_large(detail: String) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "Too large", detail)
    }

    /// The configuration would have these problems. Only problems of the requested entry have a
    /// pointer.
    pub(in crate::http) fn invalid_configuration(problems: Vec<EntryProblem>, about: Option<&EntryId>) -> Self {
        let fields = problems.into_iter().map(|problem| match problem.entry {
            Some(entry) if Some(&entry) == about => (problem.pointer, problem.message),
            Some(entry) => (
                String::new(),
                format!("{entry} {}: {}", problem.pointer, problem.message),
            ),
            None => (String::new(), problem.message),
        });
        Self::fields(fields)
    }

    /// The key is on no list of invitations.
    pub(in crate::http) fn no_such_key() -> Self {
        let detail = "the key is not on the room's list and has no place in the current run";
        Self::new(StatusCode::NOT_FOUND, "No such key", detail)
    }

    /// The pass is missing, not genuine or expired.
    pub(in crate::http) fn no_such_pass() -> Self {
        let detail = "there is no pass, or it is not genuine, or it has ended";
        Self::new(StatusCode::NOT_FOUND, "No such pass", detail)
    }

    /// Several fields are invalid; `detail` and `pointer` are those of the first.
    pub(in crate::http) fn fields(problems: impl IntoIterator<Item = (String, String)>) -> Self {
        let all: Vec<(String, String)> = problems.into_iter().collect();
        let (pointer, detail) = all.first().cloned().unwrap_or_default();
        Self {
            all: if all.len() > 1 { all } else { Vec::new() },
            ..Self::field(&pointer, detail)
        }
    }

    /// Returns the status, and the delay before a retry in seconds, if known.
    pub(in crate::http) fn status_and_retry(&self) -> (StatusCode, Option<u64>) {
        (self.status, self.retry_after_seconds)
    }

    /// Returns the invalid fields, each as pointer and detail.
    pub(in crate::http) fn into_fields(self) -> Vec<(String, String)> {
        match self.all.is_empty() {
            true => vec![(self.pointer.unwrap_or_default(), self.detail)],
            false => self.all,
        }
    }

    /// The resource has changed since the caller read it.
    pub(in crate::http) fn stale(detail: &str) -> Self {
        Self::new(StatusCode::PRECONDITION_FAILED, "Changed meanwhile", detail)
    }

    /// The caller does not say which state they changed.
    pub(in crate::http) fn if_match_required() -> Self {
        let detail = "send the ETag of what you changed as If-Match, or If-Match: * to overwrite whatever is there";
        Self::new(StatusCode::PRECONDITION_REQUIRED, "Condition required", detail)
    }

    /// A field is invalid.
    pub(in crate::http) fn field(pointer: &str, detail: impl Into<String>) -> Self {
        Self {
            pointer: Some(pointer.to_owned()).filter(|pointer| !pointer.is_empty()),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "A field is not valid", detail)
        }
    }

    /// The body is not a JSON object.
    pub(in crate::http) fn body(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "The body is not valid", detail)
    }

    /// The request conflicts with the current state.
    pub(in crate::http) fn conflict(detail: String) -> Self {
        Self::new(StatusCode::CONFLICT, "Conflict", detail)
    }

    /// The store is unavailable.
    pub(in crate::http) fn away() -> Self {
        let detail = "the store does not answer; nothing was changed, try again";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "Try again", detail)
    }

    /// This node has not yet put in force what another node changed.
    pub(in crate::http) fn behind() -> Self {
        let detail = "this node does not have the latest themes yet; nothing was changed, try again";
        Self {
            is_behind: true,
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "Try again", detail)
        }
    }

    /// Returns whether the problem is [`Self::behind`].
    pub(in crate::http) fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// The store has not been reachable since the node started.
    pub(in crate::http) fn starting() -> Self {
        let detail = "the store has not answered since this node started; nothing was changed, try again";
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

/// Handles unknown paths.
pub(in crate::http) async fn no_such_path() -> ProblemDetails {
    ProblemDetails::new(StatusCode::NOT_FOUND, "No such path", "the admin API has no such path")
}

/// Handles unsupported methods; `allowed` are those of the path.
pub(in crate::http) fn method_not_allowed(allowed: &[String]) -> ProblemDetails {
    let detail = match allowed {
        [] => "this path does not support this method".to_owned(),
        allowed => format!(
            "this path does not support this method; it supports {}",
            allowed.join(", ")
        ),
    };
    ProblemDetails::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed", detail)
}
