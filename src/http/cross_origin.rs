//! Which pages of other hosts may use what apps and single pages ask (`mobile`, `spa`): those of
//! the room's own site. Such an answer hands out a place or a token, so every other origin is
//! refused before anything is done, and no answer says `Access-Control-Allow-Origin: *`.
//!
//! The body has to say that it is JSON: browsers send that to another host only after they have
//! asked whether they may. Apps send no `Origin` and are not asked where they come from.

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

use crate::http::visit::initiator::{destination, is_allowed, is_our_own};
use crate::http::{Edge, SharedEdge, json, paths};

/// Browsers ask only so often whether they may ask, seconds.
const PREFLIGHT_SECONDS: u64 = 60 * 60;
/// What bodies have to be.
const JSON: &str = "application/json";

/// Tells browsers which pages may read the answers; every answer varies by `Origin`.
pub(super) fn cors(edge: SharedEdge) -> CorsLayer {
    let allowed = AllowOrigin::predicate(move |origin, parts| edge.allows_origin(parts, origin));
    CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::POST])
        .allow_headers(Any)
        .max_age(Duration::from_secs(PREFLIGHT_SECONDS))
}

/// Refuses what comes from a page of another origin, and what is no JSON.
pub(super) async fn guard(State(edge): State<SharedEdge>, request: Request, next: Next) -> Response<Body> {
    let (parts, body) = request.into_parts();
    if parts.method != Method::POST {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let refusal = match parts.headers.get(ORIGIN) {
        Some(origin) if !edge.allows_origin(&parts, origin) => Some(foreign_origin()),
        _ => not_json(&parts),
    };
    match refusal {
        Some(refusal) => {
            tracing::debug!(path = parts.uri.path(), code = refusal.code, "a client was refused");
            json::refused(&refusal)
        }
        None => next.run(Request::from_parts(parts, body)).await,
    }
}

impl Edge {
    /// Whether a page of this origin may ask for the room that the path names. Of rooms that do not
    /// exist there is nothing to protect, and the page may read that there is none.
    fn allows_origin(&self, parts: &Parts, origin: &HeaderValue) -> bool {
        if is_our_own(parts, &self.trusted_proxies) {
            return true;
        }
        let Some((customer, room)) = paths::room_of_client(parts.uri.path()) else {
            return false;
        };
        let Some(origin) = origin.to_str().ok().and_then(|origin| Url::parse(origin).ok()) else {
            return false;
        };
        let settings = match self.find(parts, customer, room) {
            Ok(room) => room.settings(),
            Err(_) => match self.configured(parts, customer, room) {
                Some(settings) => settings.into(),
                None => return true,
            },
        };
        is_allowed(parts, &self.trusted_proxies, &settings.room, &origin)
    }
}

fn foreign_origin() -> PollRefusal {
    PollRefusal {
        status: 403,
        id: 0,
        code: "foreign-origin",
        detail: "The page that asks lies on none of the room's target_hosts. Name its host there if it is yours."
            .to_owned(),
        enter_url: None,
    }
}

/// What is wrong with the content type. Apps may leave it out; a browser never does.
fn not_json(parts: &Parts) -> Option<PollRefusal> {
    let is_json = match parts.headers.get(CONTENT_TYPE) {
        None => !parts.headers.contains_key(ORIGIN) && destination(&parts.headers).is_none(),
        Some(value) => {
            let value = value.to_str().unwrap_or_default();
            let essence = value.split(';').next().unwrap_or_default().trim();
            essence.eq_ignore_ascii_case(JSON)
        }
    };
    (!is_json).then(|| PollRefusal {
        status: 415,
        id: 0,
        code: "not-json",
        detail: "The body has to be JSON, and the header has to say so: Content-Type: application/json.".to_owned(),
        enter_url: None,
    })
}
