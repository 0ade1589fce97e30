//! How long a number stays valid after the serving line reached it.
//!
//! From the moment the serving line passes a number, its visitor has `valid_ms` to come. A visitor
//! who is present, or was already let through, loses nothing; a visitor who was silent for the
//! whole window loses the place. A pause stops the clock.
//!
//! The state is at most [`STEPS_MAX`] pairs of a time and the position of the serving line at that
//! time, so the window is exact to a sixty-fourth of its length, in the visitor's favour.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::time::FlowMs;
use crate::units::Number;

/// The most pairs remembered.
const STEPS_MAX: u64 = 64;

/// When the serving line reached which number, part of the ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validity {
    reached: VecDeque<(FlowMs, Number)>,
    expired_to: Number,
}

impl Validity {
    /// Records that the serving line has reached `notified_to`, and that numbers stay valid for
    /// `valid_ms`.
    pub(crate) fn note(&mut self, now: FlowMs, notified_to: Number, valid_ms: Option<u64>) {
        let Some(valid_ms) = valid_ms else {
            self.reached.clear();
            return;
        };
        while let Some((_, to)) = self.reached.front().filter(|(at, _)| now.since(*at) >= valid_ms) {
            self.expired_to = self.expired_to.max(*to);
            self.reached.pop_front();
        }
        let moved = self.reached.back().map_or(self.expired_to, |(_, to)| *to) < notified_to;
        let step_ms = valid_ms.div_ceil(STEPS_MAX - 1);
        match self.reached.back_mut().filter(|(at, _)| now < *at) {
            Some(last) if moved => *last = (last.0, notified_to),
            // The recorded time is later than the real one, which never costs a visitor anything.
            None if moved => self.reached.push_back((now.plus(step_ms), notified_to)),
            _ => {}
        }
    }

    /// Moves all times by the length of a pause that ended.
    pub(crate) fn shift(&mut self, paused_ms: u64) {
        self.reached.iter_mut().for_each(|(at, _)| *at = at.plus(paused_ms));
    }

    /// Returns when the next window ends.
    #[must_use]
    pub fn next_over(&self, valid_ms: u64) -> Option<FlowMs> {
        self.reached.front().map(|(at, _)| at.plus(valid_ms))
    }

    /// Returns whether the window of a number has ended.
    #[must_use]
    pub fn is_over(&self, number: Number) -> bool {
        number < self.expired_to
    }

    /// Returns when the serving line reached a number, while the number's window is open.
    #[must_use]
    pub fn reached_at(&self, number: Number) -> Option<FlowMs> {
        let position = self.reached.partition_point(|(_, to)| *to <= number);
        self.reached.get(position).map(|(at, _)| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALID_MS: u64 = 600_000;

    #[test]
    fn a_number_is_good_for_its_window_and_at_most_a_step_longer() {
        let mut validity = Validity::default();
        let step = VALID_MS / 63 + 2;
        for now in (0..3_000_000).step_by(1_000) {
            validity.note(FlowMs(now), Number(now / 1_000), Some(VALID_MS));
            assert!(validity.reached.len() <= 66, "bounded");
            if let Some(good) = now.checked_sub(VALID_MS - 1_000) {
                assert!(!validity.is_over(Number(good / 1_000)), "not before its time, at {now}");
            }
            if let Some(over) = now.checked_sub(VALID_MS + 2 * step + 2_000) {
                assert!(validity.is_over(Number(over / 1_000)), "over in the end, at {now}");
            }
        }
    }

    #[test]
    fn a_pause_stops_the_clock_and_no_window_means_for_ever() {
        let mut validity = Validity::default();
        validity.note(FlowMs(0), Number(5), Some(VALID_MS));
        validity.shift(1_000_000);
        validity.note(FlowMs(VALID_MS + 20_000), Number(5), Some(VALID_MS));
        assert!(!validity.is_over(Number(0)));
        validity.note(FlowMs(VALID_MS + 20_000), Number(5), None);
        validity.note(FlowMs(u64::MAX / 2), Number(5), None);
        assert!(!validity.is_over(Number(0)));
    }
}
