//! JSON answers to programs. They are never stored, and all errors have one shape,
//! `{"error":{"id","code","detail","enterUrl"}}`.

use app::view::PollRefusal;
use axum::Json;
use axum::body::Body;
use axum::response::IntoResponse;
use http::header::{CACHE_CONTROL, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;
use serde_json::json;

use crate::http::AppState;
use crate::http::infra::retry_after::{DELAY_SECONDS_MIN, SPREAD_SECONDS};

/// Returns an answer with `Cache-Control: no-store`.
#[must_use]
pub(super) fn answer(body: &impl Serialize) -> Response<Body> {
    let mut response = Json(body).into_response();
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Returns the media type of a `Content-Type`, or of a range in `Accept`, without its parameters.
#[must_use]
pub(super) fn media_type(value: &str) -> &str {
    value.split(';').next().unwrap_or_default().trim()
}

impl AppState {
    /// Returns a refusal as JSON, with its HTTP status.
    #[must_use]
    pub(super) fn refuse_json(&self, refusal: &PollRefusal) -> Response<Body> {
        refused(refusal, self.entropy.jitter())
    }
}

fn refused(refusal: &PollRefusal, random: u16) -> Response<Body> {
    let mut response = answer(&json!({ "error": refusal }));
    let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    *response.status_mut() = status;
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, retry_after(random));
    }
    response
}

/// Returns the `Retry-After` of a refusal with status 503: a jittered number of seconds, so that
/// programs do not retry all at once.
pub(super) fn retry_after(random: u16) -> HeaderValue {
    HeaderValue::from(DELAY_SECONDS_MIN + u32::from(random) % (SPREAD_SECONDS + 1))
}

/// Returns the refusal of a malformed body.
#[must_use]
pub(super) fn bad_body(detail: String) -> PollRefusal {
    PollRefusal {
        status: 400,
        id: 0,
        code: "bad-body",
        detail,
        enter_url: None,
    }
}
