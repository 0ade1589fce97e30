//! The status of one visitor, for both forms: the JSON of a poll and the holes of the page. The
//! figures are computed here; the words come from the visitor's language.

mod aside;
mod brief;
mod display;
mod full;
mod holes;
mod message;
mod polling;
mod progress;
mod start;
mod status_text;
mod version;
mod visitor_state;

use admission::WallMs;
use admission::estimate::RiseReason;
use admission::opening::poll_before_ms;
use admission::poll_interval::POLL_MS_MAX;
use app::view::{PageId, PageState, WaitKnowledge, WaitReason};
use protocol::QueueId;

use crate::clock::timestamp;
use crate::config::{Display, RoomDefinition};
use crate::http::AppState;
use crate::rooms::{Place, RoomState, Stock};
use crate::text::{Language, StockStatus, StockTime, VisitorStatus};

pub(in crate::http) use display::layout_flags;
pub(crate) use display::shown_figures;
use progress::share_over;
pub(in crate::http) use status_text::StatusText;
pub(in crate::http) use version::room_version;
pub(in crate::http) use visitor_state::{Nearness, VisitorState};

/// [`app::status::ROOM_NAME`] as text.
const ROOM_MARK: &str = "\u{E002}";
/// After this time the page shows when the stock was reported, milliseconds.
const STOCK_OLD_MS: u64 = 10 * 60_000;
/// From this age on a time of day alone would mislead, milliseconds.
const DAY_MS: u64 = 20 * 3_600_000;

/// The denominator of a progress, which has four decimal digits.
const PROGRESS_WHOLE: u32 = 10_000;

/// The context of a status: the place, the reader's page, and values of this node.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct StatusContext<'a> {
    /// The place, if there is one.
    pub(in crate::http) place: Option<&'a Place>,
    /// The smallest number of people ahead that the reader's page has shown.
    pub(in crate::http) shown: Option<u64>,
    /// Whether the reader's page has the room's name; the title then has [`ROOM_NAME`] in its
    /// place.
    pub(in crate::http) brief: bool,
    /// The room's version ([`room_version`]).
    pub(in crate::http) version: u64,
    /// The stretch of intervals by the node's load, percent.
    pub(in crate::http) stretch_percent: u16,
    /// A random number.
    pub(in crate::http) jitter: u16,
    /// Whether the store is away, so that nobody is let in.
    pub(in crate::http) store_away: bool,
    /// The remaining stock, if it is known.
    pub(in crate::http) stock: Option<Stock>,
    /// The number of drawn numbers, if the visitor's number is to be revealed.
    pub(in crate::http) revealed: Option<u64>,
}

impl<'a> StatusContext<'a> {
    /// The context of a page that has shown nothing yet.
    #[must_use]
    pub(in crate::http) fn new(app: &AppState, state: &RoomState, place: Option<&'a Place>) -> Self {
        Self {
            place,
            shown: None,
            brief: false,
            version: room_version(state),
            stretch_percent: app.load.stretch_percent(),
            jitter: app.entropy.jitter(),
            store_away: state.published.store_away,
            stock: state.published.pool.stock,
            revealed: place.and_then(|place| state.revealed(place)),
        }
    }
}

/// One visitor's status, with the values that texts need.
#[derive(Debug)]
pub(in crate::http) struct StatusView<'a> {
    settings: &'a RoomDefinition,
    language: &'a Language,
    context: StatusContext<'a>,
    visitor_state: VisitorState,
    state: PageState,
    ahead: u64,
    now: WallMs,
    visitor_status: VisitorStatus<'a>,
}

impl<'a> StatusView<'a> {
    /// Computes a visitor's status in the given situation.
    #[must_use]
    pub(in crate::http) fn new(
        settings: &'a RoomDefinition,
        language: &'a Language,
        context: StatusContext<'a>,
        visitor_state: VisitorState,
        now: WallMs,
    ) -> Self {
        let ahead = visitor_state.view().map_or(0, |view| view.ahead.0);
        let ahead = ahead.min(context.shown.unwrap_or(u64::MAX));
        let state = visitor_state.state(context.stock);
        let population = context
            .revealed
            .filter(|_| state.is_waiting() && settings.display.queue_number);
        let state = population.map_or(state, |_| PageState::Drawn);
        let mut view = Self {
            settings,
            language,
            ahead,
            state,
            context,
            visitor_state,
            now,
            visitor_status: VisitorStatus {
                state,
                population,
                is_elsewhere: matches!(visitor_state, VisitorState::TheirTurn(_)),
                ahead,
                wait_low_seconds: None,
                wait_high_seconds: None,
                is_wait_not_known_yet: false,
                reason: None,
                stock: None,
                number: None,
                seconds_to_start: None,
                shown: shown_figures(&settings.display),
                room: if context.brief { ROOM_MARK } else { &settings.name },
            },
        };
        let (low, high) = view.wait_seconds().unzip();
        view.visitor_status = VisitorStatus {
            wait_low_seconds: low,
            wait_high_seconds: high,
            is_wait_not_known_yet: view.wait_status() == Some(WaitKnowledge::NotKnownYet),
            reason: view.reason(),
            stock: view.visible_stock().map(|stock| StockStatus {
                left: stock.left,
                as_of: view.stock_as_of(&stock),
            }),
            number: view.number(),
            seconds_to_start: view.seconds_to_start(),
            ..view.visitor_status
        };
        view
    }

    /// Returns the page that shows this status.
    #[must_use]
    pub(in crate::http) fn page(&self) -> PageId {
        self.visitor_state.page()
    }

    /// Returns the place, if there is one.
    #[must_use]
    pub(in crate::http) fn place(&self) -> Option<&Place> {
        self.context.place
    }

    /// Returns which figures the room shows. A figure that is switched off must not leave this type
    /// in any form: all accessors that begin with `visible_`, and [`Self::number`],
    /// [`Self::wait_seconds`], [`Self::wait_status`] and [`Self::reason`], return `None` for it.
    fn display(&self) -> &Display {
        &self.settings.display
    }

    /// The people ahead; 0 if there is no line.
    fn visible_ahead(&self) -> Option<u64> {
        self.display().users_ahead.then_some(self.ahead)
    }

    /// The progress, from 0 to 1.
    fn visible_progress(&self) -> Option<f64> {
        let progress = || f64::from(self.progress()) / f64::from(PROGRESS_WHOLE);
        self.display().progress.then(progress)
    }

    fn visible_updated(&self) -> Option<WallMs> {
        self.display().last_updated.then_some(self.now)
    }

    /// The queue number; the vendor counts from 1.
    fn number(&self) -> Option<u64> {
        let view = self.visitor_state.view().filter(|_| self.display().queue_number);
        view.map(|view| view.number.0 + 1)
    }

    fn queue_id(&self) -> QueueId {
        self.context.place.map_or(QueueId::NIL, |place| place.queue_id)
    }

    fn is_paused(&self) -> bool {
        self.visitor_state.view().is_some_and(|view| view.paused) || self.state == PageState::Paused
    }

    fn is_high_load(&self) -> bool {
        self.display().users_ahead && self.state.is_waiting()
    }

    fn waiting(&self) -> u64 {
        match self.visitor_state {
            VisitorState::Unnumbered(unnumbered) => unnumbered.waiting,
            VisitorState::Line { view, .. } | VisitorState::Aside { view, .. } | VisitorState::TheirTurn(view) => {
                view.waiting
            }
            VisitorState::Idle | VisitorState::Ended => 0,
        }
    }

    fn ordinary_poll_after_ms(&self) -> u64 {
        match self.visitor_state {
            VisitorState::Idle => {
                let opens = self.settings.life.schedule.opens();
                let until_ms = opens.map_or(u64::MAX / 2, |opens| opens.0.saturating_sub(self.now.0));
                poll_before_ms(until_ms, self.context.jitter, 100)
            }
            waiting => waiting.poll_after_ms().unwrap_or(POLL_MS_MAX),
        }
    }

    /// Returns the remaining stock, for visitors in line.
    fn visible_stock(&self) -> Option<Stock> {
        let stock = self.context.stock.filter(|_| self.display().stock);
        stock.filter(|_| self.page() == PageId::Queue)
    }

    /// When the stock was reported, if that was long ago.
    fn stock_as_of(&self, stock: &Stock) -> Option<StockTime> {
        let at = stock.set_at?;
        match self.now.0.saturating_sub(at.0) {
            0..=STOCK_OLD_MS => None,
            age_ms if age_ms > DAY_MS => Some(StockTime::Date(timestamp(at))),
            _ => Some(StockTime::Time(at.seconds())),
        }
    }

    /// `None` while the operator pauses the room, while nothing is left to sell, and for a place
    /// that was let through.
    fn wait_seconds(&self) -> Option<(u64, u64)> {
        let is_through = matches!(self.visitor_state, VisitorState::TheirTurn(view) if view.redirected);
        let view = self
            .visitor_state
            .view()
            .filter(|view| !view.paused && !is_through && self.display().wait)
            .filter(|_| self.state != PageState::Aside)
            .filter(|_| self.state != PageState::SoldOut)?;
        let wait = view.wait?;
        Some((wait.low_ms / 1_000, wait.high_ms.div_ceil(1_000)))
    }

    /// `None` for a place without a line, for one that was let through, and in rooms that do not
    /// show the wait.
    fn wait_status(&self) -> Option<WaitKnowledge> {
        let view = self.visitor_state.view().filter(|_| self.display().wait)?;
        if self.wait_seconds().is_some() {
            return Some(WaitKnowledge::Known);
        }
        if matches!(self.visitor_state, VisitorState::TheirTurn(view) if view.redirected) {
            return None;
        }
        let stands = view.paused || matches!(self.state, PageState::SoldOut | PageState::Aside);
        Some(match view.is_not_known_yet && !stands {
            true => WaitKnowledge::NotKnownYet,
            false => WaitKnowledge::Unknown,
        })
    }

    fn reason(&self) -> Option<WaitReason> {
        let view = self.visitor_state.view().filter(|_| self.display().wait)?;
        if matches!(self.state, PageState::SoldOut | PageState::Aside) {
            return None;
        }
        if self.context.store_away && !view.paused {
            return Some(WaitReason::StoreAway);
        }
        view.reason.map(|reason| match reason {
            RiseReason::OperatorSlowed => WaitReason::OperatorSlowed,
            RiseReason::Paused => WaitReason::Paused,
            RiseReason::MoreCameBack => WaitReason::MoreCameBack,
            RiseReason::CappedBySessions => WaitReason::CappedBySessions,
            RiseReason::PoolShared => WaitReason::PoolShared,
            RiseReason::Priority => WaitReason::Priority,
            RiseReason::Restored => WaitReason::Restored,
            RiseReason::AutotuneSlowed => WaitReason::AutotuneSlowed,
        })
    }

    /// Returns the share of the whole wait that is over, in parts of [`PROGRESS_WHOLE`].
    fn progress(&self) -> u32 {
        let (first, view, place) = match (self.visitor_state, self.context.place) {
            (VisitorState::Line { turn, view }, Some(place)) => (turn == Nearness::AtHand, view, place),
            (VisitorState::TheirTurn(view), Some(place)) => (true, view, place),
            (VisitorState::Aside { view, .. }, Some(place)) => (false, view, place),
            _ => return 0,
        };
        let waited_ms = self.now.0.saturating_sub(place.since.0);
        let to_come_ms = view.wait.map(|wait| (wait.low_ms + wait.high_ms) as f64 / 2.0);
        let share = match first {
            true => 1.0,
            false => share_over(waited_ms, to_come_ms, self.is_paused()),
        };
        (share * f64::from(PROGRESS_WHOLE)).round() as u32
    }
}

#[cfg(test)]
mod tests {
    use app::status::ROOM_NAME;

    use super::*;

    #[test]
    fn the_mark_is_the_character_that_pages_replace() {
        assert_eq!(ROOM_MARK.parse(), Ok(ROOM_NAME));
    }
}
