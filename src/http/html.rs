//! HTML answers and their security headers.

use axum::body::Body;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, LOCATION, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use crate::http::infra::assets::CROSS_ORIGIN_RESOURCE_POLICY;

/// Keeps windows of other origins apart from ours.
pub(super) const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Headers that a page ends up with, middleware's included; the map need not grow on the way.
const HEADERS_OF_PAGE: usize = 15;

/// A nonce of the content security policy, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Nonce(String);

impl Nonce {
    /// From 128 random bits.
    #[must_use]
    pub(super) fn new(random: [u8; 16]) -> Self {
        let digits = random.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let digits = digits.filter_map(|digit| char::from_digit(u32::from(digit), 16));
        let mut text = String::with_capacity(2 * random.len());
        text.extend(digits);
        Self(text)
    }

    /// The text of the attribute.
    #[must_use]
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Scripts run by nonce alone, the wasm they load may compile, and nothing comes from or goes
    /// to another host.
    fn policy(&self) -> HeaderValue {
        let policy = format!(
            "default-src 'none'; script-src 'nonce-{}' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
             font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            self.0
        );
        HeaderValue::try_from(policy).expect("hex digits and fixed words")
    }
}

/// Without scripts of ours nothing may run.
const POLICY_NO_SCRIPT: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
);

/// A page; with a nonce its own scripts may run.
#[must_use]
pub(super) fn page(status: StatusCode, html: impl Into<Body>, nonce: Option<&Nonce>) -> Response<Body> {
    let mut response = Response::new(html.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.reserve(HEADERS_OF_PAGE);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_SECURITY_POLICY, nonce.map_or(POLICY_NO_SCRIPT, Nonce::policy));
    headers.insert(
        REFERRER_POLICY,
        HeaderValue::from_static("strict-origin-when-cross-origin"),
    );
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    harden(headers);
    response
}

/// A page without script, with a form whose answer redirects to another site in the end. Browsers
/// hold `form-action` against every redirect behind a form, and where the site redirects is its own
/// affair: any address of a scheme will do. Plain http is let in where `or_http`.
#[must_use]
pub(super) fn page_with_form_onward(html: impl Into<Body>, or_http: bool) -> Response<Body> {
    let mut response = page(StatusCode::OK, html, None);
    let schemes = if or_http { "https: http:" } else { "https:" };
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self' {schemes}; \
         base-uri 'none'; frame-ancestors 'none'"
    );
    let policy = HeaderValue::try_from(policy).expect("fixed words");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

/// What every answer carries.
pub(super) fn harden(headers: &mut HeaderMap) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let policy = headers.entry(CROSS_ORIGIN_RESOURCE_POLICY);
    policy.or_insert_with(|| HeaderValue::from_static("same-origin"));
}

/// A redirect that nobody keeps. A location that is no header value (never made here) answers 500.
#[must_use]
pub(super) fn found(location: &str) -> Response<Body> {
    redirect(StatusCode::FOUND, location)
}

/// The same after a form: the browser asks for the new address by GET.
#[must_use]
pub(super) fn see_other(location: &str) -> Response<Body> {
    redirect(StatusCode::SEE_OTHER, location)
}

fn redirect(status: StatusCode, location: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    match HeaderValue::from_str(location) {
        Ok(location) => {
            *response.status_mut() = status;
            response.headers_mut().insert(LOCATION, location);
        }
        Err(_) => *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR,
    }
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    harden(headers);
    response
}
