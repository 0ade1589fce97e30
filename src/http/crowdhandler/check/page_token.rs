//! The visitor's token on the room's own page, which the integration's link opens.

use tokio::time::Instant;

use super::{CheckOutcome, CoveredVisit, PATIENCE, VisitCheck, WrongCode};
use crate::http::crowdhandler::token_status::TokenStatus;
use crate::http::visit::error::VisitError;
use crate::rooms::{Place, RoomState};

/// The meaning of a token to a room's page.
#[derive(Debug)]
pub(in crate::http::crowdhandler) enum PageToken<'a> {
    /// The visitor is let in, because of another room.
    Inside(Box<CoveredVisit<'a>>),
    /// The visitor has a new place here.
    Given(Place),
    /// The answer is not known yet, and the page would give another place.
    Later,
    /// The page handles the visitor without further information.
    Itself,
}

impl<'a> VisitCheck<'a> {
    /// Checks the visitor of the room's page, whose slug is that of the call. Lets a visitor in who
    /// is inside another room, if this room is a catch-all. Gives a place, as the site's own call
    /// would, to a token that identifies the visitor in other rooms and has no place in this one,
    /// if the browser `lacks_place`. The page handles all other visitors.
    pub(in crate::http::crowdhandler) async fn on_page(
        &self,
        state: &mut RoomState,
        lacks_place: bool,
    ) -> PageToken<'a> {
        let Some((domain, room)) = self.call.slug.as_deref().and_then(|slug| self.account.room(slug)) else {
            return PageToken::Itself;
        };
        if self.is_blocked(state) {
            return PageToken::Itself;
        }
        let mut visit = CoveredVisit::new(domain, None, room);
        let until = Instant::now() + PATIENCE;
        match self.touch_token(&visit, state, until).await {
            TokenStatus::Inside(None) => {
                visit.token = self.received_token();
                visit.state = Some(state.clone());
                PageToken::Inside(Box::new(visit))
            }
            held @ TokenStatus::Elsewhere(_) if lacks_place => {
                let checked = self.with_token(visit, (state.clone(), held), until).await;
                *state = state.clone().newer();
                let visit = match checked {
                    Ok(CheckOutcome::Covered(visit)) => visit,
                    Ok(CheckOutcome::Uncovered { .. } | CheckOutcome::Unregistered) | Err(WrongCode) => {
                        return PageToken::Itself;
                    }
                };
                match (visit.place, visit.refusal) {
                    (Some(place), _) => PageToken::Given(place),
                    (None, Some(VisitError::Holding | VisitError::RunEnded)) => PageToken::Later,
                    // The page asks for the requirements to join.
                    (None, _) => PageToken::Itself,
                }
            }
            // Another request of the same visitor came first.
            TokenStatus::Waiting(place) | TokenStatus::Inside(Some(place)) if lacks_place => PageToken::Given(place),
            TokenStatus::Unknown if lacks_place => PageToken::Later,
            _ => PageToken::Itself,
        }
    }
}
