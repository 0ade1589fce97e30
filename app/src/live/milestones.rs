//! Decides when a screen reader announces the status. A line moves all the time, so only milestones
//! are announced, at most once a minute. A change of state ("it is your turn", paused, resumed,
//! numbers are being drawn) is announced at once. A few moments before the start, and that the wait
//! has become known or unknown, are announced within that minute too.

use crate::view::PageState;

/// The least time between two announcements within one state, milliseconds.
const QUIET_MS: f64 = 60_000.0;
/// A milestone: at most this many people are ahead for the first time.
const NEARLY_THERE: f64 = 10.0;
/// The times before the start at which there is an announcement, seconds.
const BEFORE_START_SECONDS: [f64; 3] = [600.0, 300.0, 60.0];

/// The last announcement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Milestones {
    at_ms: f64,
    state: PageState,
    ahead: f64,
    /// The number of [`BEFORE_START_SECONDS`] that have passed.
    nearer_start: usize,
    is_wait_unknown: bool,
}

impl Milestones {
    /// Starts with the state at the page's load, which a screen reader reads by itself.
    pub(super) fn new(now_ms: f64, state: PageState, ahead: f64, seconds_to_start: f64, is_wait_unknown: bool) -> Self {
        Self {
            at_ms: now_ms,
            state,
            ahead,
            nearer_start: marks_behind(seconds_to_start),
            is_wait_unknown,
        }
    }

    /// Returns whether the state is another one than in the last announcement, so that its
    /// announcement must not wait for the number on the page.
    pub(super) fn is_new_state(&self, state: PageState) -> bool {
        self.state != state
    }

    /// Returns whether the wait was unknown in the last announcement.
    pub(super) fn is_wait_unknown(&self) -> bool {
        self.is_wait_unknown
    }

    /// Returns whether the wait has become known or unknown since the last announcement, and
    /// remembers it as announced.
    pub(super) fn wait_turned(&mut self, is_wait_unknown: bool) -> bool {
        std::mem::replace(&mut self.is_wait_unknown, is_wait_unknown) != is_wait_unknown
    }

    /// Returns the number of people ahead at or below which an answer at `now_ms` would be
    /// announced. `None` within the quiet minute, and if the number is 0 or unknown.
    pub(super) fn announce_from(&self, now_ms: f64) -> Option<f64> {
        let half = (self.ahead / 2.0).floor();
        let mark = if self.ahead > NEARLY_THERE {
            half.max(NEARLY_THERE)
        } else {
            half
        };
        (now_ms - self.at_ms >= QUIET_MS && self.ahead > 0.0).then_some(mark)
    }

    /// Returns the milestones if the last announcement comes only now: the quiet minute begins now,
    /// if a milestone has been reached since `before`.
    pub(super) fn said_at(self, now_ms: f64, before: Self) -> Self {
        let at_ms = if self.at_ms > before.at_ms { now_ms } else { self.at_ms };
        Self { at_ms, ..self }
    }

    /// Returns whether to announce now, and if so remembers it as the last announcement. Milestones
    /// within a state: the line is half as long as last announced, or has ten people or fewer for
    /// the first time; ten minutes, five, and one before the start. `ahead` is NaN without a line,
    /// `seconds_to_start` without a start in the future.
    pub(super) fn reached(&mut self, now_ms: f64, state: PageState, ahead: f64, seconds_to_start: f64) -> bool {
        let nearer_start = marks_behind(seconds_to_start);
        let start_nears = nearer_start > std::mem::replace(&mut self.nearer_start, nearer_start);
        let nearer = self.announce_from(now_ms).is_some_and(|mark| ahead <= mark);
        let due = self.is_new_state(state) || start_nears || nearer;
        if due {
            *self = Self {
                at_ms: now_ms,
                state,
                ahead,
                nearer_start,
                ..*self
            };
        }
        due
    }
}

fn marks_behind(seconds_to_start: f64) -> usize {
    let marks = BEFORE_START_SECONDS.iter();
    marks.filter(|mark| seconds_to_start <= **mark).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use PageState::{Drawing, FirstInLine, InLine, Paused, Prequeue};

    const NONE: f64 = f64::NAN;

    #[test]
    fn what_the_page_said_when_it_was_loaded_is_not_said_again() {
        let mut milestones = Milestones::new(0.0, InLine, 100.0, NONE, false);
        assert!(!milestones.reached(90_000.0, InLine, 100.0, NONE));
        assert!(milestones.reached(90_001.0, Paused, 100.0, NONE));
    }

    #[test]
    fn halving_is_told_but_once_a_minute() {
        let mut milestones = Milestones::new(1_000.0, InLine, 100.0, NONE, false);
        assert!(!milestones.reached(70_000.0, InLine, 51.0, NONE));
        assert!(milestones.reached(71_000.0, InLine, 50.0, NONE));
        assert!(!milestones.reached(130_999.0, InLine, 10.0, NONE));
        assert!(milestones.reached(131_000.0, InLine, 10.0, NONE));
        assert!(!milestones.reached(300_000.0, InLine, 9.0, NONE));
    }

    #[test]
    fn the_quiet_minute_begins_when_a_sentence_is_heard() {
        let before = Milestones::new(0.0, InLine, 100.0, NONE, false);
        let mut milestones = before;
        assert!(milestones.reached(60_000.0, InLine, 50.0, NONE));
        let said = milestones.said_at(90_000.0, before);
        assert_eq!(said.announce_from(149_999.0), None);
        assert_eq!(said.announce_from(150_000.0), Some(25.0));
    }

    #[test]
    fn a_sentence_that_the_wait_is_known_begins_no_quiet_minute() {
        let before = Milestones::new(0.0, InLine, 100.0, NONE, true);
        let mut milestones = before;
        assert!(!milestones.reached(50_000.0, InLine, 90.0, NONE) && milestones.wait_turned(false));
        let said = milestones.said_at(59_000.0, before);
        assert!(!said.is_wait_unknown());
        assert_eq!(said.announce_from(60_000.0), Some(50.0));
    }

    #[test]
    fn a_wait_that_has_become_known_is_news_until_it_is_announced() {
        let said = Milestones::new(0.0, InLine, 100.0, NONE, true);
        for now_ms in [1_000.0, 6_000.0] {
            let mut pending = said;
            assert!(!pending.reached(now_ms, InLine, 99.0, NONE));
            assert!(pending.wait_turned(false), "nothing was announced before");
            assert!(!pending.is_wait_unknown() && !pending.wait_turned(false));
            assert!(said.is_wait_unknown(), "the server sends the sentence again");
        }
        let mut said = said;
        assert!(said.reached(60_000.0, InLine, 50.0, NONE));
        assert!(!said.wait_turned(true), "unknown again, as last announced");
    }

    #[test]
    fn the_mark_that_is_told_to_the_server_is_the_one_that_is_announced() {
        for (ahead, mark) in [(100.0, 50.0), (31.0, 15.0), (12.0, 10.0), (10.0, 5.0), (1.0, 0.0)] {
            let milestones = Milestones::new(0.0, InLine, ahead, NONE, false);
            assert_eq!(milestones.announce_from(59_999.0), None);
            assert_eq!(milestones.announce_from(60_000.0), Some(mark), "{ahead}");
            assert!(milestones.clone().reached(60_000.0, InLine, mark, NONE));
            assert!(!milestones.clone().reached(60_000.0, InLine, mark + 1.0, NONE));
        }
        for (state, ahead) in [(Prequeue, NONE), (InLine, 0.0)] {
            assert_eq!(
                Milestones::new(0.0, state, ahead, 900.0, false).announce_from(90_000.0),
                None
            );
        }
    }

    #[test]
    fn a_change_of_state_is_told_at_once() {
        let mut milestones = Milestones::new(1_000.0, InLine, 100.0, NONE, false);
        assert!(milestones.is_new_state(Paused));
        assert!(milestones.reached(1_500.0, Paused, 100.0, NONE));
        assert!(milestones.is_new_state(InLine) && !milestones.is_new_state(Paused));
        assert!(milestones.reached(2_000.0, InLine, 100.0, NONE));
        assert!(milestones.reached(2_500.0, FirstInLine, 0.0, NONE));
        assert!(!milestones.reached(4_500.0, FirstInLine, 0.0, NONE));
    }

    #[test]
    fn the_start_is_told_ten_five_and_one_minute_before_and_when_it_is_there() {
        let mut milestones = Milestones::new(0.0, Prequeue, NONE, 720.0, false);
        let mut told = Vec::new();
        // Polls every 20 s from 12 minutes before the start on.
        for seconds in (0..=720).rev().step_by(20) {
            let seconds = f64::from(seconds);
            if milestones.reached(720_000.0 - seconds * 1_000.0, Prequeue, NONE, seconds) {
                told.push(seconds);
            }
        }
        assert_eq!(told, [600.0, 300.0, 60.0]);
        assert!(milestones.reached(730_000.0, Drawing, NONE, NONE));
        assert!(!milestones.reached(732_000.0, Drawing, NONE, NONE));
    }

    #[test]
    fn a_page_opened_late_does_not_tell_what_is_past_and_a_start_put_off_is_told_anew() {
        let mut milestones = Milestones::new(0.0, Prequeue, NONE, 200.0, false);
        assert!(!milestones.reached(21_000.0, Prequeue, NONE, 180.0));
        assert!(!milestones.reached(41_000.0, Prequeue, NONE, 1_000.0));
        assert!(milestones.reached(500_000.0, Prequeue, NONE, 590.0));
    }
}
