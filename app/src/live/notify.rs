//! "Tell me when it’s my turn": by a sound, by vibration, by a notification. Each is enabled only
//! by the visitor's click, which is also the gesture that lets a browser play sounds and ask for
//! permission. The choice is stored for the lifetime of the tab, so that it survives a reload.

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

/// The attribute of a button that names its kind of notification.
const WAY: &str = "data-notify";
const PRESSED: &str = "aria-pressed";
/// Prefix of the names in the tab's storage.
const KEY: &str = "anteroom-notify-";
/// Durations of vibration, pause and vibration, milliseconds.
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

/// Notifies the visitor, and holds the audio context.
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

    /// Lets the browser play the sound if the visitor chose it on an earlier page of this tab: any
    /// click permits it.
    fn unlock(&self) {
        if browser::stored(&key("sound")).is_some() {
            self.with_tones(Tones::wake);
        }
    }

    /// Returns whether this kind of notification works. A sound or a vibration is tried out,
    /// quietly.
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

    /// Notifies the visitor by each chosen kind. Returns whether a sound plays, for which the page
    /// must stay a moment longer.
    pub(super) fn tell(&self, title: &str, body: &str) -> bool {
        let chosen = |way: &str| browser::stored(&key(way)).is_some();
        if chosen("vibration") {
            vibrate();
        }
        if chosen("notification") {
            let options = NotificationOptions::new();
            options.set_body(body);
            // Some browsers show no notifications of a page; the other kinds remain.
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

/// Asks for permission if that is undecided, then creates and closes a silent notification, since
/// some browsers grant the permission but support no notifications of a page.
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
