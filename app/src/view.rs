//! Plain view types that the server fills and that pages and browsers read: the JSON of `GET
//! /api/getStatus` and the texts in it. The vendor's contract fixes the names on the wire,
//! including the capitals in `QueueState` and `QueueId`.
//!
//! The types do not depend on the engine or the store: the server has already counted the numbers
//! and translated the texts. Where a type has a parameter `T`, that is the type of its texts: the
//! server writes some of them only when it writes the JSON.

mod brief;

use serde::{Deserialize, Serialize};
use server_fn::Bytes;

pub use brief::{BriefStatus, BriefTexts, BriefTicket};

/// The turn is near if the lower estimate is at most this long, seconds: enough time to read the
/// offer to step aside, and to leave.
pub const NEAR_SECONDS: u64 = 120;

/// The answer to one poll.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StatusReply {
    /// The visitor stays on the page and polls again after `updateInterval`.
    Waiting(Box<WaitingStatus>),
    /// It is the visitor's turn: the browser goes to the URL, which carries the signed token.
    Turn(Turn),
    /// Like `Waiting`, for a page that has sent the values that it already shows.
    Brief(Box<BriefStatus>),
    /// One of the others, written as JSON by the server ([`crate::status::written`]).
    #[serde(skip)]
    Written(Bytes),
}

/// Sends the visitor to the target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// Always true; a field of the vendor's contract.
    pub is_redirect_to_target: bool,
    /// Absolute target URL, `queueittoken` last in its query.
    pub redirect_url: String,
}

/// The status of a visitor who waits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WaitingStatus<T = String> {
    /// True while the room is idle or in its pre-queue.
    pub is_before_or_idle: bool,
    /// The page that this status belongs to.
    pub page_id: PageId,
    /// The class that the page's root can carry; always equals the page id.
    pub page_class: PageId,
    /// 1 before the start, 2 in the queue.
    #[serde(rename = "QueueState")]
    pub queue_state: u8,
    /// The visitor's position, by the vendor's name.
    pub forecast_status: ForecastStatus,
    /// Milliseconds until the next poll.
    pub update_interval: u32,
    /// Changes with everything that visitors of the room should see soon, such as a new message:
    /// `GET /api/getVersion` answers with this number alone.
    pub version: u64,
    /// Milliseconds between two questions for the version; `None` where polls suffice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_interval: Option<u32>,
    /// The operator's message as plain text, if one is shown.
    pub message: Option<T>,
    /// The message as HTML, if it has links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_html: Option<T>,
    /// The theme's name.
    pub layout_name: T,
    /// Increases when the theme or the room's configuration changes.
    pub layout_version: u64,
    /// The live texts in the page's language.
    pub texts: Option<StatusTexts<T>>,
    /// The parts that the page shows.
    pub layout: LayoutFlags,
    /// The visitor's own figures.
    pub ticket: Ticket<T>,
}

/// Pages of a room's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageId {
    /// Idle or pre-queue.
    Before,
    /// The line.
    Queue,
    /// The room has ended.
    After,
}

impl PageId {
    /// Returns the name on the wire and in `data-page`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Queue => "queue",
            Self::After => "after",
        }
    }
}

/// The vendor's names for a visitor's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ForecastStatus {
    /// The room has not started, or no number is drawn yet.
    NotReadyYet,
    /// Others are served first.
    InLine,
    /// The visitor is next, as soon as a permit becomes due.
    FirstInLine,
}

/// The state that the page shows (`data-state` on `<html>`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageState {
    /// Others are served first.
    #[default]
    InLine,
    /// The visitor is among the next, but not yet let in within seconds.
    Almost,
    /// It is the visitor's turn: the redirect follows within seconds.
    FirstInLine,
    /// The visitor has stepped aside for a while, and others go first.
    Aside,
    /// The browser is on its way to the target.
    Redirecting,
    /// The operator has paused the room.
    Paused,
    /// The stock is sold out, and no visitors are let in.
    SoldOut,
    /// The room is not open; visitors who see this state have no place yet.
    Idle,
    /// The visitor has a place in the pre-queue, and no number yet.
    Prequeue,
    /// The pre-queue has closed, and the numbers are being drawn.
    Drawing,
    /// The numbers are drawn, and no visitors are let in yet: the page reveals the visitor's
    /// number.
    Drawn,
    /// The room has ended.
    Ended,
}

impl PageState {
    /// All states, in the order of declaration.
    pub const ALL: [Self; 12] = [
        Self::InLine,
        Self::Almost,
        Self::FirstInLine,
        Self::Aside,
        Self::Redirecting,
        Self::Paused,
        Self::SoldOut,
        Self::Idle,
        Self::Prequeue,
        Self::Drawing,
        Self::Drawn,
        Self::Ended,
    ];

    /// Returns the state of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }

    /// Returns whether the visitor waits in a line that moves, and it is not their turn yet.
    #[must_use]
    pub fn is_waiting(self) -> bool {
        matches!(self, Self::InLine | Self::Almost)
    }

    /// Returns the value of the `data-state` attribute.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InLine => "in-line",
            Self::Almost => "almost",
            Self::FirstInLine => "first-in-line",
            Self::Aside => "aside",
            Self::Redirecting => "redirecting",
            Self::Paused => "paused",
            Self::SoldOut => "sold-out",
            Self::Idle => "idle",
            Self::Prequeue => "prequeue",
            Self::Drawing => "drawing",
            Self::Drawn => "drawn",
            Self::Ended => "ended",
        }
    }
}

/// The live texts: translated, with plurals and digits applied. The browser puts them into the
/// slots unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusTexts<T = String> {
    /// The state for which these texts are made (`data-state` on `<html>`).
    pub state: PageState,
    /// Title of the tab.
    pub title: T,
    /// The page's heading: "You’re in line", "It’s your turn", "Paused".
    pub headline: T,
    /// One sentence under the heading.
    pub lead: T,
    /// `data-slot="ahead"`: the number alone, "1,234".
    pub ahead: T,
    /// `data-slot="wait"`: "3–5 minutes", "less than a minute", or that it is not known.
    pub wait: T,
    /// `data-slot="reason"`: a sentence that says why the wait rose; empty if it did not rise.
    pub reason: T,
    /// `data-slot="stock"`: a sentence that says how much is left to sell; empty where that is not
    /// known or not shown.
    pub stock: T,
    /// `data-slot="number"`: the visitor's own queue number, "1,240".
    pub number: T,
    /// `data-slot="countdown"`: the time to the start, "12 minutes", "less than a minute"; empty
    /// when there is none.
    pub countdown: T,
    /// One sentence for screen readers; the page announces it at milestones only.
    pub announce: T,
}

/// Visibility switches of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LayoutFlags {
    /// A language picker is shown.
    pub language_selector_visible: bool,
    /// The theme's logo is shown.
    pub logo_visible: bool,
    /// The operator's message is shown.
    pub dynamic_message_visible: bool,
    /// The queue number is shown.
    pub queue_number_visible: bool,
    /// Users ahead are shown.
    pub users_in_line_ahead_of_you_visible: bool,
    /// The estimated wait is shown.
    pub which_is_in_visible: bool,
    /// The progress bar is shown.
    pub progress_visible: bool,
    /// The time of the last update is shown.
    pub last_updated_visible: bool,
}

/// The reason why a wait rose. The set is closed: no other cause is allowed to raise a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WaitReason {
    /// The operator lowered the max outflow.
    OperatorSlowed,
    /// The operator paused the room.
    Paused,
    /// More people returned than the last minutes suggested.
    MoreCameBack,
    /// The store cannot be reached.
    StoreAway,
    /// The site holds its maximum of sessions, and visitors are let in as others leave.
    CappedBySessions,
    /// Another room of the same pool takes its share of the capacity.
    PoolShared,
    /// The site answers slowly, and autotune lets fewer visitors in.
    AutotuneSlowed,
    /// Visitors of a lane with more weight are served.
    Priority,
    /// The store was restored to an earlier moment, or lost its last commits.
    Restored,
}

impl WaitReason {
    /// Returns the name on the wire and in `data-reason` of `<html>`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OperatorSlowed => "operatorSlowed",
            Self::Paused => "paused",
            Self::MoreCameBack => "moreCameBack",
            Self::StoreAway => "storeAway",
            Self::CappedBySessions => "cappedBySessions",
            Self::PoolShared => "poolShared",
            Self::AutotuneSlowed => "autotuneSlowed",
            Self::Priority => "priority",
            Self::Restored => "restored",
        }
    }
}

/// Whether there is an estimate of a wait, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WaitKnowledge {
    /// There is an estimate.
    #[serde(rename = "told")]
    Known,
    /// People are let in, and too little was observed for an estimate; it follows soon.
    NotKnownYet,
    /// No visitors are let in, so the wait is not known.
    Unknown,
}

/// A visitor's own figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ticket<T = String> {
    /// 1-based; null before the draw, and where the room does not show it.
    pub queue_number: Option<u64>,
    /// People ahead, not counting ghosts; never rises. Null where the room does not show it.
    pub users_in_line_ahead_of_you: Option<u64>,
    /// People in the whole line; null where the room does not show people ahead.
    pub users_in_queue: Option<u64>,
    /// RFC 3339, or null while there is no estimate. This field and the next four are null where
    /// the room does not show the wait.
    #[serde(rename = "expectedServiceTimeUTC")]
    pub expected_service_time_utc: Option<T>,
    /// Lower end of the estimate, seconds.
    pub wait_seconds_low: Option<u64>,
    /// Upper end of the estimate, seconds.
    pub wait_seconds_high: Option<u64>,
    /// Whether there is an estimate, or why not; null before there is a line.
    pub wait_status: Option<WaitKnowledge>,
    /// Set while the wait is longer than reported before.
    pub wait_reason: Option<WaitReason>,
    /// 0 to 1; null where the room does not show it.
    pub progress: Option<f64>,
    /// The remaining stock, rounded as the page shows it; null where it is not known or not shown.
    pub stock: Option<u64>,
    /// The time at which the operator set the stock, RFC 3339; null where it is not known.
    #[serde(rename = "stockToldUTC")]
    pub stock_told_utc: Option<T>,
    /// Whether the operator has paused the room.
    pub queue_paused: bool,
    /// One sentence with the number of people ahead; set if there are any and the page shows the
    /// number.
    pub high_load: Option<T>,
    /// RFC 3339; the start of the window in which a number is usable, if the room has one.
    #[serde(rename = "windowStartTimeUTC")]
    pub window_start_time_utc: Option<T>,
    /// Seconds until the room starts; null once it has started.
    pub seconds_to_start: Option<u64>,
    /// RFC 3339; null where the room does not show it.
    #[serde(rename = "lastUpdatedUTC")]
    pub last_updated_utc: Option<T>,
    /// The queue id in its usual text form.
    #[serde(rename = "QueueId")]
    pub queue_id: T,
}

/// The refusal of a poll: the error object of the vendor's contract, and the HTTP status to answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PollRefusal {
    /// HTTP status; not part of the body.
    #[serde(skip)]
    pub status: u16,
    /// The vendor's error id, 1 to 11; 0 if none fits (a missing argument).
    pub id: u8,
    /// A stable code for programs.
    pub code: &'static str,
    /// One sentence for people, without a cause that would help an attacker.
    pub detail: String,
    /// The URL at which to enter again, without the queue id.
    pub enter_url: Option<String>,
}
