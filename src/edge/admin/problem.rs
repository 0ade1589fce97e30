//! Errors of the admin API: problem+json (RFC 9457), with a JSON pointer to the field where there is one.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde_json::json;

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    status: StatusCode,
    title: &'static str,
    detail: String,
    pointer: Option<String>,
}

impl Problem {
    /// The caller did not show who they are.
    pub(super) fn unauthorized(detail: &str) -> Self {
        Self {
            status: StatusCode::UNAUTHORIZED,
            title: "Not authorized",
            detail: detail.to_owned(),
            pointer: None,
        }
    }

    /// No such room.
    pub(super) fn no_such_room(customer: &str, room: &str) -> Self {
        let detail = format!("customer {customer:?} has no room {room:?}; GET rooms lists them all");
        Self {
            status: StatusCode::NOT_FOUND,
            title: "No such room",
            detail,
            pointer: None,
        }
    }

    /// No such key, of invited people.
    pub(super) fn no_such_key() -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            title: "No such key",
            detail: "the key is not on the room's list, and no place was given for it in this run".to_owned(),
            pointer: None,
        }
    }

    /// A field is not as it should be.
    pub(super) fn field(pointer: &str, detail: impl Into<String>) -> Self {
        let pointer = Some(pointer.to_owned());
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            title: "A field is not valid",
            detail: detail.into(),
            pointer,
        }
    }

    /// A field that does not exist here; named as JSON pointers do (RFC 6901).
    pub(super) fn unknown_field(name: &str, detail: &str) -> Self {
        let name = name.replace('~', "~0").replace('/', "~1");
        Self::field(&format!("/{name}"), detail)
    }

    /// The body is no JSON object.
    pub(super) fn body(detail: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            title: "The body is not valid",
            detail: detail.into(),
            pointer: None,
        }
    }

    /// What is asked makes no sense as things are.
    pub(super) fn conflict(detail: String) -> Self {
        Self {
            status: StatusCode::CONFLICT,
            title: "Not now",
            detail,
            pointer: None,
        }
    }

    /// The store is away.
    pub(super) fn away() -> Self {
        let detail = "the store does not answer; nothing was changed, try again".to_owned();
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            title: "Try again",
            detail,
            pointer: None,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut body = json!({ "type": "about:blank", "title": self.title, "status": self.status.as_u16(), "detail": self.detail });
        if let Some(pointer) = self.pointer {
            body["pointer"] = pointer.into();
        }
        let mut response = (self.status, Json(body)).into_response();
        response
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.status == StatusCode::UNAUTHORIZED {
            response
                .headers_mut()
                .insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Fallback of the admin API.
pub(super) async fn no_such_path() -> Problem {
    let detail = "the admin API has no such path".to_owned();
    Problem {
        status: StatusCode::NOT_FOUND,
        title: "No such path",
        detail,
        pointer: None,
    }
}

/// Fallback for methods.
pub(super) async fn method_not_allowed() -> Problem {
    let detail = "this path does not take this method".to_owned();
    Problem {
        status: StatusCode::METHOD_NOT_ALLOWED,
        title: "Method not allowed",
        detail,
        pointer: None,
    }
}
