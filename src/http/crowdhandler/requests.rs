//! `POST /v1/requests` for a visitor without a token, `GET /v1/requests/{token}` for one with it.
//! Both give the same answer; a token that is unknown or expired is ignored, and the answer has a
//! new one.

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::Response;
use crowdhandler::{VisitCall, VisitCallError};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use http::request::Parts;

use super::account::CallingAccount;
use super::answer;
use super::check::{CheckOutcome, PageAccess, WrongCode};
use super::request_log::{LoggedRequest, logged_path};
use crate::http::{AppState, SharedAppState};

/// Handles `POST`.
pub(super) async fn post(State(app): State<SharedAppState>, parts: Parts, body: Bytes) -> Response<Body> {
    let call = VisitCall::from_body(content_type(&parts.headers), &body);
    respond(&app, &parts, None, call).await
}

/// Handles `GET`.
pub(super) async fn get(State(app): State<SharedAppState>, Path(token): Path<String>, parts: Parts) -> Response<Body> {
    let call = VisitCall::from_query(parts.uri.query().unwrap_or_default());
    respond(&app, &parts, Some(&token), call).await
}

/// Returns the declared type of a body.
pub(super) fn content_type(headers: &HeaderMap) -> Option<&str> {
    headers.get(CONTENT_TYPE)?.to_str().ok()
}

async fn respond(
    app: &AppState,
    parts: &Parts,
    token: Option<&str>,
    call: Result<VisitCall, VisitCallError>,
) -> Response<Body> {
    let Some(caller) = CallingAccount::of(app, parts) else {
        return answer::invalid_key();
    };
    let call = match call {
        Ok(call) => call,
        Err(error) => return answer::bad_call(&error),
    };
    let check = caller.check((app, parts), &call, token);
    let response = match check.run().await {
        Ok(checked) => {
            log(app, &call, &checked);
            answer::checked(app, check.account, &call, &checked)
        }
        Err(WrongCode) => return answer::wrong_code(),
    };
    // The visitor is still let in, to see the page of the finished order.
    if token.is_some() {
        check.end_at_checkout().await;
    }
    response
}

/// Adds a call about a page to the log that the private API shows, if a room covers the page.
fn log(app: &AppState, call: &VisitCall, checked: &CheckOutcome<'_>) {
    let (CheckOutcome::Covered(visit), Some(url)) = (checked, &call.url) else {
        return;
    };
    let (Some(state), Some(token)) = (&visit.state, &visit.token) else {
        return;
    };
    let Some(visitor) = app.tokens.open(token.as_str()) else {
        return;
    };
    let promoted = matches!(visit.access, PageAccess::Promoted);
    let request = LoggedRequest {
        at: app.clock.wall(),
        visitor,
        room: visit.room.room.clone(),
        place: visit.place.as_ref().and_then(|place| state.session_key(place)),
        path: logged_path(url.path_and_query()),
        promoted,
        page: None,
    };
    let response_id = answer::response_id(visit, promoted);
    let is_domain = |pool: &str| app.directory.load().has_pool(pool);
    app.request_log
        .note(&visit.domain.pool, request, response_id.as_deref(), is_domain);
}
