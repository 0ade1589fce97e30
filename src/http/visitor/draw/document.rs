//! `GET /draw/<c>/<e>.json`: the published document of a room's draws, public and readable for
//! scripts of any site.

use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use http::request::Parts;
use http::{Response, StatusCode};

use crate::http::AppState;
use crate::http::infra::assets::allow_all_origins;
use crate::http::visitor::draw::find;

/// The time for which caches may store the document, seconds in the text: the whole crowd requests
/// it when its numbers are drawn.
pub(in crate::http) const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=5");

/// Returns the document, or a refusal as JSON.
pub(in crate::http) fn get(app: &AppState, parts: &Parts, customer: &str, room: &str) -> Response<Body> {
    let state = match find(app, parts, customer, room) {
        Ok(state) => state,
        Err(error) => return app.refuse_json(&error.refusal(None)),
    };
    let mut response = Response::new(Body::from(state.room().draws().document()));
    *response.status_mut() = StatusCode::OK;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, CACHE);
    allow_all_origins(headers);
    response
}
