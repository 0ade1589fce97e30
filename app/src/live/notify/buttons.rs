//! The buttons of "Tell me when it’s my turn".

use std::rc::Rc;

use js_sys::Reflect;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event};

use super::{format_way, key, press};
use crate::live::{browser, poller::Poller, wake};

/// The kinds of notification, and the browser feature that each needs.
const WAYS: [(&str, &str); 3] = [
    ("sound", "AudioContext"),
    ("vibration", "vibrate"),
    ("notification", "Notification"),
];

/// Shows the buttons that this browser supports, with the stored choices, and handles clicks.
pub(in crate::live) fn start(poller: &Rc<Poller>) {
    for (way, needed) in WAYS {
        let Some(button) = browser::find(&format_way(way)) else {
            continue;
        };
        let has = |object: &JsValue| Reflect::has(object, &JsValue::from_str(needed)).unwrap_or_default();
        if has(&window()) || has(&window().navigator()) {
            press(&button, browser::stored(&key(way)).is_some());
        } else {
            _ = button.set_attribute("hidden", "");
        }
    }
    wake::on("click", poller, |poller, event| {
        poller.notify.unlock();
        if let Some(button) = clicked(event) {
            let poller = Rc::clone(poller);
            leptos::task::spawn_local(async move { poller.notify.toggle(&button).await });
        }
    });
}

fn clicked(event: &Event) -> Option<Element> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    element.closest("[data-notify]").ok().flatten()
}
