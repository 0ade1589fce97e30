//! The part of a page about stepping aside: whether the turn is near enough to offer it, and the
//! time that is left.

use app::view::{NEAR_SECONDS, PageState};

use super::StatusView;

/// The longest interval between two polls of a visitor who is aside, milliseconds.
const ASIDE_POLL_MS_MAX: u64 = 20_000;
/// Added to the poll at the end of the time, so that it does not come too early, milliseconds.
const END_SLACK_MS: u64 = 300;

impl StatusView<'_> {
    /// `1` if the turn is near according to the estimate; empty if it is not. A page with the text
    /// "almost there" needs no estimate for this.
    pub(super) fn near(&self) -> &'static str {
        let low = self.wait_seconds().filter(|_| self.state.is_waiting());
        let is_near = low.is_some_and(|(low, _)| low <= NEAR_SECONDS);
        if is_near { "1" } else { "" }
    }

    /// The time until the visitor counts as present again, in words; empty if the visitor is not
    /// aside.
    pub(super) fn hold_left(&self) -> String {
        self.lasting_words(self.seconds_aside())
    }

    /// The same time in whole seconds.
    pub(super) fn seconds_aside(&self) -> Option<u64> {
        // Nobody is called back to a sale that is sold out.
        let left_ms = self.visitor_state.aside_ms().filter(|_| self.state == PageState::Aside);
        left_ms.map(|left_ms| left_ms.div_ceil(1_000))
    }
}

/// The poll interval of a visitor who is aside for another `left_ms`.
pub(super) fn aside_poll_ms(left_ms: u64) -> u64 {
    (left_ms + END_SLACK_MS).min(ASIDE_POLL_MS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_poll_comes_just_after_the_end() {
        assert_eq!(
            [1_800_000, 20_000, 5_000, 1].map(aside_poll_ms),
            [20_000, 20_000, 5_300, 301]
        );
    }
}
