//! `GET /draw/<c>/<e>.json`: what a room publishes of its draws, for everybody and for any site's
//! script.

use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use http::request::Parts;
use http::{Response, StatusCode};

use crate::http::Edge;
use crate::http::infra::assets::for_everybody;
use crate::http::visitor::draw::{find, refused};

/// The document may be kept for this long, seconds: a whole crowd asks when its numbers are drawn.
pub(in crate::http) const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=5");

/// The document, or a refusal for programs.
pub(in crate::http) fn get(edge: &Edge, parts: &Parts, customer: &str, room: &str) -> Response<Body> {
    let room = match find(edge, parts, customer, room) {
        Ok(room) => room,
        Err(trouble) => return refused(trouble.refusal(None)),
    };
    let mut response = Response::new(Body::from(room.draws().document()));
    *response.status_mut() = StatusCode::OK;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, CACHE);
    for_everybody(headers);
    response
}
