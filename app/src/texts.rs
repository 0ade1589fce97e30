//! The fixed texts of the waiting page in one language: what every visitor of a room and culture reads alike.
//! The server fills them from its translations; the page's components only place them.

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

/// Fixed texts of the waiting page. Each field is one message; the message id in `locales/` is `page-` and the field's name with hyphens.
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
}
