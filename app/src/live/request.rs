//! One poll: a plain `fetch` of the server function's path with the page's own query. `controls.js`
//! sends it, sends it again where no answer comes, and says when the server is silent.

use js_sys::Promise;
use leptos::prelude::window;
use server_fn::ServerFn;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

use super::{
    browser,
    reply::{self, PollReply},
};
use crate::status::GetStatus;

/// The time that a poll can take beyond the pause after it was sent again, milliseconds; the server
/// can hold a claim for the length of the pause.
const PATIENCE_MS: f64 = 15_000.0;

#[wasm_bindgen(module = "/src/page/controls.js")]
extern "C" {
    /// Returns the answer's JSON, or its status as a number where that is an error.
    #[wasm_bindgen(js_name = ask)]
    fn send(url: &str, patience_ms: f64) -> Promise;
}

/// Polls for the visitor's status. `pause_ms` is the last pause that the server asked for,
/// `least_ahead` the least number ahead shown, and `brief` has the other values that the page
/// shows.
pub(super) async fn ask(pause_ms: f64, least_ahead: Option<f64>, brief: &str) -> PollReply {
    let Ok(url) = address(least_ahead, brief) else {
        return PollReply::Lost;
    };
    let Ok(answer) = JsFuture::from(send(&url, pause_ms + PATIENCE_MS)).await else {
        return PollReply::Lost;
    };
    match answer.as_f64().map(|status| status as u16) {
        None => reply::read(&answer),
        Some(400 | 403 | 404 | 410) => PollReply::Refused,
        Some(_) => PollReply::Lost,
    }
}

fn address(least_ahead: Option<f64>, brief: &str) -> Result<String, JsValue> {
    let mut url = GetStatus::PATH.to_owned() + &window().location().search()?;
    url.push(if url.contains('?') { '&' } else { '?' });
    url.push_str("brief=");
    url.push_str(brief);
    if let Some(least) = least_ahead {
        url.push_str("&shown=");
        url.push_str(&browser::print(least));
    }
    Ok(url)
}
