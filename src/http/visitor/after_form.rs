//! The answer to a form of a visitor's page that leads to the room's page, or to one that may lead
//! there: no redirect. Browsers apply the page's `form-action` to every redirect that follows a
//! form, and the room's page redirects to the site when the turn comes.
//!
//! Two forms are still answered by a redirect: that of a vendor's cancel link, whose page allows it
//! to continue to the site ([`html::page_with_form_onward`]), and that which submits a draw's
//! beacon, since the draw's page never redirects.

use axum::body::Body;
use http::header::{LOCATION, SET_COOKIE};
use http::request::Parts;
use http::{Response, StatusCode};

use crate::http::render::RequestedRoom;
use crate::http::visit::query::Query;
use crate::http::{AppState, html};

impl AppState {
    /// Returns a page that leads on ([`html::onward`]) in place of a 303, or of the 302 after a
    /// form that is sent by GET, with its cookies; every other answer unchanged.
    pub(in crate::http) fn after_form(
        &self,
        (parts, query): (&Parts, &Query<'_>),
        answer: Response<Body>,
    ) -> Response<Body> {
        let is_redirect = matches!(answer.status(), StatusCode::SEE_OTHER | StatusCode::FOUND);
        let location = answer.headers().get(LOCATION).filter(|_| is_redirect);
        let Some(location) = location.and_then(|location| location.to_str().ok()) else {
            return answer;
        };
        // The answer does not say which room it is about; of this look-up only settings are used.
        let named = self.requested_room(parts, query);
        let room = named.as_ref().map(RequestedRoom::config);
        let language = &self.language(&parts.headers, query, room);
        let link = language.transfer_texts().enter_button(&[]);
        let mut page = html::onward(location, &link, language, &self.pages.theme(query.get("l"), room));
        for cookie in answer.headers().get_all(SET_COOKIE) {
            page.headers_mut().append(SET_COOKIE, cookie.clone());
        }
        page
    }
}
