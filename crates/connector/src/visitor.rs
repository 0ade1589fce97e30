//! What the site's handlers learn about a visitor who has passed.

use protocol::RedirectType;
use protocol::session_cookie::Session;

/// A visitor with a valid session; a request extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueVisitor {
    /// Which place in the queue the visitor came from: a reference to keep with an order. `None` if the token named
    /// none.
    pub queue_id: Option<String>,
    /// Why the visitor was let in; `None` for a type this version does not know.
    pub redirect_type: Option<RedirectType>,
}

impl From<&Session> for QueueVisitor {
    fn from(session: &Session) -> Self {
        Self {
            queue_id: session.queue_id.clone(),
            redirect_type: RedirectType::from_wire(&session.redirect_type),
        }
    }
}
