//! One visit of a room, in stages: identify → target → gates → phase → claim → answer. Pages,
//! polls, apps, pages of other sites and scripts all go through them. An endpoint chooses the
//! stages that it needs and the form of its answer; the decision of a stage is the same for all
//! endpoints.
//!
//! [`AppState::find`] loads the room's settings and its last commit once ([`RoomState`]), and all
//! stages read those. Only three cases continue with a later commit, which they waited for: an id
//! that this node does not know yet ([`RoomState::catch_up`]), [`Identified::claim`], which can
//! wait seconds for a permit, and a device that has just taken over a place ([`Visit::newer`]).

mod arrival;
mod bound_address;
mod claim;
pub(in crate::http) mod cookie;
pub(in crate::http) mod cookie_prefix;
pub(in crate::http) mod error;
mod gates;
mod grant_cookie;
pub(in crate::http) mod hold_cookie;
mod identify;
pub(in crate::http) mod identity;
pub(in crate::http) mod initiator;
mod phase;
pub(in crate::http) mod price;
pub(in crate::http) mod priority;
pub(in crate::http) mod query;
mod redirect;
mod retry_cookie;
pub(in crate::http) mod status_view;
mod traffic;

use axum::body::Body;
use http::request::Parts;
use http::{HeaderValue, Response};

use crate::http::infra::client::RequestClient;
use crate::http::visit::cookie::Places;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::{AppState, RoomNotFound};
use crate::rooms::{Place, Room, RoomState};

pub(in crate::http) use arrival::NewPlaceOutcome;
pub(in crate::http) use bound_address::BoundAddresses;
pub(in crate::http) use claim::{ClaimResult, TurnClaim};
pub(in crate::http) use gates::{EntryCredentials, VisitRoute};
pub(in crate::http) use identify::{LinkedPlace, Visitor};
pub(in crate::http) use phase::{NoQueue, has_queue, has_queue_in};
pub(in crate::http) use redirect::{direct_url, target_of};

/// One request to a room.
#[derive(Debug, Clone)]
pub(in crate::http) struct Visit<'a> {
    /// The state that all handlers share.
    pub(in crate::http) app: &'a AppState,
    /// The settings and the commit that the whole visit uses.
    pub(in crate::http) state: RoomState,
    /// The request's head.
    pub(in crate::http) parts: &'a Parts,
    /// The query of the visitor's link: the request's own, or the one that a client sends on behalf
    /// of the visitor.
    pub(in crate::http) query: &'a Query<'a>,
}

/// A visit whose visitor is identified.
#[derive(Debug)]
pub(in crate::http) struct Identified<'a> {
    /// The request.
    pub(in crate::http) visit: Visit<'a>,
    /// The visitor.
    pub(in crate::http) visitor: Visitor,
}

impl AppState {
    /// Finds a room and begins a visit of it.
    ///
    /// # Errors
    /// Those of [`AppState::find`].
    pub(in crate::http) fn visit<'a>(
        &'a self,
        (parts, query): (&'a Parts, &'a Query<'a>),
        (customer, room): (&str, &str),
    ) -> Result<Visit<'a>, RoomNotFound> {
        let state = self.find(parts, customer, room)?;
        Ok(self.visit_of(state, (parts, query)))
    }

    /// Begins a visit of a room that was found before.
    #[must_use]
    pub(in crate::http) fn visit_of<'a>(
        &'a self,
        state: RoomState,
        (parts, query): (&'a Parts, &'a Query<'a>),
    ) -> Visit<'a> {
        Visit {
            app: self,
            state,
            parts,
            query,
        }
    }
}

impl Visit<'_> {
    /// The room.
    #[must_use]
    pub(in crate::http) fn room(&self) -> &Room {
        self.state.room()
    }

    /// Returns the visit with the state loaded again, after a commit that it made or waited for.
    #[must_use]
    pub(in crate::http) fn newer(&self) -> Self {
        Self {
            state: self.state.clone().newer(),
            ..*self
        }
    }
}

impl Identified<'_> {
    /// The settings and the commit that the whole visit uses.
    #[must_use]
    pub(in crate::http) fn state(&self) -> &RoomState {
        &self.visit.state
    }

    /// Returns the page of an error, from the settings and the commit that the visit uses.
    pub(in crate::http) fn refuse(&self, error: VisitError) -> Response<Body> {
        let visit = &self.visit;
        visit.app.refuse_in(&visit.state, visit.parts, visit.query, error)
    }

    /// Returns the final target of this visitor.
    ///
    /// # Errors
    /// Returns [`VisitError::ForeignTarget`] if the link names a target outside the room's hosts.
    pub(in crate::http) fn target(&self) -> Result<String, VisitError> {
        target_of(&self.visit.state.settings, self.visit.query)
    }

    /// Returns the refusal of a link or form whose target is outside the room's hosts, so that
    /// nothing is started that would end there.
    #[must_use]
    pub(in crate::http) fn foreign_target(&self) -> Option<Response<Body>> {
        self.visit.query.get("t")?;
        self.target().err().map(|error| self.refuse(error))
    }

    /// Returns the cookie's places with this place as the only one of the room.
    #[must_use]
    pub(in crate::http) fn remembering<'k>(&self, places: &Places<'k>, place: &Place) -> Places<'k> {
        places.with(Some(place.queue_id), |id| self.visit.state.open_id(*id).is_some())
    }

    /// Returns the `Set-Cookie` header of [`Self::remembering`].
    #[must_use]
    pub(in crate::http) fn cookie(&self, places: &Places<'_>, place: &Place) -> HeaderValue {
        self.remembering(places, place).write(self.is_https())
    }

    /// Returns whether the visitor's browser uses https.
    #[must_use]
    pub(in crate::http) fn is_https(&self) -> bool {
        RequestClient::of(self.visit.parts, &self.visit.app.trusted_proxies).https
    }

    /// Cancels the higher of two places that two tabs of the browser raced to. If the store is
    /// away, the next request of the same browser tries again.
    pub(in crate::http) async fn settle_race(&self) {
        if let Visitor::Holder {
            give_up: Some(other), ..
        } = &self.visitor
        {
            _ = self.visit.room().cancel(other).await;
        }
    }
}
