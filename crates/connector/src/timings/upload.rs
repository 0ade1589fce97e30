//! Sends reports to the waiting room in the background.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::{Request, StatusCode, Uri, header};
use http_body_util::Full;
use hyper::body::Bytes;
use protocol::timing_batch::TIMING_PATH;
use tokio::task::JoinHandle;

use super::PageTimes;
use crate::action::VERSION;
use crate::clock::{Clock, SystemClock};
use crate::web_client::{WebClient, uri_at, with_causes};

/// Default interval between reports.
const EVERY: Duration = Duration::from_secs(5);
/// Default limit for a whole exchange.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Why reports cannot be sent.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The waiting room's address is not `http(s)://host[:port][/path]`.
    #[error("the waiting room's address must look like https://queue.example, not {0:?}")]
    Address(String),
    /// This machine has no certificate authorities.
    #[error("no certificate authorities to trust: {0}")]
    Roots(std::io::Error),
}

/// Reports to the waiting room: one for all pages of an interval, at most 500 of them. A report
/// that fails is dropped and noted in the log; visitors never wait for it.
pub struct Upload {
    times: PageTimes,
    uri: Uri,
    every: Duration,
    timeout: Duration,
    clock: Arc<dyn Clock>,
}

/// A task that sends reports until this value is dropped.
#[derive(Debug)]
#[must_use = "dropping it ends the reports"]
pub struct Uploads {
    task: JoinHandle<()>,
}

impl Upload {
    /// Prepares reports to the waiting room at `http(s)://host[:port][/path]`.
    ///
    /// # Errors
    /// Returns an error if a request cannot carry the address.
    pub fn new(times: &PageTimes, waiting_room: &str) -> Result<Self, UploadError> {
        let uri = uri_at(waiting_room, &format!("{TIMING_PATH}{}", times.customer()));
        Ok(Self {
            times: times.clone(),
            uri: uri.ok_or_else(|| UploadError::Address(waiting_room.to_owned()))?,
            every: EVERY,
            timeout: TIMEOUT,
            clock: Arc::new(SystemClock),
        })
    }

    /// Sets the interval between reports. Default: 5 seconds.
    #[must_use]
    pub fn every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// Sets the limit for a whole exchange. Default: 5 seconds.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets the clock. Default: the machine's.
    #[must_use]
    pub fn clock(self, clock: impl Clock) -> Self {
        let clock = Arc::new(clock);
        Self { clock, ..self }
    }

    /// Starts the reports.
    ///
    /// # Errors
    /// Returns an error if this machine has no certificate authorities, and the waiting room's
    /// address is https.
    ///
    /// # Panics
    /// Panics if called outside of a Tokio runtime.
    pub fn start(self) -> Result<Uploads, UploadError> {
        let client = WebClient::new(&self.uri).map_err(UploadError::Roots)?;
        let task = tokio::spawn(async move {
            let mut is_well = true;
            loop {
                tokio::time::sleep(self.every).await;
                // Logs one line when reports start to fail, and one when they succeed again.
                match self.send(&client).await {
                    Err(error) if is_well => {
                        is_well = false;
                        tracing::warn!(%error, "the waiting room takes no page timings; they are dropped");
                    }
                    Ok(true) if !is_well => {
                        is_well = true;
                        tracing::info!("the waiting room takes page timings again");
                    }
                    Ok(_) | Err(_) => {}
                }
            }
        });
        Ok(Uploads { task })
    }

    /// Sends a report; returns whether there was anything to report.
    async fn send(&self, client: &WebClient) -> Result<bool, String> {
        let Some(report) = self.times.take_report(self.clock.now()) else {
            return Ok(false);
        };
        let (mut parts, body) = report.into_parts();
        parts.uri = self.uri.clone();
        let agent = header::HeaderValue::from_static(VERSION);
        parts.headers.insert(header::USER_AGENT, agent);
        let request = Request::from_parts(parts, Full::new(Bytes::from(body)));
        let answer = tokio::time::timeout(self.timeout, client.send(request)).await;
        let answer = answer.map_err(|_| "the waiting room does not answer in time".to_owned())?;
        match answer.map_err(with_causes)?.status() {
            StatusCode::NO_CONTENT => Ok(true),
            other => Err(format!("the waiting room answers {other}")),
        }
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upload").field("uri", &self.uri).finish_non_exhaustive()
    }
}

impl Drop for Uploads {
    fn drop(&mut self) {
        self.task.abort();
    }
}
