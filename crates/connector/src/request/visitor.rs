//! What the site's own code learns about visitors.

use std::net::IpAddr;

use http::request::Parts;
use protocol::session_cookie::Session;
use protocol::{RedirectType, RoomId, UnixSeconds};

/// A visitor with a valid session; a request extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueVisitor {
    /// The room that the visitor has passed.
    pub room: RoomId,
    /// Which place in the queue the visitor came from: a reference to keep with an order. `None` if
    /// the token named none.
    pub queue_id: Option<String>,
    /// Why the visitor was let in; `None` for a type this version does not know.
    pub redirect_type: Option<RedirectType>,
}

/// Somebody who is about to be sent to the queue.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Newcomer<'a> {
    /// The request.
    pub parts: &'a Parts,
    /// The room whose queue it is.
    pub room: &'a RoomId,
    /// The visitor's address, as far as it is known.
    pub client_ip: Option<IpAddr>,
    /// The time of the request.
    pub now: UnixSeconds,
}

impl From<&Session> for QueueVisitor {
    fn from(session: &Session) -> Self {
        Self {
            room: session.room.clone(),
            queue_id: session.queue_id.clone(),
            redirect_type: RedirectType::from_wire(&session.redirect_type),
        }
    }
}
