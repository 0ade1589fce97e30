//! Reports of page load times, for autotune. A report counts if it names an id from a recent answer
//! to a visitor who was let in, and if that visitor has no other report for the same half minute
//! ([`admission::autotune::response_ids`]). All other reports are dropped here and change nothing.
//!
//! This process remembers the counted reports for as long as it runs the pool, so that an id does
//! not count again when the pool's settings change.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use admission::FlowMs;
use admission::autotune::response_ids::{CountedIds, Issued};
use admission::autotune::{Evidence, PageTiming};
use crowdhandler::PerformanceReport;

use super::directory::Account;
use super::request_log::{ReportedPage, is_failure};
use crate::http::AppState;

/// One in this many reports is kept if the client does not state how many pages a report stands
/// for: such clients report every page.
const KEPT_ONE_OF: u32 = 3;
/// The status code by which a site refuses requests because there are too many.
const TOO_MANY: u16 = 429;

/// The ids whose reports were counted, by pool.
#[derive(Debug, Default)]
pub(in crate::http) struct PageReports(Mutex<HashMap<String, CountedIds>>);

impl PageReports {
    /// Returns whether a genuine id counts now; each counts once.
    pub(in crate::http) fn count(&self, pool: &str, now: FlowMs, issued: Issued) -> bool {
        let mut pools = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !pools.contains_key(pool) {
            pools.insert(pool.to_owned(), CountedIds::default());
        }
        let counted = pools.get_mut(pool);
        counted.is_some_and(|counted| counted.count(now, issued).is_ok())
    }

    /// Returns whether a page with this status code is a sign of too high a rate: a failure of the
    /// site, or its refusal of a request because there are too many, which is no failure.
    pub(in crate::http) fn is_overload(code: u16) -> bool {
        is_failure(code) || code == TOO_MANY
    }
}

/// Passes a report to the pool that issued its id, if the report counts. `account`: the caller's;
/// only its domains are searched.
pub(super) fn take(app: &AppState, account: &Account, id: &str, report: PerformanceReport) {
    let issuer = account.domains.iter().find_map(|domain| {
        let ids = domain.response_ids.as_ref()?;
        let state = domain.any_room(&app.rooms, &account.customer)?;
        let issued = ids.verify(state.now().flow, id).ok()?;
        Some((domain, state, issued))
    });
    let Some((domain, state, issued)) = issuer else {
        return;
    };
    let page = ReportedPage {
        time_ms: report.time_ms,
        http_code: report.http_code,
    };
    app.request_log.report(&domain.pool, id, page);
    let Some(weight) = report.sample_rate.or_else(|| is_kept(id).then_some(KEPT_ONE_OF)) else {
        return;
    };
    let now = state.now().flow;
    if app.page_reports.count(&domain.pool, now, issued) {
        let mut evidence = Evidence::default();
        evidence.add(PageTiming {
            time_ms: report.time_ms.map_or_else(|| now.since(issued.at), u64::from),
            failed: PageReports::is_overload(report.http_code),
            weight,
        });
        state.room().report_pages(evidence);
    }
}

/// Returns whether a report that does not state a sample is kept. The last two digits of a genuine
/// id are part of its MAC: they are evenly distributed, and no client can choose them.
fn is_kept(id: &str) -> bool {
    let last = id.get(id.len().saturating_sub(2)..);
    let number = last.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    number.is_some_and(|number| number % KEPT_ONE_OF == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_that_refuses_too_many_requests_is_overloaded_and_has_not_failed() {
        for (code, failed, overloaded) in [
            (404, false, false),
            (TOO_MANY, false, true),
            (499, false, false),
            (500, true, true),
        ] {
            assert_eq!((is_failure(code), PageReports::is_overload(code)), (failed, overloaded));
        }
    }

    #[test]
    fn a_third_is_kept_of_reports_that_name_no_sample() {
        let id = |last: u32| format!("{}{last:02x}", "0".repeat(30));
        let kept = (0..256).filter(|last| is_kept(&id(*last))).count();
        assert_eq!(kept, 86);
        assert_eq!(is_kept(&id(0xfc)), is_kept(&id(0xfc).to_uppercase()));
    }
}
