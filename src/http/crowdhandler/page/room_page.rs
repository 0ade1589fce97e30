//! `GET /{slug}` and `GET /ch/{slug}`: the room's waiting page, as integrations address it:
//! `?url=…&ch-code=…&ch-id=…&ch-public-key=…`; and the same without a slug, `/` and `/ch/`. Each is
//! answered with and without a slash at its end.
//!
//! The page itself is the one that all visitors of the room see. This address makes the browser the
//! holder of the token's place, by a cookie of this server, and redirects to the page with
//! [`RETURN_PARAMETER`], so that the visitor returns to the site by this protocol. Without a query,
//! the address is that of a page for all visitors ([`super::static_page`]).

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use crowdhandler::parameters::is_absent;
use crowdhandler::{CallUrl, VisitCall};
use http::header::SET_COOKIE;
use http::request::Parts;

use super::static_page::is_for_everybody;
use crate::http::crowdhandler::account::{self, CallingAccount};
use crate::http::crowdhandler::check::VisitCheck;
use crate::http::crowdhandler::check::page_token::PageToken;
use crate::http::crowdhandler::directory::{Account, CoveredRoom};
use crate::http::crowdhandler::errors::no_such_path;
use crate::http::crowdhandler::first_room::FirstPlace;
use crate::http::crowdhandler::redirect::CODE_PARAMETER;
use crate::http::crowdhandler::return_address::{allowed_target, signed_return};
use crate::http::crowdhandler::return_url::CrowdHandlerReturn;
use crate::http::crowdhandler::token_status::{keeps_session, place_by_token};
use crate::http::infra::client::RequestClient;
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::is_unasked;
use crate::http::visit::query::{KEY_PARAMETER, Query, RETURN_PARAMETER, RETURN_TO_CROWDHANDLER};
use crate::http::visit::target_of;
use crate::http::{AppState, SharedAppState, html, paths};
use crate::rooms::{Place, PlaceLookup, RoomState, Unserved};

/// Handles the request.
pub(super) async fn get(State(app): State<SharedAppState>, Path(slug): Path<String>, parts: Parts) -> Response<Body> {
    // The API's root with a slash at its end, which is no room's slug.
    if let Some(refused) = no_such_path(parts.uri.path()) {
        return refused;
    }
    let query = Query::new(parts.uri.query());
    if is_for_everybody(&parts) {
        return app.static_page(&parts, &slug);
    }
    let caller = CallingAccount::with_slug(&app, &parts, &slug);
    let room = caller.as_ref().and_then(|caller| caller.account().room(&slug));
    match caller.as_ref().zip(room) {
        Some((caller, (_, room))) => app.to_room(&parts, &query, (caller.account(), room)).await,
        None => app.refuse(&parts, &query, VisitError::NotFound),
    }
}

/// Handles `GET /ch/`: a visitor whose room the integration could not determine.
pub(super) async fn get_without_slug(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    if is_for_everybody(&parts) {
        return app.static_safety_net(&parts);
    }
    match app.safety_net(&parts, &query).await {
        Some(response) => response,
        None => app.refuse(&parts, &query, VisitError::NotFound),
    }
}

impl AppState {
    /// Redirects a visitor without a slug to the room that covers the visitor's page: integrations
    /// send visitors here when their own call failed. Returns `None` if the key and the page name
    /// no room. A visitor is not redirected to a page that no room covers: its integration, whose
    /// calls fail, would redirect the visitor back at once.
    pub(in crate::http) async fn safety_net(&self, parts: &Parts, query: &Query<'_>) -> Option<Response<Body>> {
        let key = query.get(account::KEY_PARAMETER);
        let url: Option<CallUrl> = query.get("url").and_then(|url| url.parse().ok());
        let by_key = key.and_then(|key| CallingAccount::with_key(self, parts, key));
        let caller = match (by_key, &url) {
            (Some(caller), _) => caller,
            (None, Some(url)) => CallingAccount::with_domain(self, parts, url)?,
            (None, None) => return None,
        };
        let account = caller.account();
        let room = match &url {
            Some(url) => account.domain(url)?.0.covering(url.path_and_query())?,
            None => account.rooms().map(|(_, room)| room).find(|room| room.is_catch_all())?,
        };
        Some(self.to_room(parts, query, (account, room)).await)
    }

    /// Makes the browser the holder of its token's place, and redirects to the room's page.
    async fn to_room(
        &self,
        parts: &Parts,
        query: &Query<'_>,
        (account, room): (&Account, &CoveredRoom),
    ) -> Response<Body> {
        let customer = account.customer.as_str();
        let code = query.get(CODE_PARAMETER).filter(|code| !is_absent(code));
        let mut state = match self.find(parts, customer, room.room.as_str()) {
            Ok(state) => state,
            Err(not_found) => return self.refuse_unfound(parts, query, not_found),
        };
        let places = self.places(&parts.headers);
        let waits = |place: &Place| state.is_alive(place) && !state.was_redirected(place);
        let own = places.iter().filter_map(|id| state.open_id(id)).filter(waits).last();
        let found = self
            .continuing_place(parts, query, (account, room), (&mut state, own))
            .await;
        let (place, carried) = match found {
            Ok(found) => found,
            Err(answer) => return answer,
        };
        let queue_id = place.map(|place| place.queue_id.to_string());
        // Only a token that was verified for the place can be signed with it at the end.
        let via = match place.zip(carried) {
            Some((place, token)) => {
                let sealed = state.room().seal_token(&place, token);
                format!("{RETURN_TO_CROWDHANDLER}.{sealed}")
            }
            None => RETURN_TO_CROWDHANDLER.to_owned(),
        };
        let kept = [
            ("q", queue_id.as_deref()),
            ("t", query.get("url")),
            ("cid", query.get("cid")),
            (KEY_PARAMETER, code),
            (RETURN_PARAMETER, Some(via.as_str())),
        ];
        let kept = kept.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let page = paths::enter(customer, room.room.as_str(), kept);
        if let Some(inside) = self.back_inside(&state, place, &page).await {
            return html::found(&inside);
        }
        let mut response = html::found(&self.absolute(parts, &page));
        if let Some(place) = place {
            let places = places.with(Some(place.queue_id), |id| state.open_id(*id).is_some());
            let https = RequestClient::of(parts, &self.trusted_proxies).https;
            response.headers_mut().insert(SET_COOKIE, places.write(https));
        }
        response
    }

    /// Returns the place with which the visitor continues to the page, and the token if it has to
    /// be carried along; or the answer for a visitor who does not continue. `own`: the place in
    /// which this browser waits.
    async fn continuing_place<'q>(
        &self,
        parts: &Parts,
        query: &'q Query<'_>,
        (account, room): (&Account, &CoveredRoom),
        (state, own): (&mut RoomState, Option<Place>),
    ) -> Result<(Option<Place>, Option<&'q str>), Response<Body>> {
        let Some(token) = query.get("ch-id") else {
            return Ok((own, None));
        };
        let found = match own {
            // A link cannot replace the place in which this browser waits; it can name that same
            // place.
            Some(own) => match self.place_of(account.customer.as_str(), state, token).await {
                Ok((Some(place), carried)) if place.queue_id == own.queue_id => (Some(own), carried),
                Ok(_) | Err(_) => (Some(own), None),
            },
            None => match self.place_of(account.customer.as_str(), state, token).await {
                Ok(found) => found,
                // Without its place the page would give another one.
                Err(fault) => return Err(self.refuse(parts, query, fault.into())),
            },
        };
        let lacks_place = found.0.is_none();
        let is_refused = state.settings.price.visits_only && is_unasked(&parts.headers);
        if !lacks_place && !room.is_catch_all() || is_refused {
            return Ok(found);
        }
        let code = query.get(CODE_PARAMETER).filter(|code| !is_absent(code));
        let call = VisitCall::of_slug(room.slug.as_str(), code);
        let check = VisitCheck {
            app: self,
            parts,
            account,
            call: &call,
            token: Some(token),
        };
        match check.on_page(state, lacks_place).await {
            PageToken::Given(place) => {
                let is_own = self.tokens.open(token) == Some(place.queue_id);
                Ok((Some(place), Some(token).filter(|_| !is_own)))
            }
            PageToken::Inside(visit) => {
                let page: Option<CallUrl> = query.get("url").and_then(|url| url.parse().ok());
                let page = page
                    .as_ref()
                    .and_then(|page| allowed_target(visit.domain, Some(&state.settings), page));
                match page.is_none() && query.get("url").is_some() {
                    // The page explains that visitors cannot be sent to the address.
                    true => Ok(found),
                    false => Err(html::found(&signed_return(
                        self,
                        account,
                        &visit,
                        (page.as_deref(), code),
                    ))),
                }
            }
            PageToken::Later => Err(self.refuse(parts, query, VisitError::Holding)),
            PageToken::Itself => Ok(found),
        }
    }

    /// Returns the way back for a visitor who is inside: a session needs no second permit.
    async fn back_inside(&self, state: &RoomState, place: Option<Place>, page: &str) -> Option<String> {
        let place = place?;
        if !keeps_session(state, &place).await.unwrap_or(false) {
            return None;
        }
        let query = Query::new(page.split_once('?').map(|(_, query)| query));
        let target = target_of(&state.settings, &query).ok()?;
        let way = CrowdHandlerReturn::of(&query, &target)?;
        self.crowdhandler_return(state, (&place, self.clock.unix_seconds()), way)
    }

    /// Returns the place in this room for which a token stands, and the token if it has to be
    /// carried along, because it contains another place or no place is known.
    async fn place_of<'t>(
        &self,
        customer: &str,
        state: &mut RoomState,
        token: &'t str,
    ) -> Result<(Option<Place>, Option<&'t str>), Unserved> {
        let carried = Some(token);
        let Some(id) = self.tokens.open(token) else {
            return Ok((None, carried));
        };
        // If the store is unavailable, the page gives the place as soon as the store can be read.
        _ = state.catch_up([id].into_iter()).await;
        let first = match state.look_up(id) {
            PlaceLookup::Place(place) => match self.is_token_of(token, &place) {
                true => Some(place),
                false => return Ok((None, carried)),
            },
            PlaceLookup::Unseen => return Ok((None, carried)),
            PlaceLookup::PastRun => None,
            PlaceLookup::Nothing => {
                let rooms = self.states_of(customer).map(|state| ((), state));
                match self.first_room(rooms, (token, id)).await.map(|first| first.place) {
                    Some(FirstPlace::Given(_) | FirstPlace::PastRun) => None,
                    Some(FirstPlace::Unknown(fault)) => return Err(fault),
                    Some(FirstPlace::Forged) | None => return Ok((None, carried)),
                }
            }
        };
        let place = place_by_token(state, first, id).await?;
        let is_own = place.is_some_and(|place| place.queue_id == id);
        Ok((place, carried.filter(|_| !is_own)))
    }
}
