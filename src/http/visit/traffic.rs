//! Scores newcomers and records requests for places ([`crate::traffic`]). An address that an
//! integration only claims is not counted: the holder of a public key could claim any address.

use std::net::IpAddr;

use admission::WallMs;
use http::header::{ACCEPT_LANGUAGE, HeaderName, USER_AGENT};

use crate::http::html;
use crate::http::infra::client::{ClaimedClient, RequestClient};
use crate::http::visit::error::VisitError;
use crate::http::visit::gates::VisitRoute;
use crate::http::visit::{Identified, Visitor};
use crate::traffic::{AnomalyScore, EntryOutcome, EntryRequest, RequestHead, SuspectAction};

/// A header that browsers send over https with every request.
const FETCH_METADATA: HeaderName = HeaderName::from_static("sec-fetch-mode");
/// A header by which browsers on Chromium describe themselves over https.
const CLIENT_HINTS: HeaderName = HeaderName::from_static("sec-ch-ua");

impl Identified<'_> {
    /// Returns the score of a newcomer who would get a place. `is_page` is whether the request is
    /// that of a browser for the room's page: other clients send other heads.
    pub(super) fn score(&self, is_page: bool) -> AnomalyScore {
        let app = self.visit.app;
        let request = self.entry_request();
        let customer = self.customer();
        let velocity = app.traffic.record_request(customer, &request, app.clock.monotonic_ms());
        let headers = &self.visit.parts.headers;
        let head = RequestHead {
            agent: request.agent,
            languages: request.languages,
            accepts_html: html::is_accepted(headers),
            has_fetch_metadata: headers.contains_key(FETCH_METADATA),
            has_client_hints: headers.contains_key(CLIENT_HINTS),
            is_https: self.is_https(),
        };
        AnomalyScore::of(is_page.then_some(&head), velocity.as_ref())
    }

    /// Records the outcome of a request.
    pub(super) fn note_entry(&self, route: &Result<VisitRoute, VisitError>, score: Option<AnomalyScore>) {
        let outcome = match route {
            Ok(VisitRoute::Line(_)) if self.visitor == Visitor::Newcomer => EntryOutcome::Newcomer,
            Ok(VisitRoute::Line(_)) => EntryOutcome::Holder,
            Ok(VisitRoute::Bypass(_)) => EntryOutcome::Bypassed,
            Ok(VisitRoute::NoQueue(_)) => EntryOutcome::NoLine,
            Err(VisitError::Blocked) => EntryOutcome::Blocked,
            Err(VisitError::Unpaid(_)) if self.soft_block().is_some() => EntryOutcome::SoftBlocked,
            Err(VisitError::Unpaid(_) | VisitError::IdentityMissing) => EntryOutcome::Challenged,
            Err(VisitError::Suspect) => EntryOutcome::Suspect,
            Err(_) => EntryOutcome::Refused,
        };
        let app = self.visit.app;
        let noted = (outcome, score);
        let now_ms = app.clock.monotonic_ms();
        app.traffic.note(self.customer(), &self.entry_request(), noted, now_ms);
    }

    /// Blocks the visitor's address softly in this room, if it is known.
    pub(super) fn block_softly(&self) {
        if let Some(address) = self.proven_address() {
            let table = &self.visit.app.traffic;
            let end = table.block_softly(self.room_ids(), address, self.times());
            tracing::debug!(
                room = self.visit.room().name(),
                until = end.0,
                "a score blocks an address softly"
            );
        }
    }

    /// Returns when the soft block that a score set for the visitor's address ends, if the room's
    /// scores still set soft blocks; otherwise nothing is looked up.
    pub(super) fn scored_soft_block(&self) -> Option<WallMs> {
        if self.state().settings.suspects.action != SuspectAction::SoftBlock {
            return None;
        }
        let table = &self.visit.app.traffic;
        table.soft_block(self.room_ids(), self.proven_address()?, self.times())
    }

    /// The ids of customer and room.
    fn room_ids(&self) -> (&str, &str) {
        (self.customer(), self.state().settings.id.as_str())
    }

    /// The wall time and the monotonic time.
    fn times(&self) -> (WallMs, u64) {
        self.visit.app.clock.wall_and_monotonic_ms()
    }

    /// The visitor's address, if it is known and not only claimed by an integration.
    fn proven_address(&self) -> Option<IpAddr> {
        let parts = self.visit.parts;
        let is_claimed = parts.extensions.get::<ClaimedClient>().is_some();
        let address = RequestClient::of(parts, &self.visit.app.trusted_proxies).address;
        address.filter(|_| !is_claimed)
    }

    fn entry_request(&self) -> EntryRequest<'_> {
        EntryRequest {
            room: self.state().settings.id.as_str(),
            address: self.proven_address(),
            agent: self.header(&USER_AGENT),
            languages: self.header(&ACCEPT_LANGUAGE),
        }
    }

    fn customer(&self) -> &str {
        self.state().settings.customer.as_str()
    }

    fn header(&self, name: &HeaderName) -> Option<&str> {
        self.visit.parts.headers.get(name)?.to_str().ok()
    }
}
