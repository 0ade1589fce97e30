//! `GET /api/getVersion?c&e`: the room's version as digits, which pages request between two polls
//! that are far apart. The answer is the same for all visitors, needs no store, and contains
//! nothing about a visitor; [`crate::http::visit::status_view`] lists the values that change it.

use axum::body::Body;
use axum::extract::State;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderValue, Response};

use crate::http::visit::query::Query;
use crate::http::visit::status_view::room_version;
use crate::http::{SharedAppState, html};

/// Handles the request.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let (customer, room) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    match app.find(&parts, customer, room) {
        Ok(state) => {
            let mut response = Response::new(Body::from(room_version(&state).to_string()));
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            html::add_security_headers(headers);
            response
        }
        Err(not_found) => app.refuse_json(&not_found.error.refusal(None)),
    }
}
