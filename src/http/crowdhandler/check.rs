//! The check that a call makes: whether the page of the call is protected, and whether this visitor
//! can see it. A call goes through the same pipeline as every visit (`src/http/visit/`): gates,
//! phase, place, claim. It differs in two ways: the bearer of the token holds the place, and a
//! visitor who was let in stays inside as long as calls keep the session alive.
//!
//! A visitor has one token for all rooms of a domain. It contains the place in the room that the
//! visitor entered first; a place in a further room is found by the token
//! ([`RoomState::further_places`]). A visitor who was let into a room that covers some URLs is also
//! let into the rooms that cover all URLs, but not the other way round.

pub(super) mod page_token;
mod token_places;
mod visitor;

use std::time::Duration;

use admission::presence::Channel;
use crowdhandler::{DomainPattern, TokenCodec, VisitCall, VisitorToken};
use futures_util::future::join_all;
use http::request::Parts;
use protocol::QueueId;
use tokio::time::{Instant, timeout_at};

use super::directory::{Account, CoveredRoom, Domain};
use super::token_status::{TokenStatus, place_by_token, place_in_force};
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::visit::status_view::VisitorState;
use crate::http::visit::{ClaimResult, EntryCredentials, Identified, NoQueue, TurnClaim, VisitRoute, Visitor};
use crate::http::{AppState, RoomNotFound, paths};
use crate::rooms::{EntryTicket, Place, PlaceLookup, Possession, RoomState, SpentCredential, Unserved};

/// How long a call waits for a place, and then for a permit that becomes due soon. Clients give up
/// after 1.4 s at the earliest. A permit that arrives later is not lost, because the next call
/// finds the session; a place that arrives later has no holder.
const PATIENCE: Duration = Duration::from_millis(1_100);

/// The answer to a call.
#[derive(Debug)]
pub(super) enum CheckOutcome<'a> {
    /// The page belongs to no registered domain, or a slug names no room.
    Unregistered,
    /// No room covers the page, or the visitor passes without a room.
    Uncovered {
        domain: &'a Domain,
        pattern: Option<&'a DomainPattern>,
        /// The room that lets the visitor pass, if the page has one.
        room: Option<&'a CoveredRoom>,
        token: VisitorToken,
    },
    /// A room covers the page.
    Covered(Box<CoveredVisit<'a>>),
}

/// A visitor of a room.
#[derive(Debug)]
pub(super) struct CoveredVisit<'a> {
    pub(super) domain: &'a Domain,
    pub(super) pattern: Option<&'a DomainPattern>,
    pub(super) room: &'a CoveredRoom,
    /// The room's settings and last commit; `None` while the room cannot be read.
    pub(super) state: Option<RoomState>,
    /// `None` if no place could be given.
    pub(super) token: Option<VisitorToken>,
    /// The visitor's place in the room, once it is known.
    pub(super) place: Option<Place>,
    /// Why the room does not serve the visitor, to be shown on the room's page.
    pub(super) refusal: Option<VisitError>,
    pub(super) access: PageAccess,
}

/// Whether the visitor can see the page.
#[derive(Debug, Clone, Copy)]
pub(super) enum PageAccess {
    /// The visitor is let in.
    Promoted,
    /// The visitor waits.
    Waiting(VisitorState),
    /// The room's `capacity` of waiting visitors is reached.
    Full,
    /// The operator blocks the visitor's address.
    Blocked,
    /// The room cannot answer now.
    Away,
}

/// The error for a call with a code that is not one of the room's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WrongCode;

/// The check for one call.
pub(super) struct VisitCheck<'a> {
    pub(super) app: &'a AppState,
    /// The head of the integration's request.
    pub(super) parts: &'a Parts,
    pub(super) account: &'a Account,
    pub(super) call: &'a VisitCall,
    /// The visitor's token, as received.
    pub(super) token: Option<&'a str>,
}

impl<'a> VisitCheck<'a> {
    /// Answers the call.
    ///
    /// # Errors
    /// Returns [`WrongCode`] for a wrong code.
    pub(super) async fn run(&self) -> Result<CheckOutcome<'a>, WrongCode> {
        self.run_in(self.covering_state()).await
    }

    /// Returns the state of the room that covers the page; `None` if none does, or if it cannot be
    /// read.
    pub(super) fn covering_state(&self) -> Option<RoomState> {
        let (_, _, room) = self.account.covering(self.call)?;
        self.find(room?).ok()
    }

    /// Like [`Self::run`], for a request that has taken the [`Self::covering_state`] before.
    ///
    /// # Errors
    /// Returns [`WrongCode`] for a wrong code.
    pub(super) async fn run_in(&self, state: Option<RoomState>) -> Result<CheckOutcome<'a>, WrongCode> {
        let Some((domain, pattern, room)) = self.account.covering(self.call) else {
            return Ok(CheckOutcome::Unregistered);
        };
        let Some(room) = room.filter(|room| !room.is_switched_off()) else {
            self.keep_alive_everywhere(domain).await;
            return Ok(self.uncovered((domain, pattern), room));
        };
        self.in_room(CoveredVisit::new(domain, pattern, room), state).await
    }

    /// Ends the visitor's sessions in all rooms of the page's domain, if the page is where sessions
    /// end.
    pub(super) async fn end_at_checkout(&self) {
        let Some(url) = &self.call.url else { return };
        let Some((domain, _)) = self
            .account
            .domain(url)
            .filter(|(domain, _)| domain.is_checkout(url.path_and_query()))
        else {
            return;
        };
        let Some(id) = self.token_id() else { return };
        let rooms = domain.rooms.iter().filter_map(|room| self.find(room).ok());
        let ends = rooms.map(async |mut state| {
            if let Err(error) = self.check_out(&mut state, id).await {
                // The room stores the checkout of a place that it knows; other sessions end by
                // timeout.
                tracing::debug!(room = state.room().name(), fault = %error, "a session did not end at the checkout yet");
            }
        });
        join_all(ends).await;
    }

    async fn check_out(&self, state: &mut RoomState, id: QueueId) -> Result<bool, Unserved> {
        let first = match state.look_up(id) {
            PlaceLookup::Place(place) if self.is_genuine(&place) => Some(place),
            PlaceLookup::Place(_) => return Ok(false),
            PlaceLookup::PastRun | PlaceLookup::Unseen | PlaceLookup::Nothing => None,
        };
        // The checkout is also sent if this node does not know whether the session lasts: the room
        // keeps the checkout while the store is unavailable.
        if let Some(first) = first
            && let Some(place) = place_in_force(state, first).await?
            && state.check_out(&place).await?
        {
            return Ok(true);
        }
        match place_by_token(state, None, id).await? {
            Some(place) => state.check_out(&place).await,
            None => Ok(false),
        }
    }

    async fn in_room(
        &self,
        mut visit: CoveredVisit<'a>,
        state: Option<RoomState>,
    ) -> Result<CheckOutcome<'a>, WrongCode> {
        let Some(mut state) = state else {
            // Clients adopt the token of any answer: without it, the visitor would lose the place.
            visit.token = self.received_token();
            return Ok(visit.checked());
        };
        // This includes visitors who were let in before.
        if self.is_blocked(&state) {
            visit.state = Some(state);
            return Ok(visit.blocked().checked());
        }
        let until = Instant::now() + PATIENCE;
        let held = self.touch_token(&visit, &mut state, until).await;
        self.with_token(visit, (state, held), until).await
    }

    /// Answers a call whose token has this status in the room.
    async fn with_token(
        &self,
        mut visit: CoveredVisit<'a>,
        (state, held): (RoomState, TokenStatus),
        until: Instant,
    ) -> Result<CheckOutcome<'a>, WrongCode> {
        visit.state = Some(state.clone());
        if !matches!(held, TokenStatus::Nothing) {
            visit.token = self.received_token();
        }
        let visitor = match held {
            TokenStatus::Unknown => return Ok(visit.checked()),
            TokenStatus::Inside(place) => {
                visit.place = place;
                visit.access = PageAccess::Promoted;
                return Ok(visit.checked());
            }
            TokenStatus::Waiting(place) => holder(place),
            TokenStatus::Elsewhere(_) | TokenStatus::Nothing => Visitor::Newcomer,
        };
        let (parts, link) = (self.visitors_head(), self.link(visit.room));
        let query = Query::new(Some(&link));
        let mut identified = Identified {
            visit: self.app.visit_of(state, (&parts, &query)),
            visitor,
        };
        let code = self.call.code.as_deref();
        // A token identifies its visitor in all rooms of the domain, and so does its use of a code.
        let user = visit.token.as_ref().and_then(|_| self.token_id());
        let priority = self
            .priority_code(&identified, &visit.domain.pool, user.as_ref())
            .await?;
        let credentials = EntryCredentials {
            key: code,
            ..EntryCredentials::default()
        };
        let ticket = match identified.pass_gates(Some(credentials)).await {
            Ok(VisitRoute::Line(ticket)) => ticket,
            Ok(VisitRoute::Bypass(_) | VisitRoute::NoQueue(NoQueue::Disabled(_))) => {
                return Ok(self.uncovered((visit.domain, visit.pattern), Some(visit.room)));
            }
            // The room's setting for visitors outside its opening times does not apply to the
            // site's pages, which nobody sees before the start or after the end.
            Ok(VisitRoute::NoQueue(NoQueue::Page(visitor_state) | NoQueue::Elsewhere(visitor_state, _))) => {
                visit.place = identified.visitor.place().copied();
                visit.access = PageAccess::Waiting(visitor_state);
                visit.token = Some(self.any_token());
                return Ok(visit.checked());
            }
            Err(error) => return visit.refused(error, code),
        };
        let is_new = matches!(held, TokenStatus::Nothing);
        let place = match (identified.visitor.place(), held) {
            (Some(place), _) => *place,
            (None, held) => {
                let arriving = self.arrive_until(&mut visit, &mut identified, (ticket, held), until);
                match arriving.await {
                    Ok(Some(place)) => place,
                    Ok(None) => return Ok(visit.checked()),
                    Err(error) => return visit.refused(error, code),
                }
            }
        };
        let place = match priority {
            Some(code) => {
                let user = user.unwrap_or(place.queue_id);
                self.prioritized(&mut identified, (place, is_new), &code, &user).await?
            }
            None => place,
        };
        visit.place = Some(place);
        visit.access = match self.claim(&mut identified, place, until).await {
            Ok(access) => access,
            Err(error) => return visit.refused(error, code),
        };
        visit.state = Some(identified.visit.state);
        Ok(visit.checked())
    }

    /// Gives a newcomer a place and records it in the answer. Returns it if the visitor waits;
    /// `None` if the answer is complete, because the room is full or lets the visitor in at once.
    async fn arrive_until(
        &self,
        visit: &mut CoveredVisit<'a>,
        identified: &mut Identified<'_>,
        (ticket, held): (EntryTicket, TokenStatus),
        until: Instant,
    ) -> Result<Option<Place>, VisitError> {
        let arriving = self.arrive(identified, ticket, held);
        let arrived = timeout_at(until, arriving).await;
        let (place, is_through) = match arrived.unwrap_or(Err(VisitError::Holding)) {
            Ok(arrived) => arrived,
            Err(VisitError::RoomFull) => {
                visit.access = PageAccess::Full;
                visit.refusal = Some(VisitError::RoomFull);
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if visit.token.is_none() {
            visit.token = Some(self.app.token_of(&place));
        }
        identified.visit = identified.visit.newer();
        identified.visitor = holder(place);
        visit.place = Some(place);
        if is_through {
            visit.access = PageAccess::Promoted;
            visit.state = Some(identified.state().clone());
            return Ok(None);
        }
        Ok(Some(place))
    }

    /// Gives a newcomer a place; returns it, and whether the visitor is let in at once.
    async fn arrive(
        &self,
        identified: &Identified<'_>,
        ticket: EntryTicket,
        held: TokenStatus,
    ) -> Result<(Place, bool), VisitError> {
        let (state, room) = (identified.state(), identified.visit.room());
        let (TokenStatus::Elsewhere(voucher), Some(id)) = (held, self.token_id()) else {
            let (place, grant) = state.arrive(&ticket).await??;
            return Ok((place, grant.is_some()));
        };
        match state.arrive(&room.with_token(ticket, voucher)).await? {
            Ok((place, grant)) => Ok((place, grant.is_some())),
            // Another call of the same visitor came first.
            Err(SpentCredential::VisitorToken) => {
                let newest = state.clone().newer().further_places(&id).await?.newest;
                newest.map(|place| (place, false)).ok_or(VisitError::Holding)
            }
            Err(spent) => Err(spent.into()),
        }
    }

    /// Claims the visitor's turn. The first request of a visitor in front only records presence,
    /// and the next one claims. A call does both at once, so that no visitor sees the room while
    /// arrivals stay below the limit.
    async fn claim(
        &self,
        identified: &mut Identified<'_>,
        place: Place,
        until: Instant,
    ) -> Result<PageAccess, VisitError> {
        let claim = TurnClaim::new(place, Possession::Cookie, Channel::Poll);
        let mut answer = identified.claim_until(claim, until).await?;
        if matches!(&answer, ClaimResult::Waiting(state) if state.is_first()) && Instant::now() < until {
            answer = identified.claim_until(claim, until).await?;
        }
        Ok(match answer {
            ClaimResult::Redirect(..) => PageAccess::Promoted,
            ClaimResult::Waiting(visitor_state) => PageAccess::Waiting(visitor_state),
        })
    }

    fn find(&self, room: &CoveredRoom) -> Result<RoomState, RoomNotFound> {
        self.app
            .find(self.parts, self.account.customer.as_str(), room.room.as_str())
    }

    fn uncovered(
        &self,
        (domain, pattern): (&'a Domain, Option<&'a DomainPattern>),
        room: Option<&'a CoveredRoom>,
    ) -> CheckOutcome<'a> {
        CheckOutcome::Uncovered {
            domain,
            pattern,
            room,
            token: self.any_token(),
        }
    }

    /// The queue id inside the visitor's token.
    fn token_id(&self) -> Option<QueueId> {
        self.app.tokens.open(self.token?)
    }

    fn is_genuine(&self, place: &Place) -> bool {
        self.token.is_some_and(|token| self.app.is_token_of(token, place))
    }

    /// The visitor's token as received, if it has the form of one.
    fn received_token(&self) -> Option<VisitorToken> {
        self.token?.parse().ok()
    }

    /// Returns a token for a visitor who needs no place: the received one, or a new one.
    fn any_token(&self) -> VisitorToken {
        let now = self.app.clock.unix_seconds();
        self.received_token()
            .unwrap_or_else(|| TokenCodec::without_place(self.app.entropy.nonce(), now))
    }

    /// Returns the query of the request that the visitor would send to the room.
    fn link(&self, room: &CoveredRoom) -> String {
        paths::entering_query(self.account.customer.as_str(), room.room.as_str())
    }
}

impl<'a> CoveredVisit<'a> {
    fn new(domain: &'a Domain, pattern: Option<&'a DomainPattern>, room: &'a CoveredRoom) -> Self {
        Self {
            domain,
            pattern,
            room,
            state: None,
            token: None,
            place: None,
            refusal: None,
            access: PageAccess::Away,
        }
    }

    /// The visit of a visitor whose address is blocked: it gives no token, and the visitor's
    /// present token is not returned.
    fn blocked(mut self) -> Self {
        self.token = None;
        self.access = PageAccess::Blocked;
        self.refusal = Some(VisitError::Blocked);
        self
    }

    fn checked(self) -> CheckOutcome<'a> {
        CheckOutcome::Covered(Box::new(self))
    }

    /// Maps the reasons why the pipeline does not serve a visitor: to a wrong code, or to a wait on
    /// the room's page, which explains the reason. An overload also maps to a wait: most
    /// integrations let a visitor in if the call is answered 429 or 5xx.
    fn refused(mut self, error: VisitError, code: Option<&str>) -> Result<CheckOutcome<'a>, WrongCode> {
        match error {
            VisitError::Blocked => Ok(self.blocked().checked()),
            VisitError::KeyMissing | VisitError::InvitationInvalid | VisitError::KeyTaken if code.is_some() => {
                Err(WrongCode)
            }
            _ => {
                self.refusal = Some(error);
                Ok(self.checked())
            }
        }
    }
}

/// The visitor who holds a place by a token.
pub(super) fn holder(place: Place) -> Visitor {
    Visitor::Holder {
        place,
        possession: Possession::Cookie,
        remember: false,
        give_up: None,
    }
}
