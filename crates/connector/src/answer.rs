//! The connector's own responses: without body, never cached.

use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use protocol::percent;

/// Header that names the reason of a refusal for developers.
const REFUSED: HeaderName = HeaderName::from_static("x-anteroom-refused");

/// Makes a response that must not be cached.
pub(crate) fn uncached<B: Default>(status: StatusCode) -> Response<B> {
    let mut response = Response::new(B::default());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Makes a 302. Encodes characters that the request's URL should have had encoded.
pub(crate) fn redirect<B: Default>(location: &str) -> Response<B> {
    let location = HeaderValue::try_from(percent::encode_unprintable(location)).expect("it is visible ASCII");
    let mut response = uncached(StatusCode::FOUND);
    response.headers_mut().insert(header::LOCATION, location);
    response
}

/// Marks the response to a visitor whose valid token was used before.
pub(crate) fn tell_used(headers: &mut HeaderMap) {
    headers.insert(REFUSED, HeaderValue::from_static("token-used"));
}

/// Makes a 400.
pub(crate) fn bad_request<B: Default>() -> Response<B> {
    uncached(StatusCode::BAD_REQUEST)
}
