//! `PUT /v1/responses/{id}`: reports how long a page took. The id decides whether the report counts
//! ([`super::page_reports`]); the answer is the same for all reports.

use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::Response;
use crowdhandler::PerformanceReport;
use crowdhandler::result::UpdateCount;
use http::request::Parts;

use super::account::CallingAccount;
use super::requests::content_type;
use super::{answer, page_reports};
use crate::http::SharedAppState;

/// Handles the request. Clients also send a report if they have no id.
pub(super) async fn put(
    State(app): State<SharedAppState>,
    id: Result<Path<String>, PathRejection>,
    parts: Parts,
    body: Bytes,
) -> Response<Body> {
    let Some(caller) = CallingAccount::of(&app, &parts) else {
        return answer::invalid_key();
    };
    let report = PerformanceReport::from_body(content_type(&parts.headers), &body);
    if let (Some(report), Ok(Path(id))) = (report, id) {
        page_reports::take(&app, caller.account(), &id, report);
    }
    let updated = u32::from(report.is_some());
    answer::result(UpdateCount { updated })
}
