//! What is to happen to a request, as configured: checked, and ready for every request.
//!
//! One action comes from code, any number from an integration config (4.2). Which of them a request
//! falls under is decided elsewhere.

use protocol::redirect::{QueueBase, RedirectOrigin};
use protocol::{CustomerId, Minutes, RoomId, session_cookie};

/// How this connector names itself in redirects (`ver`).
pub(crate) const VERSION: &str = concat!("rust-", env!("CARGO_PKG_VERSION"));

/// One rule's outcome.
#[derive(Debug, Clone)]
pub(crate) enum RuleAction {
    /// Visitors need a session.
    Queue(QueueAction),
    /// Visitors lose their session.
    Cancel(CancelAction),
    /// The waiting room does not matter here.
    Ignore {
        /// As configured.
        name: String,
    },
}

impl RuleAction {
    /// The name in the configuration.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Queue(action) => &action.name,
            Self::Cancel(action) => &action.name,
            Self::Ignore { name } => name,
        }
    }

    /// Where its waiting room is.
    pub(crate) fn base(&self) -> Option<&QueueBase> {
        match self {
            Self::Queue(action) => Some(&action.base),
            Self::Cancel(action) => Some(&action.base),
            Self::Ignore { .. } => None,
        }
    }

    /// How its cookies are set.
    pub(crate) fn cookie(&self) -> Option<&CookieAttributes> {
        match self {
            Self::Queue(action) => Some(&action.cookie),
            Self::Cancel(action) => Some(&action.cookie),
            Self::Ignore { .. } => None,
        }
    }
}

/// Protection by a room.
#[derive(Debug, Clone)]
pub(crate) struct QueueAction {
    pub(crate) name: String,
    pub(crate) config_version: i64,
    pub(crate) rooms: Rooms,
    pub(crate) base: QueueBase,
    pub(crate) cookie: CookieAttributes,
    pub(crate) validity: Minutes,
    pub(crate) extend: bool,
    pub(crate) culture: Option<String>,
    pub(crate) theme: Option<String>,
    pub(crate) target: TargetRule,
}

impl QueueAction {
    /// What redirects say about where they come from.
    pub(crate) fn origin<'a>(&'a self, customer: &'a CustomerId) -> RedirectOrigin<'a> {
        RedirectOrigin {
            customer,
            room: self.rooms.own(),
            connector_version: VERSION,
            config_version: self.config_version,
            action: &self.name,
            culture: self.culture.as_deref(),
            theme: self.theme.as_deref(),
        }
    }
}

/// The end of a session (3.3).
#[derive(Debug, Clone)]
pub(crate) struct CancelAction {
    pub(crate) name: String,
    pub(crate) rooms: Rooms,
    pub(crate) base: QueueBase,
    pub(crate) cookie: CookieAttributes,
}

/// Where visitors come back to (3.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TargetRule {
    /// To the page they asked for.
    Asked,
    /// To wherever the room sends them.
    Room,
    /// To this URL.
    Forced(String),
}

/// The room of an action, and others whose tokens and sessions it accepts.
#[derive(Debug, Clone)]
pub(crate) struct Rooms {
    own: Room,
    involved: Vec<Room>,
}

/// A room and its cookie's name.
#[derive(Debug, Clone)]
pub(crate) struct Room {
    pub(crate) id: RoomId,
    pub(crate) cookie_name: String,
}

impl From<RoomId> for Room {
    fn from(id: RoomId) -> Self {
        Self {
            cookie_name: session_cookie::name(&id),
            id,
        }
    }
}

impl Rooms {
    /// An `involved` room that is the own one or was named before is left out.
    pub(crate) fn new(own: RoomId, involved: impl IntoIterator<Item = RoomId>) -> Self {
        let mut rooms = Self {
            own: own.into(),
            involved: Vec::new(),
        };
        for id in involved {
            if rooms.accepted(id.as_str()).is_none() {
                rooms.involved.push(id.into());
            }
        }
        rooms
    }

    /// The room to which visitors are sent.
    pub(crate) fn own(&self) -> &RoomId {
        &self.own.id
    }

    /// All, the own one first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Room> {
        std::iter::once(&self.own).chain(&self.involved)
    }

    /// The accepted room of this id.
    pub(crate) fn accepted(&self, id: &str) -> Option<&RoomId> {
        self.iter().map(|room| &room.id).find(|known| known.as_str() == id)
    }
}

/// How the session cookie is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CookieAttributes {
    /// The host alone if `None`.
    pub(crate) domain: Option<String>,
    pub(crate) http_only: bool,
    pub(crate) secure: bool,
}

/// The rule that a request falls under.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchedRule<'a> {
    /// `None` for a configuration in code.
    pub(crate) config_version: Option<i64>,
    pub(crate) action: Option<&'a RuleAction>,
    /// A waiting room of this site, whichever: where no action names one, it explains what is wrong
    /// with debug links.
    pub(crate) base: Option<&'a QueueBase>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_room_is_there_once() {
        let id = |text: &str| text.parse::<RoomId>().unwrap();
        let rooms = Rooms::new(id("sale"), [id("vip"), id("sale"), id("vip")]);
        let names: Vec<&str> = rooms.iter().map(|room| room.cookie_name.as_str()).collect();
        assert_eq!(
            names,
            [
                "QueueITAccepted-SDFrts345E-V3_sale",
                "QueueITAccepted-SDFrts345E-V3_vip"
            ]
        );
        assert_eq!(rooms.accepted("vip"), Some(&id("vip")));
        assert_eq!(rooms.accepted("VIP"), None);
    }
}
