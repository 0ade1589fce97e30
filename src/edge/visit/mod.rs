//! One visit of a room, in stages: identify → target → gates → phase → claim → answer. Page, poll, apps,
//! other sites' pages and scripts all go through them. A surface decides which stages it needs and
//! how it writes the answer; what a stage decides is the same for all.
//!
//! [`Visit::identify`] loads the room's settings and its last commit, once ([`RoomState`]), and every
//! later stage reads those. Only [`Identified::claim`], which may wait for a permit for seconds, goes on
//! with the commit that it has waited for.

mod arrival;
mod bound_address;
mod claim;
mod gates;
mod identify;
mod phase;
mod redirect;

use http::HeaderValue;
use http::request::Parts;

use super::Edge;
use super::client::Client;
use super::cookie::Places;
use super::query::Query;
use super::trouble::Trouble;
use crate::room::{Known, Room, RoomState};

pub(super) use arrival::Next;
pub(super) use bound_address::BoundAddresses;
pub(super) use claim::{ClaimResult, TurnClaim};
pub(super) use gates::{Admitted, Brings};
pub(super) use identify::{Linked, RACE_MS, Visitor};
pub(super) use phase::{NoQueue, has_queue};
pub(super) use redirect::{direct_url, target_of};

/// One request for a room.
#[derive(Debug, Clone, Copy)]
pub(super) struct Visit<'a> {
    /// The edge that is asked.
    pub(super) edge: &'a Edge,
    /// The room.
    pub(super) room: &'a Room,
    /// The request's head.
    pub(super) parts: &'a Parts,
    /// What the visitor's link says: the request's query, or what stands for it.
    pub(super) query: &'a Query<'a>,
}

/// A visit whose visitor is identified.
#[derive(Debug)]
pub(super) struct Identified<'a> {
    /// The request.
    pub(super) visit: Visit<'a>,
    /// Settings and commit by which the whole visit is judged.
    pub(super) state: RoomState<'a>,
    /// Who asks.
    pub(super) visitor: Visitor,
}

impl Identified<'_> {
    /// Where this visitor goes in the end.
    ///
    /// # Errors
    /// [`Trouble::ForeignTarget`] if the link names a target outside the room's hosts.
    pub(super) fn target(&self) -> Result<String, Trouble> {
        target_of(&self.state.settings, self.visit.query)
    }

    /// The cookie with this place as the room's only one.
    #[must_use]
    pub(super) fn remembering(&self, places: &Places, known: &Known) -> Places {
        places.with(Some(known.queue_id), |id| self.state.open_id(*id).is_some())
    }

    /// The same as a header.
    #[must_use]
    pub(super) fn cookie(&self, places: &Places, known: &Known) -> HeaderValue {
        self.remembering(places, known).write(self.is_https())
    }

    /// Whether the visitor's browser speaks https.
    #[must_use]
    pub(super) fn is_https(&self) -> bool {
        Client::of(self.visit.parts, &self.visit.edge.trusted_proxies).https
    }

    /// Gives up the higher of two places that two tabs of the browser raced to. If the store is away,
    /// the next request of the same browser tries again.
    pub(super) async fn settle_race(&self) {
        if let Visitor::Holder {
            give_up: Some(other), ..
        } = &self.visitor
        {
            _ = self.visit.room.cancel(other).await;
        }
    }
}
