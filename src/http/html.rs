//! HTML answers and their security headers.

use std::sync::LazyLock;

use axum::body::Body;
use http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, LOCATION, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use url::Url;

use crate::http::infra::assets::CROSS_ORIGIN_RESOURCE_POLICY;
use crate::pages::{OnwardPage, PastimeSources};
use crate::text::Language;
use crate::theme::Theme;

/// The header by which a page loads another address, with and without scripts.
pub(super) const REFRESH: HeaderName = HeaderName::from_static("refresh");

/// Separates this server's windows from windows of other origins.
pub(super) const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The directive of a page's content security policy that says where its script can send requests.
const CONNECT_SELF: &str = "connect-src 'self'";

/// The number of random bytes of a nonce.
const NONCE_BYTES: usize = 16;

/// A nonce of the content security policy, in hex digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Nonce([u8; 2 * NONCE_BYTES]);

impl Nonce {
    /// Creates a nonce from 128 random bits.
    #[must_use]
    pub(super) fn new(random: [u8; NONCE_BYTES]) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";

        let mut text = [0; 2 * NONCE_BYTES];
        for (pair, byte) in text.chunks_exact_mut(2).zip(&random) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        Self(text)
    }

    /// Returns the value of the `nonce` attribute.
    #[must_use]
    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("hex digits")
    }

    /// Returns the content security policy. Only scripts with the nonce run, the wasm that they
    /// load may compile, and nothing is loaded from or sent to another host
    /// ([`allow_relays`] and [`allow_pastimes`] extend it). With `has_style`, a `<style>` element
    /// with the nonce counts too, and no other.
    fn policy(&self, has_style: bool) -> HeaderValue {
        let nonce = self.as_str();
        let [begin, of_style, end] = if has_style { [" 'nonce-", nonce, "'"] } else { [""; 3] };
        let policy = [
            "default-src 'none'; script-src 'nonce-",
            nonce,
            "' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self'",
            begin,
            of_style,
            end,
            "; img-src 'self' data:; font-src 'self'; \
             connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        ]
        .concat();
        HeaderValue::try_from(policy).expect("hex digits and fixed words")
    }
}

/// The policy of pages without own scripts: no script runs.
const POLICY_NO_SCRIPT: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
);

/// Whether a request accepts a page, like a browser that opens an address.
#[must_use]
pub(in crate::http) fn is_accepted(headers: &HeaderMap) -> bool {
    let page = b"text/html";
    let mut accepted = headers.get_all(ACCEPT).iter().map(HeaderValue::as_bytes);
    accepted.any(|kinds| kinds.windows(page.len()).any(|kind| kind.eq_ignore_ascii_case(page)))
}

/// The headers of a page without own scripts. A copy of the map costs less than to insert each of
/// them.
static HEADERS_OF_PAGE: LazyLock<HeaderMap> = LazyLock::new(|| {
    let fixed = HeaderValue::from_static;
    let mut headers = HeaderMap::from_iter([
        (CONTENT_TYPE, fixed("text/html; charset=utf-8")),
        (CACHE_CONTROL, fixed("no-store")),
        (CONTENT_SECURITY_POLICY, POLICY_NO_SCRIPT),
        (REFERRER_POLICY, fixed("strict-origin-when-cross-origin")),
        (X_FRAME_OPTIONS, fixed("DENY")),
        (OPENER_POLICY, fixed("same-origin")),
    ]);
    add_security_headers(&mut headers);
    headers
});

/// Returns a page. With a nonce, the page's own scripts may run.
#[must_use]
pub(super) fn page(status: StatusCode, html: impl Into<Body>, nonce: Option<&Nonce>) -> Response<Body> {
    page_under(status, html.into(), nonce.map(|nonce| nonce.policy(false)))
}

/// Returns a page whose own scripts may run, and whose stylesheet is an element of the page.
#[must_use]
pub(super) fn page_with_style(html: impl Into<Body>, nonce: &Nonce) -> Response<Body> {
    page_under(StatusCode::OK, html.into(), Some(nonce.policy(true)))
}

fn page_under(status: StatusCode, html: Body, policy: Option<HeaderValue>) -> Response<Body> {
    let mut response = Response::new(html);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.clone_from(&HEADERS_OF_PAGE);
    if let Some(policy) = policy {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Returns a page without scripts whose form ends, after redirects, on another site. Browsers apply
/// `form-action` to every redirect that follows a form, and the site's own redirects are unknown
/// here, so the policy allows every https address, and every http address too if `or_http` is set.
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

/// Returns the answer to a form of a waiting page: a small page that leads at once to a page of the
/// room, without a redirect. The room's page can let the visitor in, and browsers apply the form's
/// `form-action` to every redirect that follows it, so they would stop before the site. `theme` is
/// that of the room's page, so that the tab keeps its icon.
#[must_use]
pub(super) fn onward(location: &str, link: &str, language: &Language, theme: &Theme) -> Response<Body> {
    let onward = OnwardPage {
        url: location,
        link,
        icon: theme.layout.icon(),
    };
    let mut response = page(StatusCode::OK, onward.render(language), None);
    let refresh = HeaderValue::try_from(format!("0; url={location}"));
    response
        .headers_mut()
        .extend(refresh.ok().map(|refresh| (REFRESH, refresh)));
    response
}

/// Extends a page's content security policy: its script can start one of this server's scripts as a
/// worker.
pub(super) fn allow_worker(headers: &mut HeaderMap) {
    if let Some(policy) = headers.get_mut(CONTENT_SECURITY_POLICY) {
        let with_worker = [policy.as_bytes(), b"; worker-src 'self'"].concat();
        *policy = HeaderValue::from_bytes(&with_worker).expect("a policy and fixed words");
    }
}

/// Extends a page's content security policy: the page can play videos of this server, and show
/// pages of some hosts in frames.
pub(super) fn allow_pastimes(headers: &mut HeaderMap, sources: &PastimeSources) {
    if let Some(policy) = headers.get_mut(CONTENT_SECURITY_POLICY) {
        let mut extended = policy.as_bytes().to_vec();
        if sources.has_video {
            extended.extend_from_slice(b"; media-src 'self'");
        }
        if !sources.hosts.is_empty() {
            extended.extend_from_slice(b"; frame-src");
        }
        for host in &sources.hosts {
            extended.extend_from_slice(b" https://");
            extended.extend_from_slice(host.as_str().as_bytes());
        }
        *policy = HeaderValue::from_bytes(&extended).expect("a policy, fixed words and host names");
    }
}

/// Extends a page's content security policy: its script can ask these relays of a beacon's network.
pub(super) fn allow_relays(headers: &mut HeaderMap, relays: &[Url]) {
    let policy = headers.get(CONTENT_SECURITY_POLICY).map(HeaderValue::to_str);
    let Some(Ok(policy)) = policy else {
        return;
    };
    let origins: String = relays
        .iter()
        .map(|relay| format!(" {}", relay.origin().ascii_serialization()))
        .collect();
    let extended = policy.replacen(CONNECT_SELF, &format!("{CONNECT_SELF}{origins}"), 1);
    let extended = HeaderValue::try_from(extended).expect("a policy and origins, which are ASCII");
    headers.insert(CONTENT_SECURITY_POLICY, extended);
}

/// Adds the headers that every answer carries.
pub(super) fn add_security_headers(headers: &mut HeaderMap) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let policy = headers.entry(CROSS_ORIGIN_RESOURCE_POLICY);
    policy.or_insert_with(|| HeaderValue::from_static("same-origin"));
}

/// Returns the answer to a request that nobody sees as a page, and that therefore creates no place.
#[must_use]
pub(super) fn not_a_navigation() -> Response<Body> {
    let mut response = Response::new(Body::from("Only a visit of this page itself makes a place.\n"));
    *response.status_mut() = StatusCode::FORBIDDEN;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        VARY,
        HeaderValue::from_static("sec-fetch-dest, sec-fetch-site, sec-purpose"),
    );
    add_security_headers(headers);
    response
}

/// Returns a 302 redirect that is never stored. A location that is not a valid header value, which
/// no caller passes, yields 500.
#[must_use]
pub(super) fn found(location: &str) -> Response<Body> {
    redirect(StatusCode::FOUND, location)
}

/// Returns a 303 redirect: the browser requests the new address by GET. A form of a visitor's page
/// gets [`onward`] in its place (`src/http/visitor/after_form.rs`).
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
    add_security_headers(headers);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_the_hex_form_of_its_bytes() {
        let bytes = std::array::from_fn(|at| u8::try_from(at * 0x11).expect("at most 0xff"));
        assert_eq!(Nonce::new(bytes).as_str(), "00112233445566778899aabbccddeeff");
    }

    #[test]
    fn a_style_of_the_page_extends_one_directive_and_nothing_else() {
        let nonce = Nonce::new([7; 16]);
        let [with, without] = [true, false].map(|has_style| nonce.policy(has_style));
        let (with, without) = (with.to_str().expect("ASCII"), without.to_str().expect("ASCII"));
        let extended = format!("style-src 'self' 'nonce-{}';", nonce.as_str());
        assert_eq!(with, without.replace("style-src 'self';", &extended));
        assert_ne!(with, without);
    }

    #[test]
    fn the_origins_of_relays_extend_one_directive_and_nothing_else() {
        let nonce = Nonce::new([7; 16]);
        let policy = |response: &Response<Body>| {
            let policy = &response.headers()[CONTENT_SECURITY_POLICY];
            policy.to_str().expect("ASCII").to_owned()
        };
        let mut response = page(StatusCode::OK, "", Some(&nonce));
        let before = policy(&response);
        let relays = ["https://api.drand.sh/", "http://127.0.0.1:8099/drand"];
        let relays = relays.map(|relay| relay.parse::<Url>().expect("an address"));
        allow_relays(response.headers_mut(), &relays);
        let wanted = "connect-src 'self' https://api.drand.sh http://127.0.0.1:8099;";
        assert_eq!(policy(&response), before.replace("connect-src 'self';", wanted));
        assert_ne!(policy(&response), before);
    }
}
