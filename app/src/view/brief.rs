//! The brief form of a poll's answer: the full form without what the page shows already, and
//! without what it never shows. What is there has the name and place of the full form, so that one
//! reader reads both; what is left out has not changed.

use serde::{Deserialize, Serialize};

use super::{PageId, PageState, WaitReason};

/// What is new to a page that waits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefStatus {
    /// Which page this status belongs to.
    pub page_id: PageId,
    /// Milliseconds until the next poll.
    pub update_interval: u32,
    /// The operator's message, empty where it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The live texts.
    pub texts: BriefTexts,
    /// The visitor's own figures.
    pub ticket: BriefTicket,
}

/// The live texts that the page has to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefTexts {
    /// The moment that these texts are made for.
    pub state: PageState,
    /// Title of the tab; [`crate::status::ROOM_NAME`] stands for the room's name, which the page
    /// knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The page's heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// One sentence under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<String>,
    /// People ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<String>,
    /// The estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<String>,
    /// Why the wait rose; empty where it does not any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The visitor's own number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The time to the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub countdown: Option<String>,
    /// The time until people can join the pre-queue; not part of the full form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prequeue_countdown: Option<String>,
    /// What a screen reader is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announce: Option<String>,
}

/// The figures that the page reckons with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefTicket {
    /// People ahead; none where there is no line yet, and where the room does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub users_in_line_ahead_of_you: Option<u64>,
    /// Set while a wait stands above what was told before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_reason: Option<WaitReason>,
    /// 0 to 1; none where there is no line yet, and where the room does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<f64>,
    /// Seconds until the room starts, while it has not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_to_start: Option<u64>,
    /// Seconds until people can join the pre-queue; not part of the full form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_to_prequeue: Option<u64>,
    /// RFC 3339; the start, while it is ahead. Not part of the full form.
    #[serde(rename = "eventStartTimeUTC", skip_serializing_if = "Option::is_none")]
    pub event_start_time_utc: Option<String>,
    /// RFC 3339; none where the room does not show it.
    #[serde(rename = "lastUpdatedUTC", skip_serializing_if = "Option::is_none")]
    pub last_updated_utc: Option<String>,
}
