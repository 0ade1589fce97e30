//! CrowdHandler's API under `/v1`, for that vendor's unmodified integrations: it serves the same
//! rooms, places and outflow as all other endpoints, in another protocol. The wire formats are in
//! the crate `crowdhandler`.
//!
//! An integration makes a call for every view of a protected page ([`requests`]). A call is the
//! visitor's poll: it gives a place, waits in line, claims the turn and keeps the session alive
//! ([`check`]). The *token* that a visitor carries contains the place; unlike a queue id, any
//! bearer holds it, because integrations pass it on in addresses.
//!
//! A failure never lets visitors pass: while the store is unavailable, a call is answered with the
//! waiting room, whose page explains the reason.

mod account;
mod answer;
mod check;
mod directory;
mod errors;
mod feed;
mod first_room;
mod page;
mod page_reports;
mod priority;
mod private;
mod redirect;
mod request_log;
mod requests;
mod responses;
mod return_address;
mod return_url;
mod token_status;

use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post, put};
use http::header::{CONTENT_TYPE, HeaderName, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderValue, Method};
use tower::util::MapResponseLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

pub(super) use account::key_of;
pub(super) use directory::Directory;
pub(super) use errors::no_such_path;
pub(super) use page::{pages, scripts};
pub(super) use page_reports::PageReports;
pub(super) use private::{PrivateCalls, SessionId, is_domain_change};
pub(super) use request_log::RequestLog;
pub(super) use return_url::CrowdHandlerReturn;

use crate::http::{SharedAppState, paths};

/// The header with a customer's key.
const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
/// The time for which browsers may cache a preflight answer, seconds.
const PREFLIGHT_SECONDS: u64 = 60 * 60;
/// The maximum length of a call's body, bytes.
const CALL_BYTES_MAX: usize = 16 * 1024;

/// The routes of the API. Clients write most paths with and without a slash at the end, and follow
/// no redirects.
pub(super) fn router(app: &SharedAppState) -> Router<SharedAppState> {
    Router::new()
        .route(paths::CH_REQUESTS, post(requests::post))
        .route(paths::CH_REQUESTS_SLASH, post(requests::post))
        .route(paths::CH_REQUEST, get(requests::get))
        .route(paths::CH_REQUEST_SLASH, get(requests::get))
        .route(paths::CH_RESPONSE, put(responses::put))
        .route(paths::CH_RESPONSE_SLASH, put(responses::put))
        .route(paths::CH_REDIRECT, get(redirect::get))
        .route(paths::CH_REDIRECT_SLASH, get(redirect::get))
        .route(paths::CH_REDIRECT_TOKEN, get(redirect::get_token))
        .route(paths::CH_REDIRECT_TOKEN_SLASH, get(redirect::get_token))
        .merge(private::router())
        .layer(DefaultBodyLimit::max(CALL_BYTES_MAX))
        // Inside CORS, so that pages can read the errors.
        .layer(MapResponseLayer::new(errors::in_envelope))
        .layer(cors(app.clone()))
}

/// Lets pages of the key's customer read the answers: in the client-side mode, browsers call the
/// API themselves. An answer can contain a token, so no other page can read it. A preflight request
/// names no key, so its answer only shows that the page belongs to some customer.
fn cors(app: SharedAppState) -> CorsLayer {
    let allowed = AllowOrigin::predicate(move |origin: &HeaderValue, parts: &Parts| {
        let directory = app.directory.load();
        let Ok(origin) = origin.to_str() else { return false };
        let Some(key) = account::key_of_any(parts) else {
            return directory.has_origin(origin);
        };
        match directory.of_key(&key) {
            Some(index) => directory.account(index).has_origin(origin),
            // A page of a customer can read that its key is wrong, and then leads to the room.
            None => directory.is_unknown_key(&key) && directory.has_origin(origin),
        }
    });
    CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::POST, Method::PUT])
        .allow_headers([CONTENT_TYPE, API_KEY])
        .expose_headers([RETRY_AFTER])
        .max_age(Duration::from_secs(PREFLIGHT_SECONDS))
}
