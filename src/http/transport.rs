//! How a request came, plain or by https, and what follows from that for every answer.
//!
//! Where visitors see https ([`public_url`](crate::config::ServerSettings::public_url)) answers
//! over https say that the host is to be asked by https alone (HSTS, RFC 6797), and a page that is
//! asked for by plain http is answered with where it is by https, and our cookies have the names of
//! [`crate::http::visit::cookie_prefix`], however this request came.
//!
//! Redirected are navigations: `GET` and `HEAD` of pages for visitors. What programs ask (health,
//! metrics, the admin API, polls, scripts, downloads of connectors) and what changes something is
//! answered as it comes. A request of a trusted proxy that does not say how its visitor came is not
//! redirected, nor one that anybody says came by https: it would go round in circles behind a
//! balancer that ends TLS.

use std::convert::Infallible;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::{OriginalUri, Request};
use futures_util::TryFutureExt;
use futures_util::future::{Either, MapOk, Ready, ready};
use http::header::{CACHE_CONTROL, LOCATION, STRICT_TRANSPORT_SECURITY};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};
use tower::{Layer, Service};

use crate::http::infra::client::RequestClient;
use crate::http::visit::cookie_prefix;
use crate::http::{Edge, SharedEdge, paths};

/// Browsers use https alone for a year from each answer on. Other hosts of the domain are not ours
/// to decide about.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Marks requests of the listener for plain http.
#[derive(Debug, Clone, Copy)]
pub struct OverHttp {
    /// The peer is a trusted proxy.
    pub by_proxy: bool,
}

/// How the browser's request came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConnectionSecurity {
    /// By https, to us or to a trusted proxy.
    Secure,
    /// By plain http.
    Plain,
    /// A proxy did not say.
    Unsaid,
    /// By no listener: within the process.
    Inside,
}

/// Puts [`Transport`] around a service.
#[derive(Debug, Clone)]
pub(super) struct TransportLayer(pub(in crate::http) SharedEdge);

/// What is between a browser's way to us and the routes.
#[derive(Debug, Clone)]
pub(super) struct Transport<S> {
    inner: S,
    edge: SharedEdge,
}

impl<S> Layer<S> for TransportLayer {
    type Service = Transport<S>;

    fn layer(&self, inner: S) -> Transport<S> {
        Transport {
            inner,
            edge: self.0.clone(),
        }
    }
}

type ResponseFilter = fn(Response<Body>) -> Response<Body>;

impl<S> Service<Request> for Transport<S>
where
    S: Service<Request, Response = Response<Body>, Error = Infallible>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<Ready<Result<Response<Body>, Infallible>>, MapOk<S::Future, ResponseFilter>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let (mut parts, body) = request.into_parts();
        let arrival = self.arrival(&parts);
        let public = self.edge.public_url.scheme() == "https";
        if public && arrival == ConnectionSecurity::Plain && is_navigation(&parts) {
            return Either::Left(ready(Ok(to_https(&self.edge, &parts))));
        }
        let answer: ResponseFilter = match (arrival, public) {
            (ConnectionSecurity::Secure, true) => by_https_alone,
            (ConnectionSecurity::Plain | ConnectionSecurity::Unsaid, true) => with_held_cookies,
            (_, false) | (ConnectionSecurity::Inside, _) => as_it_is,
        };
        if public && arrival != ConnectionSecurity::Inside {
            cookie_prefix::take_off(&mut parts.headers);
        }
        let answering = self.inner.call(Request::from_parts(parts, body));
        Either::Right(answering.map_ok(answer))
    }
}

impl<S> Transport<S> {
    fn arrival(&self, parts: &Parts) -> ConnectionSecurity {
        if RequestClient::of(parts, &self.edge.trusted_proxies).https {
            return ConnectionSecurity::Secure;
        }
        let Some(over) = parts.extensions.get::<OverHttp>() else {
            return ConnectionSecurity::Inside;
        };
        let said = said_scheme(parts);
        match said.as_deref() {
            Some("http") => ConnectionSecurity::Plain,
            Some(_) => ConnectionSecurity::Unsaid,
            None if over.by_proxy => ConnectionSecurity::Unsaid,
            None => ConnectionSecurity::Plain,
        }
    }
}

/// The scheme that whoever sent this says the browser used. To believe "https" of a stranger costs
/// that stranger alone.
fn said_scheme(parts: &Parts) -> Option<String> {
    let last = |name: &'static str| parts.headers.get_all(name).iter().next_back();
    if let Some(said) = last("x-forwarded-proto") {
        let said = said.to_str().unwrap_or_default().to_ascii_lowercase();
        return Some(said.rsplit(',').next().unwrap_or_default().trim().to_owned());
    }
    let said = last("forwarded")?.to_str().unwrap_or_default().to_ascii_lowercase();
    let nearest = said.rsplit(',').next().unwrap_or_default();
    let proto = nearest.split(';').find_map(|pair| pair.trim().strip_prefix("proto="));
    Some(proto.unwrap_or_default().trim_matches('"').to_owned())
}

fn as_it_is(response: Response<Body>) -> Response<Body> {
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

/// The same address by https, on the same host if it is one of ours.
fn to_https(edge: &Edge, parts: &Parts) -> Response<Body> {
    // As it was asked for: with its path prefix, and without what its host says.
    let asked = parts.extensions.get::<OriginalUri>();
    let asked = asked.map_or(&parts.uri, |OriginalUri(uri)| uri);
    let path = asked.path_and_query().map_or("/", |path| path.as_str());
    let origin = edge.origin(parts).origin().ascii_serialization();
    let mut response = Response::new(Body::empty());
    match HeaderValue::try_from(format!("{origin}{path}")) {
        Ok(location) => {
            *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
            response.headers_mut().insert(LOCATION, location);
        }
        Err(_) => *response.status_mut() = StatusCode::BAD_REQUEST,
    }
    // A queue id may be in it.
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
