//! Polls ahead of the timer when the network, the tab or the whole device is back. Also reports
//! within seconds that the network is gone, and draws the icon of a tab that goes to the
//! background.

use std::{rc::Rc, time::Duration};

use leptos::prelude::{document, set_timeout, window, window_event_listener_untyped};
use wasm_bindgen::JsCast;
use web_sys::{Event, PageTransitionEvent};

use super::{browser, poll::ask_now, poller::Poller};

/// An answer younger than this is fresh enough, milliseconds: one awakening causes several events.
const FRESH_MS: f64 = 2_000.0;
/// Time between two beats, milliseconds.
const BEAT_MS: f64 = 5_000.0;
/// Time between two beats if the page counts by the second, milliseconds.
const COUNT_MS: f64 = 1_000.0;
/// A beat that comes this long after the previous one follows a sleep of the device, milliseconds.
const SLEPT_MS: f64 = 15_000.0;

/// Listens for the lifetime of the page.
pub(super) fn listen(poller: &Rc<Poller>) {
    on("online", poller, |poller, _| ask_now(poller));
    // Also from `controls.js`, when the server is silent.
    on("offline", poller, |poller, _| poller.lost());
    for name in ["focus", "resume"] {
        on(name, poller, |poller, _| wake(poller));
    }
    on("visibilitychange", poller, |poller, _| {
        poller.draw_icon();
        if browser::is_hidden() {
            poller.arrive();
            poller.show_title();
        } else {
            wake(poller);
        }
    });
    // `controls.js` has counted a visitor's time aside down to its end.
    on("holdends", poller, |poller, _| {
        poller.notify.tell(&document().title(), &browser::slot_text("lead"));
    });
    // The browser has restored a page that it kept from before the visit to the target; all its
    // contents are outdated.
    on("pageshow", poller, |_, event| {
        if event
            .dyn_ref::<PageTransitionEvent>()
            .is_some_and(PageTransitionEvent::persisted)
        {
            _ = window().location().reload();
        }
    });
}

/// Adds a listener. All listeners use this function, so that the binary contains one closure.
pub(super) fn on(name: &str, poller: &Rc<Poller>, act: fn(&Rc<Poller>, &Event)) {
    let poller = Rc::clone(poller);
    let handle = window_event_listener_untyped(name, move |event| act(&poller, &event));
    // The island lives as long as its page.
    std::mem::forget(handle);
}

fn wake(poller: &Rc<Poller>) {
    let is_fresh = browser::monotonic_ms() - poller.answered_at_ms.get() < FRESH_MS;
    if !is_fresh || poller.lost_in_a_row.get() > 0 {
        ask_now(poller);
    }
}

/// Advances the countdown, and notices that the device has slept, or that the network is gone.
pub(super) fn beat(poller: Rc<Poller>) {
    let now_ms = browser::monotonic_ms();
    if now_ms - poller.beat_at_ms.replace(now_ms) >= SLEPT_MS && !browser::is_hidden() {
        wake(&poller);
    }
    if !window().navigator().on_line() && poller.lost_in_a_row.get() == 0 {
        poller.lost();
    }
    poller.count();
    let pause_ms = if poller.counts { COUNT_MS } else { BEAT_MS };
    set_timeout(move || beat(poller), Duration::from_millis(pause_ms as u64));
}
