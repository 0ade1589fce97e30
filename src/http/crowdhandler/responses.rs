//! `PUT /v1/responses/{id}`: how long a page took. Reports are read and acknowledged; nothing is
//! decided by them yet, and answers name no id for them.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::Response;
use crowdhandler::PerformanceReport;
use crowdhandler::result::UpdateCount;
use http::request::Parts;

use super::account::CallingAccount;
use super::answer;
use super::requests::content_type;
use crate::http::SharedEdge;

/// Handles the request. Clients send a report also where they have no id.
pub(super) async fn put(State(edge): State<SharedEdge>, parts: Parts, body: Bytes) -> Response<Body> {
    if CallingAccount::of(&edge, &parts.headers).is_none() {
        return answer::invalid_key();
    }
    let report = PerformanceReport::from_body(content_type(&parts.headers), &body);
    let updated = u32::from(report.is_some());
    answer::result(UpdateCount { updated })
}
