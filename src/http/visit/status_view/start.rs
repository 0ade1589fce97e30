//! The times until the start, the pre-queue and the draw, as a visitor's page counts them.

use admission::WallMs;

use super::{StatusView, VisitorState};
use crate::clock::timestamp;

const NO_BREAK_SPACE: char = '\u{a0}';

impl StatusView<'_> {
    pub(super) fn start(&self) -> Option<WallMs> {
        self.settings.life.schedule.start
    }

    /// `None` once the draw has begun or numbers are given.
    pub(super) fn seconds_to_start(&self) -> Option<u64> {
        match self.visitor_state {
            VisitorState::Unnumbered(early) if early.drawing => None,
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
        let VisitorState::Unnumbered(early) = self.visitor_state else {
            return None;
        };
        let draw = self.settings.life.schedule.cut_off().filter(|_| !early.drawing)?;
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
        let mut words = String::new();
        self.language.live_texts(&self.standing).push_countdown(&mut words);
        unbroken(&words)
    }

    /// Like [`Self::countdown`], for the time to the pre-queue.
    pub(super) fn prequeue_countdown(&self) -> String {
        let seconds = self.seconds_to_prequeue();
        let words = seconds.map(|seconds| self.language.countdown(seconds));
        unbroken(&words.unwrap_or_default())
    }

    pub(super) fn starts_at(&self) -> String {
        let start = self.start().map(timestamp);
        let mut words = start
            .map(|start| self.language.date_time_utc(start))
            .unwrap_or_default();
        // The time of day and its zone stay on one line.
        if let Some(blank) = words.rfind(' ') {
            words.replace_range(blank..=blank, NO_BREAK_SPACE.encode_utf8(&mut [0; 4]));
        }
        words
    }
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
    fn a_number_and_its_unit_stay_on_one_line() {
        assert_eq!(unbroken("1 hour, 59 minutes"), "1\u{a0}hour, 59\u{a0}minutes");
        assert_eq!(unbroken("٢ ساعة و٥ دقائق"), "٢\u{a0}ساعة و٥\u{a0}دقائق");
        assert_eq!(unbroken("less than a minute"), "less than a minute");
        assert_eq!(unbroken(""), "");
    }
}
