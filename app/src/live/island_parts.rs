//! The island's initial values: on the server from the page's shape, in the browser from the page.

/// The parts that exist, and their fixed texts. In the browser the labels stay empty, since the DOM
/// has them.
#[derive(Debug, Clone, Default)]
pub(crate) struct IslandParts {
    pub(super) prequeue: bool,
    pub(super) countdown: bool,
    pub(super) draw: bool,
    pub(super) ahead: bool,
    pub(super) wait: bool,
    pub(super) number: bool,
    pub(super) progress: bool,
    pub(super) updated: bool,
    pub(super) prequeue_label: String,
    pub(super) countdown_label: String,
    pub(super) starts_at_label: String,
    pub(super) draw_in_label: String,
    pub(super) units: [String; 4],
    pub(super) ahead_label: String,
    pub(super) wait_label: String,
    pub(super) number_label: String,
    pub(super) progress_label: String,
    pub(super) updated_label: String,
    pub(super) wait_unknown: String,
    pub(super) entry: String,
    pub(super) offline: String,
    pub(super) online_again: String,
    pub(super) room: String,
    pub(super) redirecting_link: String,
    pub(super) poll_ms: String,
    pub(super) ahead_count: String,
}

#[cfg(feature = "ssr")]
impl IslandParts {
    /// Creates the values from a page's shape, with markers for live values.
    pub(crate) fn from_shape(shape: &crate::page::WaitingShape) -> Self {
        use crate::{hole::Hole, view::PageId};

        let (texts, layout) = (shape.texts.clone(), shape.layout);
        // Before the start there is no line.
        let line = shape.page == PageId::Queue;
        Self {
            // A visitor with a place is in the pre-queue already.
            prequeue: !line && !shape.placed,
            countdown: !line,
            draw: !line && shape.placed && shape.draw.is_some(),
            ahead: line && layout.users_in_line_ahead_of_you_visible,
            wait: line && layout.which_is_in_visible,
            number: shape.placed && layout.queue_number_visible,
            progress: line && layout.progress_visible,
            updated: layout.last_updated_visible,
            prequeue_label: texts.prequeue_countdown_label,
            countdown_label: texts.countdown_label,
            starts_at_label: texts.starts_at_label,
            draw_in_label: texts.draw_in_label,
            units: [
                texts.unit_days,
                texts.unit_hours,
                texts.unit_minutes,
                texts.unit_seconds,
            ],
            ahead_label: texts.ahead_label,
            wait_label: texts.wait_label,
            number_label: texts.number_label,
            progress_label: texts.progress_label,
            updated_label: texts.updated_label,
            wait_unknown: texts.wait_unknown,
            entry: texts.entry,
            offline: texts.offline,
            online_again: texts.online_again,
            room: shape.room_name.clone(),
            redirecting_link: texts.redirecting_link,
            poll_ms: Hole::PollMs.marker(),
            // Neither a number from before the line exists nor a number that is not shown may limit
            // the numbers in the line.
            ahead_count: if line && layout.users_in_line_ahead_of_you_visible {
                Hole::AheadCount.marker()
            } else {
                String::new()
            },
        }
    }

    pub(super) fn here() -> Self {
        leptos::prelude::use_context().expect("the page provides what the island is given")
    }
}

#[cfg(not(feature = "ssr"))]
impl IslandParts {
    pub(super) fn here() -> Self {
        use super::{
            browser::{has_slot, island_attribute},
            show::WAIT_UNKNOWN,
        };

        Self {
            prequeue: has_slot("prequeue-countdown"),
            countdown: has_slot("countdown"),
            draw: has_slot("draw-countdown"),
            ahead: has_slot("ahead"),
            wait: has_slot("wait"),
            number: has_slot("number"),
            progress: has_slot("progress"),
            updated: has_slot("updated"),
            // Hydration rewrites `data-` attributes, but neither other attributes nor texts.
            poll_ms: island_attribute("data-poll-ms"),
            ahead_count: island_attribute("data-ahead"),
            wait_unknown: island_attribute(WAIT_UNKNOWN),
            entry: island_attribute("data-entry"),
            offline: island_attribute("data-offline"),
            online_again: island_attribute("data-online"),
            room: island_attribute("data-room"),
            ..Self::default()
        }
    }
}
