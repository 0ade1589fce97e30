//! Calls by a page's script (3.5): a script cannot follow a redirect to another host, so it is told
//! in headers where the page is to go.
//!
//! The script, the vendor's or ours, sends `x-queueit-ajaxpageurl` with its page's URL,
//! percent-encoded. Being asked for, the redirect is a 200 without body whose `x-queueit-redirect`
//! is the percent-encoded URL. For calls from another origin the site's own CORS layer belongs
//! *around* the connector, so that it dresses these answers too.

use std::borrow::Cow;

use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use protocol::percent;

use crate::answer;

const PAGE: HeaderName = HeaderName::from_static("x-queueit-ajaxpageurl");
const TOKEN: HeaderName = HeaderName::from_static("x-queueittoken");
const REDIRECT: HeaderName = HeaderName::from_static("x-queueit-redirect");

/// The URL of the page whose script is calling; `None` for a page itself, and for a header that is
/// no encoded text.
pub(crate) fn page(headers: &HeaderMap) -> Option<String> {
    let encoded = headers.get(PAGE)?.to_str().ok()?.trim();
    percent::decode(encoded).filter(|url| !url.is_empty())
}

/// The token that a script hands on from its page's URL, encoded unless it is what a query may
/// hold.
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

/// Tells the script where its page is to go.
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
