//! `GET /status` and `GET /status/<c>/<e>`: the public status of the service and its rooms. The
//! answer is JSON with `.json` after the path, or if `Accept` asks for it. The status comes from
//! the rooms' published snapshots: a request reads no store and records no presence.
//!
//! The service's page names only rooms with `listed` set; a room's own page can be switched off. A
//! room that hides while it is idle appears on neither page during that time, and counts as
//! unknown.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use http::header::{ACCEPT, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, HeaderValue, VARY};
use http::request::Parts;
use http::{HeaderMap, Response, StatusCode};
use serde::Serialize;

use admission::Phase;
use app::view::WaitKnowledge;

use crate::clock::rfc3339;
use crate::config::RoomDefinition;
use crate::http::host::HostOwner;
use crate::http::visit::error::VisitError;
use crate::http::visit::has_queue;
use crate::http::visit::query::Query;
use crate::http::{AppState, RoomNotFound, SharedAppState, html, json, paths};
use crate::pages::{Health, PublicPhase, PublicStatusPage, RoomStatus, RoomsShown};
use crate::rooms::RoomState;

/// The maximum number of rooms on the service's page.
pub(in crate::http) const LISTED_MAX: usize = 200;

/// The time for which caches may store an answer, seconds in the text.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=5");

/// The request headers on which an answer depends.
const DEPENDS_ON: HeaderValue = HeaderValue::from_static("accept, accept-language");

/// The service's status as JSON.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Service {
    status: Health,
    rooms: Vec<RoomStatus>,
    #[serde(rename = "updatedUTC")]
    updated_utc: String,
}

/// One room's status as JSON.
#[derive(Debug, Serialize)]
struct SingleRoomStatus {
    status: Health,
    room: RoomStatus,
    #[serde(rename = "updatedUTC")]
    updated_utc: String,
}

/// `GET /status`
pub(in crate::http) async fn service(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let json = asks_for_json(&parts.headers);
    app.service_status(&parts, json)
}

/// `GET /status.json`
pub(in crate::http) async fn service_json(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    app.service_status(&parts, true)
}

/// `GET /status/<c>/<e>` and `GET /status/<c>/<e>.json`: the router cannot match parts of a
/// segment.
pub(in crate::http) async fn room(
    State(app): State<SharedAppState>,
    Path((customer, name)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    let (name, json) = match name.strip_suffix(paths::DOCUMENT_SUFFIX) {
        Some(name) => (name, true),
        None => (name.as_str(), asks_for_json(&parts.headers)),
    };
    app.room_status(&parts, &customer, name, json)
}

impl AppState {
    fn service_status(&self, parts: &Parts, json: bool) -> Response<Body> {
        let (status, rooms, now) = (self.health(), self.listed(parts), self.clock.wall());
        if json {
            let updated_utc = rfc3339(now);
            return cached(
                Json(Service {
                    status,
                    rooms,
                    updated_utc,
                })
                .into_response(),
            );
        }
        let query = Query::new(parts.uri.query());
        let page = PublicStatusPage {
            health: status,
            rooms: RoomsShown::Listed(&rooms),
            at_seconds: now.seconds(),
            line_url: None,
        };
        let theme = self.pages.theme(query.get("l"), None);
        let html = page.render(&self.language(&parts.headers, &query, None), &theme);
        cached(html::page(StatusCode::OK, html, None))
    }

    fn room_status(&self, parts: &Parts, customer: &str, name: &str, json: bool) -> Response<Body> {
        let query = Query::new(parts.uri.query());
        let shown = self.find(parts, customer, name).and_then(|state| {
            let (settings, is_away) = (Arc::clone(&state.settings), state.published.store_away);
            let now = state.now().wall;
            let status = self.status_of(&state).filter(|_| settings.public_status);
            let status = status.ok_or(RoomNotFound::unknown(VisitError::UnknownRoom))?;
            Ok((settings, is_away, status, now))
        });
        let (settings, is_away, status, now) = match shown {
            Ok(shown) => shown,
            Err(not_found) if json => return self.refuse_json(&not_found.error.refusal(None)),
            Err(not_found) => return self.refuse_unfound(parts, &query, not_found),
        };
        let health = self.health_of(self.store_monitor.is_away() || is_away);
        if json {
            let alone = SingleRoomStatus {
                status: health,
                room: status,
                updated_utc: rfc3339(now),
            };
            return cached(Json(alone).into_response());
        }
        let line_url = query.line_url();
        let page = PublicStatusPage {
            health,
            rooms: RoomsShown::One(&status),
            at_seconds: now.seconds(),
            line_url: line_url.as_deref(),
        };
        let theme = self.pages.theme(query.get("l"), Some(&settings));
        let html = page.render(&self.language(&parts.headers, &query, Some(&settings)), &theme);
        let answer = html::page(StatusCode::OK, html, None);
        // A way back to a place is private to its visitor.
        match line_url {
            Some(_) => answer,
            None => cached(answer),
        }
    }

    /// Returns the rooms that the service's page names on the request's host, sorted by name.
    fn listed(&self, parts: &Parts) -> Vec<RoomStatus> {
        let owner = HostOwner::of(parts);
        let here = |settings: &RoomDefinition| {
            let (customer, room) = (settings.customer.as_str(), settings.id.as_str());
            owner.is_none_or(|owner| owner.is_customer(customer) && owner.has_room(room))
        };
        let states = self
            .states()
            .filter(|state| state.settings.listed && here(&state.settings));
        let mut listed: Vec<RoomStatus> = states.filter_map(|state| self.status_of(&state)).collect();
        listed.sort_by(|one, other| {
            (&one.name, &one.customer, &one.room).cmp(&(&other.name, &other.customer, &other.room))
        });
        listed.truncate(LISTED_MAX);
        listed
    }

    /// Returns the status of a room; `None` while it hides. Figures that the room's pages do not
    /// show are left out.
    fn status_of(&self, state: &RoomState) -> Option<RoomStatus> {
        let (snapshot, config) = (&state.published.snapshot, &state.settings);
        let lifecycle = snapshot.ledger().lifecycle;
        if config.life.hides_in(lifecycle.phase()) {
            return None;
        }
        let phase = match lifecycle.phase() {
            _ if lifecycle.is_disabled() => PublicPhase::Disabled,
            Phase::Idle => PublicPhase::Idle,
            Phase::PreQueue => PublicPhase::Prequeue,
            Phase::Closed => PublicPhase::Drawing,
            Phase::Queue if lifecycle.is_paused() => PublicPhase::Paused,
            Phase::Queue => PublicPhase::Queue,
            Phase::PostQueue => PublicPhase::Postqueue,
        };
        let has_line = has_queue(state);
        let full = has_line && config.capacity.is_some_and(|capacity| state.places() >= capacity);
        let sold_out = state.published.pool.stock.is_some_and(|stock| stock.is_sold_out());
        let tells_wait = phase == PublicPhase::Queue && !full && !sold_out && config.display.wait;
        let wait = tells_wait.then(|| state.newcomer_wait());
        let wait = wait.flatten();
        let wait_status = tells_wait.then_some(match wait {
            Some(_) => WaitKnowledge::Known,
            None if snapshot.is_newcomer_not_known_yet() => WaitKnowledge::NotKnownYet,
            None => WaitKnowledge::Unknown,
        });
        let start = config.life.schedule.start;
        let (customer, id) = (config.customer.as_str(), config.id.as_str());
        Some(RoomStatus {
            customer: customer.to_owned(),
            room: id.to_owned(),
            name: config.name.clone(),
            phase,
            started: start.is_some_and(|start| start <= state.now().wall),
            full,
            sold_out,
            waiting: (has_line && config.display.users_ahead).then(|| state.waiting()),
            outflow_per_minute: snapshot.ledger().outflow.last_minute(state.now().flow),
            wait_seconds_low: wait.map(|wait| wait.low_ms / 1_000),
            wait_seconds_high: wait.map(|wait| wait.high_ms.div_ceil(1_000)),
            wait_status,
            enter_url: has_line.then(|| paths::enter(customer, id, [])),
        })
    }
}

/// Returns whether the request prefers JSON: it accepts JSON, and does not name HTML before it.
fn asks_for_json(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut ranges = accepted.flat_map(|line| line.split(',')).map(json::media_type);
    let first = ranges.find(|range| ["application/json", "text/html"].contains(range));
    first == Some("application/json")
}

fn cached(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, CACHE);
    headers.insert(VARY, DEPENDS_ON);
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_that_name_json_first_get_json() {
        let asks = |accept: &'static str| {
            let value = (ACCEPT, HeaderValue::from_static(accept));
            asks_for_json(&HeaderMap::from_iter([value]))
        };
        assert!(asks("application/json") && asks("application/json;q=0.9, text/html;q=0.1"));
        assert!(
            !asks("text/html,application/xhtml+xml,*/*;q=0.8") && !asks("*/*") && !asks("text/html, application/json")
        );
        assert!(!asks_for_json(&HeaderMap::new()));
    }
}
