//! The poll's JSON with all values.

use admission::WallMs;
use app::view::{ForecastStatus, PageId, PageState, StatusTexts, Ticket, WaitingStatus};

use super::{StatusText, StatusView, VisitorState, layout_flags};
use crate::text::rounded;

impl StatusView<'_> {
    /// Returns the visitor's status, for answers that are kept or changed.
    #[must_use]
    pub(in crate::http) fn status(&self) -> WaitingStatus {
        self.status_by(String::from)
    }

    /// Returns the visitor's status with its texts as `say` returns them.
    #[must_use]
    pub(in crate::http) fn status_by<'v, T>(&'v self, say: impl Fn(StatusText<'v>) -> T) -> WaitingStatus<T> {
        let (wait, texts) = (self.wait_seconds(), self.language.live_texts(&self.visitor_status));
        let said = |text: &'v str| say(StatusText::Said(text.into()));
        let time = |at| say(StatusText::Time(at));
        let (view, page) = (self.visitor_state.view(), self.page());
        let ticket = Ticket {
            queue_number: self.number(),
            users_in_line_ahead_of_you: self.visible_ahead(),
            users_in_queue: self.display().users_ahead.then(|| self.waiting()),
            expected_service_time_utc: wait.map(|(low, high)| time(WallMs(self.now.0 + (low + high) * 500))),
            wait_seconds_low: wait.map(|(low, _)| low),
            wait_seconds_high: wait.map(|(_, high)| high),
            wait_status: self.wait_status(),
            wait_reason: self.reason(),
            progress: self.visible_progress(),
            stock: self.visible_stock().map(|stock| rounded(stock.left)),
            stock_told_utc: self.visible_stock().and_then(|stock| stock.set_at).map(time),
            queue_paused: self.is_paused(),
            high_load: self.is_high_load().then(|| say(StatusText::Announce(texts))),
            window_start_time_utc: view.and_then(|view| view.reached_at).map(time),
            seconds_to_start: self.seconds_to_start(),
            last_updated_utc: self.visible_updated().map(time),
            queue_id: say(StatusText::Place(self.queue_id())),
        };
        WaitingStatus {
            is_before_or_idle: page == PageId::Before,
            page_id: page,
            page_class: page,
            queue_state: if page == PageId::Before { 1 } else { 2 },
            forecast_status: match self.visitor_state {
                VisitorState::Line { .. } if self.state == PageState::SoldOut => ForecastStatus::InLine,
                VisitorState::Line { .. } if self.visitor_state.is_first() => ForecastStatus::FirstInLine,
                VisitorState::Line { .. } | VisitorState::Aside { .. } | VisitorState::TheirTurn(_) => {
                    ForecastStatus::InLine
                }
                VisitorState::Idle | VisitorState::Unnumbered(_) | VisitorState::Ended => ForecastStatus::NotReadyYet,
            },
            update_interval: u32::try_from(self.poll_after_ms()).unwrap_or(u32::MAX),
            version: self.context.version,
            check_interval: self.check_ms().and_then(|ms| u32::try_from(ms).ok()),
            message: self
                .message()
                .map(|message| say(StatusText::Said(message.with_addresses()))),
            message_html: self.message_html().map(|html| say(StatusText::Said(html.into()))),
            layout_name: said(&self.settings.theme),
            layout_version: self.settings.version,
            texts: Some(StatusTexts {
                state: self.state,
                title: say(StatusText::Title(texts)),
                headline: say(StatusText::Said(texts.headline())),
                lead: said(texts.lead()),
                ahead: say(StatusText::Ahead(texts)),
                wait: say(StatusText::Wait(texts)),
                reason: said(texts.reason()),
                stock: say(StatusText::Said(texts.stock().into())),
                number: say(StatusText::Number(texts)),
                countdown: say(StatusText::Countdown(texts)),
                announce: say(StatusText::Announce(texts)),
            }),
            layout: layout_flags(&self.settings.display),
            ticket,
        }
    }
}
