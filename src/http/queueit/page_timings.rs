//! `POST /api/pagetimings/{customer}`: receives from a site's connector how long its pages took
//! ([`protocol::timing_batch`]). This is not one of the vendor's endpoints.
//!
//! A report counts once: it must be signed, at most a minute old and made after this process
//! started, and its name is remembered for longer than that. Nodes do not share this memory; an
//! intercepted report can count once on each of them. A page counts if the report is signed with
//! the key of its room, and the room's pool has autotune: one page per visitor and half minute, as
//! in the reports of CrowdHandler's integrations ([`PageReports`](crate::http::PageReports)). This
//! endpoint does not read the store.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use admission::FlowMs;
use admission::autotune::response_ids::{Issued, VisitorTag};
use admission::autotune::{Evidence, PageTiming};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header::CACHE_CONTROL;
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use protocol::timing_batch::{
    SIGNATURE_HEADER, TIMING_BATCH_AGE_SECONDS_MAX, TimedPage, TimingBatch, TimingBatchError, TimingBatchId,
};
use protocol::{CustomerId, RoomId, SecretKey, UnixSeconds};

use crate::http::host::HostOwner;
use crate::http::{AppState, PageReports, SharedAppState};

/// How long a report's name is remembered, in seconds: a report with a time in the future can be
/// repeated.
const REMEMBERED_SECONDS: u64 = 2 * TIMING_BATCH_AGE_SECONDS_MAX + 1;
/// The maximum number of names remembered for a customer; further reports are refused. A server of
/// a site sends one report every five seconds.
const REMEMBERED_MAX: usize = 8_192;

/// The reports that were counted.
#[derive(Debug)]
pub(in crate::http) struct CountedBatches {
    /// The start of this memory.
    since: UnixSeconds,
    by_customer: Mutex<HashMap<CustomerId, RecentBatches>>,
}

/// The names of one customer's reports, by the second of their arrival.
#[derive(Debug, Default)]
struct RecentBatches {
    seen: HashSet<TimingBatchId>,
    came: BTreeMap<u64, Vec<TimingBatchId>>,
}

/// The reason why a report does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum TimingRefusal {
    UnknownCustomer,
    Batch(TimingBatchError),
    /// The report was counted, or made before this process started.
    Counted,
    /// The customer sent too many reports within two minutes.
    TooMany,
    /// The store has not been read yet.
    Starting,
}

/// Handles a report.
///
/// # Errors
/// 404 for an unknown customer, 403 for a wrong signature, 400 for a body that is not a report, 409
/// for one that was counted or is from another time, 429 for too many, 503 before the store has
/// been read.
pub(in crate::http) async fn post(
    State(app): State<SharedAppState>,
    Path(customer): Path<String>,
    parts: Parts,
    body: Bytes,
) -> Result<StatusCode, TimingRefusal> {
    if app.readiness.is_starting() {
        return Err(TimingRefusal::Starting);
    }
    let here = HostOwner::of(&parts).is_none_or(|owner| owner.is_customer(&customer));
    let config = app.running.config();
    let known = config.customers.iter().find(|known| known.id.as_str() == customer);
    let known = known.filter(|_| here).ok_or(TimingRefusal::UnknownCustomer)?;
    let rooms = || config.rooms.iter().filter(|room| room.customer == known.id);
    let mut keys = vec![&known.secret_key];
    keys.extend(
        rooms()
            .map(|room| &room.secret_key)
            .filter(|key| **key != known.secret_key),
    );
    let shown = parts.headers.get(SIGNATURE_HEADER).map(HeaderValue::as_bytes);
    let shown = shown.and_then(|shown| str::from_utf8(shown).ok()).unwrap_or_default();
    let now = app.clock.unix_seconds();
    let opened = TimingBatch::open(&body, shown, &known.id, keys, now);
    let (batch, signer) = opened.map_err(TimingRefusal::Batch)?;
    app.counted_batches.count(&known.id, &batch, now)?;
    count(&app, &parts, (&known.id, signer), &batch.pages);
    Ok(StatusCode::NO_CONTENT)
}

/// Passes pages to the pools of their rooms.
fn count(app: &AppState, parts: &Parts, (customer, signer): (&CustomerId, &SecretKey), pages: &[TimedPage]) {
    let mut by_room: BTreeMap<&RoomId, Vec<&TimedPage>> = BTreeMap::new();
    for page in pages {
        by_room.entry(&page.room).or_default().push(page);
    }
    for (room, pages) in by_room {
        // A hidden room has no visitors whose pages could be slow.
        let state = app.find(parts, customer.as_str(), room.as_str()).ok();
        let signed = state.filter(|state| state.settings.secret_key == *signer);
        let Some(state) = signed.filter(|state| state.published.pool.tuned.is_some()) else {
            continue;
        };
        let Some(share) = &state.settings.share else {
            continue;
        };
        let now = state.now().flow;
        let mut evidence = Evidence::default();
        for page in pages {
            let issued = Issued {
                at: FlowMs(now.0.saturating_sub(u64::from(page.age_ms))),
                visitor: VisitorTag::from_hash(page.visitor),
            };
            if app.page_reports.count(&share.pool, now, issued) {
                evidence.add(PageTiming {
                    time_ms: u64::from(page.time_ms),
                    failed: page.status.is_some_and(PageReports::is_overload),
                    weight: page.weight,
                });
            }
        }
        if evidence.reports() > 0 {
            state.room().report_pages(evidence);
        }
    }
}

impl CountedBatches {
    /// Creates an empty memory that starts now.
    pub(in crate::http) fn new(now: UnixSeconds) -> Self {
        Self {
            since: now,
            by_customer: Mutex::default(),
        }
    }

    /// Records that a report counts.
    fn count(&self, customer: &CustomerId, batch: &TimingBatch, now: UnixSeconds) -> Result<(), TimingRefusal> {
        // Reports from before the start are unknown, and can have been counted.
        if batch.sent_at < self.since {
            return Err(TimingRefusal::Counted);
        }
        let mut customers = self.by_customer.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = customers.entry(customer.clone()).or_default();
        recent.forget(now);
        if recent.seen.contains(&batch.id) {
            return Err(TimingRefusal::Counted);
        }
        if recent.seen.len() == REMEMBERED_MAX {
            return Err(TimingRefusal::TooMany);
        }
        recent.seen.insert(batch.id);
        recent.came.entry(now.0).or_default().push(batch.id);
        Ok(())
    }
}

impl RecentBatches {
    fn forget(&mut self, now: UnixSeconds) {
        let kept = self.came.split_off(&now.0.saturating_sub(REMEMBERED_SECONDS));
        let old = std::mem::replace(&mut self.came, kept);
        for id in old.into_values().flatten() {
            self.seen.remove(&id);
        }
    }
}

impl IntoResponse for TimingRefusal {
    fn into_response(self) -> Response {
        let (status, text) = match self {
            Self::UnknownCustomer => (StatusCode::NOT_FOUND, "There is no such customer here.".to_owned()),
            Self::Batch(error) => {
                let status = match error {
                    TimingBatchError::Signature => StatusCode::FORBIDDEN,
                    TimingBatchError::Malformed => StatusCode::BAD_REQUEST,
                    TimingBatchError::Time => StatusCode::CONFLICT,
                };
                (status, error.to_string())
            }
            Self::Counted => (StatusCode::CONFLICT, "This report was counted already.".to_owned()),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, "Too many reports came.".to_owned()),
            Self::Starting => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The rooms cannot be read yet. Drop the report.".to_owned(),
            ),
        };
        let mut response = (status, text + "\n").into_response();
        let no_store = HeaderValue::from_static("no-store");
        response.headers_mut().insert(CACHE_CONTROL, no_store);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_counts_once_while_it_could_come_again_and_the_memory_is_bounded() {
        let acme: CustomerId = "acme".parse().expect("an id");
        let batch = |id: u128, sent_at| TimingBatch {
            id: TimingBatchId::from_random(id.to_be_bytes()),
            sent_at: UnixSeconds(sent_at),
            pages: Vec::new(),
        };
        let counted = CountedBatches::new(UnixSeconds(1_000));
        let count = |batch: &TimingBatch, now| counted.count(&acme, batch, UnixSeconds(now));
        assert_eq!(count(&batch(1, 999), 1_000), Err(TimingRefusal::Counted));
        assert_eq!(count(&batch(1, 1_060), 1_000), Ok(()));
        for later in [1_000, 1_060, 1_120] {
            assert_eq!(count(&batch(1, 1_060), later), Err(TimingRefusal::Counted), "{later}");
        }
        for id in 2..=REMEMBERED_MAX as u128 {
            assert_eq!(count(&batch(id, 1_060), 1_060), Ok(()));
        }
        assert_eq!(count(&batch(0, 1_060), 1_060), Err(TimingRefusal::TooMany));
        assert_eq!(count(&batch(0, 1_200), 1_200), Ok(()));
    }
}
