//! Determines whether a request came by plain http or by https, and applies the consequences to its
//! answer.
//!
//! Where visitors use https ([`public_url`](crate::config::ServerSettings::public_url)), an answer
//! over https carries HSTS (RFC 6797), and a page requested by plain http is redirected to https.
//! This server's cookies have the names of [`crate::http::visit::cookie_prefix`], over both http
//! and https.
//!
//! Only navigations are redirected: `GET` and `HEAD` of pages for visitors. Requests of programs
//! (health, metrics, the admin API, polls, scripts, downloads of connectors) and requests that
//! change state are answered over plain http. A request of a trusted proxy that does not name the
//! visitor's scheme is not redirected either, nor is a request whose headers claim https: behind a
//! load balancer that terminates TLS and is not in `trusted_proxies`, the redirect would loop. The
//! claim of such a sender counts for nothing else: the answer carries no HSTS, and a form or a
//! script has to come from a page of the listener's own scheme.

use axum::body::Body;
use axum::extract::{OriginalUri, Request};
use http::header::{CACHE_CONTROL, LOCATION, STRICT_TRANSPORT_SECURITY};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};

use crate::http::infra::client::{BrowserScheme, claims_other_than_http};
use crate::http::visit::cookie_prefix;
use crate::http::{AppState, paths};

/// HSTS for one year from each answer. It excludes other hosts of the domain (`includeSubDomains`),
/// about which this server must not decide.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Marks requests of the plain-http listener.
#[derive(Debug, Clone, Copy)]
pub struct OverHttp;

/// How the browser's request reached the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConnectionSecurity {
    /// Over https, to this server or to a trusted proxy.
    Secure,
    /// Over plain http.
    Plain,
    /// Unknown ([`BrowserScheme::Unsaid`]), or plain http from a sender who claims another scheme.
    Unsaid,
    /// Through no listener: from within the process.
    Inside,
}

/// Completes an answer according to the transport of its request.
pub(super) type Finish = fn(Response<Body>) -> Response<Body>;

/// Receives a request from a listener: returns it with the cookies' own names, and the function
/// that completes its answer.
///
/// # Errors
/// Returns the redirect to https, if the request is a navigation by plain http.
#[expect(clippy::result_large_err, reason = "the caller sends the redirect at once")]
pub(super) fn receive(app: &AppState, request: Request) -> Result<(Request, Finish), Response<Body>> {
    if app.public_url.scheme() != "https" {
        return Ok((request, as_it_is));
    }
    let (mut parts, body) = request.into_parts();
    let finish: Finish = match arrival(app, &parts) {
        ConnectionSecurity::Plain if is_navigation(&parts) => return Err(to_https(app, &parts)),
        ConnectionSecurity::Secure => by_https_alone,
        ConnectionSecurity::Plain | ConnectionSecurity::Unsaid => with_held_cookies,
        ConnectionSecurity::Inside => return Ok((Request::from_parts(parts, body), as_it_is)),
    };
    cookie_prefix::take_off(&mut parts.headers);
    Ok((Request::from_parts(parts, body), finish))
}

fn arrival(app: &AppState, parts: &Parts) -> ConnectionSecurity {
    match BrowserScheme::of(parts, &app.trusted_proxies) {
        BrowserScheme::Https => ConnectionSecurity::Secure,
        _ if parts.extensions.get::<OverHttp>().is_none() => ConnectionSecurity::Inside,
        BrowserScheme::Http if claims_other_than_http(&parts.headers) => ConnectionSecurity::Unsaid,
        BrowserScheme::Http => ConnectionSecurity::Plain,
        BrowserScheme::Unsaid => ConnectionSecurity::Unsaid,
    }
}

/// Leaves the answer as it is.
pub(super) fn as_it_is(response: Response<Body>) -> Response<Body> {
    response
}

fn with_held_cookies(mut response: Response<Body>) -> Response<Body> {
    cookie_prefix::put_on(response.headers_mut());
    response
}

fn by_https_alone(response: Response<Body>) -> Response<Body> {
    let mut response = with_held_cookies(response);
    response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, HSTS);
    response
}

fn is_navigation(parts: &Parts) -> bool {
    matches!(parts.method, Method::GET | Method::HEAD) && paths::is_page(parts.uri.path())
}

/// Redirects to the same address over https, on the same host if it is one of this server's hosts.
fn to_https(app: &AppState, parts: &Parts) -> Response<Body> {
    // The original address, with its path prefix and without the ids that the host adds to the
    // query.
    let asked = parts.extensions.get::<OriginalUri>();
    let asked = asked.map_or(&parts.uri, |OriginalUri(uri)| uri);
    let path = asked.path_and_query().map_or("/", |path| path.as_str());
    let origin = app.origin(parts).origin().ascii_serialization();
    let mut response = Response::new(Body::empty());
    match HeaderValue::try_from(format!("{origin}{path}")) {
        Ok(location) => {
            *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
            response.headers_mut().insert(LOCATION, location);
        }
        Err(_) => *response.status_mut() = StatusCode::BAD_REQUEST,
    }
    // The address may contain a queue id.
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
