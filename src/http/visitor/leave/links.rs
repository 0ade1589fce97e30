//! The addresses that give up a place. Each accepts GET, as the vendor's links use it, and POST,
//! from the form of the confirmation page.

use axum::body::Body;
use axum::extract::{Path, State};
use http::Response;
use http::request::Parts;

use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::visitor::leave::ROOMS_MAX;
use crate::http::visitor::leave::give_up::{AfterLeaving, LeaveRequest, NamedRoom};
use crate::http::{AppState, RoomNotFound, SharedAppState, paths};
use crate::target;

/// `/cancel.aspx?c&e[&q][&r]`
pub(in crate::http) async fn aspx(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let (customer, room) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    cancel(&app, &parts, &query, customer, &[(room, query.get("q"))]).await
}

/// `/cancel/<c>/<e>[/][?t][&r]`
pub(in crate::http) async fn room(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query()).in_room(&customer, &room);
    cancel(&app, &parts, &query, &customer, &[(&room, None)]).await
}

/// `/cancel/<c>/<e>/<queueId>[?r]`
pub(in crate::http) async fn place(
    State(app): State<SharedAppState>,
    Path((customer, room, queue_id)): Path<(String, String, String)>,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query()).in_room(&customer, &room);
    cancel(&app, &parts, &query, &customer, &[(&room, Some(&queue_id))]).await
}

/// `/cancel/multiple/<c>?wrl=<room>[~<queueId>]_<room2>…[&r]`
pub(in crate::http) async fn multiple(
    State(app): State<SharedAppState>,
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
    cancel(&app, &parts, &query, &customer, &rooms).await
}

/// `/exitline.aspx?c&e&q[&leaving]`: the link on the waiting page, and the steps behind it. It
/// always asks for confirmation.
pub(in crate::http) async fn exit(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let (customer, name) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    let state = match app.find(&parts, customer, name) {
        Ok(state) => state,
        Err(not_found) => return app.refuse_unfound(&parts, &query, not_found),
    };
    let leaving = LeaveRequest {
        app: &app,
        parts: &parts,
        query: &query,
        way: AfterLeaving::Stay,
    };
    leaving.answer(vec![NamedRoom::new(state, query.get("q"))]).await
}

async fn cancel(
    app: &AppState,
    parts: &Parts,
    query: &Query<'_>,
    customer: &str,
    named: &[(&str, Option<&str>)],
) -> Response<Body> {
    let mut found = Vec::new();
    let mut unknown = RoomNotFound::unknown(VisitError::UnknownRoom);
    for (room, queue_id) in named {
        match app.find(parts, customer, room) {
            Ok(state) => found.push(NamedRoom::new(state, *queue_id)),
            Err(not_found) if not_found.error == VisitError::Holding => {
                return app.refuse_unfound(parts, query, not_found);
            }
            Err(not_found) => unknown = not_found,
        }
    }
    if found.is_empty() {
        return app.refuse_unfound(parts, query, unknown);
    }
    if found.len() < named.len() {
        let unknown = named.len() - found.len();
        tracing::info!(
            customer,
            rooms.unknown = unknown,
            "a cancel link names rooms that do not exist"
        );
    }
    let leaving = LeaveRequest {
        app,
        parts,
        query,
        way: way_on(&found, query),
    };
    leaving.answer(found).await
}

/// Returns where a cancel continues: at `r` if it names a host of one of the rooms; without `r`, in
/// the first room.
fn way_on(rooms: &[NamedRoom], query: &Query<'_>) -> AfterLeaving {
    match query.get("r") {
        Some(r) => {
            let mut next = rooms.iter().map(|named| {
                let room = &named.state.settings;
                target::choose(&room.target_url, &room.target_hosts, Some(r), |_| None)
            });
            next.find_map(Result::ok)
                .map_or(AfterLeaving::Refused, AfterLeaving::On)
        }
        None => {
            let room = rooms.first().map(|named| &named.state.settings);
            let enter = room.map(|room| paths::enter(room.customer.as_str(), room.id.as_str(), query.entering()));
            enter.map_or(AfterLeaving::Stay, AfterLeaving::On)
        }
    }
}
