//! The brief form of a poll's answer: the full form without the values that the page already shows
//! and without those that it never shows. Fields have the same names and positions as in the full
//! form, so that one reader reads both. A field that is left out has not changed. `T` is a text, as
//! in the full form.

use serde::{Deserialize, Serialize};

use super::{PageId, PageState, WaitReason};

/// The changes for a page that waits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefStatus<T = String> {
    /// The page that this status belongs to.
    pub page_id: PageId,
    /// Milliseconds until the next poll; 0 only in the answer to a hidden page, after its poll was
    /// held for the pause.
    pub update_interval: u32,
    /// The room's version, as in the full form.
    pub version: u64,
    /// Milliseconds between two questions for the version; `None` where polls suffice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_interval: Option<u32>,
    /// The words of the operator's message; empty if it was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<T>,
    /// The message as HTML, if it is sent and has links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_html: Option<T>,
    /// The live texts.
    pub texts: BriefTexts<T>,
    /// The visitor's own figures.
    pub ticket: BriefTicket<T>,
}

/// The live texts that the page has to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefTexts<T = String> {
    /// The state for which these texts are made.
    pub state: PageState,
    /// Title of the tab, with [`crate::status::ROOM_NAME`] in place of the room's name, which the
    /// page knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<T>,
    /// The page's heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<T>,
    /// One sentence under the heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<T>,
    /// People ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<T>,
    /// The estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<T>,
    /// The reason why the wait rose; empty if that no longer applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<T>,
    /// The stock that is left to sell; empty if it is no longer known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock: Option<T>,
    /// The visitor's own number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<T>,
    /// The time to the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub countdown: Option<T>,
    /// The time until people can join the pre-queue; not part of the full form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prequeue_countdown: Option<T>,
    /// One sentence for screen readers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announce: Option<T>,
}

impl<T> BriefTexts<T> {
    /// Changes nothing on a page in this state.
    #[must_use]
    pub fn unchanged(state: PageState) -> Self {
        Self {
            state,
            title: None,
            headline: None,
            lead: None,
            ahead: None,
            wait: None,
            reason: None,
            stock: None,
            number: None,
            countdown: None,
            prequeue_countdown: None,
            announce: None,
        }
    }
}

/// The figures with which the page calculates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefTicket<T = String> {
    /// People ahead; `None` if there is no line yet or the room does not show the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub users_in_line_ahead_of_you: Option<u64>,
    /// Lower end of the estimate, seconds; `None` if there is none or the room does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_seconds_low: Option<u64>,
    /// Upper end of the estimate, seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_seconds_high: Option<u64>,
    /// Set while the wait is longer than reported before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_reason: Option<WaitReason>,
    /// 0 to 1; `None` if there is no line yet or the room does not show progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<f64>,
    /// Seconds until the room starts; `None` once it has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_to_start: Option<u64>,
    /// Seconds until people can join the pre-queue; not part of the full form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_to_prequeue: Option<u64>,
    /// Seconds until the numbers are drawn; not part of the full form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_to_draw: Option<u64>,
    /// RFC 3339; the start, while it lies in the future. Not part of the full form.
    #[serde(rename = "eventStartTimeUTC", skip_serializing_if = "Option::is_none")]
    pub event_start_time_utc: Option<T>,
    /// RFC 3339; `None` if the room does not show the last update.
    #[serde(rename = "lastUpdatedUTC", skip_serializing_if = "Option::is_none")]
    pub last_updated_utc: Option<T>,
}
