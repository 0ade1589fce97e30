//! Download of the integration config from the waiting room: `GET
//! /status/integrationconfig/secure/<customer>` with the header `api-key`.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use http::header::{self, HeaderValue};
use http::{Request, StatusCode, Uri};
use http_body_util::{BodyExt, Full, Limited};
use protocol::integration::CONFIG_BYTES_MAX;
use tokio::task::spawn_blocking;

use super::pace::Pace;
use super::{UpdateError, UpdateSource, Updates, last_good};
use crate::action::VERSION;
use crate::clock;
use crate::integration::LiveConfig;
use crate::web_client::{WebClient, uri_at, with_causes};

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
    /// Returns an error if a request cannot carry the address or the key.
    pub fn new(config: &LiveConfig, waiting_room: &str, api_key: &str) -> Result<Self, DownloadError> {
        let uri = uri_at(waiting_room, &format!("{PATH}{}", config.customer()))
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
    /// Returns an error if this machine has no certificate authorities, and the waiting room's
    /// address is https.
    ///
    /// # Panics
    /// Panics if called outside of a Tokio runtime.
    pub fn start(self) -> Result<Updates, DownloadError> {
        if let Some(path) = &self.kept_at {
            last_good::restore(&self.config, path);
        }
        let (config, every) = (self.config.clone(), self.every);
        Ok(Updates::start(config, self.source()?, Pace { every }, clock::seed()))
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
        let request = request.body(Full::default());
        let request = request.map_err(|error| UpdateError::Http(error.to_string()))?;
        let sent = self.client.send(request).await;
        let response = sent.map_err(|error| UpdateError::Http(with_causes(error)))?;
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
