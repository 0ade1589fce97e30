//! The places and sessions of the visitor's token: in the room of the call, and in the other rooms
//! of the domain, where a call also keeps the visitor's sessions alive.
//!
//! Every call checks the other rooms. This node answers from memory if it knows a session that
//! lasts or a waiting place. Otherwise the store would have to be read for a place that another
//! node may have given, so the result is remembered: for a part of a session's length, and for at
//! most a minute if it also decides whether a catch-all lets the visitor in. For a token whose
//! first visit is over nothing is remembered, since another node may have given the place that
//! keeps the token valid: without such a place, the next call gets another token.

use std::ops::ControlFlow;
use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use protocol::QueueId;
use tokio::time::{Instant, timeout, timeout_at};

use super::{CoveredVisit, VisitCheck};
use crate::http::crowdhandler::directory::{CoveredRoom, Domain};
use crate::http::crowdhandler::first_room::FirstPlace;
use crate::http::crowdhandler::token_status::{TokenStatus, touch_further_place, touch_own_place};
use crate::rooms::{PlaceLookup, RoomState, TokenVoucher};

/// The part of a session's length for which a visitor who was outside a room is not looked up there
/// again: a session that began meanwhile still lasts.
const OUTSIDE_PART: u64 = 4;
/// The longest such time for calls about a catch-all, milliseconds.
const OUTSIDE_OF_CATCH_ALL_MS: u64 = 60_000;
/// The longest time that the answer about a page without a room waits until the visitor's sessions
/// are kept alive; this rarely reads the store.
const UNCOVERED_PATIENCE: Duration = Duration::from_millis(200);
/// The maximum number of rooms of a domain that are checked at the same time for a token whose
/// first visit is over.
const ROOMS_AT_ONCE: usize = 8;

impl VisitCheck<'_> {
    /// Returns the status of the visitor's token in the room of the call, and keeps the visitor's
    /// sessions in all rooms of the domain alive. A visitor inside a room that covers some pages is
    /// also inside the catch-alls.
    pub(super) async fn touch_token(
        &self,
        visit: &CoveredVisit<'_>,
        state: &mut RoomState,
        until: Instant,
    ) -> TokenStatus {
        let Some(id) = self.token_id() else {
            return TokenStatus::Nothing;
        };
        state.room().forget_outside(&id);
        let held = timeout_at(until, self.touch_here(visit, state, id)).await;
        let held = held.unwrap_or(TokenStatus::Unknown);
        if matches!(held, TokenStatus::Nothing | TokenStatus::Unknown) {
            return held;
        }
        // A check that takes too long changes nothing; the next call tries again.
        let keeping = timeout_at(until, self.keep_alive_elsewhere(visit, id));
        let is_inside_elsewhere = keeping.await.unwrap_or(false);
        match held {
            TokenStatus::Waiting(_) | TokenStatus::Elsewhere(_) if is_inside_elsewhere && visit.room.is_catch_all() => {
                TokenStatus::Inside(None)
            }
            held => held,
        }
    }

    async fn touch_here(&self, visit: &CoveredVisit<'_>, state: &mut RoomState, id: QueueId) -> TokenStatus {
        let caught_up = state.catch_up([id].into_iter()).await;
        let lives_elsewhere = match state.look_up(id) {
            PlaceLookup::Place(place) if self.is_genuine(&place) => match touch_own_place(state, (id, place)).await {
                TokenStatus::Nothing => false,
                status => return status,
            },
            PlaceLookup::Unseen if caught_up.is_err() => return TokenStatus::Unknown,
            PlaceLookup::Place(_) | PlaceLookup::Unseen => return TokenStatus::Nothing,
            PlaceLookup::PastRun => false,
            PlaceLookup::Nothing => match self.touch_first_room(visit, id).await {
                ControlFlow::Continue(lives) => lives,
                ControlFlow::Break(status) => return status,
            },
        };
        let (status, next) = match touch_further_place(state, id).await {
            (TokenStatus::Nothing, Some(next)) => (TokenStatus::Elsewhere(next), next),
            (status, _) => return status,
        };
        match lives_elsewhere {
            true => status,
            false => self.touch_others(visit, (id, next)).await,
        }
    }

    /// Returns whether the place inside the token still belongs to the visitor, in another room of
    /// the customer; or the answer, if that place decides it.
    async fn touch_first_room(&self, visit: &CoveredVisit<'_>, id: QueueId) -> ControlFlow<TokenStatus, bool> {
        let Some(token) = self.token else {
            return ControlFlow::Break(TokenStatus::Nothing);
        };
        // A room that left the domain still distinguishes the customer's tokens from foreign ones,
        // for which no place is looked up.
        let of_domain = others(visit).filter_map(|other| Some((Some(other), self.find(other).ok()?)));
        let rooms = of_domain.chain(self.customers_rooms().map(|state| (None, state)));
        let Some(mut first) = self.app.first_room(rooms, (token, id)).await else {
            return ControlFlow::Break(TokenStatus::Nothing);
        };
        let there = match first.place {
            FirstPlace::Given(place) if first.room.is_some() => touch_own_place(&mut first.state, (id, place)).await,
            FirstPlace::Given(_) | FirstPlace::PastRun => TokenStatus::Nothing,
            FirstPlace::Forged => return ControlFlow::Break(TokenStatus::Nothing),
            FirstPlace::Unknown(_) => TokenStatus::Unknown,
        };
        let covers_some = first.room.is_some_and(|room| !room.is_catch_all());
        match there {
            TokenStatus::Unknown => ControlFlow::Break(TokenStatus::Unknown),
            TokenStatus::Inside(_) if visit.room.is_catch_all() && covers_some => {
                ControlFlow::Break(TokenStatus::Inside(None))
            }
            TokenStatus::Nothing => ControlFlow::Continue(false),
            TokenStatus::Waiting(_) | TokenStatus::Inside(_) | TokenStatus::Elsewhere(_) => ControlFlow::Continue(true),
        }
    }

    /// Returns the status of a token that has no place in the room of the call, and whose first
    /// visit is over: with a place in another room it still identifies the visitor, otherwise it
    /// gets no more places. `next`: the voucher for a place here.
    async fn touch_others(&self, visit: &CoveredVisit<'_>, (id, next): (QueueId, TokenVoucher)) -> TokenStatus {
        let rooms: Vec<RoomState> = others(visit).filter_map(|other| self.find(other).ok()).collect();
        let kept = rooms
            .into_iter()
            .map(async |state| self.touch_elsewhere(state, id).await);
        let mut kept = stream::iter(kept).buffer_unordered(ROOMS_AT_ONCE);
        let mut unknown = None;
        while let Some(kept) = kept.next().await {
            match kept {
                TokenStatus::Nothing => {}
                TokenStatus::Unknown => unknown = Some(TokenStatus::Unknown),
                TokenStatus::Waiting(_) | TokenStatus::Inside(_) | TokenStatus::Elsewhere(_) => {
                    return TokenStatus::Elsewhere(next);
                }
            }
        }
        unknown.unwrap_or(TokenStatus::Nothing)
    }

    /// Keeps the sessions of a visitor alive who sees a page that no room covers.
    pub(super) async fn keep_alive_everywhere(&self, domain: &Domain) {
        let Some(id) = self.token_id() else { return };
        let is_known = self.customers_rooms().any(|state| match state.look_up(id) {
            PlaceLookup::Place(place) => self.is_genuine(&place),
            PlaceLookup::PastRun => true,
            PlaceLookup::Unseen | PlaceLookup::Nothing => false,
        });
        if is_known {
            let keeping = self.keep_alive(domain.rooms.iter(), outside_ms(domain), id);
            // The next call tries again.
            _ = timeout(UNCOVERED_PATIENCE, keeping).await;
        }
    }

    fn customers_rooms(&self) -> impl Iterator<Item = RoomState> {
        self.app.states_of(self.account.customer.as_str())
    }

    /// Keeps the visitor's sessions in the domain's other rooms alive. Returns whether one of them
    /// is in a room that covers some pages only.
    async fn keep_alive_elsewhere(&self, visit: &CoveredVisit<'_>, id: QueueId) -> bool {
        let part_ms = outside_ms(visit.domain);
        let span_ms = match visit.room.is_catch_all() {
            true => part_ms.min(OUTSIDE_OF_CATCH_ALL_MS),
            false => part_ms,
        };
        self.keep_alive(others(visit), span_ms, id).await
    }

    /// Keeps the visitor's sessions in these rooms alive. A room without a session is not checked
    /// again for `span_ms`. Returns whether one of them is in a room that covers some pages only.
    async fn keep_alive<'r>(&self, rooms: impl Iterator<Item = &'r CoveredRoom>, span_ms: u64, id: QueueId) -> bool {
        let now_ms = self.app.clock.monotonic_ms();
        let mut is_inside = false;
        for room in rooms {
            let Ok(state) = self.find(room) else { continue };
            if state.room().was_outside(&id, now_ms, span_ms) {
                continue;
            }
            match self.touch_elsewhere(state.clone(), id).await {
                TokenStatus::Inside(_) => is_inside |= !room.is_catch_all(),
                TokenStatus::Nothing => state.room().note_outside(&id, now_ms),
                TokenStatus::Waiting(_) | TokenStatus::Elsewhere(_) | TokenStatus::Unknown => {}
            }
        }
        is_inside
    }

    /// Returns the token's status in a room that the call is not about, and keeps its session there
    /// alive.
    async fn touch_elsewhere(&self, mut state: RoomState, id: QueueId) -> TokenStatus {
        let first = match state.look_up(id) {
            PlaceLookup::Place(place) if self.is_genuine(&place) => touch_own_place(&mut state, (id, place)).await,
            PlaceLookup::Place(_) => return TokenStatus::Nothing,
            PlaceLookup::Unseen => return TokenStatus::Unknown,
            PlaceLookup::PastRun | PlaceLookup::Nothing => TokenStatus::Nothing,
        };
        match first {
            TokenStatus::Nothing => touch_further_place(&mut state, id).await.0,
            status => status,
        }
    }
}

/// How long a visitor who was outside a room is not looked up there again, milliseconds.
fn outside_ms(domain: &Domain) -> u64 {
    u64::from(domain.timeout.get()) * 60_000 / OUTSIDE_PART
}

/// The other rooms of the domain.
fn others<'a>(visit: &CoveredVisit<'a>) -> impl Iterator<Item = &'a CoveredRoom> {
    let own = &visit.room.room;
    visit.domain.rooms.iter().filter(move |other| other.room != *own)
}
