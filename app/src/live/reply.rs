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
    pub(super) state: PageState,
    pub(super) interval_ms: f64,
    pub(super) ahead_count: f64,
    pub(super) progress: f64,
    pub(super) updated_utc: String,
    pub(super) message: String,
    /// Texts; empty when the server sent none.
    pub(super) title: String,
    pub(super) headline: String,
    pub(super) lead: String,
    pub(super) ahead: String,
    pub(super) wait: String,
    pub(super) number: String,
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
    let first = text(body, "forecastStatus") == "FirstInLine";
    let state = match (get(&ticket, "queuePaused").is_truthy(), first) {
        (true, _) => PageState::Paused,
        (false, true) => PageState::FirstInLine,
        (false, false) => PageState::InLine,
    };
    Heard::Standing(Box::new(Standing {
        state,
        interval_ms: number(body, "updateInterval"),
        ahead_count: number(&ticket, "usersInLineAheadOfYou"),
        progress: number(&ticket, "progress"),
        updated_utc: text(&ticket, "lastUpdatedUTC"),
        message: text(body, "message"),
        title: text(&texts, "title"),
        headline: text(&texts, "headline"),
        lead: text(&texts, "lead"),
        ahead: text(&texts, "ahead"),
        wait: text(&texts, "wait"),
        number: text(&texts, "number"),
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
