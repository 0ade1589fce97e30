//! Giving up a place: three generations of cancel links, and "leave the line" on the page.
//!
//! A cancel clears the browser's memory of the room, cancels the queue id of the link and that of the cookie, and goes on to `r` (a host of the room
//! only), or back into the room as a newcomer. Leaving ends on a page that says so.

use axum::body::Body;
use axum::extract::{Path, State};
use http::Response;
use http::header::SET_COOKIE;
use http::request::Parts;
use protocol::QueueId;

use super::client::Client;
use super::cookie::Places;
use super::query::Query;
use super::trouble::Trouble;
use super::{Edge, SharedEdge, html, paths};
use crate::room::{Room, Settings};
use crate::target;
use crate::text::Notice;

/// Rooms that one link may cancel.
pub(super) const ROOMS_MAX: usize = 20;

/// `GET /cancel.aspx?c&e[&q][&r]`
pub(super) async fn aspx(State(edge): State<SharedEdge>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let (customer, room) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    cancel(&edge, &parts, &query, customer, &[(room, query.get("q"))]).await
}

/// `GET /cancel/<c>/<e>[?r]`
pub(super) async fn room(
    State(edge): State<SharedEdge>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    cancel(
        &edge,
        &parts,
        &Query::new(parts.uri.query()),
        &customer,
        &[(&room, None)],
    )
    .await
}

/// `GET /cancel/<c>/<e>/<queueId>[?r]`
pub(super) async fn place(
    State(edge): State<SharedEdge>,
    Path((customer, room, queue_id)): Path<(String, String, String)>,
    parts: Parts,
) -> Response<Body> {
    cancel(
        &edge,
        &parts,
        &Query::new(parts.uri.query()),
        &customer,
        &[(&room, Some(&queue_id))],
    )
    .await
}

/// `GET /cancel/multiple/<c>?wrl=<room>[~<queueId>]_<room2>…[&r]`
pub(super) async fn multiple(
    State(edge): State<SharedEdge>,
    Path(customer): Path<String>,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let list = query.get("wrl").unwrap_or_default();
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
    match give_up(&parts, room, query.get("q")).await {
        Ok(places) => {
            let enter = paths::enter(customer, name, query.kept());
            let mut response = edge.notice(&parts, &query, (http::StatusCode::OK, 0, Notice::Left), Some(&enter));
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
    rooms: &[(&str, Option<&str>)],
) -> Response<Body> {
    let mut found = Vec::new();
    for (room, queue_id) in rooms {
        match edge.find(parts, customer, room) {
            Ok(room) => found.push((room, *queue_id)),
            Err(trouble) => return edge.refuse(parts, query, trouble),
        }
    }
    let Some((first, _)) = found.first() else {
        return edge.refuse(parts, query, Trouble::UnknownRoom);
    };
    let settings = first.settings();
    let Some(next) = next_address(&settings, query) else {
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

/// Where a cancel goes on to: `r` where it names a host of the room, or the room; `None` for a foreign `r`.
fn next_address(settings: &Settings, query: &Query<'_>) -> Option<String> {
    let room = &settings.room;
    match query.get("r") {
        Some(r) => target::choose(&room.target_url, &room.target_hosts, Some(r), |_| None).ok(),
        None => Some(paths::enter(room.customer.as_str(), room.id.as_str(), query.kept())),
    }
}

async fn give_up(parts: &Parts, room: &Room, queue_id: Option<&str>) -> Result<Places, Trouble> {
    give_up_from(&Places::read(&parts.headers), room, queue_id).await
}

/// Cancels the link's place and those the browser remembers for the room; returns what the browser may go on remembering.
async fn give_up_from(places: &Places, room: &Room, queue_id: Option<&str>) -> Result<Places, Trouble> {
    let linked = queue_id.and_then(|text| text.parse::<QueueId>().ok());
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
