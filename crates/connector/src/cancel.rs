//! Ending a session on purpose, so that the visitor's next purchase starts at the end of the line (3.3).

use http::Response;
use http::request::Parts;
use protocol::redirect::cancel_url_multiple;

use crate::config::Connector;
use crate::cookies::{self, CookieChange};
use crate::service;

impl Connector {
    /// The response that deletes the session cookie and sends the browser to the waiting room, which cancels the
    /// queue id and sends it on to `return_to` (an absolute URL on a host that the room allows), or into the queue
    /// without one.
    ///
    /// `None` if the request has no genuine session of this room, so that there is nothing to cancel; one that has
    /// run out can still be cancelled.
    pub fn cancel<B: Default>(&self, parts: &Parts, return_to: Option<&str>) -> Option<Response<B>> {
        let settings = &*self.settings;
        let session = cookies::read_genuine(settings, parts)?;
        let rooms = [(&settings.room, session.queue_id.as_deref())];
        let location = cancel_url_multiple(&settings.base, &settings.customer, &rooms, return_to);
        Some(service::redirect(settings, location, Some(&CookieChange::Delete)))
    }
}
