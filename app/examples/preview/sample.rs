//! A made-up line: what the query wishes for, told in the real languages (messages with plurals are stood in for).

use std::{
    future::Future,
    path::{Path, PathBuf},
    pin::Pin,
};

use app::{
    status::{Answer, Asked, StatusSource},
    texts::{Direction, PageTexts},
    view::{
        ForecastStatus, LayoutFlags, PageId, PageState, Refusal, StatusReply, StatusTexts, Ticket, Turn, WaitingStatus,
    },
};
use axum::http::HeaderMap;

/// People in the line when the page was opened.
const LINE: u64 = 1234;

/// What the query asks to see.
pub(crate) struct Wish {
    pub(crate) lang: String,
    pub(crate) state: PageState,
    /// The state was asked for, so the line stands still.
    still: bool,
    pub(crate) ahead: u64,
    pub(crate) message: String,
    reason: bool,
    bare: bool,
    pub(crate) no_script: bool,
    pub(crate) no_wasm: bool,
    fail: Option<u16>,
}

impl Wish {
    pub(crate) fn read(query: &str) -> Self {
        let get = |wanted: &str| {
            form_urlencoded::parse(query.as_bytes())
                .find(|(name, _)| name == wanted)
                .map(|(_, value)| value.into_owned())
        };
        let state = get("state");
        Self {
            lang: get("lang").unwrap_or_else(|| "en".to_owned()),
            state: match state.as_deref() {
                Some("first-in-line") => PageState::FirstInLine,
                Some("paused") => PageState::Paused,
                Some("redirecting") => PageState::Redirecting,
                _ => PageState::InLine,
            },
            still: state.is_some(),
            ahead: get("ahead").and_then(|text| text.parse().ok()).unwrap_or(LINE),
            message: get("message").unwrap_or_default(),
            reason: get("reason").is_some(),
            bare: get("bare").is_some(),
            no_script: get("script").as_deref() == Some("none"),
            no_wasm: get("script").as_deref() == Some("nowasm"),
            fail: get("fail").and_then(|text| text.parse().ok()),
        }
    }

    pub(crate) fn direction(&self) -> Direction {
        if self.lang == "ar" {
            Direction::Rtl
        } else {
            Direction::Ltr
        }
    }

    pub(crate) fn progress(&self) -> f64 {
        if self.state == PageState::InLine {
            1.0 - self.ahead as f64 / (LINE * 2) as f64
        } else {
            0.97
        }
    }

    /// `locales/<lang>/page.ftl`, whose messages are plain.
    pub(crate) fn page_texts(&self, locales: &Path) -> PageTexts {
        let text = |name: &str| message(locales, &self.lang, "page.ftl", name);
        PageTexts {
            ahead_label: text("page-ahead-label"),
            wait_label: text("page-wait-label"),
            number_label: text("page-number-label"),
            progress_label: text("page-progress-label"),
            updated_label: text("page-updated-label"),
            message_label: text("page-message-label"),
            keep_open: text("page-keep-open"),
            no_script: text("page-no-script"),
            leave: text("page-leave"),
            queue_id_label: text("page-queue-id-label"),
            offline: text("page-offline"),
            online_again: text("page-online-again"),
            redirecting_headline: text("page-redirecting-headline"),
            redirecting_lead: text("page-redirecting-lead"),
            redirecting_link: text("page-redirecting-link"),
            skip: text("page-skip"),
            powered_by: text("page-powered-by"),
        }
    }

    pub(crate) fn status_texts(&self, locales: &Path) -> StatusTexts {
        let state = self.state.as_str();
        let text = |what: &str| message(locales, &self.lang, "status.ftl", &format!("status-{what}-{state}"));
        let minutes = self.ahead / 100 + 2;
        let mut wait = match self.lang.as_str() {
            "ar" => format!("من {minutes} إلى {} دقائق", minutes + 2),
            "ja" => format!("{minutes}～{}分", minutes + 2),
            "de" => format!("{minutes}–{} Minuten", minutes + 2),
            _ => format!("{minutes}–{} minutes", minutes + 2),
        };
        if self.reason {
            wait += &format!(
                " – {}",
                message(locales, &self.lang, "status.ftl", "status-reason-operator-slowed")
            );
        }
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
            number: grouped(LINE * 4),
            announce: format!("{} ahead", grouped(ahead)),
        }
    }
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

/// A one-line message of a Fluent file.
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

/// Answers polls as the query wishes.
pub(crate) struct Sample {
    pub(crate) locales: PathBuf,
}

impl StatusSource for Sample {
    fn status<'a>(&'a self, asked: Asked) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(async move {
            Answer {
                reply: self.reply(&asked),
                headers: HeaderMap::new(),
            }
        })
    }
}

impl Sample {
    fn reply(&self, asked: &Asked) -> Result<StatusReply, Refusal> {
        let mut wish = Wish::read(asked.parts.uri.query().unwrap_or_default());
        if let Some(status) = wish.fail {
            return Err(Refusal {
                status,
                id: 4,
                code: "sample",
                detail: "As you wish.".to_owned(),
                enter_url: None,
            });
        }
        if !wish.still {
            wish.ahead = asked.shown.unwrap_or(LINE) / 2;
            if asked.shown == Some(0) {
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
        WaitingStatus {
            is_before_or_idle: false,
            page_id: PageId::Queue,
            page_class: PageId::Queue,
            queue_state: 2,
            forecast_status: if first {
                ForecastStatus::FirstInLine
            } else {
                ForecastStatus::InLine
            },
            update_interval: 2_000,
            message: Some(wish.message.clone()).filter(|message| !message.is_empty()),
            layout_name: "default".to_owned(),
            layout_version: 1,
            texts: Some(wish.status_texts(&self.locales)),
            layout: layout_flags(wish),
            ticket: Ticket {
                queue_number: Some(LINE * 4),
                users_in_line_ahead_of_you: if first { 0 } else { wish.ahead },
                users_in_queue: LINE * 2,
                expected_service_time_utc: None,
                wait_seconds_low: Some(120),
                wait_seconds_high: Some(240),
                wait_reason: None,
                progress: wish.progress(),
                queue_paused: wish.state == PageState::Paused,
                window_start_time_utc: None,
                seconds_to_start: None,
                last_updated_utc: "2026-12-01T10:00:00Z".to_owned(),
                queue_id: "0f9e6d1c-5b7a-4c7e-9a55-3d1f0c2b4a68".to_owned(),
            },
        }
    }
}
