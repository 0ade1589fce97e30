//! Errors that the framework finds before a handler does, in the vendor's form: clients read every
//! answer as JSON.

use axum::Json;
use axum::body::Body;
use axum::response::IntoResponse;
use crowdhandler::result::ErrorText;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, Response, StatusCode};

use super::CALL_BYTES_MAX;
use crate::http::paths;

/// Replaces the body of an error that is neither JSON nor an HTML page; other headers, such as
/// `Allow`, stay.
pub(super) fn in_envelope(response: Response<Body>) -> Response<Body> {
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_ours = kind.is_some_and(|kind| kind.starts_with(b"application/json") || kind.starts_with(b"text/html"));
    if is_ours || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    let text = match status {
        StatusCode::METHOD_NOT_ALLOWED => "This path does not take this method; see the header Allow.".to_owned(),
        StatusCode::PAYLOAD_TOO_LARGE => format!(
            "The body is longer than {CALL_BYTES_MAX} bytes, the most that a call takes. Send url or slug, ip, agent, \
             lang and code, and cut what is longer."
        ),
        StatusCode::BAD_REQUEST => "The path, the query or the body cannot be read; they have to be UTF-8.".to_owned(),
        other => format!("{}.", other.canonical_reason().unwrap_or("Sorry!")),
    };
    let (own, body) = Json(ErrorText { error: &text }).into_response().into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.extend(own.headers);
    parts
        .headers
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Response::from_parts(parts, body)
}

/// Refuses a path under the API's root that the API does not have; `None` for other paths.
pub(in crate::http) fn no_such_path(path: &str) -> Option<Response<Body>> {
    paths::is_in_crowdhandler_api(path).then(|| {
        let error = "There is no such path in this API; GET /v1/openapi.json lists those of the private API.";
        (StatusCode::NOT_FOUND, Json(ErrorText { error })).into_response()
    })
}
