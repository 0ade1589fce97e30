//! The reasons for a longer wait that visitors were shown.

use admission::estimate::RiseReason;
use serde::Serialize;

/// The number of reasons.
const REASONS: usize = RiseReason::ALL.len();

/// How often a reason for a longer wait was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ReasonFigures {
    /// The reason.
    pub reason: RiseReason,
    /// The visitors who were shown it at least once.
    pub visitors: u64,
    /// The polls that were answered with it.
    pub polls: u64,
}

impl ReasonFigures {
    /// Returns the reason in words.
    pub(super) fn words(self) -> &'static str {
        match self.reason {
            RiseReason::OperatorSlowed => "The operator lowered the rate",
            RiseReason::Paused => "The operator paused the room",
            RiseReason::MoreCameBack => "More people came back",
            RiseReason::CappedBySessions => "The site is full",
            RiseReason::PoolShared => "People wait in another room of the pool",
            RiseReason::Priority => "People with priority wait",
            RiseReason::AutotuneSlowed => "The site is slow",
            RiseReason::Restored => "The store was restored",
        }
    }
}

/// Collects the reasons that visitors are shown, by [`RiseReason::ALL`].
#[derive(Debug, Default)]
pub(crate) struct ShownReasons {
    polls: [u64; REASONS],
    /// The reasons that each visitor was shown; ends with the last visitor who was shown one.
    seen: Vec<[bool; REASONS]>,
}

impl ShownReasons {
    /// Counts an answer to a visitor's poll.
    pub(crate) fn shown(&mut self, who: usize, reason: Option<RiseReason>) {
        let Some(at) = reason.map(|reason| reason as usize) else {
            return;
        };
        self.polls[at] += 1;
        if self.seen.len() <= who {
            self.seen.resize(who + 1, [false; REASONS]);
        }
        self.seen[who][at] = true;
    }

    /// Returns the figures of the reasons that were shown.
    pub(super) fn figures(&self) -> Vec<ReasonFigures> {
        let all = RiseReason::ALL.into_iter().zip(self.polls).enumerate();
        let shown = all.filter(|(_, (_, polls))| *polls > 0);
        let figures = shown.map(|(at, (reason, polls))| ReasonFigures {
            reason,
            visitors: self.seen.iter().filter(|seen| seen[at]).count() as u64,
            polls,
        });
        figures.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_counts_once_and_each_poll_counts() {
        let mut reasons = ShownReasons::default();
        for (who, reason) in [
            (3, None),
            (3, Some(RiseReason::Restored)),
            (3, Some(RiseReason::Restored)),
            (1, None),
        ] {
            reasons.shown(who, reason);
        }
        reasons.shown(0, Some(RiseReason::Paused));
        let figures = |reason, visitors, polls| ReasonFigures {
            reason,
            visitors,
            polls,
        };
        assert_eq!(
            reasons.figures(),
            [figures(RiseReason::Paused, 1, 1), figures(RiseReason::Restored, 1, 2)]
        );
    }
}
