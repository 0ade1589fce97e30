//! Answers of the theme tools: never cached, each with a content security policy.

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};

/// The server's policy for pages without scripts, except that the bench is allowed to frame them.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";
pub(super) const POLICY_OF_BENCH: &str =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'";

pub(super) fn file(body: impl Into<axum::body::Body>, content_type: &'static str, policy: &'static str) -> Response {
    let headers = [
        (CONTENT_TYPE, content_type),
        (CACHE_CONTROL, "no-store"),
        (CONTENT_SECURITY_POLICY, policy),
    ];
    (headers, body.into()).into_response()
}
