//! A room's draws for everybody: the published document, a visitor's receipt, and a page that
//! checks both and says what it found.
//!
//! The document is public and may be kept for a few seconds; receipt and page are a visitor's own.
//! Who asks is told by `q`, else by the cookie: a receipt is proof of a place and is made out only
//! to somebody who shows the place.

mod document;
mod page;
pub(in crate::http) mod receipt;

use std::sync::Arc;

use app::view::PollRefusal;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use draw::ReceiptDocument;
use http::header::{CACHE_CONTROL, HeaderValue};
use http::request::Parts;
use http::{Response, StatusCode};
use protocol::QueueId;
use serde_json::json;

use crate::draws::Draws;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::{Edge, SharedEdge, paths};
use crate::rooms::{Place, Room};

/// `GET /draw/<c>/<e>` and `GET /draw/<c>/<e>.json`: the router knows no half segments.
pub(in crate::http) async fn get(
    State(edge): State<SharedEdge>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    match room.strip_suffix(paths::DOCUMENT_SUFFIX) {
        Some(room) => document::get(&edge, &parts, &customer, room),
        None => page::get(&edge, &customer, &room, &parts),
    }
}

/// A room with draws; one that has committed to none has no such page.
fn find(edge: &Edge, parts: &Parts, customer: &str, room: &str) -> Result<Arc<Room>, VisitError> {
    let room = edge.find(parts, customer, room)?;
    room.draws().any().then_some(room).ok_or(VisitError::NotFound)
}

/// The place that a visitor shows: `q` if there is one, else the browser's. `None` if they show
/// nothing.
fn shown(edge: &Edge, room: &Room, parts: &Parts, query: &Query<'_>) -> Result<Option<Place>, VisitError> {
    let state = room.state();
    match query.get("q") {
        Some(text) => {
            let known = text.parse::<QueueId>().ok().and_then(|id| state.open_id(id));
            known.map(Some).ok_or(VisitError::ForeignPlace)
        }
        None => {
            let places = edge.places(&parts.headers);
            Ok(places.iter().filter_map(|id| state.open_id(id)).last())
        }
    }
}

/// The receipt of a place.
fn receipt_of(draws: &Draws, known: &Place) -> Option<ReceiptDocument> {
    draws.receipt(known.run, known.device.sequence, known.since)
}

/// A refusal for programs, as the contract has it.
fn refused(refusal: PollRefusal) -> Response<Body> {
    let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, Json(json!({ "error": refusal }))).into_response();
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
