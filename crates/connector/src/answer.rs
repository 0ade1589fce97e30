//! The connector's own answers: no body, kept by nobody.

use http::header::{self, HeaderValue};
use http::{Response, StatusCode};
use protocol::percent;

/// An answer that no cache keeps.
pub(crate) fn uncached<B: Default>(status: StatusCode) -> Response<B> {
    let mut response = Response::new(B::default());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// 302. What a request's URL should have had encoded already is encoded now.
pub(crate) fn redirect<B: Default>(location: &str) -> Response<B> {
    let location = HeaderValue::try_from(percent::encode_unprintable(location)).expect("it is visible ASCII");
    let mut response = uncached(StatusCode::FOUND);
    response.headers_mut().insert(header::LOCATION, location);
    response
}

/// 400.
pub(crate) fn bad_request<B: Default>() -> Response<B> {
    uncached(StatusCode::BAD_REQUEST)
}
