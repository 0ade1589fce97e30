//! `GET /cancel/<c>/<e>/<queueId>/cancelqueueid`, which a page of the site loads as a script and
//! whose content it ignores. It gives up the place if the browser sends this server's cookie with
//! that very place, and its headers say that the page belongs to the room's own site or to this
//! server's site. Where they name no page, nothing is given up, since a script cannot ask.
//!
//! A script request from another site carries no cookie. From such a site this server's script
//! presents the session by which the site knows this visitor (`_cval`, in the form that
//! `javascript_queue` uses): it is signed with the secret key and names this place, so no other
//! client has it. The vendor's script presents no session, and then nothing is given up.

use axum::body::Body;
use axum::extract::{Path, State};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderValue, Response};
use protocol::QueueId;
use protocol::session_cookie::SessionFields;

use crate::config::RoomDefinition;
use crate::http::infra::assets::CROSS_ORIGIN_RESOURCE_POLICY;
use crate::http::visit::cookie::Places;
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::{Initiator, destination, is_speculative};
use crate::http::visit::query::Query;
use crate::http::visitor::leave::give_up::{HeldPlace, NamedRoom, catch_up, forget, held, is_wanted};
use crate::http::{AppState, SharedAppState};

/// The body of the answer.
const NO_SCRIPT: &str = "/* nothing to run */\n";

/// Handles the request.
pub(in crate::http) async fn script(
    State(app): State<SharedAppState>,
    Path((customer, room, queue_id)): Path<(String, String, String)>,
    parts: Parts,
) -> Response<Body> {
    let mut response = Response::new(Body::from(NO_SCRIPT));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/javascript"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    match give_up(&app, &parts, (&customer, &room), &queue_id).await {
        Ok(Some(places)) => forget(&app, &parts, &places, &mut response),
        Ok(None) => {}
        Err(error) => *response.status_mut() = error.shape().0,
    }
    response
}

/// Gives up the place if the request is allowed to. Returns the places that the browser keeps, or
/// `None` if nothing was given up.
async fn give_up<'e>(
    app: &'e AppState,
    parts: &Parts,
    (customer, room): (&str, &str),
    queue_id: &str,
) -> Result<Option<Places<'e>>, VisitError> {
    let state = app.find(parts, customer, room)?;
    let headers = &parts.headers;
    if is_speculative(headers) || destination(headers).is_some_and(|what| what != "script") {
        return Ok(None);
    }
    let config = &state.settings;
    let from = Initiator::of(parts, app, config);
    let is_shown = shows_session(&Query::new(parts.uri.query()), config, queue_id);
    let places = app.places(headers);
    let mut named = NamedRoom::new(state, Some(queue_id));
    let place = if is_shown {
        named.place().await?
    } else if is_wanted(from) {
        let rooms = std::slice::from_mut(&mut named);
        catch_up(rooms, &places).await?;
        held(rooms, &places).into_iter().find(HeldPlace::is_named)
    } else {
        None
    };
    let Some(place) = place else {
        return Ok(None);
    };
    place.give_up().await?;
    Ok(Some(places.with(None, |id| named.state.open_id(*id).is_some())))
}

/// Returns whether the link contains the site's session of this very place. The session's expiry is
/// not checked: it concerns the site only.
fn shows_session(query: &Query<'_>, room: &RoomDefinition, queue_id: &str) -> bool {
    let value = query.get("_cval").map(SessionFields::parse);
    let session = value.and_then(|fields| fields.session(&room.secret_key, &room.id).ok());
    let shown = session.and_then(|session| session.queue_id?.parse::<QueueId>().ok());
    shown.is_some() && shown == queue_id.parse().ok()
}
