//! Moving a place to another device: [`offer`] on the device that has it, [`take`] on the one that
//! takes it over. Works without script.
//!
//! A GET never moves anything. A POST that another site's page makes a browser send leads to the
//! page with the button instead, so nobody is given a place (or loses the one they have) by opening
//! a page of somebody else's.

pub(in crate::http) mod offer;
pub(in crate::http) mod take;

use admission::moving::MoveRefused;
use axum::body::Body;
use http::header::RETRY_AFTER;
use http::{Response, StatusCode};

use crate::http::visit::{Identified, Visit, has_queue};
use crate::http::{html, paths};
use crate::pages::{MoveError, MovePage, MoveStep};

/// Somebody who tried too often comes again after so many seconds.
const RETRY_AFTER_SECONDS: u32 = 60;

/// One request about a room's moves; its query is the address's, or the form's.
struct Moving<'a> {
    visit: Visit<'a>,
    identified: Identified<'a>,
}

impl Moving<'_> {
    fn ids(&self) -> (&str, &str) {
        let room = &self.identified.state.settings.room;
        (room.customer.as_str(), room.id.as_str())
    }

    /// The room's page, which knows what there is instead of a line, where there is none; `None`
    /// where there is.
    fn elsewhere(&self) -> Option<Response<Body>> {
        (!has_queue(&self.identified.state)).then(|| {
            let (customer, room) = self.ids();
            html::see_other(&paths::enter(customer, room, self.visit.query.kept()))
        })
    }

    fn page(
        &self,
        step: MoveStep<'_>,
        error: Option<MoveError>,
        (action, fields): (&str, &[(String, String)]),
        line_url: Option<&str>,
    ) -> Response<Body> {
        let (visit, room) = (self.visit, &self.identified.state.settings.room);
        let language = visit.edge.language(&visit.parts.headers, visit.query, Some(room));
        let theme = visit.edge.pages.theme(visit.query.get("l"), Some(room));
        let page = MovePage {
            room_name: &room.name,
            step,
            error,
            action,
            fields,
            line_url,
        };
        let mut response = html::page(status_of(error), page.render(language, &theme), None);
        let seconds = match error {
            Some(MoveError::Many) => Some(RETRY_AFTER_SECONDS),
            Some(MoveError::Away) => Some(visit.edge.retry_after_seconds()),
            _ => None,
        };
        if let Some(seconds) = seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }

    /// What a form carries on: where the visitor wants to go in the end, language and theme.
    fn kept_fields(&self) -> Vec<(String, String)> {
        let kept = self.visit.query.kept();
        kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

fn status_of(error: Option<MoveError>) -> StatusCode {
    match error {
        None => StatusCode::OK,
        Some(MoveError::Code) => StatusCode::FORBIDDEN,
        Some(MoveError::Many) => StatusCode::TOO_MANY_REQUESTS,
        Some(MoveError::Limit | MoveError::Turn) => StatusCode::CONFLICT,
        Some(MoveError::Away) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// What a visitor is told of a refusal. The engine knows more than a stranger with a code is to
/// learn.
fn error_of(refused: MoveRefused) -> MoveError {
    match refused {
        MoveRefused::WrongCode | MoveRefused::NoPlace | MoveRefused::Moved => MoveError::Code,
        MoveRefused::LetThrough => MoveError::Turn,
        MoveRefused::MovedTooOften => MoveError::Limit,
        MoveRefused::TooManyCodes | MoveRefused::TooManyCodesInRoom => MoveError::Many,
        MoveRefused::Full | MoveRefused::CodeInUse | MoveRefused::NoteTooLong | MoveRefused::Stale => MoveError::Away,
    }
}
