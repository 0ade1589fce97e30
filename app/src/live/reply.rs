//! Reads a poll's JSON, brief or full, by plain property access: a deserializer would add more
//! bytes to the browser's download than the rest of the island.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use super::browser::print;
use crate::view::PageState;

/// The outcome of a poll.
pub(super) enum PollReply {
    /// The visitor's figures and texts.
    Figures(Box<PollFigures>),
    /// It is the visitor's turn: go to this URL.
    Turn(String),
    /// The server refused the poll, for example because the place does not belong to this room, or
    /// no longer does; a reload shows the page that explains this.
    Refused,
    /// No answer came, or it cannot be read.
    Lost,
}

/// The figures and texts of a poll.
pub(super) struct PollFigures {
    /// The page's name, as in `data-page` of `<html>`.
    pub(super) page: String,
    pub(super) state: PageState,
    pub(super) interval_ms: f64,
    /// NaN if there is no line yet or the room does not show the number.
    pub(super) ahead_count: f64,
    /// NaN if there is no line yet or the room does not show progress.
    pub(super) progress: f64,
    /// NaN if no start lies ahead.
    pub(super) seconds_to_start: f64,
    /// NaN if no pre-queue lies ahead.
    pub(super) seconds_to_prequeue: f64,
    /// The ends of the estimate, seconds; NaN without one.
    pub(super) wait_seconds: (f64, f64),
    /// NaN if no draw lies ahead.
    pub(super) seconds_to_draw: f64,
    /// RFC 3339; empty if there is none, like `updated_utc`.
    pub(super) starts_utc: String,
    pub(super) updated_utc: String,
    /// The reason why the wait rose, by its name on the wire; empty if there is none.
    pub(super) reason_name: String,
    /// The room's version as digits.
    pub(super) version: String,
    /// Milliseconds between two requests for the version; empty if polls suffice.
    pub(super) check_ms: String,
    /// Texts; `None` if the text has not changed.
    pub(super) message: Option<String>,
    /// The message with links.
    pub(super) message_html: Option<String>,
    pub(super) title: Option<String>,
    pub(super) headline: Option<String>,
    pub(super) lead: Option<String>,
    pub(super) ahead: Option<String>,
    pub(super) wait: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) stock: Option<String>,
    pub(super) number: Option<String>,
    pub(super) countdown: Option<String>,
    pub(super) prequeue_countdown: Option<String>,
    pub(super) announce: Option<String>,
}

/// Reads the body of an answer with status 200.
pub(super) fn read(body: &JsValue) -> PollReply {
    if get(body, "isRedirectToTarget").is_truthy() {
        return PollReply::Turn(text(body, "redirectUrl"));
    }
    let (ticket, texts) = (get(body, "ticket"), get(body, "texts"));
    if ticket.is_undefined() {
        return PollReply::Lost;
    }
    PollReply::Figures(Box::new(PollFigures {
        page: text(body, "pageId"),
        state: PageState::from_name(&text(&texts, "state")).unwrap_or_default(),
        interval_ms: number(body, "updateInterval"),
        ahead_count: if text(body, "pageId") == "before" {
            f64::NAN
        } else {
            number(&ticket, "usersInLineAheadOfYou")
        },
        progress: number(&ticket, "progress"),
        seconds_to_start: number(&ticket, "secondsToStart"),
        seconds_to_prequeue: number(&ticket, "secondsToPrequeue"),
        seconds_to_draw: number(&ticket, "secondsToDraw"),
        wait_seconds: (number(&ticket, "waitSecondsLow"), number(&ticket, "waitSecondsHigh")),
        starts_utc: text(&ticket, "eventStartTimeUTC"),
        updated_utc: text(&ticket, "lastUpdatedUTC"),
        reason_name: text(&ticket, "waitReason"),
        version: digits(body, "version"),
        check_ms: digits(body, "checkInterval"),
        message: message(body),
        message_html: some(body, "messageHtml"),
        title: some(&texts, "title"),
        headline: some(&texts, "headline"),
        lead: some(&texts, "lead"),
        ahead: some(&texts, "ahead"),
        wait: some(&texts, "wait"),
        reason: some(&texts, "reason"),
        stock: some(&texts, "stock"),
        number: some(&texts, "number"),
        countdown: some(&texts, "countdown"),
        prequeue_countdown: some(&texts, "prequeueCountdown"),
        announce: some(&texts, "announce"),
    }))
}

/// Returns a property; undefined if it is missing or `object` is no object.
fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// Returns the operator's message; empty for the `null` of the full form. The brief form leaves out
/// an unchanged message.
fn message(body: &JsValue) -> Option<String> {
    (!get(body, "message").is_undefined()).then(|| text(body, "message"))
}

fn some(object: &JsValue, name: &str) -> Option<String> {
    get(object, name).as_string()
}

fn text(object: &JsValue, name: &str) -> String {
    some(object, name).unwrap_or_default()
}

/// Returns a number as text; empty if it is missing.
fn digits(object: &JsValue, name: &str) -> String {
    let number = number(object, name);
    if number.is_nan() {
        return String::new();
    }
    print(number)
}

fn number(object: &JsValue, name: &str) -> f64 {
    get(object, name).as_f64().unwrap_or(f64::NAN)
}
