//! The life of a room, as far as it is told apart today: it runs, or the operator holds it.
//!
//! Idle, pre-queue and post-queue join here as further variants; every transition consumes the state and returns the next one, or refuses.

use serde::{Deserialize, Serialize};

use crate::time::FlowMs;

/// Where a room is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lifecycle {
    /// The line moves.
    Running,
    /// The operator holds everybody.
    Paused {
        /// Since when.
        since: FlowMs,
    },
}

/// Why a transition was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Pause of a paused room.
    #[error("the room is paused already")]
    AlreadyPaused,
    /// Resume of a room that is not paused.
    #[error("the room is not paused")]
    NotPaused,
}

impl Lifecycle {
    /// Holds everybody from `now` on.
    ///
    /// # Errors
    /// If the room is paused already.
    pub fn pause(self, now: FlowMs) -> Result<Self, Refused> {
        match self {
            Self::Running => Ok(Self::Paused { since: now }),
            Self::Paused { .. } => Err(Refused::AlreadyPaused),
        }
    }

    /// Lets the line move again.
    ///
    /// # Errors
    /// If the room is not paused.
    pub fn resume(self) -> Result<Self, Refused> {
        match self {
            Self::Running => Err(Refused::NotPaused),
            Self::Paused { .. } => Ok(Self::Running),
        }
    }

    /// Whether the operator holds everybody.
    #[must_use]
    pub fn is_paused(self) -> bool {
        matches!(self, Self::Paused { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pause_and_resume_refuse_what_is_already_so() {
        let paused = Lifecycle::Running.pause(FlowMs(7)).expect("running");
        assert_eq!(paused.pause(FlowMs(8)), Err(Refused::AlreadyPaused));
        assert_eq!(paused.resume(), Ok(Lifecycle::Running));
        assert_eq!(Lifecycle::Running.resume(), Err(Refused::NotPaused));
    }
}
