//! A minimal HTTP client: one request over a kept connection, no redirects, and limits on time and
//! size.

use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, LOCATION, RETRY_AFTER, SET_COOKIE};
use hyper::http::request::Builder;
use hyper::{HeaderMap, Method, Request};
use hyper_util::client::legacy::Client as Pool;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

/// The time that a balancer waits for a node before it tries another. Claims are held open for two
/// seconds.
const TIME_LIMIT: Duration = Duration::from_secs(6);
const CONNECT_LIMIT: Duration = Duration::from_secs(2);
const BODY_BYTES_MAX: usize = 8 << 20;

/// Kept connections, shared by all clones.
#[derive(Debug, Clone)]
pub struct HttpClient(Pool<HttpConnector, Full<Bytes>>);

/// The answer of a server.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    headers: HeaderMap,
    body: Bytes,
}

impl Default for HttpClient {
    fn default() -> Self {
        Self::with(None)
    }
}

impl HttpClient {
    /// Creates a client whose connections come from this address.
    #[must_use]
    pub fn at(address: IpAddr) -> Self {
        Self::with(Some(address))
    }

    fn with(address: Option<IpAddr>) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_local_address(address);
        connector.set_connect_timeout(Some(CONNECT_LIMIT));
        connector.set_nodelay(true);
        let mut pool = Pool::builder(TokioExecutor::new());
        // The balancer itself tries again, and counts the attempts.
        pool.retry_canceled_requests(false);
        Self(pool.build(connector))
    }

    /// Sends a GET request with these headers, whose values may be any bytes that a header allows.
    ///
    /// # Errors
    /// Returns an error if no answer comes.
    pub async fn get_with(&self, url: &str, headers: &[(&str, &[u8])]) -> Result<Answer> {
        let request = headers.iter().fold(Request::get(url), |request, (name, value)| {
            request.header(*name, *value)
        });
        self.send(url, request, "").await
    }

    /// Sends a GET request; `cookie` is `name=value`.
    ///
    /// # Errors
    /// Returns an error if no answer comes.
    pub async fn get(&self, url: &str, cookie: Option<&str>) -> Result<Answer> {
        let mut request = Request::get(url);
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        self.send(url, request, "").await
    }

    /// Sends a request as a site's server does: with these headers, and a JSON body.
    ///
    /// # Errors
    /// Returns an error if no answer comes.
    pub async fn call(&self, method: Method, url: &str, headers: &[(&str, &str)], json: &str) -> Result<Answer> {
        let request = Request::builder().method(method).uri(url);
        let request = headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, *value));
        self.send(url, request.header(CONTENT_TYPE, "application/json"), json)
            .await
    }

    /// Sends an operator's request.
    ///
    /// # Errors
    /// Returns an error if no answer comes.
    pub async fn operate(&self, method: Method, url: &str, bearer: &str, json: &str) -> Result<Answer> {
        let bearer = format!("Bearer {bearer}");
        self.call(method, url, &[(AUTHORIZATION.as_str(), &bearer)], json).await
    }

    /// Sends a form with these headers.
    ///
    /// # Errors
    /// Returns an error if no answer comes.
    pub async fn submit(&self, url: &str, headers: &[(&str, &str)], form: &str) -> Result<Answer> {
        let request = headers.iter().fold(Request::post(url), |request, (name, value)| {
            request.header(*name, *value)
        });
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(url, request, form).await
    }

    async fn send(&self, url: &str, request: Builder, body: &str) -> Result<Answer> {
        let request = request.body(Full::from(body.to_owned()));
        let request = request.with_context(|| format!("no URL: {url}"))?;
        let answer = async {
            let (head, body) = self.0.request(request).await?.into_parts();
            let body = Limited::new(body, BODY_BYTES_MAX).collect().await;
            let body = body.map_err(|error| anyhow::anyhow!("the body broke off: {error}"))?;
            anyhow::Ok(Answer {
                status: head.status.as_u16(),
                headers: head.headers,
                body: body.to_bytes(),
            })
        };
        tokio::time::timeout(TIME_LIMIT, answer)
            .await
            .with_context(|| format!("no answer from {url} within {} s", TIME_LIMIT.as_secs()))?
            .with_context(|| format!("no answer from {url}"))
    }
}

impl Answer {
    /// Returns the target of a redirect.
    #[must_use]
    pub fn location(&self) -> Option<&str> {
        self.headers.get(LOCATION)?.to_str().ok()
    }

    /// Returns the value of `Retry-After` in seconds.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        self.headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()
    }

    /// Returns the first cookie that is set, as `name=value`.
    #[must_use]
    pub fn cookie(&self) -> Option<&str> {
        self.headers.get(SET_COOKIE)?.to_str().ok()?.split(';').next()
    }

    /// Returns the first header with that name; empty if there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    /// Returns the body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Parses the body as JSON.
    ///
    /// # Errors
    /// Returns an error if the body is not such JSON.
    pub fn json<T: serde::de::DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.body).with_context(|| format!("answered {}: {}", self.status, self.text()))
    }
}
