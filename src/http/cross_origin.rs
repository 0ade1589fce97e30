//! Cross-origin access to the endpoints for apps and single-page applications (`mobile`, `spa`).
//! Only pages of the room's own site have access: an answer contains a place or a token, so
//! requests of every other origin are refused before the handler runs, and no answer carries
//! `Access-Control-Allow-Origin: *`.
//!
//! The body must be declared as JSON: browsers send JSON to another host only after a preflight
//! request. Apps send no `Origin`, so their origin is not checked.

use std::time::Duration;

use app::view::PollRefusal;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use http::header::{CONTENT_TYPE, ORIGIN};
use http::request::Parts;
use http::{HeaderValue, Method, Response};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};
use url::Url;

use crate::http::visit::initiator::destination;
use crate::http::{AppState, RoomNotFound, SharedAppState, json, paths};
use crate::rooms::RoomState;

/// The time for which browsers may cache a preflight answer, seconds.
const PREFLIGHT_SECONDS: u64 = 60 * 60;
/// The required content type of bodies.
const JSON: &str = "application/json";

/// Returns the CORS layer, which tells browsers which pages may read the answers. Every answer
/// varies by `Origin`.
pub(super) fn cors(app: SharedAppState) -> CorsLayer {
    let allowed = AllowOrigin::predicate(move |origin, parts| app.allows_origin(parts, origin));
    CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::POST])
        .allow_headers(Any)
        .max_age(Duration::from_secs(PREFLIGHT_SECONDS))
}

/// The room that a request's path names, as [`find_room`] found it.
#[derive(Debug, Clone)]
struct FoundRoom(Result<RoomState, RoomNotFound>);

/// Finds the room that the path names, once for the CORS layer, the guard and the handler: all
/// three decide by one commit.
pub(super) async fn find_room(State(app): State<SharedAppState>, request: Request, next: Next) -> Response<Body> {
    let (mut parts, body) = request.into_parts();
    if let Some((customer, room)) = paths::room_of_client(parts.uri.path()) {
        let found = app.find(&parts, customer, room);
        parts.extensions.insert(FoundRoom(found));
    }
    next.run(Request::from_parts(parts, body)).await
}

/// Refuses `POST` requests from pages of foreign origins and `POST` requests whose body is not
/// JSON.
pub(super) async fn guard(State(app): State<SharedAppState>, request: Request, next: Next) -> Response<Body> {
    let (parts, body) = request.into_parts();
    if parts.method != Method::POST {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let refusal = match parts.headers.get(ORIGIN) {
        Some(origin) if !app.allows_origin(&parts, origin) => Some(foreign_origin()),
        _ => not_json(&parts),
    };
    match refusal {
        Some(refusal) => {
            tracing::debug!(path = parts.uri.path(), code = refusal.code, "a client was refused");
            app.refuse_json(&refusal)
        }
        None => next.run(Request::from_parts(parts, body)).await,
    }
}

impl AppState {
    /// Returns the room that [`find_room`] found for this request.
    pub(super) fn found_room(&self, parts: &Parts, (customer, room): (&str, &str)) -> Result<RoomState, RoomNotFound> {
        match parts.extensions.get::<FoundRoom>() {
            Some(FoundRoom(found)) => found.clone(),
            None => self.find(parts, customer, room),
        }
    }

    /// Returns whether a page of this origin may use the room that the path names. A room that does
    /// not exist needs no protection, so every page may read that it does not exist.
    fn allows_origin(&self, parts: &Parts, origin: &HeaderValue) -> bool {
        if self.is_our_own(parts) {
            return true;
        }
        let Some((customer, room)) = paths::room_of_client(parts.uri.path()) else {
            return false;
        };
        let Some(origin) = origin.to_str().ok().and_then(|origin| Url::parse(origin).ok()) else {
            return false;
        };
        let found = self.found_room(parts, (customer, room));
        let settings = match &found {
            Ok(state) => &*state.settings,
            Err(not_found) => match &not_found.unopened {
                Some(room) => room.definition(),
                None => return true,
            },
        };
        self.is_allowed(parts, settings, &origin)
    }
}

fn foreign_origin() -> PollRefusal {
    PollRefusal {
        status: 403,
        id: 0,
        code: "foreign-origin",
        detail:
            "The page that sent the request is on none of the room's target_hosts. If it is yours, add its host there."
                .to_owned(),
        enter_url: None,
    }
}

/// Returns a refusal if the content type is not JSON. Apps may omit the header; browsers always
/// send it.
fn not_json(parts: &Parts) -> Option<PollRefusal> {
    let is_json = match parts.headers.get(CONTENT_TYPE) {
        None => !parts.headers.contains_key(ORIGIN) && destination(&parts.headers).is_none(),
        Some(value) => json::media_type(value.to_str().unwrap_or_default()).eq_ignore_ascii_case(JSON),
    };
    (!is_json).then(|| PollRefusal {
        status: 415,
        id: 0,
        code: "not-json",
        detail: "The body has to be JSON, and the header has to say so: Content-Type: application/json.".to_owned(),
        enter_url: None,
    })
}
