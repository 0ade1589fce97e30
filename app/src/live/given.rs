//! What the island starts from: on the server the page's shape, in the browser the page itself.

/// Which parts there are, and their fixed texts; in the browser the labels stay empty, since the DOM has them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Given {
    pub(super) ahead: bool,
    pub(super) wait: bool,
    pub(super) number: bool,
    pub(super) progress: bool,
    pub(super) updated: bool,
    pub(super) ahead_label: String,
    pub(super) wait_label: String,
    pub(super) number_label: String,
    pub(super) progress_label: String,
    pub(super) updated_label: String,
    pub(super) offline: String,
    pub(super) online_again: String,
    pub(super) redirecting_link: String,
    pub(super) poll_ms: String,
    pub(super) ahead_count: String,
}

#[cfg(feature = "ssr")]
impl Given {
    /// From a page's shape, live values as markers.
    pub(crate) fn from_shape(shape: &crate::page::WaitingShape) -> Self {
        use crate::hole::Hole;

        let (texts, layout) = (shape.texts.clone(), shape.layout);
        Self {
            ahead: layout.users_in_line_ahead_of_you_visible,
            wait: layout.which_is_in_visible,
            number: layout.queue_number_visible,
            progress: layout.progress_visible,
            updated: layout.last_updated_visible,
            ahead_label: texts.ahead_label,
            wait_label: texts.wait_label,
            number_label: texts.number_label,
            progress_label: texts.progress_label,
            updated_label: texts.updated_label,
            offline: texts.offline,
            online_again: texts.online_again,
            redirecting_link: texts.redirecting_link,
            poll_ms: Hole::PollMs.marker(),
            ahead_count: Hole::AheadCount.marker(),
        }
    }

    pub(super) fn here() -> Self {
        leptos::prelude::use_context().expect("the page provides what the island is given")
    }
}

#[cfg(not(feature = "ssr"))]
impl Given {
    pub(super) fn here() -> Self {
        use super::browser::{has_slot, told};

        Self {
            ahead: has_slot("ahead"),
            wait: has_slot("wait"),
            number: has_slot("number"),
            progress: has_slot("progress"),
            updated: has_slot("updated"),
            // Hydration writes `data-` attributes anew, unlike others and unlike texts.
            poll_ms: told("data-poll-ms"),
            ahead_count: told("data-ahead"),
            offline: told("data-offline"),
            online_again: told("data-online"),
            ..Self::default()
        }
    }
}
