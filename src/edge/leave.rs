//! Giving up a place: three generations of cancel links, and "leave the line" on the page.
//!
//! A cancel clears the browser's memory of the room, cancels the queue id of the link and that of the cookie, and goes on to `r` (a host of the rooms
//! only), or back into the room as a newcomer. Leaving ends on a page that says so. Of several rooms those that do not exist are passed over: somebody who has
//! bought something must not end on an error page because one room of the list is gone.

use axum::body::Body;
use axum::extract::{Path, State};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use protocol::QueueId;

use super::assets::for_everybody;
use super::client::Client;
use super::cookie::Places;
use super::query::Query;
use super::trouble::Trouble;
use super::{Edge, SharedEdge, html, paths};
use crate::room::Room;
use crate::target;
use crate::text::Notice;

/// Rooms that one link may cancel.
pub(super) const ROOMS_MAX: usize = 20;

/// What the vendor's browser script loads as a script and does not look at.
const NO_SCRIPT: &str = "/* nothing to run */\n";

/// `GET /cancel.aspx?c&e[&q][&r]`
pub(super) async fn aspx(State(edge): State<SharedEdge>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let (customer, room) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    cancel(&edge, &parts, &query, customer, &[(room, query.get("q"))]).await
}

/// `GET /cancel/<c>/<e>[/][?t][&r]`
pub(super) async fn room(
    State(edge): State<SharedEdge>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query()).in_room(&customer, &room);
    cancel(&edge, &parts, &query, &customer, &[(&room, None)]).await
}

/// `GET /cancel/<c>/<e>/<queueId>[?r]`
pub(super) async fn place(
    State(edge): State<SharedEdge>,
    Path((customer, room, queue_id)): Path<(String, String, String)>,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query()).in_room(&customer, &room);
    cancel(&edge, &parts, &query, &customer, &[(&room, Some(&queue_id))]).await
}

/// `GET /cancel/<c>/<e>/<queueId>/cancelqueueid`, loaded by a page of the site as a script: browsers send no cookie of ours with that from another site, so the id
/// in the path is what counts.
pub(super) async fn script(
    State(edge): State<SharedEdge>,
    Path((customer, room, queue_id)): Path<(String, String, String)>,
    parts: Parts,
) -> Response<Body> {
    let given_up = match edge.find(&parts, &customer, &room) {
        Ok(room) => give_up(&parts, &room, Some(&queue_id)).await,
        Err(trouble) => Err(trouble),
    };
    let mut response = Response::new(Body::from(NO_SCRIPT));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/javascript"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for_everybody(headers);
    match given_up {
        Ok(places) => forget(&edge, &parts, &places, &mut response),
        Err(trouble) => *response.status_mut() = trouble.shape().0,
    }
    response
}

/// `GET /cancel/multiple/<c>?wrl=<room>[~<queueId>]_<room2>…[&r]`
pub(super) async fn multiple(
    State(edge): State<SharedEdge>,
    Path(customer): Path<String>,
    parts: Parts,
) -> Response<Body> {
    let link = Query::new(parts.uri.query());
    let list = link.get("wrl").unwrap_or_default();
    let rooms: Vec<_> = list
        .split('_')
        .filter(|entry| !entry.is_empty())
        .take(ROOMS_MAX)
        .map(|entry| {
            entry
                .split_once('~')
                .map_or((entry, None), |(room, id)| (room, Some(id)))
        })
        .collect();
    let first = rooms.first().map_or("", |(room, _)| *room);
    let query = link.clone().in_room(&customer, first);
    cancel(&edge, &parts, &query, &customer, &rooms).await
}

/// `GET /exitline.aspx?c&e&q`
pub(super) async fn exit(State(edge): State<SharedEdge>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let (customer, name) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    let room = match edge.find(&parts, customer, name) {
        Ok(room) => room,
        Err(trouble) => return edge.refuse(&parts, &query, trouble),
    };
    match give_up(&parts, &room, query.get("q")).await {
        Ok(places) => {
            let enter = paths::enter(customer, name, query.entering());
            let mut response = edge.notice(&parts, &query, (StatusCode::OK, 0, Notice::Left), Some(&enter));
            forget(&edge, &parts, &places, &mut response);
            response
        }
        Err(trouble) => edge.refuse(&parts, &query, trouble),
    }
}

async fn cancel(
    edge: &Edge,
    parts: &Parts,
    query: &Query<'_>,
    customer: &str,
    named: &[(&str, Option<&str>)],
) -> Response<Body> {
    let mut found = Vec::new();
    let mut trouble = Trouble::UnknownRoom;
    for (room, queue_id) in named {
        match edge.find(parts, customer, room) {
            Ok(room) => found.push((room, *queue_id)),
            Err(Trouble::Holding) => return edge.refuse(parts, query, Trouble::Holding),
            Err(unknown) => trouble = unknown,
        }
    }
    let rooms: Vec<&Room> = found.iter().map(|(room, _)| &**room).collect();
    if rooms.is_empty() {
        return edge.refuse(parts, query, trouble);
    }
    if rooms.len() < named.len() {
        let unknown = named.len() - rooms.len();
        tracing::info!(
            customer,
            rooms.unknown = unknown,
            "a cancel link names rooms that do not exist"
        );
    }
    let Some(next) = next_address(&rooms, query) else {
        return edge.refuse(parts, query, Trouble::ForeignTarget);
    };
    let mut places = Places::read(&parts.headers);
    for (room, queue_id) in &found {
        places = match give_up_from(&places, room, *queue_id).await {
            Ok(places) => places,
            Err(trouble) => return edge.refuse(parts, query, trouble),
        };
    }
    let mut response = html::found(&next);
    forget(edge, parts, &places, &mut response);
    response
}

/// Where a cancel goes on to: `r` where it names a host of one of the rooms, or the first room; `None` for a foreign `r`.
fn next_address(rooms: &[&Room], query: &Query<'_>) -> Option<String> {
    let Some(r) = query.get("r") else {
        let settings = rooms.first()?.settings();
        let room = &settings.room;
        return Some(paths::enter(room.customer.as_str(), room.id.as_str(), query.entering()));
    };
    rooms.iter().find_map(|room| {
        let settings = room.settings();
        let room = &settings.room;
        target::choose(&room.target_url, &room.target_hosts, Some(r), |_| None).ok()
    })
}

async fn give_up(parts: &Parts, room: &Room, queue_id: Option<&str>) -> Result<Places, Trouble> {
    give_up_from(&Places::read(&parts.headers), room, queue_id).await
}

/// Cancels the link's place and those the browser remembers for the room; returns what the browser may go on remembering.
async fn give_up_from(places: &Places, room: &Room, queue_id: Option<&str>) -> Result<Places, Trouble> {
    let linked = queue_id.and_then(|text| text.parse::<QueueId>().ok());
    room.catch_up(places.iter().chain(linked)).await?;
    for known in places.iter().chain(linked).filter_map(|id| room.open_id(id)) {
        room.cancel(&known).await.map_err(Trouble::from)?;
        tracing::info!(room = room.name(), visitor.hash = %room.log_hash(&known.queue_id), "place given up");
    }
    Ok(places.with(None, |id| room.open_id(*id).is_some()))
}

fn forget(edge: &Edge, parts: &Parts, places: &Places, response: &mut Response<Body>) {
    let https = Client::of(parts, &edge.trusted_proxies).https;
    response.headers_mut().insert(SET_COOKIE, places.write(https));
}
