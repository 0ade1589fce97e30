//! Download of the integration config from the waiting room (4.1): `GET
//! /status/integrationconfig/secure/<customer>` with the header `api-key`.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use http::header::{self, HeaderValue};
use http::{Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::{Bytes, Incoming};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use protocol::integration::CONFIG_BYTES_MAX;
use tokio::task::spawn_blocking;

use super::pace::Pace;
use super::{UpdateError, UpdateSource, Updates, last_good};
use crate::action::VERSION;
use crate::integration::LiveConfig;

const PATH: &str = "/status/integrationconfig/secure/";
const API_KEY: &str = "api-key";
/// Default interval between requests to the waiting room.
const EVERY: Duration = Duration::from_secs(5 * 60);
/// Default limit for a whole response.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Why a download cannot start.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// The waiting room's address is not `http(s)://host[:port][/path]`.
    #[error("the waiting room's address must look like https://queue.example, not {0:?}")]
    Address(String),
    /// The API key is not a valid header value. The message never quotes it.
    #[error("the API key has characters that a header cannot carry")]
    ApiKey,
    /// This machine has no certificate authorities.
    #[error("no certificate authorities to trust: {0}")]
    Roots(std::io::Error),
}

/// Updates from the waiting room. Requests are conditional on the config's `ETag`; redirects are
/// not followed. Certificates are verified against this machine's authorities (`SSL_CERT_FILE`
/// names others); the environment's proxies are not used.
pub struct Download {
    config: LiveConfig,
    uri: Uri,
    api_key: HeaderValue,
    every: Duration,
    timeout: Duration,
    kept_at: Option<PathBuf>,
}

impl Download {
    /// Prepares downloads from the waiting room at `http(s)://host[:port][/path]`, with the
    /// customer's API key.
    ///
    /// # Errors
    /// When a request cannot carry the address or the key.
    pub fn new(config: &LiveConfig, waiting_room: &str, api_key: &str) -> Result<Self, DownloadError> {
        let base = waiting_room.trim_end_matches('/');
        let uri = format!("{base}{PATH}{}", config.customer())
            .parse()
            .ok()
            .filter(|uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.query().is_none())
            .ok_or_else(|| DownloadError::Address(waiting_room.to_owned()))?;
        let mut api_key = HeaderValue::from_str(api_key).map_err(|_| DownloadError::ApiKey)?;
        api_key.set_sensitive(true);
        Ok(Self {
            config: config.clone(),
            uri,
            api_key,
            every: EVERY,
            timeout: TIMEOUT,
            kept_at: None,
        })
    }

    /// Sets the interval between requests to the waiting room. Default: 5 minutes, with jitter.
    #[must_use]
    pub fn every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// Sets the limit for a whole response. Default: 10 seconds.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets a file that stores the last valid config, from which a restarted site reads it.
    /// Default: none.
    #[must_use]
    pub fn kept_at(self, path: impl Into<PathBuf>) -> Self {
        let kept_at = Some(path.into());
        Self { kept_at, ..self }
    }

    /// Restores the stored config, and starts the downloads.
    ///
    /// # Errors
    /// When this machine has no certificate authorities, and the waiting room's address is https.
    ///
    /// # Panics
    /// When called outside of a Tokio runtime.
    pub fn start(self) -> Result<Updates, DownloadError> {
        if let Some(path) = &self.kept_at {
            last_good::restore(&self.config, path);
        }
        let (config, every) = (self.config.clone(), self.every);
        Ok(Updates::start(config, self.source()?, Pace { every }))
    }

    pub(super) fn source(self) -> Result<DownloadSource, DownloadError> {
        Ok(DownloadSource {
            client: WebClient::new(&self.uri).map_err(DownloadError::Roots)?,
            uri: self.uri,
            api_key: self.api_key,
            timeout: self.timeout,
            kept_at: self.kept_at.map(Into::into),
            fetched_tag: None,
            taken_tag: None,
        })
    }
}

impl fmt::Debug for Download {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Download")
            .field("uri", &self.uri)
            .field("kept_at", &self.kept_at)
            .finish_non_exhaustive()
    }
}

pub(super) struct DownloadSource {
    client: WebClient,
    uri: Uri,
    api_key: HeaderValue,
    timeout: Duration,
    kept_at: Option<Arc<std::path::Path>>,
    fetched_tag: Option<HeaderValue>,
    /// The tag of the last accepted config. An invalid config's tag is not sent, so that the
    /// waiting room sends the config again.
    taken_tag: Option<HeaderValue>,
}

impl DownloadSource {
    async fn ask(&mut self) -> Result<Option<Vec<u8>>, UpdateError> {
        let mut request = Request::get(self.uri.clone())
            .header(API_KEY, self.api_key.clone())
            .header(header::ACCEPT, "application/json")
            .header(header::USER_AGENT, VERSION);
        if let Some(tag) = &self.taken_tag {
            request = request.header(header::IF_NONE_MATCH, tag);
        }
        let request = request.body(Empty::new()).map_err(http_error)?;
        let response = self.client.send(request).await.map_err(http_error)?;
        match response.status() {
            StatusCode::NOT_MODIFIED => return Ok(None),
            StatusCode::OK => {}
            other => return Err(UpdateError::Status(other)),
        }
        self.fetched_tag = response.headers().get(header::ETAG).cloned();
        let body = Limited::new(response.into_body(), CONFIG_BYTES_MAX).collect().await;
        let body = body.map_err(|error| UpdateError::Http(error.to_string()))?;
        Ok(Some(body.to_bytes().into()))
    }
}

impl UpdateSource for DownloadSource {
    async fn fetch(&mut self) -> Result<Option<Vec<u8>>, UpdateError> {
        let timeout = self.timeout;
        tokio::time::timeout(timeout, self.ask())
            .await
            .unwrap_or(Err(UpdateError::TimedOut))
    }

    async fn taken(&mut self, json: Vec<u8>) {
        self.taken_tag = self.fetched_tag.take();
        let Some(path) = self.kept_at.clone() else {
            return;
        };
        let kept = spawn_blocking(move || last_good::keep(&json, &path)).await;
        if let Err(error) = kept.map_err(std::io::Error::other).flatten() {
            tracing::warn!(%error, "cannot keep the integration config on disk");
        }
    }
}

/// Plain http needs no certificate authorities.
enum WebClient {
    Plain(Client<HttpConnector, Empty<Bytes>>),
    Secure(Client<HttpsConnector<HttpConnector>, Empty<Bytes>>),
}

impl WebClient {
    fn new(uri: &Uri) -> std::io::Result<Self> {
        let mut builder = Client::builder(TokioExecutor::new());
        // Minutes pass between two requests.
        builder.pool_max_idle_per_host(0);
        if uri.scheme_str() == Some("http") {
            return Ok(Self::Plain(builder.build_http()));
        }
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(rustls::crypto::ring::default_provider())?
            .https_only()
            .enable_http1()
            .build();
        Ok(Self::Secure(builder.build(connector)))
    }

    async fn send(
        &self,
        request: Request<Empty<Bytes>>,
    ) -> Result<Response<Incoming>, hyper_util::client::legacy::Error> {
        match self {
            Self::Plain(client) => client.request(request).await,
            Self::Secure(client) => client.request(request).await,
        }
    }
}

/// Makes an error with the texts of all its causes.
fn http_error(error: impl Error) -> UpdateError {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    UpdateError::Http(text)
}
