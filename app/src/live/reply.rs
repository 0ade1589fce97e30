//! Reads a poll's JSON by plain property access: a deserialiser would cost the browser more bytes than the rest of the island.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use crate::view::PageState;

/// What a poll brought.
pub(super) enum Heard {
    /// Where the visitor stands.
    Standing(Box<Standing>),
    /// The visitor's turn: go there.
    Turn(String),
    /// This place is not, or no longer, of this room: the server has a page that says so.
    Refused,
    /// Nothing that can be understood.
    Lost,
}

/// A poll's figures and texts.
pub(super) struct Standing {
    /// As `data-page` of `<html>` names it.
    pub(super) page: String,
    pub(super) state: PageState,
    pub(super) interval_ms: f64,
    /// Not a number where there is no line yet.
    pub(super) ahead_count: f64,
    pub(super) progress: f64,
    /// Not a number where no start is ahead.
    pub(super) seconds_to_start: f64,
    pub(super) updated_utc: String,
    pub(super) message: String,
    /// Texts; empty when the server sent none.
    pub(super) title: String,
    pub(super) headline: String,
    pub(super) lead: String,
    pub(super) ahead: String,
    pub(super) wait: String,
    pub(super) reason: String,
    pub(super) number: String,
    pub(super) countdown: String,
    pub(super) announce: String,
}

/// Reads the body of a 200.
pub(super) fn read(body: &JsValue) -> Heard {
    if get(body, "isRedirectToTarget").is_truthy() {
        return Heard::Turn(text(body, "redirectUrl"));
    }
    let (ticket, texts) = (get(body, "ticket"), get(body, "texts"));
    if ticket.is_undefined() {
        return Heard::Lost;
    }
    Heard::Standing(Box::new(Standing {
        page: text(body, "pageId"),
        state: PageState::from_name(&text(&texts, "state")).unwrap_or_default(),
        interval_ms: number(body, "updateInterval"),
        ahead_count: if get(body, "isBeforeOrIdle").is_truthy() {
            f64::NAN
        } else {
            number(&ticket, "usersInLineAheadOfYou")
        },
        progress: number(&ticket, "progress"),
        seconds_to_start: number(&ticket, "secondsToStart"),
        updated_utc: text(&ticket, "lastUpdatedUTC"),
        message: text(body, "message"),
        title: text(&texts, "title"),
        headline: text(&texts, "headline"),
        lead: text(&texts, "lead"),
        ahead: text(&texts, "ahead"),
        wait: text(&texts, "wait"),
        reason: text(&texts, "reason"),
        number: text(&texts, "number"),
        countdown: text(&texts, "countdown"),
        announce: text(&texts, "announce"),
    }))
}

/// A property; undefined where there is none, or no object to have it.
fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

fn text(object: &JsValue, name: &str) -> String {
    get(object, name).as_string().unwrap_or_default()
}

fn number(object: &JsValue, name: &str) -> f64 {
    get(object, name).as_f64().unwrap_or(f64::NAN)
}
