//! The connector's own answers: no body, kept by nobody.

use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use protocol::percent;

/// Says to developers what was refused.
const REFUSED: HeaderName = HeaderName::from_static("x-anteroom-refused");

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

/// Says why a visitor with a good token is sent back to the queue.
pub(crate) fn tell_used(headers: &mut HeaderMap) {
    headers.insert(REFUSED, HeaderValue::from_static("token-used"));
}

/// 400.
pub(crate) fn bad_request<B: Default>() -> Response<B> {
    uncached(StatusCode::BAD_REQUEST)
}
