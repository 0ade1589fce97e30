//! One poll: a plain `fetch` of the server function's path with the page's own query.

use std::{cell::Cell, rc::Rc, time::Duration};

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
/// The time after which a poll without an answer is sent again, milliseconds: the two seconds for
/// which the server holds the claims of people in front, and one for the network. Behind a
/// balancer, another node can answer if this one has stopped without closing its connections.
const FIRST_PATIENCE_MS: f64 = 3_000.0;

/// A poll that got no response.
enum NoResponse {
    /// The browser reports an error.
    Failed,
    /// The poll took longer than the page waits.
    TookTooLong,
}

/// Polls for the visitor's status. `pause_ms` is the last pause that the server asked for,
/// `least_ahead` the least number ahead shown, and `brief` has the other values that the page
/// shows. `slow_network`: answers take so long that it is useless to send a poll again; this poll
/// updates the flag.
pub(super) async fn ask(pause_ms: f64, least_ahead: Option<f64>, brief: &str, slow_network: &Cell<bool>) -> PollReply {
    let Ok(url) = address(least_ahead, brief) else {
        return PollReply::Lost;
    };
    let longest_ms = pause_ms + PATIENCE_MS;
    let is_slow = slow_network.get();
    let mut begun_ms = browser::monotonic_ms();
    let mut heard = response(&url, if is_slow { longest_ms } else { FIRST_PATIENCE_MS }).await;
    if let (Err(NoResponse::TookTooLong), false) = (&heard, is_slow) {
        begun_ms = browser::monotonic_ms();
        heard = response(&url, longest_ms).await;
    }
    slow_network.set(heard.is_ok() && browser::monotonic_ms() - begun_ms > FIRST_PATIENCE_MS);
    match heard {
        Ok(response) => match response.status() {
            200 => body(&response).await,
            400 | 403 | 404 | 410 => PollReply::Refused,
            _ => PollReply::Lost,
        },
        Err(_) => PollReply::Lost,
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

async fn response(url: &str, patience_ms: f64) -> Result<Response, NoResponse> {
    let controller = AbortController::new().map_err(|_| NoResponse::Failed)?;
    let init = RequestInit::new();
    init.set_cache(RequestCache::NoStore);
    init.set_signal(Some(&controller.signal()));
    let is_over = Rc::new(Cell::new(false));
    let ending = Rc::clone(&is_over);
    let timer = set_timeout_with_handle(
        move || {
            ending.set(true);
            controller.abort();
        },
        Duration::from_millis(patience_ms as u64),
    );
    let outcome = JsFuture::from(window().fetch_with_str_and_init(url, &init)).await;
    if let Ok(timer) = timer {
        timer.clear();
    }
    let response = outcome.and_then(JsCast::dyn_into);
    response.map_err(|_| match is_over.get() {
        true => NoResponse::TookTooLong,
        false => NoResponse::Failed,
    })
}

async fn body(response: &Response) -> PollReply {
    let Ok(promise) = response.json() else {
        return PollReply::Lost;
    };
    JsFuture::from(promise)
        .await
        .map_or(PollReply::Lost, |json| reply::read(&json))
}
