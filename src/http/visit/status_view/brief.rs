//! The poll's JSON for a page that reports the values that it shows: the JSON contains only changed
//! values.

use app::status::OnPage;
use app::view::{BriefStatus, BriefTexts, BriefTicket, PageId, PageState, WaitReason};

use crate::announcement::AnnouncementText;
use crate::http::visit::status_view::{StatusText, StatusView};

impl StatusView<'_> {
    /// Returns the values that the page does not show yet. The title contains
    /// [`app::status::ROOM_NAME`] in place of the room's name if the reader has a page.
    #[must_use]
    pub(in crate::http) fn brief(&self, on_page: OnPage<'_>) -> BriefStatus<StatusText<'_>> {
        let (page, state) = (self.page(), self.state);
        let in_line = page == PageId::Queue;
        let texts = self.language.live_texts(&self.visitor_status);
        let counts = texts.has_countdown();
        // The figures that the page claims to show, and its threshold for announcements, must not
        // reveal figures that the room hides.
        let ahead = self.visible_ahead().filter(|_| in_line);
        let moved = ahead.is_some() && self.context.shown != ahead;
        let other = on_page.state != Some(state) || self.is_next_unlike_the_page(state);
        let (reason, seconds_to_prequeue) = (self.visitor_status.shown_reason(), self.seconds_to_prequeue());
        // As on the page itself: after the start there is no countdown.
        let seconds_to_start = self.seconds_to_start().filter(|seconds| *seconds > 0);
        let display = self.display();
        let (shows_wait, shows_number) = (display.wait, display.queue_number);
        let version = self.context.version;
        let message = self.message().map(AnnouncementText::words).unwrap_or_default();
        let is_message_sent = !on_page.has_message(&message, version);
        let (wait_seconds_low, wait_seconds_high) = self
            .wait_seconds()
            .filter(|_| state.is_waiting() || state == PageState::Drawn)
            .unzip();
        let ticket = BriefTicket {
            users_in_line_ahead_of_you: ahead,
            wait_seconds_low,
            wait_seconds_high,
            wait_reason: reason,
            progress: self.visible_progress().filter(|_| in_line),
            seconds_to_start,
            seconds_to_prequeue,
            seconds_to_draw: self.seconds_to_draw(),
            event_start_time_utc: seconds_to_start.and_then(|_| self.start()).map(StatusText::Time),
            last_updated_utc: self.visible_updated().map(StatusText::Time),
        };
        let heard = ahead.is_some_and(|ahead| on_page.announce_from.is_some_and(|from| ahead <= from));
        let waits = state.is_waiting() && shows_wait;
        let is_unknown = self.wait_seconds().is_none();
        let turned = waits && on_page.is_wait_unknown.is_some_and(|announced| announced != is_unknown);
        let update_interval = u32::try_from(self.poll_after_ms()).unwrap_or(u32::MAX);
        let prequeue_countdown = seconds_to_prequeue.map(|_| StatusText::Said(self.prequeue_countdown().into()));
        let stock = texts.stock();
        BriefStatus {
            page_id: page,
            update_interval,
            version,
            check_interval: self.check_ms().and_then(|ms| u32::try_from(ms).ok()),
            message_html: is_message_sent
                .then(|| self.message_html())
                .flatten()
                .map(|html| StatusText::Said(html.into())),
            message: is_message_sent.then_some(StatusText::Said(message)),
            texts: BriefTexts {
                state,
                title: (other || counts || (moved && state.is_waiting())).then_some(StatusText::Title(texts)),
                headline: other.then(|| StatusText::Said(texts.headline())),
                lead: other.then(|| StatusText::Said(texts.lead().into())),
                ahead: moved.then_some(StatusText::Ahead(texts)),
                wait: (in_line && shows_wait).then_some(StatusText::Wait(texts)),
                reason: (reason.map_or("", WaitReason::as_str) != on_page.reason)
                    .then(|| StatusText::Said(texts.reason().into())),
                stock: (!on_page.has_stock(&stock)).then(|| StatusText::Said(stock.into())),
                number: (in_line && shows_number).then_some(StatusText::Number(texts)),
                countdown: counts.then(|| StatusText::Said(self.countdown().into())),
                prequeue_countdown,
                announce: (other || counts || heard || turned).then_some(StatusText::Announce(texts)),
            },
            ticket,
        }
    }

    /// Returns whether the page's heading is outdated within the states of a waiting visitor, which
    /// have two headings each: with and without people ahead.
    fn is_next_unlike_the_page(&self, state: PageState) -> bool {
        let page_says_next = self.context.shown == Some(0);
        let is_next = |ahead| page_says_next != (ahead == 0);
        state.is_waiting() && self.visible_ahead().is_some_and(is_next)
    }
}
