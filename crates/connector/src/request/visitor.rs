//! The information about visitors for the site's own code.

use std::net::IpAddr;

use http::request::Parts;
use protocol::session_cookie::Session;
use protocol::{RedirectType, RoomId, UnixSeconds};

/// A visitor with a valid session, as a request extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueVisitor {
    /// The room that the visitor has passed.
    pub room: RoomId,
    /// The visitor's place in the queue: a reference to store with an order. `None` if the token
    /// had none.
    pub queue_id: Option<String>,
    /// Why the visitor was admitted; `None` for a type that this version does not know.
    pub redirect_type: Option<RedirectType>,
}

/// A visitor who is about to be sent to the queue.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Newcomer<'a> {
    /// The request.
    pub parts: &'a Parts,
    /// The room to whose queue the visitor is sent.
    pub room: &'a RoomId,
    /// The visitor's address, if known.
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
