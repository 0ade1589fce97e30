//! Calls by a page's script: a script cannot follow a redirect to another host, so the connector
//! puts the location into a header.
//!
//! The script, the vendor's or this project's, sends `x-queueit-ajaxpageurl` with its page's URL,
//! percent-encoded. The response is a 200 without body, whose `x-queueit-redirect` is the
//! percent-encoded location. For calls from another origin, the site's CORS layer belongs *around*
//! the connector, so that it also adds its headers to these responses.

use std::borrow::Cow;

use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use protocol::percent;

use crate::answer;

const PAGE: HeaderName = HeaderName::from_static("x-queueit-ajaxpageurl");
const TOKEN: HeaderName = HeaderName::from_static("x-queueittoken");
const REDIRECT: HeaderName = HeaderName::from_static("x-queueit-redirect");

/// Returns the URL of the page whose script is calling; `None` for requests by the page itself, and
/// for a header that is not percent-encoded text.
pub(crate) fn page(headers: &HeaderMap) -> Option<String> {
    let encoded = headers.get(PAGE)?.to_str().ok()?.trim();
    percent::decode(encoded).filter(|url| !url.is_empty())
}

/// Returns the token that a script passes on from its page's URL, percent-encoded unless it is
/// already valid in a query.
pub(crate) fn token(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let token = headers.get(TOKEN)?.to_str().ok()?.trim();
    let is_plain = token
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"-._~%".contains(&b));
    let token = if is_plain {
        token.into()
    } else {
        percent::encode(token).into()
    };
    Some(token).filter(|token: &Cow<'_, str>| !token.is_empty())
}

/// Makes the response with the location for the script's page.
pub(crate) fn redirect<B: Default>(location: &str) -> Response<B> {
    let encoded = HeaderValue::try_from(percent::encode(location)).expect("percent-encoded text is visible ASCII");
    let mut response = answer::uncached(StatusCode::OK);
    response.headers_mut().insert(REDIRECT, encoded);
    response.headers_mut().insert(
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("x-queueit-redirect"),
    );
    response
}
