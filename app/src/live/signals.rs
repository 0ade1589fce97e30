//! The island's live values as signals.

use leptos::prelude::*;

/// The values that change inside the island, as displayed; an empty text hides its part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Live {
    pub(super) ahead: RwSignal<String>,
    pub(super) wait: RwSignal<String>,
    /// The reason why the wait rose.
    pub(super) reason: RwSignal<String>,
    pub(super) number: RwSignal<String>,
    /// 0 to 1, with a decimal point.
    pub(super) progress: RwSignal<String>,
    /// RFC 3339.
    pub(super) updated_utc: RwSignal<String>,
    pub(super) updated: RwSignal<String>,
    pub(super) announce: RwSignal<String>,
    /// The time to the start, in words or as a countdown.
    pub(super) countdown: RwSignal<String>,
    /// The time to the draw, which only the browser counts.
    pub(super) draw: RwSignal<String>,
    /// The start, RFC 3339.
    pub(super) starts_utc: RwSignal<String>,
    /// The start as a readable date.
    pub(super) starts_at: RwSignal<String>,
    /// The time until people can join the pre-queue.
    pub(super) prequeue: RwSignal<String>,
    /// The target's URL, the address of the fallback link.
    pub(super) target: RwSignal<String>,
}

#[cfg(feature = "ssr")]
impl Live {
    /// Creates signals with markers, each text with the space that keeps its node.
    pub(super) fn here() -> Self {
        use crate::hole::Hole;

        let text = |hole: Hole| RwSignal::new(hole.marker() + " ");
        let value = |hole: Hole| RwSignal::new(hole.marker());
        Self {
            ahead: text(Hole::Ahead),
            wait: text(Hole::Wait),
            reason: text(Hole::Reason),
            number: text(Hole::Number),
            progress: value(Hole::Progress),
            updated_utc: value(Hole::UpdatedUtc),
            updated: text(Hole::Updated),
            announce: text(Hole::Announce),
            countdown: text(Hole::Countdown),
            draw: RwSignal::new(" ".to_owned()),
            starts_utc: value(Hole::StartsUtc),
            starts_at: text(Hole::StartsAt),
            prequeue: text(Hole::PrequeueCountdown),
            target: RwSignal::default(),
        }
    }
}

#[cfg(not(feature = "ssr"))]
impl Live {
    /// Creates signals with the values that the server wrote.
    pub(super) fn here() -> Self {
        use super::browser::{slot_attribute, slot_text};

        let text = |slot: &str| RwSignal::new(slot_text(slot));
        Self {
            ahead: text("ahead"),
            wait: text("wait"),
            reason: text("reason"),
            number: text("number"),
            progress: RwSignal::new(slot_attribute("progress", "value")),
            updated_utc: RwSignal::new(slot_attribute("updated", "datetime")),
            updated: text("updated"),
            announce: text("announce"),
            countdown: text("countdown"),
            draw: text("draw-countdown"),
            starts_utc: RwSignal::new(slot_attribute("countdown", "datetime")),
            starts_at: text("starts-at"),
            prequeue: text("prequeue-countdown"),
            target: RwSignal::default(),
        }
    }
}
