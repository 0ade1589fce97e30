//! A room's action for newcomers with a high score.

/// The settings of a room about scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuspectPolicy {
    /// The lowest score of a suspect.
    pub from: u8,
    /// The action for suspects.
    pub action: SuspectAction,
}

/// The action for newcomers with a high score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum SuspectAction {
    /// Nothing; the overview shows them.
    #[default]
    Nothing,
    /// Suspects do more work than others before a place is given, or wait.
    Work,
    /// They wait before a place is given, behind newcomers who arrive in the meantime.
    Behind,
    /// Their address is blocked softly for an hour: all newcomers from it work or wait before a
    /// place is given.
    SoftBlock,
    /// They get no place.
    Refuse,
}

/// The lowest score of a suspect, unless the room configures another one.
pub const SUSPECT_FROM: u8 = 80;

impl Default for SuspectPolicy {
    fn default() -> Self {
        Self {
            from: SUSPECT_FROM,
            action: SuspectAction::Nothing,
        }
    }
}

impl SuspectPolicy {
    /// Returns the action for a newcomer with this score, 0 to 100.
    #[must_use]
    pub fn action(&self, points: u8) -> SuspectAction {
        if points >= self.from {
            self.action
        } else {
            SuspectAction::Nothing
        }
    }
}
