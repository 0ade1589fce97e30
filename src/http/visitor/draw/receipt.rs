//! `GET /draw/<c>/<e>/receipt.json[?q]`: a visitor's receipt as a download. Every request for it
//! returns the same bytes.

use app::view::PollRefusal;
use axum::body::Body;
use axum::extract::{Path, State};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use http::request::Parts;
use http::{Response, StatusCode};

use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::visitor::draw::{find, presented_place, receipt_of};
use crate::http::{AppState, SharedAppState, paths};

/// Handles the request.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    match receipt(&app, &customer, &room, &parts, &query) {
        Ok(json) => download(json, &room),
        Err(refusal) => app.refuse_json(&refusal),
    }
}

fn receipt(
    app: &AppState,
    customer: &str,
    room: &str,
    parts: &Parts,
    query: &Query<'_>,
) -> Result<String, PollRefusal> {
    let enter = || Some(paths::enter(customer, room, query.kept()));
    let found = find(app, parts, customer, room).map_err(|error| error.refusal(None))?;
    let place = presented_place(app, &found, parts, query).map_err(|error| error.refusal(enter()))?;
    let place = place.ok_or_else(|| missing_place(enter()))?;
    let receipt = receipt_of(found.room().draws(), &place).ok_or_else(|| VisitError::NotFound.refusal(None))?;
    Ok(receipt.to_json())
}

fn download(json: String, room: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(json));
    *response.status_mut() = StatusCode::OK;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let name = format!("attachment; filename=\"receipt-{room}.json\"");
    let name = HeaderValue::try_from(name).expect("ids of rooms that exist are letters and digits");
    headers.insert(CONTENT_DISPOSITION, name);
    response
}

fn missing_place(enter_url: Option<String>) -> PollRefusal {
    let detail = "q is missing, and the browser brought no cookie with a place in this room.";
    PollRefusal {
        status: StatusCode::BAD_REQUEST.as_u16(),
        id: 0,
        code: "missing-argument",
        detail: detail.to_owned(),
        enter_url,
    }
}
