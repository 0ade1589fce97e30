//! A minimal HTTP client for a visitor: GET with one cookie, no redirects, and limits on time and
//! size. It also sends the operator's POST requests.

use std::time::Duration;

use anyhow::{Context, Result};
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, COOKIE, LOCATION, SET_COOKIE};
use hyper::http::request::Builder;
use hyper::{HeaderMap, Request, StatusCode};
use hyper_util::client::legacy::Client as Pool;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

const TIME_LIMIT: Duration = Duration::from_secs(30);
const BODY_BYTES_MAX: usize = 1 << 20;

/// A client, shared by all visitors.
#[derive(Debug, Clone)]
pub(super) struct DemoClient(Pool<HttpConnector, Empty<Bytes>>);

/// The answer of a server.
#[derive(Debug)]
pub(super) struct DemoResponse {
    pub(super) status: StatusCode,
    headers: HeaderMap,
    pub(super) body: Bytes,
}

impl DemoClient {
    /// Creates a client without connections.
    pub(super) fn new() -> Self {
        Self(Pool::builder(TokioExecutor::new()).build_http())
    }

    /// Sends a GET request; `cookie` is `name=value`.
    pub(super) async fn get(&self, url: &str, cookie: Option<&str>) -> Result<DemoResponse> {
        let mut request = Request::get(url);
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        self.within_limit(url, request).await
    }

    /// Sends an operator's action without a body.
    pub(super) async fn post(&self, url: &str, bearer: &str) -> Result<DemoResponse> {
        let request = Request::post(url).header(AUTHORIZATION, format!("Bearer {bearer}"));
        self.within_limit(url, request).await
    }

    async fn within_limit(&self, url: &str, request: Builder) -> Result<DemoResponse> {
        let request = request.body(Empty::new()).with_context(|| format!("no URL: {url}"))?;
        tokio::time::timeout(TIME_LIMIT, self.send(request))
            .await
            .with_context(|| format!("no answer from {url} within {} s", TIME_LIMIT.as_secs()))?
            .with_context(|| format!("no answer from {url}"))
    }

    async fn send(&self, request: Request<Empty<Bytes>>) -> Result<DemoResponse> {
        let (head, body) = self.0.request(request).await?.into_parts();
        let body = Limited::new(body, BODY_BYTES_MAX)
            .collect()
            .await
            .map_err(|error| anyhow::anyhow!("the body broke off: {error}"))?
            .to_bytes();
        Ok(DemoResponse {
            status: head.status,
            headers: head.headers,
            body,
        })
    }
}

impl DemoResponse {
    /// Returns the target of a redirect.
    pub(super) fn location(&self) -> Option<&str> {
        self.headers.get(LOCATION)?.to_str().ok()
    }

    /// Returns the first cookie that is set, as `name=value`.
    pub(super) fn cookie(&self) -> Option<&str> {
        self.headers.get(SET_COOKIE)?.to_str().ok()?.split(';').next()
    }
}
