//! The tower layer and service, which carry out decisions and make none.

use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use http::header::{self, HeaderValue};
use http::{Request, Response, StatusCode};
use tower::{Layer, Service};

use crate::connector::Connector;
use crate::judge::{self, Pass, Step, Verdict};
use crate::outcome::Outcome;
use crate::replay::{self, FirstUse, UseRecord};
use crate::timings::{Measurement, PageTimes};
use crate::{ajax, answer, failure, metrics};

/// Wraps a site's service in a [`ConnectorService`].
#[derive(Debug, Clone)]
pub struct ConnectorLayer {
    connector: Connector,
}

impl Connector {
    /// Returns the layer to put around the protected routes.
    pub fn layer(&self) -> ConnectorLayer {
        ConnectorLayer::new(self.clone())
    }
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

/// A site behind its waiting room. Works with every body type that has an empty value.
#[derive(Debug, Clone)]
pub struct ConnectorService<S> {
    connector: Connector,
    inner: S,
}

impl<S, RequestBody, ResponseBody> Service<Request<RequestBody>> for ConnectorService<S>
where
    S: Service<Request<RequestBody>, Response = Response<ResponseBody>> + Clone,
    ResponseBody: Default,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = ResponseFuture<S, RequestBody, S::Future, ResponseBody>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<RequestBody>) -> Self::Future {
        let connector = &self.connector;
        let (mut parts, body) = request.into_parts();
        let now = connector.site.clock.now();
        if !connector.site.protects(&parts) {
            if let Some(visitor) = judge::visitor(connector, &parts, now) {
                parts.extensions.insert(visitor);
            }
            return ResponseFuture::site(
                self.inner.call(Request::from_parts(parts, body)),
                ResponseChanges::default(),
            );
        }
        let verdict = judge::judge(connector, &parts, now);
        let noted = verdict
            .once
            .as_ref()
            .map(|once| connector.site.used_tokens.note(&once.token_use));
        let times = connector.site.page_times.as_ref();
        let request = Request::from_parts(parts, body);
        match noted {
            None => start(&mut self.inner, request, verdict, times),
            Some(UseRecord::Known(first)) => start(&mut self.inner, request, verdict.if_first(first), times),
            Some(UseRecord::Asked(answer)) => {
                // Moves the service that is ready into the future and keeps the clone.
                let clone = self.inner.clone();
                let inner = mem::replace(&mut self.inner, clone);
                ResponseFuture::asking(answer, (inner, request, verdict, times.cloned()))
            }
        }
    }
}

/// Carries out a verdict. `times`: where to record how long the site takes, if anywhere.
fn start<S, RequestBody, ResponseBody>(
    inner: &mut S,
    request: Request<RequestBody>,
    verdict: Verdict,
    times: Option<&PageTimes>,
) -> ResponseFuture<S, RequestBody, S::Future, ResponseBody>
where
    S: Service<Request<RequestBody>, Response = Response<ResponseBody>>,
    ResponseBody: Default,
{
    let Verdict {
        outcome,
        step,
        set_cookies,
        ..
    } = verdict;
    metrics::count(outcome);
    let mut response = match step {
        Step::Pass(pass) => {
            let Pass {
                visitor,
                is_private,
                is_unjudged,
            } = pass;
            let (mut parts, body) = request.into_parts();
            let measured = times.zip(visitor.as_ref());
            let measurement = measured.and_then(|(times, visitor)| Measurement::start(times, &parts, visitor));
            if let Some(visitor) = visitor {
                parts.extensions.insert(visitor);
            }
            let additions = ResponseChanges {
                set_cookies,
                is_private,
                is_unjudged,
                measurement,
            };
            return ResponseFuture::site(inner.call(Request::from_parts(parts, body)), additions);
        }
        Step::Redirect(location) => answer::redirect(&location),
        Step::TellScript(location) => ajax::redirect(&location),
        Step::BadRequest => answer::bad_request(),
        Step::HoldBack => failure::service_unavailable(),
    };
    if outcome == Outcome::Replayed {
        answer::tell_used(response.headers_mut());
    }
    for cookie in set_cookies {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    ResponseFuture::connector(response)
}

/// The headers that a page's response gets, and the measurement that it ends.
#[derive(Debug, Default)]
struct ResponseChanges {
    set_cookies: Vec<HeaderValue>,
    is_private: bool,
    is_unjudged: bool,
    measurement: Option<Measurement>,
}

impl ResponseChanges {
    /// Adds the cookies; `Cache-Control: private` to a private page, unless the site has set that
    /// header; and the mark of a request that was not judged.
    fn add_to<B>(mut self, response: &mut Response<B>) {
        if let Some(measurement) = self.measurement.take() {
            measurement.finish(response.status());
        }
        let headers = response.headers_mut();
        for cookie in self.set_cookies {
            headers.append(header::SET_COOKIE, cookie);
        }
        if self.is_private {
            headers
                .entry(header::CACHE_CONTROL)
                .or_insert(HeaderValue::from_static("private"));
        }
        if self.is_unjudged {
            failure::mark(headers);
        }
    }

    /// Ends the measurement of a page for which the site's service has an error instead of a
    /// response.
    fn note_failure(self) {
        if let Some(measurement) = self.measurement {
            measurement.finish(StatusCode::INTERNAL_SERVER_ERROR);
        }
    }
}

pin_project_lite::pin_project! {
    /// The future of the site's response, or of the connector's own.
    pub struct ResponseFuture<S, Q, F, B> {
        #[pin]
        source: ResponseSource<S, Q, F, B>,
    }
}

pin_project_lite::pin_project! {
    #[project = ResponseSourceProjection]
    enum ResponseSource<S, Q, F, B> {
        Connector { response: Option<Response<B>> },
        Site { #[pin] response: F, additions: ResponseChanges },
        Asking { answer: FirstUse, held: Option<(S, Request<Q>, Verdict, Option<PageTimes>)> },
    }
}

impl<S, Q, F, B> ResponseFuture<S, Q, F, B> {
    fn connector(response: Response<B>) -> Self {
        Self {
            source: ResponseSource::Connector {
                response: Some(response),
            },
        }
    }

    fn site(response: F, additions: ResponseChanges) -> Self {
        Self {
            source: ResponseSource::Site { response, additions },
        }
    }

    fn asking(answer: FirstUse, held: (S, Request<Q>, Verdict, Option<PageTimes>)) -> Self {
        let held = Some(held);
        Self {
            source: ResponseSource::Asking { answer, held },
        }
    }
}

impl<S, Q, B> Future for ResponseFuture<S, Q, S::Future, B>
where
    S: Service<Request<Q>, Response = Response<B>>,
    B: Default,
{
    type Output = Result<Response<B>, S::Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            match self.as_mut().project().source.project() {
                ResponseSourceProjection::Connector { response } => {
                    return Poll::Ready(Ok(response.take().expect("a future is not polled after it was ready")));
                }
                ResponseSourceProjection::Site { response, additions } => {
                    let mut response = ready!(response.poll(cx));
                    let additions = mem::take(additions);
                    match &mut response {
                        Ok(response) => additions.add_to(response),
                        Err(_) => additions.note_failure(),
                    }
                    return Poll::Ready(response);
                }
                ResponseSourceProjection::Asking { answer, held } => {
                    let first = replay::is_first(ready!(answer.as_mut().poll(cx)));
                    let (mut inner, request, verdict, times) = held.take().expect("it is asked once");
                    let started = start(&mut inner, request, verdict.if_first(first), times.as_ref());
                    self.set(started);
                }
            }
        }
    }
}
