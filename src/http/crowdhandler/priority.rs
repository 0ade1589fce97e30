//! The priority code of a call, in a room whose pool has priority groups.

use protocol::QueueId;

use super::check::{VisitCheck, WrongCode, holder};
use crate::http::infra::client::RequestClient;
use crate::http::visit::Identified;
use crate::http::visit::priority::PriorityError;
use crate::rooms::Place;
use crate::rooms::codes::PriorityCode;

impl VisitCheck<'_> {
    /// Returns the priority code of the call, if the room accepts codes and this one is valid for
    /// the visitor. The code is checked before a newcomer gets a place, so that guesses create no
    /// places.
    ///
    /// While many codes are wrong ([`CodeGuesses`]), a call with a wrong or unchecked code is
    /// answered like one without a code: the visitor waits in the ordinary line. `user` is the
    /// place that the visitor's token contains, if there is one.
    ///
    /// [`CodeGuesses`]: crate::http::infra::rate_limit::CodeGuesses
    pub(super) async fn priority_code(
        &self,
        identified: &Identified<'_>,
        pool: &str,
        user: Option<&QueueId>,
    ) -> Result<Option<PriorityCode>, WrongCode> {
        let Some(text) = self.call.code.as_deref().filter(|_| identified.state().takes_codes()) else {
            return Ok(None);
        };
        let (guesses, now_ms) = (&self.app.priority_code_guesses, self.app.clock.monotonic_ms());
        let caller = RequestClient::of(self.parts, &self.app.trusted_proxies).address;
        let place = identified.visitor.place();
        let are_many = identified.tried_too_many_codes() || guesses.are_too_many(caller, pool, now_ms);
        if are_many && !place.is_some_and(|place| guesses.allow_place(&place.queue_id, now_ms)) {
            tracing::debug!(room = identified.state().room().name(), "a code is not checked");
            return Ok(None);
        }
        let found = identified.checked_code(place, text, user).await;
        if found.as_ref().is_err_and(PriorityError::is_guess) {
            guesses.note(caller, pool, now_ms);
            identified.note_wrong_code();
        }
        match found {
            Ok(found) => Ok(found),
            Err(_) if are_many => Ok(None),
            Err(PriorityError::Refused(_) | PriorityError::TooManyAttempts) => Err(WrongCode),
            // The visitor keeps the place, and the next call can send the code again.
            Err(PriorityError::Away) => Ok(None),
        }
    }

    /// Moves the holder of a place to the line of the code's group. A place that the call itself
    /// took is given up on an error, because its token is not returned.
    pub(super) async fn prioritized(
        &self,
        identified: &mut Identified<'_>,
        (place, is_new): (Place, bool),
        code: &PriorityCode,
        user: &QueueId,
    ) -> Result<Place, WrongCode> {
        let taken = match identified.prioritize(&place, code, user).await {
            Ok(Ok(taken)) => taken,
            // Another visitor used a single-use code first.
            Ok(Err(_)) => {
                if is_new && let Err(error) = identified.visit.room().cancel(&place).await {
                    let room = identified.visit.room().name();
                    tracing::warn!(room, fault = %error, "a place that nobody holds stays in the line");
                }
                return Err(WrongCode);
            }
            Err(_) => return Ok(place),
        };
        identified.visit = identified.visit.newer();
        identified.visitor = holder(taken);
        Ok(taken)
    }
}
