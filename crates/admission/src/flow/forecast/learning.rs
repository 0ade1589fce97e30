//! What nobody can foresee yet, because nothing was observed: a room in which people can come in
//! again, whose people may be gone; a line of which nobody knows any more what was granted; and
//! places behind the free slots of a site of which no session has ended yet. Whoever stands there
//! is told so, instead of a range that cannot hold.

use serde::{Deserialize, Serialize};

use super::LineView;
use crate::time::FlowMs;
use crate::units::Number;

/// So many permits show who is still there.
const PERMITS: u8 = 3;
/// The longest time from the first permit until a forecast is told, in milliseconds: where nobody
/// takes the permits, that says enough.
const LEARN_MS: u64 = 20_000;
/// Where nobody could come in for a shorter time, the people are the same, in milliseconds.
const CLOSED_MS_MIN: u64 = 30_000;

/// A time of which nothing is known, until people come in.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct LearnTime {
    /// When the first permit falls due.
    from: FlowMs,
    /// Permits that have to be used.
    left: u8,
}

/// What is not known yet. Stored apart from the forecast, if there is anything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Learning {
    /// Since when nobody can come in.
    closed_since: Option<FlowMs>,
    time: Option<LearnTime>,
    /// From which place on it depends on sessions of which none has ended yet.
    pub(super) beyond: Option<Number>,
}

impl Learning {
    /// Returns whether nobody is told a forecast.
    pub(super) fn of_all(&self) -> bool {
        self.time.is_some()
    }

    /// Returns whether a place is told none.
    pub(super) fn of(&self, number: Number) -> bool {
        self.of_all() || self.beyond.is_some_and(|from| number >= from)
    }

    /// Takes note of a permit that was used.
    pub(super) fn used(&mut self) {
        if let Some(time) = &mut self.time {
            time.left = time.left.saturating_sub(1);
        }
    }

    /// Takes note of a commit.
    pub(super) fn observe(&mut self, view: &LineView<'_>) {
        if !view.is_open() {
            self.closed_since.get_or_insert(view.now);
            return;
        }
        let closed_ms = self.closed_since.take().map_or(0, |since| view.now.since(since));
        if closed_ms >= CLOSED_MS_MIN || view.is_all_lost {
            self.time = Some(LearnTime {
                from: view.outflow.next_due().unwrap_or(view.now),
                left: PERMITS,
            });
        }
        let is_over = |time: LearnTime| time.left == 0 || view.now.since(time.from) >= LEARN_MS;
        if self.time.is_some_and(is_over) {
            self.time = None;
        }
    }
}
