//! The fixed texts of the waiting page in one language: the texts that are equal for all visitors
//! of a room and culture. The server fills them from its translations; the page's components place
//! them.

use serde::Serialize;

/// Reading direction of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Left to right.
    Ltr,
    /// Right to left.
    Rtl,
}

impl Direction {
    /// Returns the value of the `dir` attribute.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ltr => "ltr",
            Self::Rtl => "rtl",
        }
    }
}

/// Fixed texts of the waiting page. Each field is one message; the message id in `locales/` is
/// `page-` and the field's name with hyphens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageTexts {
    /// Label of the number of people ahead.
    pub ahead_label: String,
    /// Label of the estimated wait.
    pub wait_label: String,
    /// Label of the visitor's own number.
    pub number_label: String,
    /// Label of the progress bar.
    pub progress_label: String,
    /// Label of the time of the last update.
    pub updated_label: String,
    /// Label of the section with the operator's message.
    pub message_label: String,
    /// Help in the line: keep the page open, it refreshes itself, the place is kept.
    pub keep_open: String,
    /// Opens the details that are rarely needed: queue id and links.
    pub details: String,
    /// Under the figures of a countdown: days.
    pub unit_days: String,
    /// Hours.
    pub unit_hours: String,
    /// Minutes.
    pub unit_minutes: String,
    /// Seconds.
    pub unit_seconds: String,
    /// Text of the link that leaves the line, and of the button that confirms it.
    pub leave: String,
    /// The sentence about what a visitor loses by leaving the line.
    pub leave_loses: String,
    /// Text of the button that answers the question with no.
    pub leave_stay: String,
    /// Heading while leaving can be undone.
    pub leave_pending: String,
    /// The sentence under that heading.
    pub leave_can_undo: String,
    /// Text of the button that undoes it.
    pub leave_undo: String,
    /// Label of the queue id in the footer.
    pub queue_id_label: String,
    /// The wait as times of day, with [`crate::hole::ENTRY_TIMES`] in the places of the times: the
    /// sentence with the middle time, [`crate::hole::ENTRY_OR`], and the one with all three.
    pub entry: String,
    /// The two texts that replace the wait while there is no estimate, with `|` between them.
    pub wait_unknown: String,
    /// Shown while the connection is lost.
    pub offline: String,
    /// Announced when the connection is back.
    pub online_again: String,
    /// Heading while the browser is on its way to the target.
    pub redirecting_headline: String,
    /// The sentence under that heading.
    pub redirecting_lead: String,
    /// Text of the link that goes to the target if the browser does not navigate by itself.
    pub redirecting_link: String,
    /// Link text for screen readers and keyboards: skip to the status.
    pub skip: String,
    /// "Powered by" line.
    pub powered_by: String,
    /// Text of the link to the page that explains waiting rooms.
    pub about_link: String,
    /// Text of the link to the room's public status.
    pub status_link: String,
    /// Label of the time to the start: "Time until the start".
    pub countdown_label: String,
    /// Label of the time until people can join the pre-queue.
    pub prequeue_countdown_label: String,
    /// Label of the start's date and time of day.
    pub starts_at_label: String,
    /// Help before the start for a visitor with a place: keep the page open.
    pub keep_open_before: String,
    /// Help before the start for a visitor without a place.
    pub keep_open_idle: String,
    /// Heading of the ways to be notified of one's turn.
    pub notify_heading: String,
    /// Button: notify by a sound.
    pub notify_sound: String,
    /// Button: notify by vibration.
    pub notify_vibration: String,
    /// Button: notify by a browser notification.
    pub notify_notification: String,
    /// Shown when the browser denies notifications.
    pub notify_denied: String,
    /// Label of the language picker.
    pub language_label: String,
    /// Text of the language picker's button.
    pub language_apply: String,
    /// Text of the link that moves the place to another device.
    pub move_link: String,
    /// Text of the link to the form for a priority code.
    pub priority_link: String,
    /// Label of the time until the numbers are drawn.
    pub draw_in_label: String,
    /// The time to the pre-queue between its opening and the poll that joins it.
    pub countdown_now: String,
    /// Heading from the start until the numbers are drawn.
    pub started_headline: String,
    /// Heading while the numbers are drawn.
    pub drawing_headline: String,
    /// Heading of the steps at the start of a room with a pre-queue.
    pub draw_heading: String,
    /// First of the three steps: the pre-queue closes.
    pub draw_closing: String,
    /// Second step: all numbers are drawn, with equal chances.
    pub draw_chance: String,
    /// Third step: the number appears, and the lowest numbers are let in first.
    pub draw_number: String,
    /// Shown for a draw that uses a public random number.
    pub draw_with_beacon: String,
    /// The sentence that anyone can check the draw; for a visitor without a place.
    pub draw_check: String,
    /// Like `draw_check`, for a visitor with a place: the receipt is worth keeping.
    pub draw_receipt: String,
    /// Text of the link that downloads the receipt.
    pub draw_receipt_link: String,
    /// Text of the link that explains how to check a draw, before the draw has taken place.
    pub draw_check_link: String,
    /// Text of the link to the draw that gave the visitor's number.
    pub drawn_link: String,
    /// Link text for screen readers and keyboards on pages without a line: skip to the content.
    pub skip_content: String,
    /// Heading of the room's pastimes.
    pub pastimes_heading: String,
    /// Text of the link that shows content of another host, with [`crate::hole::ENTRY_TIMES`]`[0]`
    /// in the place of the host.
    pub embed_show: String,
    /// Name of the game.
    pub game_title: String,
    /// How the game is played.
    pub game_how: String,
    /// Text of the button that begins the game.
    pub game_play: String,
    /// Name of a card for screen readers, with a mark like `embed_show` in the place of its number.
    pub game_card: String,
    /// How many pairs are found, with a mark in the place of the number.
    pub game_found: String,
    /// Text of the button that begins the game anew.
    pub game_again: String,
    /// Help after the end of the room.
    pub ended_help: String,
    /// Text of the link to the site after the end.
    pub back_to_site: String,
}
