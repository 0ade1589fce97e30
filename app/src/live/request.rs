//! One poll: a plain `fetch` of the server function's path with the page's own query.

use std::time::Duration;

use leptos::prelude::{set_timeout_with_handle, window};
use server_fn::ServerFn;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, RequestCache, RequestInit, Response};

use super::{
    browser,
    reply::{self, PollReply},
};
use crate::status::GetStatus;

/// The time that a poll can take beyond the pause, milliseconds; the server can hold a claim for
/// the length of the pause.
const PATIENCE_MS: f64 = 15_000.0;

/// Polls for the visitor's status. `pause_ms` is the last pause that the server asked for,
/// `least_ahead` the least number ahead shown, `brief` what else the page shows.
pub(super) async fn ask(pause_ms: f64, least_ahead: Option<f64>, brief: &str) -> PollReply {
    match response(pause_ms, least_ahead, brief).await {
        Ok(response) => match response.status() {
            200 => body(&response).await,
            400 | 403 | 404 | 410 => PollReply::Refused,
            _ => PollReply::Lost,
        },
        Err(_) => PollReply::Lost,
    }
}

async fn response(pause_ms: f64, least_ahead: Option<f64>, brief: &str) -> Result<Response, JsValue> {
    let window = window();
    let mut url = GetStatus::PATH.to_owned() + &window.location().search()?;
    url.push(if url.contains('?') { '&' } else { '?' });
    url.push_str("brief=");
    url.push_str(brief);
    if let Some(least) = least_ahead {
        url.push_str("&shown=");
        url.push_str(&browser::print(least));
    }
    let controller = AbortController::new()?;
    let init = RequestInit::new();
    init.set_cache(RequestCache::NoStore);
    init.set_signal(Some(&controller.signal()));
    let timer = set_timeout_with_handle(
        move || controller.abort(),
        Duration::from_millis((pause_ms + PATIENCE_MS) as u64),
    );
    let outcome = JsFuture::from(window.fetch_with_str_and_init(&url, &init)).await;
    if let Ok(timer) = timer {
        timer.clear();
    }
    outcome?.dyn_into()
}

async fn body(response: &Response) -> PollReply {
    let Ok(promise) = response.json() else {
        return PollReply::Lost;
    };
    JsFuture::from(promise)
        .await
        .map_or(PollReply::Lost, |json| reply::read(&json))
}
