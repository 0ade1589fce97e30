//! The elements and figures that a room shows, by its configuration.

use app::view::LayoutFlags;

use crate::config::Display;
use crate::text::ShownFigures;

/// Returns the figures that texts may contain.
#[must_use]
pub(crate) fn shown_figures(display: &Display) -> ShownFigures {
    ShownFigures {
        ahead: display.users_ahead,
        wait: display.wait,
        number: display.queue_number,
    }
}

/// Returns which elements the page shows.
#[must_use]
pub(in crate::http) fn layout_flags(display: &Display) -> LayoutFlags {
    LayoutFlags {
        language_selector_visible: display.language_picker,
        logo_visible: true,
        dynamic_message_visible: true,
        queue_number_visible: display.queue_number,
        users_in_line_ahead_of_you_visible: display.users_ahead,
        which_is_in_visible: display.wait,
        progress_visible: display.progress,
        last_updated_visible: display.last_updated,
    }
}
