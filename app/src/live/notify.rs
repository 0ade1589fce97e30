//! "Tell me when it is my turn": by a sound, by vibration, by a notification. Each only by the
//! visitor's own click, which is also what lets a browser play sounds and ask for permission; kept
//! for as long as the tab, so that a reload changes nothing.

pub(super) mod buttons;
mod tones;

use std::cell::RefCell;

use js_sys::Array;
use leptos::prelude::{document, window};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, Notification, NotificationOptions, NotificationPermission};

use super::browser;
use tones::Tones;

/// The attribute of a button that names its way.
const WAY: &str = "data-notify";
const PRESSED: &str = "aria-pressed";
/// Before the way's name in the tab's storage.
const KEY: &str = "anteroom-notify-";
/// Vibrates, rests, vibrates, milliseconds.
const PATTERN_MS: [f64; 3] = [200.0, 120.0, 200.0];
const LOUD: f32 = 0.25;
const QUIET: f32 = 0.06;

fn format_way(way: &str) -> String {
    ["[", WAY, "=", way, "]"].concat()
}

fn key(way: &str) -> String {
    [KEY, way].concat()
}

fn press(button: &Element, on: bool) {
    _ = button.set_attribute(PRESSED, if on { "true" } else { "false" });
}

/// What is needed to be heard.
#[derive(Default)]
pub(super) struct Notify {
    tones: RefCell<Option<Tones>>,
}

impl Notify {
    async fn toggle(&self, button: &Element) {
        let way = button.get_attribute(WAY).unwrap_or_default();
        let on = button.get_attribute(PRESSED).as_deref() != Some("true");
        let on = on && self.try_out(&way).await;
        press(button, on);
        browser::store(&key(&way), on);
    }

    /// Any click lets the browser play what was chosen on an earlier page of this tab.
    fn unlock(&self) {
        if browser::stored(&key("sound")).is_some() {
            self.with_tones(Tones::wake);
        }
    }

    /// Whether this way is open. A sound and a vibration are tried out, quietly.
    async fn try_out(&self, way: &str) -> bool {
        match way {
            "sound" => self.play(QUIET),
            "vibration" => vibrate(),
            _ => {
                let allowed = may_notify().await;
                browser::set_hidden("notify-denied", allowed);
                allowed
            }
        }
    }

    /// Tells, by each way that was chosen; whether one of them needs the page for a moment longer.
    pub(super) fn tell(&self, title: &str, body: &str) -> bool {
        let chosen = |way: &str| browser::stored(&key(way)).is_some();
        if chosen("vibration") {
            vibrate();
        }
        if chosen("notification") {
            let options = NotificationOptions::new();
            options.set_body(body);
            // Some browsers show none from a page; there the other ways remain.
            _ = Notification::new_with_options(title, &options);
        }
        chosen("sound") && self.play(LOUD)
    }

    fn play(&self, volume: f32) -> bool {
        self.with_tones(|tones| tones.play(volume))
    }

    fn with_tones(&self, act: impl FnOnce(&Tones) -> bool) -> bool {
        let mut tones = self.tones.borrow_mut();
        if tones.is_none() {
            *tones = Tones::new();
        }
        tones.as_ref().is_some_and(act)
    }
}

fn vibrate() -> bool {
    let pattern: Array = PATTERN_MS.iter().copied().map(JsValue::from_f64).collect();
    window().navigator().vibrate_with_pattern(&pattern)
}

/// Asks, if nobody has decided yet; then makes one that nobody sees, since some browsers allow them
/// and have none.
async fn may_notify() -> bool {
    if Notification::permission() == NotificationPermission::Default
        && let Ok(asked) = Notification::request_permission()
    {
        _ = JsFuture::from(asked).await;
    }
    if Notification::permission() != NotificationPermission::Granted {
        return false;
    }
    let options = NotificationOptions::new();
    options.set_silent(Some(true));
    Notification::new_with_options(&document().title(), &options).is_ok_and(|probe| {
        probe.close();
        true
    })
}
