//! The connector's own answers: no body, kept by nobody.

use http::header::{self, HeaderValue};
use http::{Response, StatusCode};

/// An answer that no cache keeps.
pub(crate) fn uncached<B: Default>(status: StatusCode) -> Response<B> {
    let mut response = Response::new(B::default());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// 302. `None` for a location that no header can carry.
pub(crate) fn redirect<B: Default>(location: &str) -> Option<Response<B>> {
    let location = HeaderValue::from_str(location).ok()?;
    let mut response = uncached(StatusCode::FOUND);
    response.headers_mut().insert(header::LOCATION, location);
    Some(response)
}

/// 400.
pub(crate) fn bad_request<B: Default>() -> Response<B> {
    uncached(StatusCode::BAD_REQUEST)
}
