//! The words of widgets on other people's pages.

use super::words::words;

words! {
    /// The words, ready to be filled in.
    WidgetWords, "widget-" {
        /// On the button while the room is idle.
        button_idle [],
        /// On the button while the pre-queue is open.
        button_prequeue [],
        /// On the button while there is a line.
        button_queue [],
        /// On the button when it is over.
        button_postqueue [],
        /// Before the time to the start.
        countdown_starting_in [],
        /// Instead of a time.
        countdown_less_than_a_minute [],
        /// From the start on.
        countdown_started [],
        /// When it is over.
        countdown_ended [],
        /// People in line.
        status_waiting [] by "people",
        /// The same, of none.
        status_nobody [],
        /// What a newcomer would wait.
        status_wait ["wait"],
        /// The operator holds everybody.
        status_paused [],
    }
}
