//! A simulated line in the state that the query asks for, with the real messages of each language
//! (messages with plurals are replaced by simple ones).

use std::{
    future::Future,
    path::{Path, PathBuf},
    pin::Pin,
    sync::OnceLock,
    time::SystemTime,
};

use app::{
    page::Draw,
    status::{SHOWN_PARAMETER, StatusAnswer, StatusRequest, StatusSource, pairs},
    texts::{Direction, PageTexts},
    view::{
        ForecastStatus, LayoutFlags, PageId, PageState, PollRefusal, StatusReply, StatusTexts, Ticket, Turn,
        WaitReason, WaitingStatus,
    },
};
use axum::http::HeaderMap;

/// People in the line when the page was opened.
const LINE: u64 = 1234;

/// The state that the query asks for.
pub(crate) struct Wish {
    pub(crate) lang: String,
    pub(crate) state: PageState,
    /// The query names a state, so the line stands still.
    still: bool,
    pub(crate) ahead: u64,
    pub(crate) message: String,
    reason: bool,
    bare: bool,
    pub(crate) no_script: bool,
    pub(crate) no_wasm: bool,
    fail: Option<u16>,
    starts: Option<u64>,
    opens: Option<u64>,
    pub(crate) draw: Option<Draw>,
}

impl Wish {
    pub(crate) fn read(query: &str) -> Self {
        let get = |wanted: &str| {
            form_urlencoded::parse(query.as_bytes())
                .find(|(name, _)| name == wanted)
                .map(|(_, value)| value.into_owned())
        };
        let state = get("state");
        let number = |name: &str| get(name).and_then(|text| text.parse().ok());
        Self {
            lang: get("lang").unwrap_or_else(|| "en".to_owned()),
            state: match state.as_deref() {
                Some(name) => PageState::from_name(name).unwrap_or_default(),
                None if number("opens").is_some_and(|opens: u64| since_start() < opens) => PageState::Prequeue,
                None => PageState::InLine,
            },
            still: state.is_some(),
            ahead: get("ahead").and_then(|text| text.parse().ok()).unwrap_or(LINE),
            message: get("message").unwrap_or_default(),
            reason: get("reason").is_some(),
            bare: get("bare").is_some(),
            no_script: get("script").as_deref() == Some("none"),
            no_wasm: get("script").as_deref() == Some("nowasm"),
            fail: get("fail").and_then(|text| text.parse().ok()),
            starts: number("starts"),
            opens: number("opens"),
            draw: match get("draw").as_deref() {
                Some("none") => None,
                Some("plain") => Some(Draw::WithoutBeacon),
                _ => Some(Draw::WithBeacon),
            },
        }
    }

    pub(crate) fn page(&self) -> PageId {
        match self.state {
            PageState::Idle | PageState::Prequeue | PageState::Drawing => PageId::Before,
            PageState::Ended => PageId::After,
            _ => PageId::Queue,
        }
    }

    pub(crate) fn seconds_to_start(&self) -> Option<u64> {
        let counts = matches!(self.state, PageState::Idle | PageState::Prequeue);
        let opens = self.opens.map(|opens| opens.saturating_sub(since_start()));
        self.starts.or(opens).filter(|_| counts)
    }

    pub(crate) fn direction(&self) -> Direction {
        if self.lang == "ar" {
            Direction::Rtl
        } else {
            Direction::Ltr
        }
    }

    pub(crate) fn reason_name(&self) -> &'static str {
        if self.reason {
            WaitReason::OperatorSlowed.as_str()
        } else {
            ""
        }
    }

    pub(crate) fn progress(&self) -> f64 {
        if self.state == PageState::InLine {
            1.0 - self.ahead as f64 / (LINE * 2) as f64
        } else {
            0.97
        }
    }

    /// The fixed texts, read from `locales/<lang>/page.ftl`, whose messages are plain.
    pub(crate) fn page_texts(&self, locales: &Path) -> PageTexts {
        let text = |name: &str| message(locales, &self.lang, "page.ftl", name);
        let moment = |name: &str| message(locales, &self.lang, "moments.ftl", name);
        let status = |name: &str| message(locales, &self.lang, "status.ftl", name);
        PageTexts {
            ahead_label: text("page-ahead-label"),
            wait_label: text("page-wait-label"),
            number_label: text("page-number-label"),
            progress_label: text("page-progress-label"),
            updated_label: text("page-updated-label"),
            message_label: text("page-message-label"),
            keep_open: text("page-keep-open"),
            details: moment("page-details"),
            pastimes_heading: moment("page-pastimes-heading"),
            embed_show: moment("page-embed-show"),
            game_title: moment("page-game-title"),
            game_how: moment("page-game-how"),
            game_play: moment("page-game-play"),
            game_card: moment("page-game-card"),
            game_found: moment("page-game-found"),
            game_again: moment("page-game-again"),
            unit_days: moment("page-unit-days"),
            unit_hours: moment("page-unit-hours"),
            unit_minutes: moment("page-unit-minutes"),
            unit_seconds: moment("page-unit-seconds"),
            leave: text("page-leave"),
            leave_loses: moment("page-leave-loses"),
            leave_stay: moment("page-leave-stay"),
            leave_pending: moment("page-leave-pending"),
            leave_can_undo: moment("page-leave-can-undo"),
            leave_undo: moment("page-leave-undo"),
            queue_id_label: text("page-queue-id-label"),
            entry: String::new(),
            wait_unknown: text("status-wait-unknown") + "|" + &text("status-wait-not-yet"),
            offline: text("page-offline"),
            online_again: text("page-online-again"),
            redirecting_headline: text("page-redirecting-headline"),
            redirecting_lead: text("page-redirecting-lead"),
            redirecting_link: text("page-redirecting-link"),
            skip: text("page-skip"),
            powered_by: text("page-powered-by"),
            about_link: text("page-about-link"),
            status_link: text("page-status-link"),
            countdown_label: text("page-countdown-label"),
            prequeue_countdown_label: text("page-prequeue-countdown-label"),
            starts_at_label: text("page-starts-at-label"),
            keep_open_before: text("page-keep-open-before"),
            keep_open_idle: text("page-keep-open-idle"),
            notify_heading: text("page-notify-heading"),
            notify_sound: text("page-notify-sound"),
            notify_vibration: text("page-notify-vibration"),
            notify_notification: text("page-notify-notification"),
            notify_denied: text("page-notify-denied"),
            language_label: text("page-language-label"),
            language_apply: text("page-language-apply"),
            move_link: text("page-move-link"),
            priority_link: text("move-priority-title"),
            draw_in_label: moment("page-draw-in-label"),
            countdown_now: status("status-countdown-now"),
            started_headline: moment("status-headline-started"),
            drawing_headline: status("status-headline-drawing"),
            draw_heading: text("page-draw-heading"),
            draw_closing: text("page-draw-closing"),
            draw_chance: text("page-draw-chance"),
            draw_number: text("page-draw-number"),
            draw_with_beacon: text("page-draw-with-beacon"),
            draw_check: text("page-draw-check"),
            draw_receipt: text("page-draw-receipt"),
            draw_receipt_link: text("page-draw-receipt-link"),
            draw_check_link: text("page-draw-check-link"),
            drawn_link: text("page-drawn-link"),
            skip_content: text("page-skip-content"),
            ended_help: text("page-ended-help"),
            back_to_site: text("page-back-to-site"),
        }
    }

    fn countdown(&self, locales: &Path) -> String {
        let text = |name: &str| message(locales, &self.lang, "status.ftl", &format!("status-countdown-{name}"));
        match self.seconds_to_start() {
            None => String::new(),
            Some(0) => text("now"),
            Some(1..60) => text("under-a-minute"),
            Some(seconds) => match self.lang.as_str() {
                "ar" => format!("{} دقيقة", seconds / 60),
                "ja" => format!("{}分", seconds / 60),
                "de" => format!("{} Minuten", seconds / 60),
                _ => format!("{} minutes", seconds / 60),
            },
        }
    }

    pub(crate) fn status_texts(&self, locales: &Path) -> StatusTexts {
        let state = self.state.as_str();
        let text = |what: &str| message(locales, &self.lang, "status.ftl", &format!("status-{what}-{state}"));
        let minutes = self.ahead / 100 + 2;
        let wait = match self.lang.as_str() {
            "ar" => format!("من {minutes} إلى {} دقائق", minutes + 2),
            "ja" => format!("{minutes}～{}分", minutes + 2),
            "de" => format!("{minutes}–{} Minuten", minutes + 2),
            _ => format!("{minutes}–{} minutes", minutes + 2),
        };
        let reason = if self.reason {
            message(locales, &self.lang, "status.ftl", "status-reason-operator-slowed")
        } else {
            String::new()
        };
        let ahead = if self.state == PageState::FirstInLine {
            0
        } else {
            self.ahead
        };
        StatusTexts {
            title: text("title")
                .replace("{ $ahead }", &grouped(ahead))
                .replace("{ $room }", "Summer sale"),
            headline: text("headline"),
            lead: text("lead"),
            ahead: grouped(ahead),
            wait,
            reason,
            stock: String::new(),
            number: if self.page() == PageId::Before {
                "–".to_owned()
            } else {
                grouped(LINE * 4)
            },
            state: self.state,
            countdown: self.countdown(locales),
            announce: format!("{} ahead", grouped(ahead)),
        }
    }
}

/// Returns the seconds since the first call.
fn since_start() -> u64 {
    static START: OnceLock<SystemTime> = OnceLock::new();
    START.get_or_init(now).elapsed().map_or(0, |since| since.as_secs())
}

#[expect(
    clippy::disallowed_methods,
    reason = "a preview is looked at, not tested, and runs by the clock on the wall"
)]
fn now() -> SystemTime {
    SystemTime::now()
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
    if head.is_empty() {
        tail.to_owned()
    } else {
        format!("{head},{tail}")
    }
}

/// Returns a one-line message of a Fluent file.
fn message(locales: &Path, lang: &str, file: &str, name: &str) -> String {
    let text = std::fs::read_to_string(locales.join(lang).join(file)).unwrap_or_default();
    let prefix = format!("{name} = ");
    text.lines()
        .find_map(|line| line.strip_prefix(&prefix))
        .unwrap_or(name)
        .replace("{\"\\u2068\"}", "\u{2068}")
        .replace("{\"\\u2069\"}", "\u{2069}")
}

pub(crate) fn layout_flags(wish: &Wish) -> LayoutFlags {
    let shown = !wish.bare;
    LayoutFlags {
        language_selector_visible: false,
        logo_visible: shown,
        dynamic_message_visible: true,
        queue_number_visible: shown,
        users_in_line_ahead_of_you_visible: true,
        which_is_in_visible: shown,
        progress_visible: shown,
        last_updated_visible: shown,
    }
}

/// Answers polls as the query asks.
pub(crate) struct Sample {
    pub(crate) locales: PathBuf,
}

impl StatusSource for Sample {
    fn status<'a>(&'a self, asked: StatusRequest) -> Pin<Box<dyn Future<Output = StatusAnswer> + Send + 'a>> {
        Box::pin(async move {
            StatusAnswer {
                reply: self.reply(&asked),
                headers: HeaderMap::new(),
            }
        })
    }
}

impl Sample {
    fn reply(&self, asked: &StatusRequest) -> Result<StatusReply, PollRefusal> {
        let query = asked.parts.uri.query().unwrap_or_default();
        let mut wish = Wish::read(query);
        let mut shown = pairs(query).filter(|(name, _)| name == SHOWN_PARAMETER);
        let shown: Option<u64> = shown.next().and_then(|(_, digits)| digits.parse().ok());
        if let Some(status) = wish.fail {
            return Err(PollRefusal {
                status,
                id: 4,
                code: "sample",
                detail: "As you wish.".to_owned(),
                enter_url: None,
            });
        }
        if !wish.still && wish.state == PageState::InLine {
            wish.ahead = shown.unwrap_or(LINE) / 2;
            if shown == Some(0) {
                let redirect_url = "/arrived".to_owned();
                return Ok(StatusReply::Turn(Turn {
                    is_redirect_to_target: true,
                    redirect_url,
                }));
            }
            if wish.ahead == 0 {
                wish.state = PageState::FirstInLine;
            }
        } else if wish.state == PageState::Redirecting {
            let redirect_url = "/api/none-such-that-hangs".to_owned();
            return Ok(StatusReply::Turn(Turn {
                is_redirect_to_target: true,
                redirect_url,
            }));
        }
        Ok(StatusReply::Waiting(Box::new(self.waiting(&wish))))
    }

    fn waiting(&self, wish: &Wish) -> WaitingStatus {
        let first = wish.state == PageState::FirstInLine;
        let before = wish.page() == PageId::Before;
        WaitingStatus {
            is_before_or_idle: before,
            page_id: wish.page(),
            page_class: wish.page(),
            queue_state: if before { 1 } else { 2 },
            forecast_status: match (before, first) {
                (true, _) => ForecastStatus::NotReadyYet,
                (false, true) => ForecastStatus::FirstInLine,
                (false, false) => ForecastStatus::InLine,
            },
            update_interval: 2_000,
            version: 16,
            check_interval: None,
            message_html: None,
            message: Some(wish.message.clone()).filter(|message| !message.is_empty()),
            layout_name: "default".to_owned(),
            layout_version: 1,
            texts: Some(wish.status_texts(&self.locales)),
            layout: layout_flags(wish),
            ticket: Ticket {
                queue_number: (!before).then_some(LINE * 4),
                users_in_line_ahead_of_you: Some(if first { 0 } else { wish.ahead }),
                users_in_queue: Some(LINE * 2),
                expected_service_time_utc: None,
                wait_seconds_low: Some(120),
                wait_seconds_high: Some(240),
                wait_status: None,
                wait_reason: wish.reason.then_some(WaitReason::OperatorSlowed),
                progress: Some(wish.progress()),
                stock: None,
                stock_told_utc: None,
                queue_paused: wish.state == PageState::Paused,
                high_load: None,
                window_start_time_utc: None,
                seconds_to_start: wish.seconds_to_start(),
                last_updated_utc: Some("2026-12-01T10:00:00Z".to_owned()),
                queue_id: "0f9e6d1c-5b7a-4c7e-9a55-3d1f0c2b4a68".to_owned(),
            },
        }
    }
}
