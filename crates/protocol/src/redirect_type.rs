//! Why a visitor was let through: the token's `rt` and the session cookie's `RedirectType` (1.3).

use std::fmt;

/// The redirect types, each written in exactly one way: the Android SDK maps them by a strict
/// look-up and throws on any other spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RedirectType {
    /// Waited in line.
    Queue,
    /// A room that shows itself at peak only let them straight through.
    SafetyNet,
    /// Came after the event was over.
    AfterEvent,
    /// The room is switched off, or the visitor's address passes it by.
    Disabled,
    /// Followed a link that skips the room.
    DirectLink,
    /// Came before the room opened.
    Idle,
    /// A signed link for diagnosing a connector.
    Debug,
    /// Passed by a rule.
    Bypass,
}

impl RedirectType {
    /// Every redirect type.
    pub const ALL: [Self; 8] = [
        Self::Queue,
        Self::SafetyNet,
        Self::AfterEvent,
        Self::Disabled,
        Self::DirectLink,
        Self::Idle,
        Self::Debug,
        Self::Bypass,
    ];

    /// The text that goes into a token.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::SafetyNet => "safetynet",
            Self::AfterEvent => "afterevent",
            Self::Disabled => "disabled",
            Self::DirectLink => "directLink",
            Self::Idle => "idle",
            Self::Debug => "debug",
            Self::Bypass => "bypass",
        }
    }

    /// Reads it in any case, since vendor tokens and cookies spell it differently; `None` for a
    /// text that is no known type.
    pub fn from_wire(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|known| known.as_str().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for RedirectType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
