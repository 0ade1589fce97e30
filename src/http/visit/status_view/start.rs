//! The times until the start, the pre-queue and the draw, as a visitor's page counts them.

use admission::WallMs;

use super::{StatusView, VisitorState};
use crate::clock::timestamp;

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

    pub(super) fn prequeue_countdown(&self) -> String {
        let seconds = self.seconds_to_prequeue();
        seconds
            .map(|seconds| self.language.countdown(seconds))
            .unwrap_or_default()
    }

    pub(super) fn starts_at(&self) -> String {
        let start = self.start().map(timestamp);
        start
            .map(|start| self.language.date_time_utc(start))
            .unwrap_or_default()
    }
}
