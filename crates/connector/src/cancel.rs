//! Cancellation of a session by the site, so that the visitor's next purchase starts at the end of
//! the line.

use http::Response;
use http::header;
use http::request::Parts;

use crate::action::QueueAction;
use crate::answer;
use crate::connector::Connector;
use crate::decision::{Destination, cancellation};

impl Connector {
    /// Returns the response that deletes the session cookie and redirects the browser to the
    /// waiting room. The waiting room cancels the queue id and redirects to `return_to` (an
    /// absolute URL on a host that the room allows), or into the queue without one.
    ///
    /// Returns `None` if the request has no genuine session, so that there is nothing to cancel; an
    /// expired session can still be cancelled. If an integration config has several actions, the
    /// first action for which the visitor has a session applies.
    pub fn cancel<B: Default>(&self, parts: &Parts, return_to: Option<&str>) -> Option<Response<B>> {
        self.rules.first(|action| self.cancel_action(action, parts, return_to))
    }

    fn cancel_action<B: Default>(
        &self,
        action: &QueueAction,
        parts: &Parts,
        return_to: Option<&str>,
    ) -> Option<Response<B>> {
        let decision = cancellation(&self.site, &action.rooms, &action.base, parts, return_to)?;
        let Destination::Away(location) = decision.way else {
            return None;
        };
        let mut response = answer::redirect(&location);
        for header in decision.cookies.headers(&self.site.secret, &action.cookie) {
            response.headers_mut().append(header::SET_COOKIE, header);
        }
        Some(response)
    }
}
