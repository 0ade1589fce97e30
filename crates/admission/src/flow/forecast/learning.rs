//! The places for which no wait can be forecast yet, because too little was observed: those of a
//! room that lets visitors in again after a pause, because many may be gone; those of a line whose
//! grants are lost; and those behind the free slots of a site on which no session has ended yet.
//! Visitors at these places see that the wait is not known yet, instead of an unreliable range.

use serde::{Deserialize, Serialize};

use super::LineView;
use crate::time::FlowMs;
use crate::units::Number;

/// The number of permits that shows who is still there.
const PERMITS: u8 = 3;
/// The longest time from the first permit until forecasts are published, in milliseconds, even if
/// nobody takes a permit by then.
const LEARN_MS: u64 = 20_000;
/// The shortest closure, in milliseconds, after which the visitors in line may have changed.
const CLOSED_MS_MIN: u64 = 30_000;

/// A time without a forecast, which ends when visitors are admitted.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct LearnTime {
    /// When the first permit becomes due.
    from: FlowMs,
    /// Permits that have to be used.
    left: u8,
}

/// The places without a forecast. Stored apart from the forecast, if there are any.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Learning {
    /// The time since which nobody can be admitted.
    closed_since: Option<FlowMs>,
    time: Option<LearnTime>,
    /// The first place whose wait depends on sessions of which none has ended yet.
    pub(super) beyond: Option<Number>,
}

impl Learning {
    /// Returns whether no place has a forecast.
    pub(super) fn of_all(&self) -> bool {
        self.time.is_some()
    }

    /// Returns whether this place has no forecast.
    pub(super) fn of(&self, number: Number) -> bool {
        self.of_all() || self.beyond.is_some_and(|from| number >= from)
    }

    /// Records that a permit was used.
    pub(super) fn used(&mut self) {
        if let Some(time) = &mut self.time {
            time.left = time.left.saturating_sub(1);
        }
    }

    /// Records a commit.
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
