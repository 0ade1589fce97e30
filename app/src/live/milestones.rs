//! When a screen reader is told. A line moves all the time; only milestones are worth an interruption, and not more often than once a minute. A change of state
//! ("it is your turn", paused, resumed) is told at once.

use crate::view::PageState;

/// The least time between two announcements within one state, milliseconds.
const QUIET_MS: f64 = 60_000.0;
/// A line this short is a milestone of its own.
const NEARLY_THERE: f64 = 10.0;

/// What was announced last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Milestones {
    at_ms: f64,
    state: Option<PageState>,
    ahead: f64,
}

impl Milestones {
    /// As the page was loaded: a screen reader reads the page then by itself.
    pub(super) fn new(now_ms: f64) -> Self {
        Self {
            at_ms: now_ms,
            state: None,
            ahead: f64::INFINITY,
        }
    }

    /// Whether to announce now. Milestones within a state: the line is half as long as announced last, or ten or fewer for the first time.
    pub(super) fn reached(&mut self, now_ms: f64, state: PageState, ahead: f64) -> bool {
        let Some(before) = self.state else {
            (self.state, self.ahead) = (Some(state), ahead);
            return false;
        };
        let nearer = ahead <= self.ahead / 2.0 || (ahead <= NEARLY_THERE && self.ahead > NEARLY_THERE);
        let due = before != state || (nearer && now_ms - self.at_ms >= QUIET_MS);
        if due {
            *self = Self {
                at_ms: now_ms,
                state: Some(state),
                ahead,
            };
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PageState::{FirstInLine, InLine, Paused};

    #[test]
    fn the_first_poll_is_silent() {
        let mut milestones = Milestones::new(0.0);
        assert!(!milestones.reached(90_000.0, InLine, 100.0));
    }

    #[test]
    fn halving_is_told_but_once_a_minute() {
        let mut milestones = Milestones::new(0.0);
        milestones.reached(1_000.0, InLine, 100.0);
        assert!(!milestones.reached(70_000.0, InLine, 51.0));
        assert!(milestones.reached(71_000.0, InLine, 50.0));
        assert!(!milestones.reached(130_999.0, InLine, 10.0));
        assert!(milestones.reached(131_000.0, InLine, 10.0));
        assert!(!milestones.reached(300_000.0, InLine, 9.0));
    }

    #[test]
    fn a_change_of_state_is_told_at_once() {
        let mut milestones = Milestones::new(0.0);
        milestones.reached(1_000.0, InLine, 100.0);
        assert!(milestones.reached(1_500.0, Paused, 100.0));
        assert!(milestones.reached(2_000.0, InLine, 100.0));
        assert!(milestones.reached(2_500.0, FirstInLine, 0.0));
        assert!(!milestones.reached(4_500.0, FirstInLine, 0.0));
    }
}
