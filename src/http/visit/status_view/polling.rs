//! How soon a page polls, asks for the room's version, or loads itself again without scripts.

use app::view::PageState;

use super::{StatusView, VisitorState, version};

/// Added to the refresh interval of a page without scripts, seconds, so that the page never
/// requests too early.
const REFRESH_SLACK_SECONDS: u64 = 1;
/// The shortest time until the first poll of a page in a line that moves, and the time over which
/// such polls are spread, milliseconds.
const FIRST_POLL_MS_MIN: u64 = 4_000;
const FIRST_POLL_SPREAD_MS: u64 = 2_000;

impl StatusView<'_> {
    /// Returns the interval between two version requests of the page, if the page sends any. The
    /// number of visitors who have the page of an idle room open is not known, so those pages send
    /// none.
    pub(super) fn check_ms(&self) -> Option<u64> {
        self.is_counted()
            .then(|| version::check_ms(self.waiting(), self.poll_after_ms(), self.context.stretch_percent))
            .flatten()
    }

    fn is_counted(&self) -> bool {
        !matches!(self.visitor_state, VisitorState::Idle | VisitorState::Ended)
    }

    /// The poll that shows or removes a message at a given time is brought forward, spread by the
    /// number of waiting visitors.
    pub(super) fn poll_after_ms(&self) -> u64 {
        let ordinary_ms = self.ordinary_poll_after_ms();
        let message = self.settings.message.as_ref();
        let message = message.filter(|_| self.is_counted());
        let Some(change) = message.and_then(|message| message.next_change(self.now)) else {
            return ordinary_ms;
        };
        let until_ms = change.0.saturating_sub(self.now.0);
        let spread_ms = version::spread_ms(self.waiting()).max(1_000);
        let later_ms = spread_ms.saturating_mul(u64::from(self.context.jitter)) / u64::from(u16::MAX);
        // A pause of 0 says that the poll was held.
        ordinary_ms.min(until_ms.saturating_add(later_ms).max(1))
    }

    /// Returns the interval until a page's first poll. Deep in line it is shorter than the others:
    /// only an answer gives the number somewhere to move to, and the page the expected entry. Like
    /// the others, it stretches with the node's load.
    pub(super) fn first_poll_after_ms(&self) -> u64 {
        let ordinary_ms = self.poll_after_ms();
        let in_line = matches!(self.state, PageState::InLine | PageState::Almost | PageState::Drawn);
        let view = self.visitor_state.view().filter(|_| in_line);
        if !view.is_some_and(|view| view.wait.is_some() || view.is_not_known_yet) {
            return ordinary_ms;
        }
        let later_ms = FIRST_POLL_SPREAD_MS * u64::from(self.context.jitter) / u64::from(u16::MAX);
        let soon_ms = (FIRST_POLL_MS_MIN + later_ms) * u64::from(self.context.stretch_percent) / 100;
        ordinary_ms.min(soon_ms)
    }

    /// Returns after how many seconds a page without scripts reloads. In front of the line it is
    /// never late: the line does not wait for an overdue poll, so the next visitor would go first.
    pub(super) fn refresh_seconds(&self) -> u64 {
        let poll_after_ms = self.poll_after_ms();
        match self.visitor_state.is_first() {
            true => (poll_after_ms / 1_000).max(1),
            false => poll_after_ms.div_ceil(1_000) + REFRESH_SLACK_SECONDS,
        }
    }
}
