//! The configured actions, checked and precomputed for every request.
//!
//! One action comes from code, any number from an integration config. [`crate::rules`] finds the
//! action that a request matches.

use protocol::redirect::{QueueBase, RedirectOrigin};
use protocol::{CustomerId, Minutes, RoomId, session_cookie};

/// The name of this connector in redirects (`ver`).
pub(crate) const VERSION: &str = concat!("rust-", env!("CARGO_PKG_VERSION"));

/// The action that a rule applies to a request.
#[derive(Debug, Clone)]
pub(crate) enum RuleAction {
    /// Requires a session.
    Queue(QueueAction),
    /// Ends the session.
    Cancel(CancelAction),
    /// Lets the request pass unchanged.
    Ignore {
        /// The name in the configuration.
        name: String,
    },
}

impl RuleAction {
    /// Returns the name in the configuration.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Queue(action) => &action.name,
            Self::Cancel(action) => &action.name,
            Self::Ignore { name } => name,
        }
    }

    /// Returns the address of the action's waiting room.
    pub(crate) fn base(&self) -> Option<&QueueBase> {
        match self {
            Self::Queue(action) => Some(&action.base),
            Self::Cancel(action) => Some(&action.base),
            Self::Ignore { .. } => None,
        }
    }

    /// Returns the attributes of the action's cookies.
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
    /// Returns the parameters that redirects carry about this connector and action.
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

/// Cancellation of a session.
#[derive(Debug, Clone)]
pub(crate) struct CancelAction {
    pub(crate) name: String,
    pub(crate) rooms: Rooms,
    pub(crate) base: QueueBase,
    pub(crate) cookie: CookieAttributes,
}

/// The page to which visitors return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TargetRule {
    /// The requested page.
    Asked,
    /// The target that the room chooses.
    Room,
    /// This URL.
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
    /// Makes the rooms of an action; skips `involved` rooms that equal `own` or occur before.
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

    /// Returns the room to which visitors are sent.
    pub(crate) fn own(&self) -> &RoomId {
        &self.own.id
    }

    /// Returns all rooms, `own` first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Room> {
        std::iter::once(&self.own).chain(&self.involved)
    }

    /// Returns the accepted room with this id.
    pub(crate) fn accepted(&self, id: &str) -> Option<&RoomId> {
        self.iter().map(|room| &room.id).find(|known| known.as_str() == id)
    }
}

/// The attributes of the session cookie.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CookieAttributes {
    /// The `Domain` attribute; without it, the cookie is for the host only.
    pub(crate) domain: Option<String>,
    pub(crate) http_only: bool,
    pub(crate) secure: bool,
}

/// The rule that a request matches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchedRule<'a> {
    /// `None` for a configuration in code.
    pub(crate) config_version: Option<i64>,
    pub(crate) action: Option<&'a RuleAction>,
    /// Some waiting room of this site: when no action names one, it explains errors of debug links.
    pub(crate) base: Option<&'a QueueBase>,
}

impl<'a> MatchedRule<'a> {
    /// Returns the waiting room that explains errors of debug links: that of the action if it names
    /// one, else the base of the rule.
    pub(crate) fn base(&self) -> Option<&'a QueueBase> {
        self.action.and_then(RuleAction::base).or(self.base)
    }
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
