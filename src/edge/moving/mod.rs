//! Moving a place to another device: [`offer`] on the device that has it, [`take`] on the one that takes it over. Works without script.
//!
//! A GET never moves anything. A POST that another site's page makes a browser send leads to the page with the button instead, so nobody is given a place (or
//! loses the one they have) by opening a page of somebody else's.

pub(super) mod offer;
pub(super) mod take;

use admission::moving::MoveRefused;
use axum::body::Body;
use http::header::RETRY_AFTER;
use http::request::Parts;
use http::{Response, StatusCode};

use super::outside::outside;
use super::query::Query;
use super::{Edge, html, paths};
use crate::pages::{MoveError, MovePage, MoveStep};
use crate::room::{Room, Settings};

/// Somebody who tried too often comes again after so many seconds.
const RETRY_AFTER_SECONDS: u32 = 60;

/// One request about a room's moves.
struct Moving<'a> {
    edge: &'a Edge,
    parts: &'a Parts,
    room: &'a Room,
    settings: &'a Settings,
    /// Of the address, or of the form.
    query: &'a Query<'a>,
}

impl Moving<'_> {
    fn ids(&self) -> (&str, &str) {
        let room = &self.settings.room;
        (room.customer.as_str(), room.id.as_str())
    }

    /// The room's page, which knows what there is instead of a line, where there is none; `None` where there is.
    fn elsewhere(&self) -> Option<Response<Body>> {
        let now = self.edge.clock.unix_seconds();
        match outside(self.room, self.settings, None, now, || Ok(String::new())) {
            Ok(None) => None,
            Ok(Some(_)) | Err(_) => {
                let (customer, room) = self.ids();
                Some(html::see_other(&paths::enter(customer, room, self.query.kept())))
            }
        }
    }

    fn page(
        &self,
        step: MoveStep<'_>,
        error: Option<MoveError>,
        (action, fields): (&str, &[(String, String)]),
        line_url: Option<&str>,
    ) -> Response<Body> {
        let room = &self.settings.room;
        let language = self.edge.language(&self.parts.headers, self.query, Some(room));
        let theme = self.edge.pages.theme(self.query.get("l"), Some(room));
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
            Some(MoveError::Away) => Some(self.edge.again_seconds()),
            _ => None,
        };
        if let Some(seconds) = seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }

    /// What a form carries on: where the visitor wants to go in the end, language and theme.
    fn kept_fields(&self) -> Vec<(String, String)> {
        let kept = self.query.kept();
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

/// What a visitor is told of a refusal. The engine knows more than a stranger with a code is to learn.
fn error_of(refused: MoveRefused) -> MoveError {
    match refused {
        MoveRefused::WrongCode | MoveRefused::NoPlace | MoveRefused::Moved => MoveError::Code,
        MoveRefused::LetThrough => MoveError::Turn,
        MoveRefused::MovedTooOften => MoveError::Limit,
        MoveRefused::TooManyCodes | MoveRefused::TooManyCodesInRoom => MoveError::Many,
        MoveRefused::Full | MoveRefused::CodeInUse | MoveRefused::NoteTooLong | MoveRefused::Stale => MoveError::Away,
    }
}
