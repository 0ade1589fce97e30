//! `POST /hold?c&e&q`: the holder of a place steps aside for a while, and with `back` comes back.
//! It works without scripts: the answer leads to the room's page, which shows the current state;
//! not by a redirect, since it answers a form ([`html::onward`]).
//!
//! It is available once, to a visitor who is near the turn; the visitor's browser records its use
//! (`hold_cookie`). A form of another site's page changes nothing, and neither does a GET, which a
//! browser sends when a visitor reloads this address.

use admission::PlaceStatus;
use admission::snapshot::PlaceView;
use app::view::NEAR_SECONDS;
use axum::body::Body;
use axum::extract::State;
use http::header::SET_COOKIE;
use http::request::Parts;
use http::{HeaderValue, Response};

use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::visit::{Identified, Visitor};
use crate::http::{AppState, SharedAppState, html, paths};
use crate::rooms::{Place, Possession, RoomState, TurnHold, Unserved};

/// The longest interval between two polls, seconds.
const POLL_SECONDS_MAX: u64 = 60;

/// Redirects to the room's page.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    match app.find(
        &parts,
        query.get("c").unwrap_or_default(),
        query.get("e").unwrap_or_default(),
    ) {
        Ok(state) => to_page(&app, &state, (&parts, &query)),
        Err(not_found) => app.refuse_unfound(&parts, &query, not_found),
    }
}

/// Handles the form.
pub(in crate::http) async fn post(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let room = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    let identified = match app.identified((&parts, &query), room, app.linked(&query)).await {
        Ok(identified) => identified,
        Err(not_found) => return app.refuse_unfound(&parts, &query, not_found),
    };
    let Visitor::Holder {
        place,
        possession: Possession::Cookie,
        ..
    } = identified.visitor
    else {
        // The room's own page has the answer for all other visitors.
        return to_page(&app, identified.state(), (&parts, &query));
    };
    if !app.is_our_own(&parts) {
        return to_page(&app, identified.state(), (&parts, &query));
    }
    match change(&identified, &place).await {
        Ok(cookie) => {
            let mut response = to_page(&app, identified.state(), (&parts, &query));
            response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
            response
        }
        Err(unserved) => identified.refuse(VisitError::from(unserved)),
    }
}

/// Steps aside or comes back. Returns the value for the browser's cookie, if anything changed.
async fn change(identified: &Identified<'_>, place: &Place) -> Result<Option<HeaderValue>, Unserved> {
    let (state, query) = (identified.state(), identified.visit.query);
    if query.get(paths::BACK_PARAMETER).is_some() {
        state.note_return(place);
        let back = identified.hold(place).map(|hold| TurnHold { is_back: true, ..hold });
        return Ok(back.map(|back| identified.remember_hold(place, back)));
    }
    let view = match state.place_status(place, 0, 100) {
        PlaceStatus::FirstInLine(view) if !view.redirected => view,
        PlaceStatus::InLine(view) if !view.redirected && is_near(&view) => view,
        _ => return Ok(None),
    };
    let Some(hold) = identified.hold_on_offer(place, &view) else {
        return Ok(None);
    };
    state.step_aside(place, hold.until).await?;
    // A visitor who was let in at this very moment goes in.
    let is_in = state.clone().newer().was_redirected(place);
    let room = identified.visit.room();
    tracing::debug!(room = room.name(), visitor.hash = %room.log_hash(&place.queue_id), "stepped aside");
    Ok((!is_in).then(|| identified.remember_hold(place, hold)))
}

/// Whether a visitor in line is near enough to step aside. A page offers it according to the last
/// estimate that it received.
fn is_near(view: &PlaceView) -> bool {
    let low_ms = view.wait.map(|wait| wait.low_ms);
    low_ms.is_some_and(|low_ms| low_ms <= 1_000 * (NEAR_SECONDS + POLL_SECONDS_MAX))
}

fn to_page(app: &AppState, state: &RoomState, (parts, query): (&Parts, &Query<'_>)) -> Response<Body> {
    let (customer, room) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    let place = query.get("q").map(|q| ("q", q));
    let language = &app.language(&parts.headers, query, Some(&state.settings));
    let link = language.transfer_texts().back(&[]);
    html::onward(
        &paths::enter(customer, room, query.kept().chain(place)),
        &link,
        language,
        &app.pages.theme(query.get("l"), Some(&state.settings)),
    )
}
