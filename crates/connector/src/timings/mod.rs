//! How long the site's pages take for visitors with a session, for the waiting room's autotune,
//! which lets fewer visitors in while pages are slow or fail.

mod measure;
mod sample;
#[cfg(feature = "timings")]
mod upload;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::header::CONTENT_TYPE;
use http::{Request, StatusCode};
use protocol::timing_batch::{SIGNATURE_HEADER, TIMING_PATH, TimedPage, TimingBatch, TimingBatchId};
use protocol::{CustomerId, RoomId, SecretKey, UnixSeconds};

pub(crate) use measure::Measurement;
#[cfg(feature = "timings")]
pub use upload::{Upload, UploadError, Uploads};

use crate::clock::{self, RandomSequence};
use crate::visitor::QueueVisitor;
use sample::PageSample;

/// The times of the site's pages since the last report. Clones share them. Recording takes a short
/// lock and never waits; of many pages a random sample of 500 is kept.
#[derive(Clone)]
pub struct PageTimes {
    shared: Arc<TimingsState>,
}

struct TimingsState {
    customer: CustomerId,
    secret: SecretKey,
    sample: PageSample,
    random: RandomSequence,
}

impl PageTimes {
    /// Creates an empty record of a customer's pages. `secret` signs the reports: the same key as
    /// the connector's.
    #[must_use]
    pub fn new(customer: CustomerId, secret: SecretKey) -> Self {
        Self {
            shared: Arc::new(TimingsState {
                customer,
                secret,
                sample: PageSample::default(),
                random: RandomSequence::new(clock::seed()),
            }),
        }
    }

    /// Records a page that a visitor was shown: how long the site took for it, and its status code.
    /// The layer records by itself ([`ConnectorBuilder::page_times`]); this is for sites that
    /// measure in another way. A visitor without a queue id is not recorded, because the waiting
    /// room could not tell one such visitor from many.
    ///
    /// [`ConnectorBuilder::page_times`]: crate::ConnectorBuilder::page_times
    pub fn record(&self, visitor: &QueueVisitor, took: Duration, status: StatusCode) {
        if let Some(queue_id) = &visitor.queue_id {
            self.add(&visitor.room, queue_id, took, Some(status));
        }
    }

    /// Records a page; `None` as the status means that the visitor left before the response.
    fn add(&self, room: &RoomId, queue_id: &str, took: Duration, status: Option<StatusCode>) {
        let shared = &*self.shared;
        let visitor = TimedPage::hash_visitor(&shared.secret, queue_id);
        shared.sample.add(room, visitor, took, status, shared.random.draw());
    }

    /// Takes the pages recorded since the last report, and puts them into a report: a signed `POST`
    /// request whose URI has a path only, for a client of the site's own. `None` if there are no
    /// pages. `Upload` (feature `timings`) does this in the background.
    ///
    /// `now` is the present time: the waiting room refuses a report that is more than a minute old.
    /// It counts a report once; one that failed is not worth another attempt.
    #[must_use]
    pub fn take_report(&self, now: UnixSeconds) -> Option<Request<Vec<u8>>> {
        let shared = &*self.shared;
        let pages = shared.sample.take();
        if pages.is_empty() {
            return None;
        }
        let batch = TimingBatch {
            id: TimingBatchId::from_random(unique_bytes(&shared.random)),
            sent_at: now,
            pages,
        };
        let (body, signature) = batch.sign(&shared.customer, &shared.secret);
        let request = Request::post(format!("{TIMING_PATH}{}", shared.customer))
            .header(CONTENT_TYPE, "application/json")
            .header(SIGNATURE_HEADER, signature);
        Some(
            request
                .body(body)
                .expect("an id and a signature are valid in a request"),
        )
    }

    #[cfg(feature = "timings")]
    fn customer(&self) -> &CustomerId {
        &self.shared.customer
    }
}

/// A report's name has to be unique, not secret.
fn unique_bytes(random: &RandomSequence) -> [u8; 16] {
    let halves = u128::from(random.draw()) << 64 | u128::from(random.draw());
    halves.to_be_bytes()
}

impl fmt::Debug for PageTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageTimes")
            .field("customer", &self.shared.customer)
            .finish_non_exhaustive()
    }
}
