//! The tower layer and service: carries decisions out and makes none.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use http::header::{self, HeaderValue};
use http::{Request, Response, StatusCode};
use tower::{Layer, Service};

use crate::config::{Connector, Settings};
use crate::cookies::{CookieChange, Sessions};
use crate::decision::{Decision, decide};
use crate::visit::{Visit, sessions};
use crate::visitor::QueueVisitor;

/// Puts a [`ConnectorService`] around a site's service.
#[derive(Debug, Clone)]
pub struct ConnectorLayer {
    connector: Connector,
}

impl ConnectorLayer {
    pub(crate) fn new(connector: Connector) -> Self {
        Self { connector }
    }
}

impl<S> Layer<S> for ConnectorLayer {
    type Service = ConnectorService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        ConnectorService {
            connector: self.connector.clone(),
            inner,
        }
    }
}

/// A site behind its waiting room. Works with every body type that can be empty.
#[derive(Debug, Clone)]
pub struct ConnectorService<S> {
    connector: Connector,
    inner: S,
}

impl<S, RequestBody, ResponseBody> Service<Request<RequestBody>> for ConnectorService<S>
where
    S: Service<Request<RequestBody>, Response = Response<ResponseBody>>,
    ResponseBody: Default,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future, ResponseBody>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<RequestBody>) -> Self::Future {
        let settings = &*self.connector.settings;
        let (mut parts, body) = request.into_parts();
        let now = settings.clock.now();
        if !settings.protect(&parts) {
            if let Sessions::Valid(session) = sessions(settings, &parts, now) {
                parts.extensions.insert(QueueVisitor::from(&session));
            }
            return ResponseFuture::site(self.inner.call(Request::from_parts(parts, body)), None);
        }
        let Some(visit) = Visit::read(settings, &parts, now) else {
            return ResponseFuture::connector(bad_request());
        };
        match decide(settings, &visit) {
            Decision::Redirect { location, cookie } => {
                ResponseFuture::connector(redirect(settings, location, cookie.as_ref()))
            }
            Decision::Pass { visitor, cookie } => {
                parts.extensions.insert(visitor);
                let dress = Dress {
                    cookie: cookie.map(|cookie| cookie.header(settings)),
                };
                ResponseFuture::site(self.inner.call(Request::from_parts(parts, body)), Some(dress))
            }
        }
    }
}

/// 302, kept by nobody, with whatever it does to the cookie. 400 for a location that no header can carry.
pub(crate) fn redirect<B: Default>(
    settings: &Settings,
    location: String,
    cookie: Option<&CookieChange>,
) -> Response<B> {
    let Ok(location) = HeaderValue::try_from(location) else {
        return bad_request();
    };
    let mut response = Response::new(B::default());
    *response.status_mut() = StatusCode::FOUND;
    response.headers_mut().insert(header::LOCATION, location);
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(cookie) = cookie {
        response
            .headers_mut()
            .append(header::SET_COOKIE, cookie.header(settings));
    }
    response
}

fn bad_request<B: Default>() -> Response<B> {
    let mut response = Response::new(B::default());
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response
}

/// What a protected page's response gets on its way out.
#[derive(Debug)]
struct Dress {
    cookie: Option<HeaderValue>,
}

impl Dress {
    /// Adds the cookie, and keeps the page out of shared caches unless the site has said how it may be cached.
    fn put_on<B>(self, response: &mut Response<B>) {
        let headers = response.headers_mut();
        if let Some(cookie) = self.cookie {
            headers.append(header::SET_COOKIE, cookie);
        }
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("private"));
    }
}

pin_project_lite::pin_project! {
    /// The site's response, or the connector's own.
    pub struct ResponseFuture<F, B> {
        #[pin]
        source: Source<F, B>,
    }
}

pin_project_lite::pin_project! {
    #[project = SourceProjection]
    enum Source<F, B> {
        Connector { response: Option<Response<B>> },
        Site { #[pin] response: F, dress: Option<Dress> },
    }
}

impl<F, B> ResponseFuture<F, B> {
    fn connector(response: Response<B>) -> Self {
        Self {
            source: Source::Connector {
                response: Some(response),
            },
        }
    }

    fn site(response: F, dress: Option<Dress>) -> Self {
        Self {
            source: Source::Site { response, dress },
        }
    }
}

impl<F, B, E> Future for ResponseFuture<F, B>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match self.project().source.project() {
            SourceProjection::Connector { response } => {
                Poll::Ready(Ok(response.take().expect("a future is not polled after it was ready")))
            }
            SourceProjection::Site { response, dress } => {
                let mut response = ready!(response.poll(cx));
                if let (Ok(response), Some(dress)) = (&mut response, dress.take()) {
                    dress.put_on(response);
                }
                Poll::Ready(response)
            }
        }
    }
}
