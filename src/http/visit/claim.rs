//! The claim of a turn: reports a place's status and, if the place is due, the redirect.
//!
//! Browsers fire the timers of a hidden page once a minute, so a pause of two seconds would last a
//! minute there. The server lets the pause between two claims of such a page pass itself: it
//! answers when the pause is over, with a pause of 0, and the page claims again without a timer.
//! For the line, the visitor is then like one whose page is visible. The claim is closed during
//! that time, so it takes no permit that another visitor could have. It costs one open request for
//! at most 2.1 s, two for a place; only visitors in front claim.

use admission::config::TOKEN_VALIDITY_MS;
use admission::estimate::WaitRange;
use admission::presence::Channel;
use admission::snapshot::PlaceView;
use admission::{Grant, PlaceStatus};
use http::HeaderValue;
use tokio::time::{Instant, timeout_at};

use crate::http::visit::Identified;
use crate::http::visit::cookie::returns_cookies;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::IDENTIFIER_PARAMETER;
use crate::http::visit::redirect::token_ends;
use crate::http::visit::status_view::{Nearness, VisitorState};
use crate::rooms::{Place, Possession, TurnReply};

/// With more people ahead than this, no page says that it is almost the visitor's turn, however
/// soon the turn comes: visitors would not believe it beside such a number.
const ALMOST_AHEAD_MAX: u64 = 15;

/// The result of a claim.
#[derive(Debug)]
pub(in crate::http) enum ClaimResult {
    /// The visitor still waits.
    Waiting(VisitorState),
    /// The visitor continues at this URL, and the cookie records the grant in the browser.
    Redirect(String, Option<HeaderValue>),
}

/// A visitor's claim of a turn.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct TurnClaim {
    place: Place,
    possession: Possession,
    channel: Channel,
    is_hidden: bool,
    shows_turn: bool,
}

impl TurnClaim {
    /// Creates the claim of a place's holder.
    #[must_use]
    pub(in crate::http) fn new(place: Place, possession: Possession, channel: Channel) -> Self {
        Self {
            place,
            possession,
            channel,
            is_hidden: false,
            shows_turn: false,
        }
    }

    /// Says whether the page that claims is hidden: it is then answered after the pause.
    #[must_use]
    pub(in crate::http) fn hidden(self, is_hidden: bool) -> Self {
        Self { is_hidden, ..self }
    }

    /// Says whether the page that claims already shows that it is the visitor's turn.
    #[must_use]
    pub(in crate::http) fn after_turn(self, shows_turn: bool) -> Self {
        Self { shows_turn, ..self }
    }
}

impl Identified<'_> {
    /// Returns the status of a place for a visitor who does not hold it; `shows_turn`: whether the
    /// visitor's page already shows that it is the place's turn. Records no presence and claims
    /// nothing.
    ///
    /// # Errors
    /// Returns an error if the place is no longer valid.
    pub(in crate::http) fn view(&self, place: &Place, shows_turn: bool) -> Result<VisitorState, VisitError> {
        let app = self.visit.app;
        let is_turn = self.visit.state.shows_turn(place, shows_turn);
        match self
            .visit
            .state
            .place_status(place, app.entropy.jitter(), app.load.stretch_percent())
        {
            // A request without our cookies may come from the holder, whose browser keeps none, as
            // long as the place has not been redirected.
            PlaceStatus::FirstInLine(view)
                if view.redirected || is_turn && returns_cookies(&self.visit.parts.headers) =>
            {
                Ok(VisitorState::TheirTurn(view))
            }
            PlaceStatus::FirstInLine(view) => Ok(VisitorState::Line {
                turn: match nearness(view, is_turn) {
                    Nearness::Far | Nearness::Reached => Nearness::Far,
                    // The same words as on the holder's page, until the turn is at hand.
                    Nearness::Almost | Nearness::AlmostTheirs | Nearness::AtHand => Nearness::AlmostTheirs,
                },
                view,
            }),
            place_status => self.waiting(place, place_status),
        }
    }

    /// Records that the holder of a place is present and, if the place is due, asks for a permit.
    /// Checks the target before it spends a permit. A claim can wait for a permit; the returned
    /// status is then that of the commit at the end of the wait.
    ///
    /// # Errors
    /// Returns an error if the place is no longer valid, or if the target is foreign.
    pub(in crate::http) async fn claim(&mut self, claim: TurnClaim) -> Result<ClaimResult, VisitError> {
        self.claim_within(claim, None).await
    }

    /// Like [`Self::claim`], but answers by `until`. The claim continues after that: the visitor
    /// keeps the turn, and the next request gets the answer.
    ///
    /// # Errors
    /// Like [`Self::claim`].
    pub(in crate::http) async fn claim_until(
        &mut self,
        claim: TurnClaim,
        until: Instant,
    ) -> Result<ClaimResult, VisitError> {
        self.claim_within(claim, Some(until)).await
    }

    async fn claim_within(&mut self, claim: TurnClaim, until: Option<Instant>) -> Result<ClaimResult, VisitError> {
        if let Some(aside) = self.record_aside(&claim.place) {
            return Ok(ClaimResult::Waiting(aside));
        }
        let view = match self.poll(&claim.place) {
            PlaceStatus::FirstInLine(view) => view,
            place_status => return self.waiting(&claim.place, place_status).map(ClaimResult::Waiting),
        };
        let target = self.target()?;
        self.recall_grant(&claim.place);
        let TurnClaim {
            place,
            possession,
            channel,
            is_hidden,
            ..
        } = claim;
        let reply = match until {
            None => self.visit.state.turn(&place, possession, channel).await,
            Some(until) => {
                let state = self.visit.state.clone();
                let turn = tokio::spawn(async move { state.turn(&place, possession, channel).await });
                match timeout_at(until, turn).await {
                    Ok(Ok(reply)) => reply,
                    Ok(Err(_)) | Err(_) => TurnReply::NOT_YET,
                }
            }
        };
        let reply = match reply {
            // While the room is paused, no turn can come, and a page need not ask so often.
            TurnReply::NotYet { poll_after_ms } if is_hidden && !view.paused => {
                let app = self.visit.app;
                match app.held_polls.hold(place.queue_id) {
                    Some(_held) => {
                        app.clock.sleep_ms(poll_after_ms).await;
                        TurnReply::HELD
                    }
                    None => reply,
                }
            }
            reply => reply,
        };
        self.claimed(&claim, (view, &target), reply)
    }

    /// Returns the visitor's result of a pool node's reply.
    fn claimed(
        &mut self,
        claim: &TurnClaim,
        (view, target): (PlaceView, &str),
        reply: TurnReply,
    ) -> Result<ClaimResult, VisitError> {
        let (room, place) = (self.visit.room(), &claim.place);
        match reply {
            TurnReply::Go(grant) if self.is_used(&grant) => Ok(self.after_use(claim, (view, target), &grant)),
            TurnReply::Go(grant) => {
                tracing::debug!(room = room.name(), visitor.hash = %room.log_hash(&place.queue_id), "redirected");
                let identifier = room.open_identifier(place, self.visit.query.get(IDENTIFIER_PARAMETER));
                let url = self.redirect_url(place, &grant, identifier.as_ref(), target);
                let remembers = self.remember_grant(place, &grant);
                Ok(ClaimResult::Redirect(url, remembers))
            }
            TurnReply::Cancelled => Err(VisitError::Cancelled),
            TurnReply::Transferred => Err(VisitError::Transferred),
            TurnReply::LimitReached => Err(VisitError::RedirectLimit),
            TurnReply::Expired => Err(VisitError::Expired),
            TurnReply::Unknown => Err(VisitError::ForeignPlace),
            TurnReply::NotYet { poll_after_ms } => {
                self.visit = self.visit.newer();
                let view = match self.poll(place) {
                    PlaceStatus::FirstInLine(now) => PlaceView { poll_after_ms, ..now },
                    place_status => return self.waiting(place, place_status).map(ClaimResult::Waiting),
                };
                // The token of a place that is held by its link is returned once.
                let in_force = match claim.possession {
                    Possession::Link => self.visit.state.grant_in_force(place),
                    Possession::Cookie => None,
                };
                Ok(ClaimResult::Waiting(match in_force {
                    Some(grant) => self.until_expired(view, &grant),
                    None => self.first(place, view, claim.shows_turn),
                }))
            }
        }
    }

    /// Returns the state of a holder who has stepped aside, and records at this node whether the
    /// holder is aside. Records no presence and claims nothing: for other visitors the holder
    /// counts as absent.
    fn record_aside(&self, place: &Place) -> Option<VisitorState> {
        let (state, app) = (&self.visit.state, self.visit.app);
        let most_ms = state.settings.hold_ms;
        if most_ms == 0 {
            return None;
        }
        let hold = self.hold(place);
        let aside = hold.and_then(|hold| Some((hold, hold.left_ms(state.now().wall, most_ms)?)));
        let Some((hold, left_ms)) = aside else {
            // The visitor returned through another node, or the place was transferred.
            state.note_return(place);
            return None;
        };
        match state.place_status(place, app.entropy.jitter(), app.load.stretch_percent()) {
            // A permit that was spent for the visitor meanwhile is not lost.
            PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) if !view.redirected => {
                state.note_aside(place, hold.until);
                Some(VisitorState::Aside { left_ms, view })
            }
            _ => None,
        }
    }

    fn poll(&self, place: &Place) -> PlaceStatus {
        let app = self.visit.app;
        self.visit
            .state
            .poll(place, app.entropy.jitter(), app.load.stretch_percent())
    }

    /// Returns the result for a visitor whose token the site has refused as used: the way back to
    /// the site without the token, or the wait until it has expired and the next grant takes a new
    /// permit.
    fn after_use(&self, claim: &TurnClaim, (view, target): (PlaceView, &str), grant: &Grant) -> ClaimResult {
        let ends = token_ends(grant);
        let is_browser = claim.channel == Channel::Page && claim.possession == Possession::Cookie;
        if let Some(tried) = is_browser.then(|| self.retry(&claim.place, ends)).flatten() {
            return ClaimResult::Redirect(target.to_owned(), Some(tried));
        }
        ClaimResult::Waiting(self.until_expired(view, grant))
    }

    /// Returns the state of a visitor for whom a grant is used up: the next permit is available
    /// when the grant's token has expired.
    fn until_expired(&self, view: PlaceView, grant: &Grant) -> VisitorState {
        let expires_ms = grant.granted_at.0 + TOKEN_VALIDITY_MS;
        let left_ms = expires_ms.saturating_sub(self.visit.app.clock.wall().0);
        // The permit can become due either before the token expires or after it.
        let later = |wait: WaitRange| WaitRange {
            low_ms: wait.low_ms.max(left_ms),
            high_ms: wait.high_ms + left_ms,
        };
        VisitorState::Line {
            turn: Nearness::Far,
            view: PlaceView {
                wait: view.wait.map(later),
                ..view
            },
        }
    }

    /// Returns whether the site has refused this grant's token as used.
    fn is_used(&self, grant: &Grant) -> bool {
        self.visit.query.used_token() == Some(token_ends(grant))
    }

    /// Returns the state of a visitor who already claims permits; `shows_turn`: whether the page
    /// shows that it is the visitor's turn.
    fn first(&self, place: &Place, view: PlaceView, shows_turn: bool) -> VisitorState {
        VisitorState::Line {
            turn: nearness(view, self.visit.state.record_shown_turn(place, shows_turn)),
            view,
        }
    }

    /// Returns the state of a waiting visitor.
    fn waiting(&self, place: &Place, place_status: PlaceStatus) -> Result<VisitorState, VisitError> {
        match place_status {
            PlaceStatus::Unknown => Err(VisitError::ForeignPlace),
            PlaceStatus::Cancelled => Err(VisitError::Cancelled),
            PlaceStatus::Transferred => Err(VisitError::Transferred),
            PlaceStatus::Expired => Err(VisitError::Expired),
            PlaceStatus::Unnumbered(unnumbered) => Ok(VisitorState::Unnumbered(unnumbered)),
            PlaceStatus::InLine(view) => Ok(VisitorState::Line {
                turn: Nearness::Far,
                view,
            }),
            PlaceStatus::FirstInLine(view) => Ok(self.first(place, view, false)),
        }
    }
}

/// Returns how near the turn of a place is whose holder already claims permits.
fn nearness(view: PlaceView, is_turn: bool) -> Nearness {
    match is_turn {
        true => Nearness::AtHand,
        false if view.ahead.0 > ALMOST_AHEAD_MAX => Nearness::Reached,
        false => Nearness::Almost,
    }
}
