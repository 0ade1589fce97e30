//! The values of a page's holes.

use app::hole::{Hole, figure_length};
use app::view::WaitReason;
use itoa::Integer;

use super::{PROGRESS_WHOLE, StatusText, StatusView};
use crate::pages::announcement_html;

impl StatusView<'_> {
    /// Appends the value for a hole of the page to a text, not escaped. Returns `false` for the
    /// nonce and for links, which the page itself fills.
    pub(in crate::http) fn push_hole(&self, text: &mut String, hole: Hole) -> bool {
        let live = self.language.live_texts(&self.visitor_status);
        match hole {
            Hole::State => text.push_str(self.state.as_str()),
            Hole::ReasonName => text.push_str(self.visitor_status.shown_reason().map_or("", WaitReason::as_str)),
            Hole::Title => live.push_title(text),
            Hole::Headline => text.push_str(&live.headline()),
            Hole::Lead => text.push_str(live.lead()),
            Hole::Ahead => live.push_ahead(text),
            Hole::Wait => live.push_wait(text),
            Hole::Stock => text.push_str(&live.stock()),
            Hole::Reason => text.push_str(live.reason()),
            Hole::AheadCount => push_any(text, self.visible_ahead()),
            Hole::AheadLength => push_length(text, |text| live.push_ahead(text)),
            Hole::NumberLength => push_length(text, |text| live.push_number(text)),
            Hole::Number => live.push_number(text),
            Hole::Announce => live.push_announce(text),
            Hole::Progress => {
                let share = self.progress();
                let (whole, rest) = (share / PROGRESS_WHOLE, share % PROGRESS_WHOLE);
                push_any(text, Some(whole));
                text.push('.');
                // A one in front keeps the leading zeros of the rest.
                text.push_str(&itoa::Buffer::new().format(PROGRESS_WHOLE + rest)[1..]);
            }
            Hole::Updated => self.language.push_time_utc(text, self.now.seconds()),
            Hole::UpdatedUtc => StatusText::Time(self.now).push(text),
            Hole::Message => text.push_str(&self.message().map(announcement_html).unwrap_or_default()),
            Hole::Version => push_any(text, Some(self.context.version)),
            Hole::CheckMs => push_any(text, self.check_ms()),
            Hole::QueueId => StatusText::Place(self.queue_id()).push(text),
            Hole::PollMs => push_any(text, Some(self.first_poll_after_ms())),
            Hole::RefreshSeconds => push_any(text, Some(self.refresh_seconds())),
            Hole::Countdown => text.push_str(&self.countdown()),
            Hole::StartsAt => text.push_str(&self.starts_at()),
            Hole::PrequeueCountdown => text.push_str(&self.prequeue_countdown()),
            Hole::SecondsToPrequeue => push_any(text, self.seconds_to_prequeue()),
            Hole::StartsUtc => {
                if let Some(start) = self.start() {
                    StatusText::Time(start).push(text);
                }
            }
            Hole::SecondsToStart => push_any(text, self.seconds_to_start().filter(|seconds| *seconds > 0)),
            Hole::SecondsToDraw => push_any(text, self.seconds_to_draw()),
            Hole::Near => text.push_str(self.near()),
            Hole::HoldSeconds => push_any(text, self.seconds_aside()),
            Hole::HoldLeft => text.push_str(&self.hold_left()),
            Hole::Nonce
            | Hole::LeaveUrl
            | Hole::ReceiptUrl
            | Hole::DrawUrl
            | Hole::TargetUrl
            | Hole::TransferUrl
            | Hole::PriorityUrl
            | Hole::EmailUrl
            | Hole::HoldUrl
            | Hole::Query => return false,
        }
        true
    }
}

/// Appends a value to a text, if there is one.
fn push_any(text: &mut String, value: Option<impl Integer>) {
    if let Some(value) = value {
        text.push_str(itoa::Buffer::new().format(value));
    }
}

/// Appends the length of the figure that `push` appends.
fn push_length(text: &mut String, push: impl FnOnce(&mut String)) {
    let start = text.len();
    push(text);
    let length = figure_length(&text[start..]);
    text.truncate(start);
    push_any(text, Some(length));
}
