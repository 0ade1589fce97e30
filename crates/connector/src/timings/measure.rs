//! The measurement of one page by the layer: from the request to the head of the response. The time
//! of a streamed body is not in it.

use std::time::{Duration, Instant};

use http::StatusCode;
use http::request::Parts;
use protocol::RoomId;

use super::PageTimes;
use crate::clock;
use crate::visitor::QueueVisitor;

/// The shortest time after which a visitor who leaves counts. Before it, a visitor may leave for
/// any reason, so the page is not recorded.
const LEFT_AFTER_MIN: Duration = Duration::from_secs(5);
/// The values of `Sec-Fetch-Dest` for pages and for scripts' data. Pictures, styles and the like
/// are left out, because one slow page would be hidden among fifty quick requests.
const MEASURED_DESTINATIONS: [&str; 3] = ["document", "iframe", "empty"];

/// A page that the site is working on.
#[derive(Debug)]
pub(crate) struct Measurement {
    times: PageTimes,
    room: RoomId,
    /// Taken when the page is recorded.
    queue_id: Option<String>,
    started: Instant,
}

impl Measurement {
    /// Starts to measure; `None` for a request that is not measured.
    pub(crate) fn start(times: &PageTimes, parts: &Parts, visitor: &QueueVisitor) -> Option<Self> {
        let queue_id = visitor.queue_id.clone()?;
        let destination = parts.headers.get("sec-fetch-dest");
        let is_measured = |value: &http::HeaderValue| MEASURED_DESTINATIONS.iter().any(|known| value == known);
        destination.is_none_or(is_measured).then(|| Self {
            times: times.clone(),
            room: visitor.room.clone(),
            queue_id: Some(queue_id),
            started: clock::monotonic(),
        })
    }

    /// Records the page with the status of its response.
    pub(crate) fn finish(mut self, status: StatusCode) {
        self.record(Some(status));
    }

    fn record(&mut self, status: Option<StatusCode>) {
        let took = clock::monotonic().saturating_duration_since(self.started);
        let is_known = status.is_some() || took >= LEFT_AFTER_MIN;
        if let Some(queue_id) = self.queue_id.take().filter(|_| is_known) {
            self.times.add(&self.room, &queue_id, took, status);
        }
    }
}

/// Records that the visitor left: the server drops the future of a response when its visitor is
/// gone.
impl Drop for Measurement {
    fn drop(&mut self) {
        self.record(None);
    }
}
