//! The texts of widgets on other sites' pages.

use super::declare_messages::declare_messages;

declare_messages! {
    /// The texts as templates.
    WidgetTexts, "widget-" {
        /// Button text while the room is idle.
        button_idle [],
        /// Button text while the pre-queue is open.
        button_prequeue [],
        /// Button text while there is a line.
        button_queue [],
        /// Button text after the end.
        button_postqueue [],
        /// Label of the time to the start.
        countdown_starting_in [],
        /// Replaces the time below a minute.
        countdown_less_than_a_minute [],
        /// Shown from the start on.
        countdown_started [],
        /// Shown after the end.
        countdown_ended [],
        /// The number of people in line.
        status_waiting [] by "people",
        /// Shown when nobody is in line.
        status_nobody [],
        /// The wait that a new visitor can expect.
        status_wait ["wait"],
        /// Shown while the operator has paused the room.
        status_paused [],
    }
}
