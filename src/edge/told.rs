//! What one visitor is told, once for both forms: the JSON of a poll and the holes of the page. Numbers are counted here, words come from the
//! visitor's language.

use std::borrow::Cow;

use admission::WallMs;
use admission::estimate::Reason;
use admission::snapshot::View;
use app::hole::Hole;
use app::view::{ForecastStatus, LayoutFlags, PageId, PageState, StatusTexts, Ticket, WaitReason, WaitingStatus};

use crate::clock::rfc3339;
use crate::config::Display;
use crate::room::{Known, Settings};
use crate::text::{Language, Standing};

/// Added to the refresh of a page without script, seconds: such a page asks no more often than it must.
const REFRESH_SLACK_SECONDS: u64 = 1;

/// Progress is told to four digits.
const PROGRESS_WHOLE: u32 = 10_000;

/// One visitor's standing with everything that words need.
#[derive(Debug)]
pub(super) struct Told<'a> {
    settings: &'a Settings,
    language: &'a Language,
    known: &'a Known,
    view: View,
    state: PageState,
    first: bool,
    ahead: u64,
    now: WallMs,
    texts: StatusTexts,
}

impl<'a> Told<'a> {
    /// `first` is whether it is the visitor's turn; `shown` the least number of people ahead that their page has shown.
    #[must_use]
    pub(super) fn new(
        settings: &'a Settings,
        language: &'a Language,
        known: &'a Known,
        (first, view): (bool, View),
        shown: Option<u64>,
        now: WallMs,
    ) -> Self {
        let state = match (view.paused, first) {
            (true, _) => PageState::Paused,
            (false, true) => PageState::FirstInLine,
            (false, false) => PageState::InLine,
        };
        let ahead = view.ahead.0.min(shown.unwrap_or(u64::MAX));
        let mut told = Self {
            settings,
            language,
            known,
            view,
            state,
            first,
            ahead,
            now,
            texts: StatusTexts::default(),
        };
        let (low, high) = told.wait_seconds().unzip();
        told.texts = language.status_texts(&Standing {
            state,
            ahead,
            wait_low_seconds: low,
            wait_high_seconds: high,
            reason: told.reason(),
            number: Some(told.number()),
            seconds_to_start: None,
            room: &settings.room.name,
        });
        told
    }

    /// The poll's JSON.
    #[must_use]
    pub(super) fn status(self) -> WaitingStatus {
        let wait = self.wait_seconds();
        let layout = layout_flags(&self.settings.room.display);
        let ticket = Ticket {
            queue_number: Some(self.number()),
            users_in_line_ahead_of_you: self.ahead,
            users_in_queue: self.view.waiting,
            expected_service_time_utc: wait.map(|(low, high)| rfc3339(WallMs(self.now.0 + (low + high) * 500))),
            wait_seconds_low: wait.map(|(low, _)| low),
            wait_seconds_high: wait.map(|(_, high)| high),
            wait_reason: self.reason(),
            progress: f64::from(self.progress()) / f64::from(PROGRESS_WHOLE),
            queue_paused: self.view.paused,
            window_start_time_utc: None,
            seconds_to_start: None,
            last_updated_utc: rfc3339(self.now),
            queue_id: self.known.queue_id.to_string(),
        };
        WaitingStatus {
            is_before_or_idle: false,
            page_id: PageId::Queue,
            page_class: PageId::Queue,
            queue_state: 2,
            forecast_status: if self.first {
                ForecastStatus::FirstInLine
            } else {
                ForecastStatus::InLine
            },
            update_interval: u32::try_from(self.view.poll_after_ms).unwrap_or(u32::MAX),
            message: self.settings.message.clone(),
            layout_name: self.settings.room.theme.clone(),
            layout_version: self.settings.version,
            texts: Some(self.texts),
            layout,
            ticket,
        }
    }

    /// A value for a hole of the page, not yet escaped. The nonce and the link out are the page's own affair.
    #[must_use]
    pub(super) fn hole(&self, hole: Hole) -> Cow<'_, str> {
        match hole {
            Hole::State => self.state.as_str().into(),
            Hole::Title => self.texts.title.as_str().into(),
            Hole::Headline => self.texts.headline.as_str().into(),
            Hole::Lead => self.texts.lead.as_str().into(),
            Hole::Ahead => self.texts.ahead.as_str().into(),
            Hole::Wait => self.texts.wait.as_str().into(),
            Hole::AheadCount => self.ahead.to_string().into(),
            Hole::Number => self.texts.number.as_str().into(),
            Hole::Announce => self.texts.announce.as_str().into(),
            Hole::Progress => {
                let share = self.progress();
                format!("{}.{:04}", share / PROGRESS_WHOLE, share % PROGRESS_WHOLE).into()
            }
            Hole::Updated => self.updated().into(),
            Hole::UpdatedUtc => rfc3339(self.now).into(),
            Hole::Message => self.settings.message.as_deref().unwrap_or_default().into(),
            Hole::QueueId => self.known.queue_id.to_string().into(),
            Hole::PollMs => self.view.poll_after_ms.to_string().into(),
            Hole::RefreshSeconds => (self.view.poll_after_ms.div_ceil(1_000) + REFRESH_SLACK_SECONDS)
                .to_string()
                .into(),
            Hole::Countdown => self.texts.countdown.as_str().into(),
            Hole::Nonce
            | Hole::LeaveUrl
            | Hole::StartsUtc
            | Hole::SecondsToStart
            | Hole::ReceiptUrl
            | Hole::DrawUrl
            | Hole::TargetUrl => "".into(),
        }
    }

    /// The vendor counts from 1.
    fn number(&self) -> u64 {
        self.view.number.0 + 1
    }

    /// Nobody can say while the operator holds everybody.
    fn wait_seconds(&self) -> Option<(u64, u64)> {
        let wait = self.view.wait.filter(|_| !self.view.paused)?;
        Some((wait.low_ms / 1_000, wait.high_ms.div_ceil(1_000)))
    }

    fn reason(&self) -> Option<WaitReason> {
        self.view.reason.map(|reason| match reason {
            Reason::OperatorSlowed => WaitReason::OperatorSlowed,
            Reason::Paused => WaitReason::Paused,
            Reason::MoreCameBack => WaitReason::MoreCameBack,
        })
    }

    /// The share of the whole wait that is behind the visitor: time waited over time waited and to come. In parts of [`PROGRESS_WHOLE`].
    fn progress(&self) -> u32 {
        let waited = self.now.0.saturating_sub(self.known.since.0) as f64;
        let to_come = self
            .view
            .wait
            .map_or(f64::INFINITY, |wait| (wait.low_ms + wait.high_ms) as f64 / 2.0);
        let share = if self.first { 1.0 } else { waited / (waited + to_come) };
        (share * f64::from(PROGRESS_WHOLE)).round() as u32
    }

    fn updated(&self) -> String {
        let second = self.now.seconds() % 86_400;
        let part = |n: u64| u8::try_from(n).expect("below 60");
        self.language
            .time_utc(part(second / 3_600), part(second / 60 % 60), part(second % 60))
    }
}

/// What the page shows at all.
#[must_use]
pub(super) fn layout_flags(display: &Display) -> LayoutFlags {
    LayoutFlags {
        language_selector_visible: false,
        logo_visible: true,
        dynamic_message_visible: true,
        queue_number_visible: display.queue_number,
        users_in_line_ahead_of_you_visible: display.users_ahead,
        which_is_in_visible: display.wait,
        progress_visible: display.progress,
        last_updated_visible: display.last_updated,
    }
}
