//! The times until the start, the pre-queue and the draw, as a visitor's page counts them.

use admission::WallMs;

use super::{StatusView, VisitorState};
use crate::clock::timestamp;

const MINUTE_SECONDS: u64 = 60;
const NO_BREAK_SPACE: char = '\u{a0}';

impl StatusView<'_> {
    pub(super) fn start(&self) -> Option<WallMs> {
        self.settings.life.schedule.start
    }

    /// `None` once the draw has begun or numbers are given.
    pub(super) fn seconds_to_start(&self) -> Option<u64> {
        match self.visitor_state {
            VisitorState::Unnumbered(unnumbered) if unnumbered.drawing => None,
            VisitorState::Idle | VisitorState::Unnumbered(_) => {
                let until_ms = self.start()?.0.saturating_sub(self.now.0);
                Some(until_ms.div_ceil(1_000))
            }
            VisitorState::Line { .. }
            | VisitorState::Aside { .. }
            | VisitorState::TheirTurn(_)
            | VisitorState::Ended => None,
        }
    }

    /// `None` for visitors who have no number to be drawn, and once the draw has begun.
    pub(super) fn seconds_to_draw(&self) -> Option<u64> {
        let VisitorState::Unnumbered(unnumbered) = self.visitor_state else {
            return None;
        };
        let draw = self.settings.life.schedule.cut_off().filter(|_| !unnumbered.drawing)?;
        Some(draw.0.saturating_sub(self.now.0).div_ceil(1_000))
    }

    /// `None` if there is no pre-queue, and once it is open.
    pub(super) fn seconds_to_prequeue(&self) -> Option<u64> {
        let schedule = &self.settings.life.schedule;
        let opens = schedule.opens().filter(|opens| Some(*opens) != schedule.start);
        let until_ms = matches!(self.visitor_state, VisitorState::Idle)
            .then(|| opens.map(|opens| opens.0.saturating_sub(self.now.0)))?;
        until_ms
            .filter(|until_ms| *until_ms > 0)
            .map(|until_ms| until_ms.div_ceil(1_000))
    }

    /// The time to the start, as the page shows it; empty if there is no countdown.
    pub(super) fn countdown(&self) -> String {
        let has_countdown = self.language.live_texts(&self.visitor_status).has_countdown();
        self.lasting_words(self.seconds_to_start().filter(|_| has_countdown))
    }

    /// Like [`Self::countdown`], for the time to the pre-queue.
    pub(super) fn prequeue_countdown(&self) -> String {
        self.lasting_words(self.seconds_to_prequeue())
    }

    /// Words for a time that is left. The page shows them until its next request, and without
    /// scripts nothing on it counts down in between.
    pub(super) fn lasting_words(&self, seconds: Option<u64>) -> String {
        let words = seconds.map(|seconds| self.language.countdown(least_left(seconds, self.refresh_seconds())));
        unbroken(&words.unwrap_or_default())
    }

    pub(super) fn starts_at(&self) -> String {
        let start = self.start().map(timestamp);
        let mut words = start
            .map(|start| self.language.exact_date_time_utc(start))
            .unwrap_or_default();
        // The time of day and its zone stay on one line.
        if let Some(blank) = words.rfind(' ') {
            words.replace_range(blank..=blank, NO_BREAK_SPACE.encode_utf8(&mut [0; 4]));
        }
        words
    }
}

/// Returns the seconds to word in a text that is read for `lasts` seconds: those that are left at
/// its end. From a minute on these are at least a minute, because "less than a minute" must be true
/// from the beginning.
fn least_left(seconds: u64, lasts: u64) -> u64 {
    seconds.saturating_sub(lasts).max(seconds.min(MINUTE_SECONDS))
}

/// Returns words in which no line ends between a number and its unit.
fn unbroken(words: &str) -> String {
    let mut unbroken = String::with_capacity(words.len());
    let mut is_behind_digit = false;
    for character in words.chars() {
        let is_before_unit = is_behind_digit && character == ' ';
        unbroken.push(if is_before_unit { NO_BREAK_SPACE } else { character });
        is_behind_digit = character.is_numeric();
    }
    unbroken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_promise_no_more_time_than_is_left_when_they_are_replaced() {
        assert_eq!(
            [545, 541, 540, 100].map(|seconds| least_left(seconds, 41)),
            [504, 500, 499, 60]
        );
        assert_eq!([60, 59, 10, 0].map(|seconds| least_left(seconds, 41)), [60, 59, 10, 0]);
        for (seconds, lasts) in (0..400).flat_map(|seconds| [(seconds, 1), (seconds, 41), (seconds, 61)]) {
            let left = least_left(seconds, lasts);
            assert!(
                left <= seconds && (left < 60) == (seconds < 60),
                "{seconds} s for {lasts} s"
            );
            assert!(left <= 60 || left + lasts <= seconds, "{seconds} s for {lasts} s");
        }
    }

    #[test]
    fn a_number_and_its_unit_stay_on_one_line() {
        assert_eq!(unbroken("1 hour, 59 minutes"), "1\u{a0}hour, 59\u{a0}minutes");
        assert_eq!(unbroken("٢ ساعة و٥ دقائق"), "٢\u{a0}ساعة و٥\u{a0}دقائق");
        assert_eq!(unbroken("less than a minute"), "less than a minute");
        assert_eq!(unbroken(""), "");
    }
}
