//! The latest calls about each domain's visitors, for the private API: each entry has the visitor,
//! the page, the answer, and the page's load time if it was reported.
//!
//! In memory and per node: a domain has at most [`REQUESTS_MAX`] entries, for an hour at most. An
//! entry contains the page's path without its query, which can name people; it contains no address
//! and no token. A call about a visitor without a place in a room adds no entry.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use admission::WallMs;
use protocol::{QueueId, RoomId};

use crate::rooms::SessionKey;

/// The maximum number of entries of a domain; beyond it the oldest are dropped.
const REQUESTS_MAX: usize = 4_096;
/// How long an entry is kept, milliseconds.
const KEPT_MS: u64 = 3_600_000;
/// The maximum length of a path, bytes.
const PATH_BYTES_MAX: usize = 200;
/// Status codes from this one on are failures of the site. Lower ones mean that a visitor requested
/// something that does not exist or is not allowed, which a site answers under any load.
const FAILED_FROM: u16 = 500;

/// A call about a visitor of a room. `Debug` omits the visitor.
#[derive(Clone)]
pub(super) struct LoggedRequest {
    pub(super) at: WallMs,
    /// The content of the visitor's token.
    pub(super) visitor: QueueId,
    pub(super) room: RoomId,
    /// The visitor's place in this room, if it is known and has a number.
    pub(super) place: Option<SessionKey>,
    /// The path of the page.
    pub(super) path: Box<str>,
    /// Whether the visitor was let in.
    pub(super) promoted: bool,
    /// The page's report.
    pub(super) page: Option<ReportedPage>,
}

/// A page's report about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReportedPage {
    /// How long the page took, milliseconds, if it was reported.
    pub(super) time_ms: Option<u32>,
    pub(super) http_code: u16,
}

/// Returns whether a page with this status code is a failure of the site.
pub(super) fn is_failure(http_code: u16) -> bool {
    http_code >= FAILED_FROM
}

/// The latest calls, by pool.
#[derive(Debug, Default)]
pub(in crate::http) struct RequestLog(Mutex<HashMap<String, DomainLog>>);

#[derive(Debug, Default)]
struct DomainLog {
    /// Entries, the oldest first, each with the response id under which its page reports.
    requests: VecDeque<(LoggedRequest, Option<Box<str>>)>,
    /// How many entries were dropped.
    dropped: u64,
    /// The position of the entry of each response id; dropped entries are counted.
    awaited: HashMap<Box<str>, u64>,
}

impl std::fmt::Debug for LoggedRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LoggedRequest")
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl RequestLog {
    /// Adds a call. `is_known`: whether a pool is still a domain; the logs of other pools are
    /// dropped.
    pub(super) fn note(
        &self,
        pool: &str,
        request: LoggedRequest,
        response_id: Option<&str>,
        is_known: impl Fn(&str) -> bool,
    ) {
        let mut logs = self.lock();
        if !logs.contains_key(pool) {
            logs.retain(|pool, _| is_known(pool));
            logs.insert(pool.to_owned(), DomainLog::default());
        }
        if let Some(log) = logs.get_mut(pool) {
            log.push(request, response_id);
        }
    }

    /// Adds the page's report to the call whose answer gave the response id. Returns whether there
    /// is such a call.
    pub(super) fn report(&self, pool: &str, response_id: &str, page: ReportedPage) -> bool {
        let mut logs = self.lock();
        logs.get_mut(pool).is_some_and(|log| log.report(response_id, page))
    }

    /// Returns the kept entries that are wanted, the newest first.
    pub(super) fn list(
        &self,
        pool: &str,
        now: WallMs,
        most: usize,
        is_wanted: impl Fn(&LoggedRequest) -> bool,
    ) -> Vec<LoggedRequest> {
        let logs = self.lock();
        let entries = logs.get(pool).into_iter().flat_map(|log| log.requests.iter().rev());
        let kept = entries
            .map(|(request, _)| request)
            .filter(|request| request.is_kept(now));
        kept.filter(|request| is_wanted(request)).take(most).cloned().collect()
    }

    /// No method panics between two changes that belong together, so a poisoned lock is safe to
    /// use.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, DomainLog>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DomainLog {
    fn push(&mut self, request: LoggedRequest, response_id: Option<&str>) {
        let now = request.at;
        while self.requests.len() >= REQUESTS_MAX
            || self.requests.front().is_some_and(|(oldest, _)| !oldest.is_kept(now))
        {
            if let Some((_, Some(id))) = self.requests.pop_front() {
                self.awaited.remove(&id);
            }
            self.dropped += 1;
        }
        if let Some(id) = response_id {
            self.awaited
                .insert(id.into(), self.dropped + self.requests.len() as u64);
        }
        self.requests.push_back((request, response_id.map(Into::into)));
    }

    fn report(&mut self, response_id: &str, page: ReportedPage) -> bool {
        let at = self.awaited.remove(response_id).map(|at| at - self.dropped);
        let entry = at.and_then(|at| self.requests.get_mut(usize::try_from(at).ok()?));
        entry.map(|(request, _)| request.page = Some(page)).is_some()
    }
}

impl LoggedRequest {
    fn is_kept(&self, now: WallMs) -> bool {
        self.at.0 + KEPT_MS > now.0
    }
}

/// Returns the path of a page as it is logged: without its query, and not longer than
/// [`PATH_BYTES_MAX`].
pub(super) fn logged_path(path_and_query: &str) -> Box<str> {
    let path = path_and_query.split(['?', '#']).next().unwrap_or_default();
    path[..path.floor_char_boundary(PATH_BYTES_MAX)].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(at: u64) -> LoggedRequest {
        LoggedRequest {
            at: WallMs(at),
            visitor: QueueId::from_bytes([7; 16]),
            room: "sale".parse().expect("an id"),
            place: None,
            path: "/tickets".into(),
            promoted: true,
            page: None,
        }
    }

    fn all(log: &RequestLog, now: u64) -> Vec<u64> {
        let listed = log.list("shop", WallMs(now), usize::MAX, |_| true);
        listed.into_iter().map(|request| request.at.0).collect()
    }

    #[test]
    fn a_domain_keeps_a_bounded_number_of_requests_for_an_hour() {
        let log = RequestLog::default();
        let count = REQUESTS_MAX as u64 + 10;
        for at in 0..count {
            log.note("shop", request(at), Some(&format!("id{at}")), |_| true);
        }
        let kept = all(&log, count);
        assert_eq!(
            (kept.len(), kept[0], kept[REQUESTS_MAX - 1]),
            (REQUESTS_MAX, count - 1, 10)
        );
        let logs = log.lock();
        let shop = &logs["shop"];
        assert_eq!((shop.requests.len(), shop.awaited.len()), (REQUESTS_MAX, REQUESTS_MAX));
        drop(logs);
        assert!(all(&log, count + KEPT_MS).is_empty(), "nobody is shown older ones");
        log.note("shop", request(count + KEPT_MS), None, |_| true);
        let logs = log.lock();
        assert_eq!(
            (logs["shop"].requests.len(), logs["shop"].awaited.len()),
            (1, 0),
            "nor are they kept"
        );
    }

    #[test]
    fn a_page_reports_once_and_to_its_own_request() {
        let log = RequestLog::default();
        for at in 0..REQUESTS_MAX as u64 + 2 {
            log.note("shop", request(at), Some(&format!("id{at}")), |_| true);
        }
        let page = ReportedPage {
            time_ms: Some(5),
            http_code: 200,
        };
        assert!(log.report("shop", "id7", page) && !log.report("shop", "id7", page));
        assert!(!log.report("shop", "id1", page), "dropped");
        assert!(!log.report("other", "id8", page));
        let reported = log.list("shop", WallMs(10), usize::MAX, |request| request.page.is_some());
        assert_eq!(reported.iter().map(|request| request.at.0).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn the_logs_of_domains_that_are_gone_are_dropped() {
        let log = RequestLog::default();
        log.note("gone", request(0), None, |_| true);
        log.note("shop", request(0), None, |pool| pool == "shop");
        assert_eq!(log.lock().keys().collect::<Vec<_>>(), ["shop"]);
    }

    #[test]
    fn queries_are_not_kept_and_paths_are_cut() {
        assert_eq!(&*logged_path("/tickets?mail=a@b.example"), "/tickets");
        assert_eq!(logged_path(&"ä".repeat(500)).len(), PATH_BYTES_MAX);
    }
}
