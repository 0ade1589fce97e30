//! The fixed texts of the waiting page in one language: what every visitor of a room and culture
//! reads alike. The server fills them from its translations; the page's components only place them.

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
    /// The value of the `dir` attribute.
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
    /// Heading of the operator's message.
    pub message_label: String,
    /// What to do: keep the page open, it refreshes itself, the place is kept.
    pub keep_open: String,
    /// Said instead where no script runs: the page refreshes itself.
    pub no_script: String,
    /// Text of the link that leaves the line.
    pub leave: String,
    /// Label of the queue id in the footer.
    pub queue_id_label: String,
    /// What stands for the wait while nobody can say how long it is.
    pub wait_unknown: String,
    /// Shown while the connection is lost.
    pub offline: String,
    /// Announced when it is back.
    pub online_again: String,
    /// Heading while the browser is on its way to the target.
    pub redirecting_headline: String,
    /// The sentence under it.
    pub redirecting_lead: String,
    /// Text of the link that goes to the target when the browser does not by itself.
    pub redirecting_link: String,
    /// Link text for screen readers and keyboards: skip to the status.
    pub skip: String,
    /// "Powered by" line.
    pub powered_by: String,
    /// Text of the link to what a waiting room is.
    pub about_link: String,
    /// Text of the link to the room's public status.
    pub status_link: String,
    /// Label of the time to the start: "Time until the start".
    pub countdown_label: String,
    /// Label of the time until people can join the pre-queue.
    pub prequeue_countdown_label: String,
    /// Label of the start's date and time of day.
    pub starts_at_label: String,
    /// What to do before the start, with a place: keep the page open.
    pub keep_open_before: String,
    /// The same without a place.
    pub keep_open_idle: String,
    /// Heading of the ways to be told of one's turn.
    pub notify_heading: String,
    /// By a sound.
    pub notify_sound: String,
    /// By vibration.
    pub notify_vibration: String,
    /// By a notification of the browser.
    pub notify_notification: String,
    /// Said when the browser allows none.
    pub notify_denied: String,
    /// Label of the language picker.
    pub language_label: String,
    /// Its button, where no script runs.
    pub language_apply: String,
    /// Text of the link that moves the place to another device.
    pub move_link: String,
    /// Heading of what happens at the start of a room with a pre-queue.
    pub draw_heading: String,
    /// First of three steps: the pre-queue closes.
    pub draw_closing: String,
    /// Second: everybody's number is drawn, all chances equal.
    pub draw_chance: String,
    /// Third: the number appears, and the lowest go in first.
    pub draw_number: String,
    /// Said of a draw into which a public random number goes.
    pub draw_with_beacon: String,
    /// Said of a draw without one: the operator could have influenced it.
    pub draw_without_beacon: String,
    /// Anyone can check the draw.
    pub draw_check: String,
    /// The same with a place: the receipt is worth keeping.
    pub draw_receipt: String,
    /// Text of the link that downloads the receipt.
    pub draw_receipt_link: String,
    /// Text of the link to how a draw is checked, before it took place.
    pub draw_check_link: String,
    /// Text of the link to the draw that gave the visitor's number.
    pub drawn_link: String,
    /// Link text for screen readers and keyboards on pages without a line: skip to the content.
    pub skip_content: String,
    /// What to do after the end.
    pub ended_help: String,
    /// Text of the link to the site after the end.
    pub back_to_site: String,
}
