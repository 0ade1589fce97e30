//! The code of a call, in a room whose pool has priority groups.

use super::check::{VisitCheck, WrongCode, holder};
use crate::http::visit::Identified;
use crate::http::visit::priority::PriorityError;
use crate::rooms::Place;
use crate::rooms::codes::PriorityCode;

impl VisitCheck<'_> {
    /// Returns the priority code of the call, if the room takes codes and this one is good for the
    /// visitor. Checked before a newcomer gets a place, so that guesses make none.
    pub(super) async fn priority_code(&self, identified: &Identified<'_>) -> Result<Option<PriorityCode>, WrongCode> {
        let Some(text) = self.call.code.as_deref() else {
            return Ok(None);
        };
        let known = identified.visitor.known();
        match identified.priority_code(known, text).await {
            Ok(found) => Ok(found),
            // Who tried too many gets the same answer: integrations let a visitor in whose call is
            // answered 429.
            Err(PriorityError::Refused(_) | PriorityError::TooManyAttempts) => Err(WrongCode),
            // The visitor keeps the place, and the next call can bring the code again.
            Err(PriorityError::Away) => Ok(None),
        }
    }

    /// Moves the holder of a place to the line of the code's group. A place that the call itself
    /// took, and whose token nobody gets with the error, is given up.
    pub(super) async fn prioritized(
        &self,
        identified: &mut Identified<'_>,
        (known, is_new): (Place, bool),
        code: &PriorityCode,
    ) -> Result<Place, WrongCode> {
        let taken = match identified.prioritize(&known, code).await {
            Ok(Ok(taken)) => taken,
            // Another visitor was faster with a single-use code.
            Ok(Err(_)) => {
                if is_new && let Err(error) = identified.visit.room().cancel(&known).await {
                    let room = identified.visit.room().name();
                    tracing::warn!(room, fault = %error, "a place that nobody holds stays in the line");
                }
                return Err(WrongCode);
            }
            Err(_) => return Ok(known),
        };
        identified.visit = identified.visit.newer();
        identified.visitor = holder(taken);
        Ok(taken)
    }
}
