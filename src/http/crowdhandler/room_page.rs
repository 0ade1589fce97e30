//! `GET /{slug}` and `GET /ch/{slug}`: the room's waiting page, as integrations address it:
//! `?url=…&ch-code=…&ch-id=…&ch-public-key=…`.
//!
//! The page itself is the one that all visitors of the room see. This address makes the browser the
//! holder of the token's place by our cookie, and goes on to the page with
//! [`RETURN_PARAMETER`], so that the visitor comes back to the site by this protocol.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use http::header::SET_COOKIE;
use http::request::Parts;

use super::account::CallingAccount;
use super::redirect::CODE_PARAMETER;
use crate::http::infra::client::RequestClient;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::{KEY_PARAMETER, Query, RETURN_PARAMETER, RETURN_TO_CROWDHANDLER};
use crate::http::{Edge, SharedEdge, html, paths};
use crate::rooms::{Place, PlaceLookup, RoomState};

/// Handles the request.
pub(super) async fn get(State(edge): State<SharedEdge>, Path(slug): Path<String>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let Some(caller) = CallingAccount::with_slug(&edge, &slug) else {
        return edge.refuse(&parts, &query, VisitError::NotFound);
    };
    let account = caller.account();
    let Some((_, room)) = account.room(&slug) else {
        return edge.refuse(&parts, &query, VisitError::NotFound);
    };
    let customer = account.customer.as_str();
    let mut state = match edge.find(&parts, customer, room.room.as_str()) {
        Ok(state) => state,
        Err(error) => return edge.refuse(&parts, &query, error),
    };
    let known = edge.place_of(&mut state, query.get("ch-id")).await;
    let queue_id = known.map(|known| known.queue_id.to_string());
    let kept = [
        ("q", queue_id.as_deref()),
        ("t", query.get("url")),
        ("cid", query.get("cid")),
        (KEY_PARAMETER, query.get(CODE_PARAMETER).filter(|code| *code != "null")),
        (RETURN_PARAMETER, Some(RETURN_TO_CROWDHANDLER)),
    ];
    let kept = kept.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let page = paths::enter(customer, room.room.as_str(), kept);
    let mut response = html::found(&edge.absolute(&parts, &page));
    if let Some(known) = known {
        let places = edge.places(&parts.headers);
        let places = places.with(Some(known.queue_id), |id| state.open_id(*id).is_some());
        let https = RequestClient::of(&parts, &edge.trusted_proxies).https;
        response.headers_mut().insert(SET_COOKIE, places.write(https));
    }
    response
}

impl Edge {
    /// Returns the place in this room that a token stands for.
    async fn place_of(&self, state: &mut RoomState, token: Option<&str>) -> Option<Place> {
        let id = self.tokens.open(token?)?;
        // If the store is away, the page gives the place as soon as it can be read.
        _ = state.catch_up([id].into_iter()).await;
        match state.named(id) {
            PlaceLookup::Place(known) => Some(known).filter(|known| state.is_alive(known)),
            PlaceLookup::Nothing => state.room().place_of_token(&id).await.ok().flatten(),
            PlaceLookup::PastRun | PlaceLookup::Unseen => None,
        }
    }
}
