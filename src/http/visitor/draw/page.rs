//! `GET /draw/<c>/<e>[?q]`: verifies the published draws and the visitor's own receipt as an
//! outsider would, and explains the result.

use axum::body::Body;
use http::request::Parts;
use http::{Response, StatusCode};
use protocol::QueueId;

use crate::http::visit::query::Query;
use crate::http::visitor::draw::{find, presented_place, receipt_of};
use crate::http::{AppState, html, paths};
use crate::pages::{AwaitedBeacon, DrawPage};
use crate::rooms::{Place, PlaceLookup, RoomState};

/// Returns the page, or the page of an error.
pub(in crate::http) fn get(app: &AppState, customer: &str, name: &str, parts: &Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let state = match find(app, parts, customer, name) {
        Ok(state) => state,
        Err(error) => return app.refuse(parts, &query, error),
    };
    let place = match presented_place(app, &state, parts, &query) {
        Ok(place) => place,
        // The draws of past runs stay published, but an id of theirs no longer tells when its place
        // was given, which the receipt states.
        Err(_) if is_of_past_run(&state, &query) => None,
        Err(error) => return app.refuse_in(&state, parts, &query, error),
    };
    let (room, settings) = (state.room(), &state.settings);
    let draws = room.draws();
    let receipt = place.as_ref().and_then(|place| receipt_of(draws, place));
    // If the room hides numbers, the page verifies only the public draw. The receipt, which
    // contains no number, stays available to the visitor.
    let holder = receipt.as_ref().filter(|_| settings.display.queue_number);
    let found = draws.verified(holder);
    if let Err(broken) = &found {
        tracing::error!(room = room.name(), fault = %broken, "the published draw does not hold");
    }
    let language = &app.language(&parts.headers, &query, Some(settings));
    let receipt_of = |place: &Place| paths::draw_receipt(customer, name, &place.queue_id);
    let line_of = |place: &Place| back_to_line(customer, name, place, &query);
    let page = DrawPage {
        room_id: name,
        room_name: &settings.name,
        found: found.as_ref(),
        public_key: draws.public_key(),
        document_url: &paths::draw_document(customer, name),
        receipt_url: place.as_ref().filter(|_| receipt.is_some()).map(receipt_of),
        line_url: place.as_ref().map(line_of),
        awaited: draws.awaited().map(|round| AwaitedBeacon {
            round: round.round.get(),
            relay_path: beacon::relay_path(&round),
            form_url: paths::draw_beacon(customer, name),
        }),
    };
    let theme = app.pages.theme(query.get("l"), Some(settings));
    html::page(StatusCode::OK, page.render(language, &theme), None)
}

/// Returns whether `q` names a place of a run that has ended.
fn is_of_past_run(state: &RoomState, query: &Query<'_>) -> bool {
    let id = query.get("q").and_then(|text| text.parse::<QueueId>().ok());
    id.is_some_and(|id| matches!(state.look_up(id), PlaceLookup::PastRun))
}

/// Returns the address of the place's waiting page, with this page's language, theme and target.
fn back_to_line(customer: &str, room: &str, place: &Place, query: &Query<'_>) -> String {
    let id = place.queue_id.to_string();
    paths::enter(customer, room, query.kept().chain([("q", id.as_str())]))
}
