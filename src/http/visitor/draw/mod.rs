//! The endpoints of a room's draws: the published document, a visitor's receipt, a page that
//! verifies both and reports the result, and one that accepts the round of a beacon.
//!
//! The document is public and may be cached for a few seconds; the receipt and the page are private
//! to a visitor. The place comes from `q`, else from the cookie: a receipt proves a place, so it is
//! issued only to a visitor who presents the place.

pub(in crate::http) mod beacon;
mod by_browsers;
mod document;
mod page;
pub(in crate::http) mod receipt;

use axum::body::Body;
use axum::extract::{Path, State};
use draw::ReceiptDocument;
use http::Response;
use http::request::Parts;
use protocol::QueueId;

use crate::draws::Draws;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::{AppState, SharedAppState, paths};
use crate::rooms::{Place, RoomState};

/// `GET /draw/<c>/<e>` and `GET /draw/<c>/<e>.json`: the router cannot match parts of a segment.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    match room.strip_suffix(paths::DOCUMENT_SUFFIX) {
        Some(room) => document::get(&app, &parts, &customer, room),
        None => page::get(&app, &customer, &room, &parts),
    }
}

/// Finds a room that has committed to a draw; any other room answers 404 here.
fn find(app: &AppState, parts: &Parts, customer: &str, room: &str) -> Result<RoomState, VisitError> {
    let state = app.find(parts, customer, room)?;
    state
        .room()
        .draws()
        .has_draw()
        .then_some(state)
        .ok_or(VisitError::NotFound)
}

/// Returns the place that a visitor presents: `q` if there is one, else the browser's. `None` if
/// the visitor presents none.
fn presented_place(
    app: &AppState,
    state: &RoomState,
    parts: &Parts,
    query: &Query<'_>,
) -> Result<Option<Place>, VisitError> {
    match query.get("q") {
        Some(text) => {
            let place = text.parse::<QueueId>().ok().and_then(|id| state.open_id(id));
            place.map(Some).ok_or(VisitError::ForeignPlace)
        }
        None => {
            let places = app.places(&parts.headers);
            Ok(places.iter().filter_map(|id| state.open_id(id)).last())
        }
    }
}

/// Returns the receipt of a place.
fn receipt_of(draws: &Draws, place: &Place) -> Option<ReceiptDocument> {
    draws.receipt(place.run, place.device.sequence, place.since)
}
