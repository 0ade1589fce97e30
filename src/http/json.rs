//! JSON answers to programs: never kept, and errors in one shape,
//! `{"error":{"id","code","detail","enterUrl"}}`.

use app::view::PollRefusal;
use axum::Json;
use axum::body::Body;
use axum::response::IntoResponse;
use http::header::{CACHE_CONTROL, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;
use serde_json::json;

use crate::clock::Entropy;
use crate::http::infra::retry_after::{AGAIN_SECONDS_MIN, SPREAD_SECONDS};

/// An answer that nobody keeps.
#[must_use]
pub(super) fn answer(body: &impl Serialize) -> Response<Body> {
    let mut response = Json(body).into_response();
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A refusal with its status.
#[must_use]
pub(super) fn refused(refusal: &PollRefusal) -> Response<Body> {
    let mut response = answer(&json!({ "error": refusal }));
    let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    *response.status_mut() = status;
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response
            .headers_mut()
            .insert(RETRY_AFTER, HeaderValue::from(retry_after_seconds()));
    }
    response
}

/// Programs come again at moments of their own.
fn retry_after_seconds() -> u32 {
    AGAIN_SECONDS_MIN + u32::from(Entropy.jitter()) % (SPREAD_SECONDS + 1)
}

/// The refusal of a body that is not what it should be.
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
