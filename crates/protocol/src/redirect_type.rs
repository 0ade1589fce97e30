//! The reason for which a visitor was let through: the token's `rt` and the session cookie's
//! `RedirectType`.

use std::fmt;

/// The redirect types, each with exactly one spelling: the Android SDK maps them by an exact
/// look-up and throws on any other spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RedirectType {
    /// The visitor waited in line.
    Queue,
    /// A room with a queue only at peak times let the visitor through without waiting.
    SafetyNet,
    /// The visitor came after the event was over.
    AfterEvent,
    /// The room is disabled, or the visitor's address is exempt from it.
    Disabled,
    /// The visitor followed a link that skips the room.
    DirectLink,
    /// The visitor came before the room opened.
    Idle,
    /// The visitor followed a signed link for diagnosing a connector.
    Debug,
    /// A rule exempts the visitor.
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

    /// Returns the spelling in a token.
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

    /// Parses a redirect type in any case, since vendor tokens and cookies differ in spelling;
    /// `None` for a text that is not a known type.
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
