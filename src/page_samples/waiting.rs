//! Samples of the pages of a room's lifecycle: before, queue, after.

pub(super) mod scenes;

use std::borrow::Cow;

use app::hole::{Hole, figure_length};
use app::page::{ClientScript, Draw, WaitingShape};
use app::view::{PageId, PageState, StatusTexts, WaitReason};

use super::after_load::{self, ConnectionNotice};
use super::samples::{MESSAGE_LONG, NOW_UTC, NOWHERE, QUEUE_ID, ROOM, ROOM_LONG, START_UTC};
use super::{Sample, Scene};
use crate::announcement::AnnouncementText;
use crate::config::{Display, HostName};
use crate::http::{PageKind, hold, shape, shown_figures};
use crate::pages::{PastimesPart, WaitingPage, announcement_html};
use crate::text::{Language, ShownFigures, StockStatus, StockTime, VisitorStatus};
use crate::theme::{Asset, PastimeKind, Theme};

/// All figures switched off.
const NOTHING: Display = Display {
    queue_number: false,
    users_ahead: false,
    wait: false,
    progress: false,
    last_updated: false,
    language_picker: false,
    stock: false,
};

/// How long the samples' room lets visitors step aside, milliseconds.
const HOLD_MS: u64 = 300_000;
/// The time until the sample's visitor counts as present again, seconds.
const HOLD_LEFT_SECONDS: u64 = 252;

/// When an old stock was reported: five past nine.
const NINE: StockTime = StockTime::Time(9 * 3_600 + 300);

/// The values of one page.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    status: VisitorStatus<'static>,
    message: &'static str,
    progress: &'static str,
    draw: Option<Draw>,
    display: Display,
    connection: ConnectionNotice,
    /// Whether the room lets visitors step aside.
    holds: bool,
}

impl Default for Waiting {
    /// Returns the values of a visitor in line, halfway through the wait.
    fn default() -> Self {
        Self {
            status: VisitorStatus {
                state: PageState::InLine,
                is_elsewhere: false,
                ahead: 1_234,
                wait_low_seconds: Some(14 * 60),
                wait_high_seconds: Some(16 * 60),
                is_wait_not_known_yet: false,
                reason: None,
                stock: None,
                number: Some(4_936),
                population: None,
                seconds_to_start: None,
                room: ROOM,
                // Replaced by the switches when the page is rendered.
                shown: ShownFigures::ALL,
            },
            message: "",
            progress: "0.5",
            draw: None,
            display: Display::default(),
            connection: ConnectionNotice::Good,
            holds: false,
        }
    }
}

impl Waiting {
    fn with_status(change: impl FnOnce(&mut VisitorStatus<'static>)) -> Self {
        let mut waiting = Self::default();
        change(&mut waiting.status);
        waiting
    }

    fn before(state: PageState, seconds_to_start: Option<u64>, draw: Option<Draw>) -> Self {
        let change = |it: &mut VisitorStatus<'static>| {
            (it.state, it.ahead, it.number) = (state, 0, None);
            (it.wait_low_seconds, it.wait_high_seconds) = (None, None);
            it.seconds_to_start = seconds_to_start;
        };
        Self {
            draw,
            progress: "0",
            ..Self::with_status(change)
        }
    }

    fn first(state: PageState) -> Self {
        let change = |it: &mut VisitorStatus<'static>| {
            (it.state, it.ahead) = (state, 0);
            (it.wait_low_seconds, it.wait_high_seconds) = (Some(0), Some(0));
        };
        Self {
            progress: "1",
            ..Self::with_status(change)
        }
    }

    fn aside() -> Self {
        let mut waiting = Self::first(PageState::Aside);
        (waiting.progress, waiting.holds) = ("0.96", true);
        waiting
    }

    fn paused() -> Self {
        Self::with_status(|it| {
            it.state = PageState::Paused;
            (it.wait_low_seconds, it.wait_high_seconds) = (None, None);
        })
    }

    fn sold_out(as_of: Option<StockTime>) -> Self {
        Self::with_status(|it| {
            it.state = PageState::SoldOut;
            (it.wait_low_seconds, it.wait_high_seconds) = (None, None);
            it.stock = Some(StockStatus { left: 0, as_of });
        })
    }

    fn stocked(mut self, left: u64, as_of: Option<StockTime>) -> Self {
        self.status.stock = Some(StockStatus { left, as_of });
        self
    }

    fn risen(mut self) -> Self {
        self.status.reason = Some(WaitReason::Paused);
        self
    }

    fn slowed(reason: WaitReason) -> Self {
        Self::with_status(|it| {
            it.reason = Some(reason);
            it.wait_high_seconds = Some(40 * 60);
        })
    }

    /// Returns the status with the figures that the switches show.
    fn shown(&self) -> VisitorStatus<'static> {
        VisitorStatus {
            shown: shown_figures(&self.display),
            ..self.status
        }
    }

    fn page(&self) -> PageId {
        match self.status.state {
            PageState::Idle | PageState::Prequeue | PageState::Drawing => PageId::Before,
            PageState::Ended => PageId::After,
            // Before the start, a paused room holds visitors without numbers.
            PageState::Paused if self.status.number.is_none() => PageId::Before,
            PageState::InLine
            | PageState::Almost
            | PageState::Drawn
            | PageState::FirstInLine
            | PageState::Aside
            | PageState::Redirecting
            | PageState::Paused
            | PageState::SoldOut => PageId::Queue,
        }
    }

    fn placed(&self) -> bool {
        !matches!(self.status.state, PageState::Idle | PageState::Ended)
    }

    fn shape(&self, language: &Language, theme: &Theme, script: Option<ClientScript>) -> WaitingShape {
        let kind = PageKind {
            page: self.page(),
            placed: self.placed(),
            drawn: self.draw.is_some(),
            brings_round: false,
        };
        WaitingShape {
            draw: self.draw,
            hold: self.holds.then(|| hold(language, HOLD_MS)),
            script,
            ..shape(self.status.room, &self.display, theme, language, kind)
        }
    }

    pub(super) fn render(&self, language: &Language, theme: &Theme) -> String {
        let shape = WaitingShape {
            pastimes: pastimes(self.page(), language, theme),
            ..self.shape(language, theme, None)
        };
        let texts = language.status_texts(&self.shown());
        let html = WaitingPage::render(&shape, theme).fill(|hole| self.value(hole, &texts, language));
        let html = match self.status.state {
            PageState::Redirecting => after_load::redirecting(&html),
            _ => html,
        };
        after_load::connection(&html, self.connection, &shape.texts)
    }

    /// Returns whether the operator's texts have their usual length.
    pub(super) fn is_usual(&self) -> bool {
        self.status.room == ROOM
    }

    /// Returns the length of the page and its stylesheet as browsers receive them: in brotli, with
    /// scripts, in one answer if the sheet can be part of the page.
    pub(super) fn first_load_bytes(&self, language: &Language, theme: &Theme, sheet: &Asset) -> usize {
        let script = ClientScript {
            js_path: "/assets/app.0123456789ab.js".to_owned(),
            wasm_path: "/assets/app_bg.0123456789ab.wasm".to_owned(),
        };
        let texts = language.status_texts(&self.shown());
        let page = WaitingPage::render(&self.shape(language, theme, Some(script)), theme);
        let push = |hole: Hole, text: &mut String| text.push_str(&self.value(hole, &texts, language));
        match page.fill_brotli_styled_by(push) {
            Some(page_with_sheet) => page_with_sheet.len(),
            None => page.fill_brotli_by(push).len() + sheet.brotli().unwrap_or(&sheet.bytes).len(),
        }
    }

    fn value<'v>(&self, hole: Hole, texts: &'v StatusTexts, language: &Language) -> Cow<'v, str> {
        match hole {
            Hole::State => self.status.state.as_str().into(),
            Hole::Title => texts.title.as_str().into(),
            Hole::Headline => texts.headline.as_str().into(),
            Hole::Lead => texts.lead.as_str().into(),
            Hole::Ahead => texts.ahead.as_str().into(),
            Hole::AheadCount if !self.display.users_ahead => "".into(),
            Hole::AheadCount => self.status.ahead.to_string().into(),
            Hole::AheadLength => figure_length(&texts.ahead).to_string().into(),
            Hole::NumberLength => figure_length(&texts.number).to_string().into(),
            Hole::Wait => texts.wait.as_str().into(),
            Hole::ReasonName => self.shown().shown_reason().map_or("", WaitReason::as_str).into(),
            Hole::Reason => texts.reason.as_str().into(),
            Hole::Stock => texts.stock.as_str().into(),
            Hole::Number => texts.number.as_str().into(),
            Hole::Countdown => texts.countdown.as_str().into(),
            Hole::Announce => texts.announce.as_str().into(),
            Hole::Progress => self.progress.into(),
            Hole::Updated => language.time_utc(9 * 3_600 + 47 * 60 + 55).into(),
            Hole::UpdatedUtc => NOW_UTC.into(),
            Hole::Message => announcement_html(&AnnouncementText::new(self.message)).into(),
            Hole::Version => "16".into(),
            Hole::CheckMs => "".into(),
            Hole::QueueId => QUEUE_ID.into(),
            Hole::PollMs => "2000".into(),
            Hole::RefreshSeconds => "20".into(),
            Hole::StartsUtc if self.status.seconds_to_start.is_none() => "".into(),
            Hole::StartsUtc => START_UTC.into(),
            Hole::SecondsToStart => {
                let seconds = self.status.seconds_to_start.filter(|seconds| *seconds > 0);
                seconds.map(|seconds| seconds.to_string()).unwrap_or_default().into()
            }
            Hole::StartsAt if self.status.seconds_to_start.is_none() => "".into(),
            Hole::StartsAt => language
                .exact_date_time_utc(START_UTC.parse().expect("a sample in RFC 3339"))
                .into(),
            Hole::PrequeueCountdown => self
                .to_prequeue()
                .map(|seconds| language.countdown(seconds))
                .unwrap_or_default()
                .into(),
            Hole::SecondsToPrequeue => self
                .to_prequeue()
                .map(|seconds| seconds.to_string())
                .unwrap_or_default()
                .into(),
            Hole::SecondsToDraw => {
                let seconds = self.status.seconds_to_start.filter(|_| self.draw.is_some());
                let seconds = seconds.filter(|_| self.status.state == PageState::Prequeue);
                seconds
                    .map(|seconds| (seconds + 15).to_string())
                    .unwrap_or_default()
                    .into()
            }
            Hole::Query => "c=demo&e=sale".into(),
            Hole::LeaveUrl
            | Hole::TransferUrl
            | Hole::PriorityUrl
            | Hole::EmailUrl
            | Hole::HoldUrl
            | Hole::TargetUrl => NOWHERE.into(),
            Hole::HoldSeconds | Hole::HoldLeft if self.status.state != PageState::Aside => "".into(),
            Hole::HoldSeconds => HOLD_LEFT_SECONDS.to_string().into(),
            Hole::HoldLeft => language.countdown(HOLD_LEFT_SECONDS).into(),
            Hole::Near => "".into(),
            Hole::ReceiptUrl | Hole::DrawUrl if self.draw.is_none() => "".into(),
            Hole::ReceiptUrl | Hole::DrawUrl => NOWHERE.into(),
            Hole::Nonce => "".into(),
        }
    }

    /// The pre-queue of a room with a draw opens halfway to the start.
    fn to_prequeue(&self) -> Option<u64> {
        let idle = self.status.state == PageState::Idle && self.draw.is_some();
        self.status.seconds_to_start.filter(|_| idle).map(|seconds| seconds / 2)
    }

    fn scene(self, case: &'static str) -> Scene {
        let page = match self.page() {
            PageId::Before => "before",
            PageId::Queue => "queue",
            PageId::After => "after",
        };
        Scene {
            page,
            state: self.status.state.as_str(),
            case,
            sample: Sample::Waiting(Box::new(self)),
        }
    }

    /// Replaces the operator's texts by the longest possible ones.
    fn long(mut self) -> Self {
        self.status.room = ROOM_LONG;
        self.message = MESSAGE_LONG;
        self
    }
}

/// All pastimes of the theme except the game, which needs the page's script. A room shows a few of
/// them.
fn pastimes(page: PageId, language: &Language, theme: &Theme) -> String {
    if page == PageId::After {
        return String::new();
    }
    let names: Vec<String> = theme.pastimes.names().map(str::to_owned).collect();
    let kinds = names.iter().filter_map(|name| theme.pastimes.get(name));
    let hosts: Vec<HostName> = kinds
        .filter_map(|pastime| match &pastime.kind {
            PastimeKind::Embed { host, .. } => host.parse().ok(),
            _ => None,
        })
        .collect();
    let part = PastimesPart {
        names: &names,
        embed_hosts: &hosts,
        script: None,
    };
    part.render(language, theme)
}
