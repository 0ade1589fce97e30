//! The visitor's token on the room's own page, which the integration's link opens.

use tokio::time::Instant;

use super::{CheckOutcome, CoveredVisit, PATIENCE, VisitCheck, WrongCode};
use crate::http::crowdhandler::token_status::TokenStatus;
use crate::http::visit::error::VisitError;
use crate::rooms::{Place, RoomState};

/// The meaning of a token to a room's page.
#[derive(Debug)]
pub(in crate::http::crowdhandler) enum PageToken<'a> {
    /// Its visitor is let in, because of another room.
    Inside(Box<CoveredVisit<'a>>),
    /// It has a new place here.
    Given(Place),
    /// Nobody can say yet: the page would make another place.
    Later,
    /// Nothing that the page would not find out itself.
    Itself,
}

impl<'a> VisitCheck<'a> {
    /// Checks the visitor of the room's page, whose slug is the call's: lets somebody in who is
    /// inside another room, where this is a catch-all; gives a place, as the site's own call would,
    /// to a token that stands for the visitor in other rooms and has none in this one, if the
    /// browser `lacks_place`. All others are for the page itself.
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
        match self.held(&visit, state, until).await {
            TokenStatus::Inside(None) => {
                visit.token = self.shown();
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
                    (None, Some(VisitError::Holding)) => PageToken::Later,
                    // What it takes to join is asked for on the page.
                    (None, _) => PageToken::Itself,
                }
            }
            // Another request of the same visitor was faster.
            TokenStatus::Waiting(place) | TokenStatus::Inside(Some(place)) if lacks_place => PageToken::Given(place),
            TokenStatus::Unknown if lacks_place => PageToken::Later,
            _ => PageToken::Itself,
        }
    }
}
